package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.book.Report;
import io.daybook.gateway.fix.message.ReportMessage;
import io.daybook.gateway.fix.message.ReportText;
import io.daybook.gateway.fix.message.StatusList;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.outbox.Outbox;
import io.daybook.sessions.outbox.OutboxFormat;
import io.daybook.sessions.outbox.OutboxReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import quickfix.Message;
import quickfix.Session;

/**
 * Sends the reports of outboxes through QuickFIX/J, as far as clients read and numbers are reserved, and sends earlier
 * ones again on request. Files are read under the layer's lock, QuickFIX/J is called without it.
 */
final class ReportSender {
    private static final int CHUNK_BYTES = 64 << 10;

    /** The reason that ends a session whose next report cannot be written. */
    static final String UNTOLD = "UNTOLD";

    /** The most orders of a list that are sent before another session has its turn. */
    private static final int LIST_CHUNK = 64;

    private final Object lock;
    private final FixBook book;
    private final ReportText text;
    private final SessionLimits limits;
    private final Resender resender;
    private final BiConsumer<String, Throwable> onFailure;

    /** Logouts that this side has yet to send, each with the end of its connection. */
    private final List<Runnable> farewells = new ArrayList<>();

    /** The session that last got a page of repeated messages. */
    private int lastAgain;

    ReportSender(
            final Object lock,
            final FixBook book,
            final ReportText text,
            final SessionLimits limits,
            final Resender resender,
            final BiConsumer<String, Throwable> onFailure) {
        this.lock = lock;
        this.book = book;
        this.text = text;
        this.limits = limits;
        this.resender = resender;
        this.onFailure = onFailure;
    }

    /** Sends Logout and ends the connection, with the next {@link #send}. Under the lock. */
    void logout(final FixSession own, final String words, final String reason) {
        final DoorConnection connection = own.connection();
        if (connection == null || connection.isLeaving) {
            return;
        }
        connection.isLeaving = true;
        farewells.add(() -> {
            final Message logout = new Message();
            logout.getHeader().setString(Tags.MSG_TYPE, "5");
            logout.setString(Tags.TEXT, words);
            own.send(logout);
            connection.closeWhenSent(reason);
        });
    }

    /**
     * Sends what is due. Called by the gateway's thread, without the lock.
     *
     * @param spare how many numbers are kept for the session level
     * @return how many reports were sent
     */
    int send(final Collection<FixSession> sessions, final int spare) {
        int sent = 0;
        final List<Runnable> words;
        synchronized (lock) {
            words = List.copyOf(farewells);
            farewells.clear();
        }
        words.forEach(Runnable::run);
        for (final FixSession own : sessions) {
            if (own.isLoggedOn) {
                try {
                    sent += send(own, spare) + sendList(own, spare);
                    ReadingProof.ask(own);
                } catch (IOException | RuntimeException e) {
                    fail(own, e);
                }
            }
        }
        final FixSession again = nextAgain(sessions);
        if (again != null) {
            lastAgain = again.session();
            try {
                sent += resender.sendPage(again, FixLayer.storeOf(again));
            } catch (IOException | RuntimeException e) {
                fail(again, e);
            }
        }
        return sent;
    }

    private void fail(final FixSession own, final Exception e) {
        onFailure.accept("session " + own.session(), e);
        final DoorConnection connection = own.connection();
        if (connection != null) {
            connection.close("INTERNAL");
        }
    }

    /**
     * The next session to get a page of repeated messages: one per round, because many requests at once would hold up
     * all reports.
     */
    private @Nullable FixSession nextAgain(final Collection<FixSession> sessions) {
        FixSession next = null;
        for (final FixSession own : sessions) {
            if (own.isLoggedOn
                    && FixLayer.storeOf(own).resend().isDue()
                    && (next == null || turn(own) < turn(next))
                    && hasRoom(own)) {
                next = own;
            }
        }
        return next;
    }

    private boolean hasRoom(final FixSession own) {
        synchronized (lock) {
            return !isFull(own.connection());
        }
    }

    /** The sort key of a session in the rotation, which begins after the session that was served last. */
    private long turn(final FixSession own) {
        return own.session() > lastAgain ? own.session() : (1L << Integer.SIZE) + own.session();
    }

