package io.daybook.gateway.fix.session;

import io.daybook.api.Limits;
import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.message.LogonText;
import io.daybook.gateway.fix.message.ReportText;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.host.Clock;
import io.daybook.sessions.GatewayCommands;
import io.daybook.sessions.SessionLayer;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.wire.ByeReason;
import io.daybook.wire.OrderNumbers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import quickfix.FixVersions;
import quickfix.SessionID;

/**
 * Admits Logons: compares secrets, journals the Logon, and waits until it is journaled and numbers are reserved. Only
 * then does QuickFIX/J get the Logon. Used under the layer's lock, by the gateway's thread.
 */
final class Logons {
    private final SessionLayer<FixSession, DoorConnection> layer;
    private final FixBook book;
    private final FixSessions sessions;
    private final SessionNumbers numbers;
    private final Clock clock;
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];

    Logons(
            final SessionLayer<FixSession, DoorConnection> layer,
            final FixBook book,
            final FixSessions sessions,
            final SessionNumbers numbers,
            final Clock clock) {
        this.layer = layer;
        this.book = book;
        this.sessions = sessions;
        this.numbers = numbers;
        this.clock = clock;
    }

    /** Continues a login as far as possible; returns true if QuickFIX/J may get the Logon now. */
    boolean advance(final DoorConnection connection) {
        final boolean leads = layer.leads();
        if (connection.state == DoorConnection.State.ARRIVED) {
            admit(connection, leads ? null : layer.log().leader());
        }
        final FixSession own = connection.session;
        if (!leads || own == null) {
            return false;
        }
        final FixBookSession known = book.session(own.session());
        if (connection.state == DoorConnection.State.ADMITTED && !layer.isStuck()) {
            journal(connection, own, known);
        }
        return connection.state == DoorConnection.State.JOURNALED && isReady(connection, own, known);
    }

    /** @param leader the address of the leader, empty if unknown; null if this node leads */
    private void admit(final DoorConnection connection, final @Nullable String leader) {
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
            layer.connections().failed(connection, number, fault == null ? "UNKNOWN_SESSION" : fault);
            end(connection);
            return;
        }
        if (leader != null) {
            leave(connection, own, logon, leader);
            return;
        }
        final FixBookSession known = book.session(own.session());
        final DoorConnection before = own.connection();
        if (before != null && before.isEnding()) {
            return; // this side has ended the connection, whose end will be reported soon
        }
        final String lost = layer.history().isRestored() ? lost(own, logon, known) : "";
        if (!lost.isEmpty()) {
            turnAway(connection, own, logon, lost, "HISTORY_LOST");
        } else if (before != null) {
            refuse(connection, number, "ALREADY_LOGGED_IN");
        } else if (known != null && known.outbox().isAhead()) {
            refuse(connection, number, "AHEAD_OF_JOURNAL");
        } else if (!own.isBusy() && !own.isResetDue && !numbers.isInUse(own)) {
            connection.session = own;
            connection.resets = "Y".equals(LogonText.field(logon, Tags.RESET_SEQ_NUM_FLAG));
            connection.state = DoorConnection.State.ADMITTED;
            own.connection(connection);
            own.saidLogout = false;
            own.requests = 0;
            own.reports = 0;
            own.refusals = 0;
            if (own.store == null && own.isCurrent) {
                numbers.open(own, null);
            }
        }
    }

    /**
     * The reason not to continue a session after a restore, or an empty text: a stock engine would be asked for old
     * messages, and send old orders again.
     */
    private String lost(final FixSession own, final String logon, final @Nullable FixBookSession known) {
        if (!layer.isAdmitted(own.session())) {
            return "history was lost: the operator has to admit the session";
        }
        final boolean mustReset = known == null || known.mustReset();
        return mustReset && !"Y".equals(LogonText.field(logon, Tags.RESET_SEQ_NUM_FLAG))
                ? "history was lost: log on with 141=Y, and compare your orders with the venue's by AF"
                : "";
    }

    /**
     * Ends a connection on a node that does not lead: a standard engine then tries its next address, if it has several.
     */
    private void leave(final DoorConnection connection, final FixSession own, final String logon, final String leader) {
        turnAway(connection, own, logon, told(leader), ByeReason.NOT_LEADER.name());
    }

    private void turnAway(
            final DoorConnection connection,
            final FixSession own,
            final String logon,
            final String words,
            final String reason) {
        layer.connections().refused(connection, own.session(), reason);
        connection.state = DoorConnection.State.ENDED;
        connection.leaveWith(
                LogonText.logout(logon, ReportText.time(TimeUnit.MILLISECONDS.toNanos(clock.epochMillis())), words),
                reason);
    }

    /** The text that names the leader's address. */
    static String told(final String leader) {
        return leader.isEmpty() ? "no node leads at the moment" : "this node does not lead: log on at " + leader;
    }

    private @Nullable String fault(
            final DoorConnection connection, final String logon, final @Nullable FixSession own, final String user) {
        if (!"A".equals(LogonText.field(logon, Tags.MSG_TYPE))) {
            return "NO_LOGON";
        }
        if (!LogonText.isPlain(logon) || LogonText.number(logon, Tags.MSG_SEQ_NUM) < 1) {
            return "LOGON_FIELDS"; // QuickFIX/J would answer a 34 that is no number, and use up one of our numbers
        }
        final byte[] secret = orEmpty(LogonText.field(logon, Tags.PASSWORD)).getBytes(StandardCharsets.ISO_8859_1);
        final SessionSettings settings =
                own != null && user.equals(Integer.toString(own.session())) ? own.settings() : null;
        return layer.connections().fault(connection, settings, secret, 0, secret.length);
    }

    private static String orEmpty(final @Nullable String text) {
        return text == null ? "" : text;
    }

    private void journal(final DoorConnection connection, final FixSession own, final @Nullable FixBookSession known) {
        if (!connection.isOpened && !open(connection, own, known)) {
            return;
        }
        final GatewayCommands open = layer.commands();
        final FixStore store = FixLayer.storeOf(own);
        final long cookie = OrderNumbers.cookie(own.session(), 0);
        if (connection.resets && known != null && !connection.isResetSent) {
            final int length = io.daybook.sessions.Tags.encodeReset(tag, false);
            connection.isResetSent = open.nop(cookie, tag, length);
            if (!connection.isResetSent) {
                return;
            }
        }
        final String logon = orEmpty(connection.first());
        final int number = LogonText.number(logon, Tags.MSG_SEQ_NUM);
        final int expected = connection.resets ? 1 : store.getNextTargetMsgSeqNum();
        if (open.logon(own.settings(), number == expected ? number : expected - 1, connection.logonNumber)) {
            connection.logonNumber = own.logonSent(connection.logonNumber);
            if (number >= expected && !"Y".equals(LogonText.field(logon, Tags.POSS_DUP_FLAG))) {
                own.loggingOn(number, connection.resets);
            }
            connection.state = DoorConnection.State.JOURNALED;
        }
    }

    /** Excludes the earlier sender of the session; afterwards the book has all results of its commands. */
    private boolean open(final DoorConnection connection, final FixSession own, final @Nullable FixBookSession known) {
        final long number = layer.log().open(own.session());
        if (number == SessionLog.REFUSED) {
            refuse(connection, own.session(), "NOT_OF_DOORS");
            return false;
        }
        if (number == SessionLog.UNDER_WAY) {
            return false;
        }
        connection.isOpened = true;
        connection.logonNumber = number;
        if (!own.isCurrent) {
            own.wasElsewhere();
            numbers.goOn(own, known);
        }
        return true;
    }

    private boolean isReady(
            final DoorConnection connection, final FixSession own, final @Nullable FixBookSession known) {
        if (known == null || !connection.isLogonSeen) {
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
        numbers.reserve(own, store, layer.commands());
        if (store.left() <= SessionNumbers.SPARE) {
            return false;
        }
        if (!connection.saysDropCopies) {
            connection.saysDropCopies = true;
            layer.upkeep().dropCopiesDue(own);
        }
        if (layer.upkeep().areDropCopiesDue(own)) {
            return false; // once its Logon is answered, a client must get every later report
        }
        connection.state = DoorConnection.State.THROUGH;
        return true;
    }

    private void refuse(final DoorConnection connection, final int session, final String reason) {
        layer.connections().refused(connection, session, reason);
        end(connection);
    }

    private static void end(final DoorConnection connection) {
        connection.state = DoorConnection.State.ENDED;
        connection.close("LOGIN_REFUSED");
    }
}
