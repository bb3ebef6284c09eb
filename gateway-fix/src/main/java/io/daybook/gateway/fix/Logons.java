package io.daybook.gateway.fix;

import io.daybook.api.Limits;
import io.daybook.client.OrderNumbers;
import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.session.Addresses;
import io.daybook.gateway.session.AuditEvent;
import io.daybook.gateway.session.AuditLog;
import io.daybook.gateway.session.GatewayCommands;
import io.daybook.gateway.session.SessionSettings;
import io.daybook.gateway.session.Upkeep;
import io.daybook.journal.host.Clock;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import quickfix.FixVersions;
import quickfix.SessionID;

/**
 * Admits Logons: compares secrets, has the journal told, waits until it was and until numbers are reserved. Only then
 * QuickFIX/J hears of them. Under the layer's lock, by the gateway's thread.
 */
final class Logons {
    private final FixBook book;
    private final Roster sessions;
    private final SessionNumbers numbers;
    private final Upkeep<FixSession> upkeep;
    private final Addresses addresses;
    private final AuditLog audit;
    private final Clock clock;
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];

    Logons(
            final FixBook book,
            final Roster sessions,
            final SessionNumbers numbers,
            final Upkeep<FixSession> upkeep,
            final Addresses addresses,
            final AuditLog audit,
            final Clock clock) {
        this.book = book;
        this.sessions = sessions;
        this.numbers = numbers;
        this.upkeep = upkeep;
        this.addresses = addresses;
        this.audit = audit;
        this.clock = clock;
    }

    /** Goes on with a login as far as it can; whether QuickFIX/J may have it now. */
    boolean advance(final DoorConnection connection, final GatewayCommands open, final boolean isStuck) {
        if (connection.state == DoorConnection.State.ARRIVED) {
            admit(connection);
        }
        final FixSession own = connection.session;
        if (own == null) {
            return false;
        }
        final FixBookSession known = book.session(own.session());
        if (connection.state == DoorConnection.State.ADMITTED && !isStuck) {
            journal(connection, own, known, open);
        }
        return connection.state == DoorConnection.State.JOURNALED && isReady(connection, own, known, open);
    }

    private void admit(final DoorConnection connection) {
        final String logon = connection.first();
        if (logon == null) {
            return;
        }
        final String sessionText = LogonText.field(logon, Tags.USERNAME);
        final FixSession own = sessions.session(new SessionID(
                FixVersions.BEGINSTRING_FIX44,
                orEmpty(LogonText.field(logon, Tags.TARGET_COMP_ID)),
                orEmpty(LogonText.field(logon, Tags.SENDER_COMP_ID))));
        final int number = Math.max(0, LogonText.number(logon, Tags.USERNAME));
        final String fault = fault(connection, logon, own, orEmpty(sessionText));
        if (own == null || fault != null) {
            addresses.failed(connection.address(), clock.nanoTime());
            refuse(connection, number, fault == null ? "UNKNOWN_SESSION" : fault);
            return;
        }
        final FixBookSession known = book.session(own.session());
        final DoorConnection before = own.connection;
        if (own.isConnected() && before != null && before.isEnding()) {
            return; // this side has ended it, and hears of that in a moment
        }
        if (own.isConnected()) {
            refuse(connection, number, "ALREADY_LOGGED_IN");
        } else if (known != null && known.outbox().isAhead()) {
            refuse(connection, number, "AHEAD_OF_JOURNAL");
        } else if (!own.isBusy() && !own.isResetDue && !numbers.isInUse(own)) {
            connection.session = own;
            connection.resets = "Y".equals(LogonText.field(logon, Tags.RESET_SEQ_NUM_FLAG));
            connection.state = DoorConnection.State.ADMITTED;
            own.connection = connection;
            own.isConnected(true);
            own.saidLogout = false;
            own.requests = 0;
            own.reports = 0;
            own.refusals = 0;
            if (own.store == null) {
                numbers.open(own, null);
            }
        }
    }

    private @Nullable String fault(
            final DoorConnection connection, final String logon, final @Nullable FixSession own, final String user) {
        if (!"A".equals(LogonText.field(logon, Tags.MSG_TYPE))) {
            return "NO_LOGON";
        }
        if (addresses.hasFailedTooOften(connection.address(), clock.nanoTime())) {
            return "TOO_MANY_FAILURES";
        }
        if (!LogonText.isPlain(logon)) {
            return "LOGON_FIELDS";
        }
        if (own == null || !user.equals(Integer.toString(own.session()))) {
            return "UNKNOWN_SESSION";
        }
        final SessionSettings settings = own.settings();
        if (settings.retired()) {
            return "RETIRED";
        }
        if (!settings.mayComeFrom(connection.address())) {
            return "ADDRESS";
        }
        final byte[] secret = orEmpty(LogonText.field(logon, Tags.PASSWORD)).getBytes(StandardCharsets.ISO_8859_1);
        return settings.admits(secret, 0, secret.length) ? null : "SECRET";
    }

    private static String orEmpty(final @Nullable String text) {
        return text == null ? "" : text;
    }

    private void journal(
            final DoorConnection connection,
            final FixSession own,
            final @Nullable FixBookSession known,
            final GatewayCommands open) {
        final FixStore store = FixLayer.storeOf(own);
        final long cookie = OrderNumbers.cookie(own.session(), 0);
        if (connection.resets && known != null && !connection.isResetSent) {
            final int length = io.daybook.gateway.session.Tags.encodeReset(tag, false);
            connection.isResetSent = open.nop(cookie, tag, length);
            if (!connection.isResetSent) {
                return;
            }
        }
        final String logon = orEmpty(connection.first());
        final int number = LogonText.number(logon, Tags.MSG_SEQ_NUM);
        final int expected = connection.resets ? 1 : store.getNextTargetMsgSeqNum();
        if (open.logon(own.settings(), number == expected ? number : expected - 1)) {
            own.logonsSent++;
            connection.state = DoorConnection.State.JOURNALED;
        }
    }

    private boolean isReady(
            final DoorConnection connection,
            final FixSession own,
            final @Nullable FixBookSession known,
            final GatewayCommands open) {
        if (known == null || own.logonsSeen != own.logonsSent) {
            return false;
        }
        if (known.outbox().isAhead() || own.settings().owner() != known.owner()) {
            refuse(connection, own.session(), "AHEAD_OF_JOURNAL");
            return false;
        }
        final FixStore store = FixLayer.storeOf(own);
        store.reservedEnd(known.reservedEnd());
        own.lastSent = known.lastRequest();
        own.inFlight.clear();
        numbers.reserve(own, store, open);
        if (store.left() <= SessionNumbers.SPARE) {
            return false;
        }
        if (!connection.saysDropCopies) {
            connection.saysDropCopies = true;
            upkeep.dropCopiesDue(own);
        }
        if (upkeep.areDropCopiesDue(own)) {
            return false; // who is answered hears of all that comes behind the answer
        }
        connection.state = DoorConnection.State.THROUGH;
        return true;
    }

    private void refuse(final DoorConnection connection, final int session, final String reason) {
        audit.write(new AuditEvent.LoginRefused(session, connection.address().getHostAddress(), reason));
        connection.state = DoorConnection.State.ENDED;
        connection.close("LOGIN_REFUSED");
    }
}
