package io.daybook.gateway.fix;

import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.book.Report;
import io.daybook.gateway.session.Outbox;
import io.daybook.gateway.session.OutboxFormat;
import io.daybook.gateway.session.OutboxReader;
import io.daybook.gateway.session.SessionLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import quickfix.Message;
import quickfix.Session;

/**
 * Sends the reports of outboxes by QuickFIX/J, as far as clients read and numbers are reserved, and gives those that
 * were sent before once more. Files are read under the layer's lock, QuickFIX/J is called without it.
 */
final class ReportSender {
    private static final int CHUNK_BYTES = 64 << 10;

    private final Object lock;
    private final FixBook book;
    private final ReportText text;
    private final SessionLimits limits;
    private final BiConsumer<String, Throwable> onFailure;

    /** Sends a Logout of ours, and what comes of it. */
    private final List<Runnable> farewells = new ArrayList<>();

    ReportSender(
            final Object lock,
            final FixBook book,
            final ReportText text,
            final SessionLimits limits,
            final BiConsumer<String, Throwable> onFailure) {
        this.lock = lock;
        this.book = book;
        this.text = text;
        this.limits = limits;
        this.onFailure = onFailure;
    }

    /** Says Logout and ends the connection, with the next {@link #send}. Under the lock. */
    void logout(final FixSession own, final DoorConnection connection, final String words, final String reason) {
        farewells.add(() -> {
            final Message logout = new Message();
            logout.getHeader().setString(Tags.MSG_TYPE, "5");
            logout.setString(Tags.TEXT, words);
            own.send(logout);
            connection.closeWhenSent(reason);
        });
    }

    /**
     * Sends what there is. By the gateway's thread, without the lock.
     *
     * @param spare so many numbers are left for the session level
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
                    sent += send(own, spare);
                } catch (IOException | RuntimeException e) {
                    onFailure.accept("session " + own.session(), e);
                    final DoorConnection connection = own.connection;
                    if (connection != null) {
                        connection.close("INTERNAL");
                    }
                }
            }
        }
        return sent;
    }

    private int send(final FixSession own, final int spare) throws IOException {
        final List<Report> reports = new ArrayList<>();
        final long first;
        final FixStore store = FixLayer.storeOf(own);
        synchronized (lock) {
            final FixBookSession known = book.session(own.session());
            final DoorConnection connection = own.connection;
            if (known == null
                    || connection == null
                    || own.nextOut >= known.outbox().writtenNext()
                    || connection.unsentBytes() + CHUNK_BYTES > limits.unsentBytes()) {
                return 0;
            }
            first = read(own, known.outbox(), reports);
        }
        final Session session = Session.lookupSession(own.id());
        int sent = 0;
        for (final Report report : reports) {
            final long out = first + sent;
            if (session == null || !own.isLoggedOn || store.left() <= spare) {
                break;
            }
            final ReportMessage message = new ReportMessage(out);
            text.fill(message, report);
            if (out < own.replayedBelow) {
                message.getHeader().setString(Tags.POSS_RESEND, "Y");
            }
            session.send(message);
            if (store.lastOut() < out) {
                break; // it got no number
            }
            sent++;
        }
        own.nextOut = first + sent;
        own.reports += sent;
        return sent;
    }

    /** The next reports; gives the number of the first. */
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

    /** Reads the next chunk; gives the number of the first report in it. */
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

    /** The texts of reports that were sent before, as they were then but for their SendingTime. Any thread. */
    void texts(final FixSession own, final int[] numbers, final long[] outs, final Collection<String> messages)
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
                    messages.add(text(own, numbers[i], reports.get((int) (outs[i] - first))));
                }
            }
        } finally {
            reader.close();
        }
    }

    private String text(final FixSession own, final int number, final Report report) {
        final Message message = text.message(own.id(), report);
        message.getHeader().setInt(Tags.MSG_SEQ_NUM, number);
        return message.toString();
    }
}
