package io.daybook.gateway.fix.session;

import io.daybook.api.Limits;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.host.Clock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.sessions.GatewayCommands;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import quickfix.Session;

/** The numbers of sessions: sets where they continue, and ensures that only journaled numbers are used. */
final class SessionNumbers {
    /** The numbers that are kept for messages of the session level, which cannot wait. */
    static final int SPARE = 100;

    /** How many numbers are reserved at a time, when fewer than half of them are left. */
    private static final int RESERVED = 4_000;

    private final JournalStorage storage;
    private final Path folder;
    private final Clock clock;
    private final ReportSender sender;
    private final Dispatcher dispatcher;
    private final BiConsumer<String, Throwable> onFailure;
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];
    private final ArrayDeque<FixSession> resetsDue = new ArrayDeque<>();

    SessionNumbers(
            final JournalStorage storage,
            final Path folder,
            final Clock clock,
            final ReportSender sender,
            final Dispatcher dispatcher,
            final BiConsumer<String, Throwable> onFailure) {
        this.storage = storage;
        this.folder = folder;
        this.clock = clock;
        this.sender = sender;
        this.dispatcher = dispatcher;
        this.onFailure = onFailure;
    }

    /**
     * Continues a session at the position of a shared log, after all commands of other nodes were received, with the
     * first report that the log does not record as read.
     */
    void goOn(final FixSession session, final @Nullable FixBookSession known) {
        FixStore store = session.store;
        if (store == null) {
            store = store(session, file(session), known);
            session.store = store;
        }
        try {
            store.goOn(known);
        } catch (IOException e) {
            onFailure.accept("the numbers of session " + session.session(), e); // the file is a cache
        }
        session.isCurrent = true;
        session.heard = known == null ? 1 : known.heard();
        session.heardSaid = session.heard;
        if (known != null) {
            session.nextOut = Math.max(
                    known.heard(), Math.max(known.resetOut(), known.outbox().firstOut()));
            session.replayedBelow = known.outbox().next();
        }
        session.asked = session.nextOut;
    }

    private FixNumbers file(final FixSession session) {
        return new FixNumbers(storage, folder.resolve(Integer.toString(session.session())));
    }

    private FixStore store(final FixSession session, final FixNumbers file, final @Nullable FixBookSession known) {
        return new FixStore(
                file,
                known,
                (found, outs, reports) -> sender.sentBefore(session, found, outs, reports),
                clock.epochMillis());
    }

    /** Gives a session its store, which continues after the journal, or after an orderly close. */
    void open(final FixSession session, final @Nullable FixBookSession known) {
        final FixNumbers file = file(session);
        try {
            if (known != null) {
                file.open(
                        known.resets(),
                        Math.max(known.resetOut(), known.outbox().firstOut()));
            }
        } catch (IOException e) {
            onFailure.accept("the numbers of session " + session.session(), e); // reports get new ones
        }
        final FixStore store = store(session, file, known);
        session.store = store;
        if (known != null) {
            session.nextOut = Math.max(
                    store.lastOut() + 1,
                    Math.max(known.resetOut(), known.outbox().firstOut()));
            session.replayedBelow = store.isClosedInOrder() ? 0 : known.outbox().next();
        }
    }

    /** Drops the numbers of reports that the outbox no longer has, because they are not sent again. */
    void forget(final FixStore store, final FixBookSession session) {
        try {
            store.forget(Math.max(session.resetOut(), session.outbox().firstOut()));
        } catch (IOException e) {
            onFailure.accept("the numbers of session " + session.session(), e); // not fatal: the file is a cache
        }
    }

    /** Handles the end of a journaled connection: the numbers of some sessions begin anew then. */
    void ended(final FixSession session) {
        if (session.settings().resetOnDisconnect() && !session.isResetDue) {
            session.isResetDue = true;
            resetsDue.add(session);
        }
    }

    /** Drops the due RESETs because this node no longer leads; the next leader sends them. */
    void stop() {
        resetsDue.clear();
    }

    /** Returns whether every RESET was sent. */
    boolean isQuiet() {
        return resetsDue.isEmpty();
    }

    /**
     * Journals the RESETs that are due, as far as there is room. A RESET waits until QuickFIX/J has processed all input
     * of the ended connection, because that input counts by the old numbers.
     *
     * @param opened tests whether the log accepts a command for a session now
     * @return how many commands were sent
     */
    int sendResets(final GatewayCommands open, final IntPredicate opened) {
        int sent = 0;
        for (int i = resetsDue.size(); i > 0; i--) {
            final FixSession own = resetsDue.remove();
            final int length = io.daybook.sessions.Tags.encodeReset(tag, true);
            if (!isInUse(own)
                    && opened.test(own.session())
                    && open.nop(OrderNumbers.cookie(own.session(), 0), tag, length)) {
                sent++;
            } else {
                resetsDue.add(own);
            }
        }
        return sent;
    }

    /**
     * Returns whether QuickFIX/J may still have to process the end of the session's last connection. The next login
     * waits for it: if QuickFIX/J ended the connection itself, it gets a second notice of this end, and would take the
     * notice for the end of the next connection.
     */
    boolean isInUse(final FixSession own) {
        final Session session = Session.lookupSession(own.id());
        return session != null && (session.hasResponder() || dispatcher.isEnding(own.id()));
    }

    /** Resets the numbers of a session, after the book has done so. */
    void reset(final FixSession own, final FixBookSession known) {
        own.isResetDue = false;
        final FixStore store = own.store;
        if (store != null) {
            store.resets(known.resets());
            store.reset();
            own.nextOut = known.resetOut();
            own.replayedBelow = 0;
        }
    }

    /** Journals a reservation of numbers when few are left, and what the client has read. */
    void reserve(final FixSession own, final FixStore store, final GatewayCommands open) {
        final boolean isShort = store.left() < RESERVED / 2;
        final long heard = own.heard;
        if (own.isReserving || !isShort && heard == own.heardSaid) {
            return;
        }
        final int end = isShort ? store.getNextSenderMsgSeqNum() + RESERVED : store.reservedEnd();
        final int length = heard == 0
                ? io.daybook.sessions.Tags.encodeReservation(tag, own.session(), end)
                : io.daybook.sessions.Tags.encodeReservation(tag, own.session(), end, heard);
        own.isReserving = open.nop(OrderNumbers.cookie(own.session(), 0), tag, length);
        if (own.isReserving) {
            own.heardSaid = heard;
        }
    }
}