    private int send(final FixSession own, final int spare) throws IOException {
        final FixBookSession known = book.session(own.session());
        // Only this thread changes the book and its outboxes, so a session without news needs no lock.
        if (known == null || own.nextOut >= known.outbox().writtenNext()) {
            return 0;
        }
        final List<Report> reports = new ArrayList<>();
        final long first;
        final FixStore store = FixLayer.storeOf(own);
        synchronized (lock) {
            if (isFull(own.connection())) {
                return 0;
            }
            first = read(own, known.outbox(), reports);
        }
        final Session session = Session.lookupSession(own.id());
        int sent = 0;
        for (final Report report : reports) {
            final long out = first + sent;
            if (session == null || !own.isLoggedOn || store.left() <= spare || isHeldBack(own, report)) {
                break;
            }
            final ReportMessage message = new ReportMessage(out);
            text.fill(message, report);
            if (out < own.replayedBelow) {
                message.getHeader().setString(Tags.POSS_RESEND, "Y");
            }
            session.send(message);
            if (store.lastOut() < out) {
                break; // the report got no number
            }
            sent++;
        }
        own.nextOut = first + sent;
        own.reports += sent;
        return sent;
    }

    /**
     * Returns whether a report cannot be written. It stays the next report of its session, whose connections are ended
     * until it can be written.
     */
    private boolean isHeldBack(final FixSession own, final Report report) {
        if (text.canTell(report)) {
            return false;
        }
        synchronized (lock) {
            logout(own, text.untold(report), UNTOLD);
        }
        return true;
    }

    /** Continues the answer to an AF. */
    private int sendList(final FixSession own, final int spare) {
        if (own.statusList == null) {
            return 0;
        }
        int sent = 0;
        final FixStore store = FixLayer.storeOf(own);
        while (sent < LIST_CHUNK && own.isLoggedOn && store.left() > spare) {
            final StatusList list;
            final Report report;
            synchronized (lock) {
                list = own.statusList;
                if (list == null || isFull(own.connection())) {
                    return sent;
                }
                report = book.status(list.order());
            }
            final Message message = new Message();
            text.fill(message, report);
            list.address(message);
            own.send(message);
            list.next();
            sent++;
            if (list.isTold()) {
                own.statusList = null;
            }
        }
        return sent;
    }

    /** Returns whether a connection has no room for more bytes, or is about to end. */
    private boolean isFull(final @Nullable DoorConnection connection) {
        return connection == null
                || connection.isLeaving
                || connection.unsentBytes() + CHUNK_BYTES > limits.unsentBytes();
    }

    /** Reads the next reports; returns the stream number of the first. */
    private static long read(final FixSession own, final Outbox outbox, final List<Report> reports) throws IOException {
        OutboxReader reader = own.reader;
        if (reader == null) {
            reader = new OutboxReader(outbox, CHUNK_BYTES);
            own.reader = reader;
        }
        if (reader.next() != own.nextOut) {
            reader.seek(own.nextOut);
        }
        return decode(reader, reports);
    }

    /** Reads the next chunk; returns the stream number of the first report in it. */
    private static long decode(final OutboxReader reader, final List<Report> reports) throws IOException {
        int length = 0;
        while (length == 0) {
            length = reader.read();
        }
        if (length < 0) {
            return reader.next();
        }
        final byte[] records = reader.records();
        int at = reader.offset();
        final int end = at + length;
        final long first = OutboxFormat.out(records, at);
        while (at < end) {
            final int message = OutboxFormat.length(records, at);
            reports.add(Report.decode(records, at + OutboxFormat.RECORD_LENGTH, message));
            at += OutboxFormat.RECORD_LENGTH + message;
        }
        return first;
    }

    /** Reads reports that were sent before, as they were sent except for their SendingTime. Any thread. */
    void sentBefore(final FixSession own, final int[] numbers, final long[] outs, final FixStore.Reports sent)
            throws IOException {
        final OutboxReader reader;
        synchronized (lock) {
            final FixBookSession known = book.session(own.session());
            if (known == null) {
                return;
            }
            reader = new OutboxReader(known.outbox(), CHUNK_BYTES);
        }
        try {
            final List<Report> reports = new ArrayList<>();
            long first = 0;
            for (int i = 0; i < numbers.length; i++) {
                while (first + reports.size() <= outs[i]) {
                    reports.clear();
                    synchronized (lock) {
                        if (first == 0) {
                            reader.seek(outs[i]);
                        }
                        first = decode(reader, reports);
                    }
                    if (reports.isEmpty()) {
                        return;
                    }
                }
                if (outs[i] >= first) {
                    final Message message = text.message(own.id(), reports.get((int) (outs[i] - first)));
                    message.getHeader().setInt(Tags.MSG_SEQ_NUM, numbers[i]);
                    sent.take(numbers[i], message);
                }
            }
        } finally {
            reader.close();
        }
    }
}
