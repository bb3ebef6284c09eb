package io.daybook.testvenue;

import io.daybook.flow.CsvException;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.day.RecordedDay;
import io.daybook.server.http.Problem;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a recorded day on a separate thread, a bounded number of events ahead. One other thread at a time takes the
 * events.
 */
final class DayAhead implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DayAhead.class);
    private static final int AHEAD = 4_096;
    private static final RecordedEvent END = new RecordedEvent();

    private final RecordedDay day;
    private final String stock;
    private final int symbol;
    private final BlockingQueue<RecordedEvent> events = new ArrayBlockingQueue<>(AHEAD);
    private final Thread thread = new Thread(this::run, "daybook-testvenue-day");
    private @Nullable RecordedEvent next;
    private volatile @Nullable Problem failure;
    private volatile boolean isClosed;

    /**
     * Begins to read a day.
     *
     * @param stock the stock of an ITCH file; empty for LOBSTER
     * @param symbol the symbol that the events get
     */
    DayAhead(final RecordedDay day, final String stock, final int symbol) {
        this.day = day;
        this.stock = stock;
        this.symbol = symbol;
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Returns the next event without taking it; null at the end.
     *
     * @throws Problem if the file is damaged, or holds no such day
     */
    @Nullable
    RecordedEvent peek() {
        if (next == null) {
            try {
                next = events.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while a recorded day was read", e);
            }
        }
        final Problem failed = failure;
        if (next == END && failed != null) {
            throw failed;
        }
        return next == END ? null : next;
    }

    /** Whether {@link #peek} does not wait. */
    boolean isReady() {
        return next != null || !events.isEmpty();
    }

    /** Takes the next event. */
    void take() {
        next = next == END ? END : null;
    }

    private void run() {
        try {
            day.readOne(stock, number -> this::add);
        } catch (RecordedDay.Fault e) {
            failure = fault(e);
        } catch (CsvException e) {
            failure = Problem.badForm("/file", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            failure = Problem.badForm("/file", "cannot be read: " + e.getMessage());
        } catch (Stopped e) {
            LOG.debug("nothing takes the events of {} any more", day.messages(), e);
        } catch (RuntimeException | Error e) {
            LOG.error("{} cannot be read", day.messages(), e);
            failure = Problem.badForm("/file", "cannot be read: " + e);
        } finally {
            putEnd();
        }
    }

    /** Puts the end into the queue: without it, a thread that takes events would wait for ever. */
    private void putEnd() {
        try {
            if (!isClosed) {
                events.put(END);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private Problem fault(final RecordedDay.Fault fault) {
        if (fault.damage() != null) {
            return Problem.badForm("/file", fault.damage());
        }
        return fault.stocks().isEmpty()
                ? Problem.badForm("/file", "has no message of ITCH 5.0; a day of LOBSTER needs its \"book\" file")
                : Words.unknown("/stock", "stock in the file", stock, fault.stocks());
    }

    private void add(final RecordedEvent event) {
        put(event.copy().inSymbol(symbol));
    }

    private void put(final RecordedEvent event) {
        try {
            events.put(event);
        } catch (InterruptedException e) {
            throw new Stopped();
        }
    }

    /** Thrown to end the reading, because nothing takes the events any more. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped() {
            super("stopped", null, false, false);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        events.clear();
        final boolean unused = events.offer(END); // wakes a thread that waits for events
    }
}
