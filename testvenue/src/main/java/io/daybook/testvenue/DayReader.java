package io.daybook.testvenue;

import io.daybook.flow.CsvException;
import io.daybook.flow.MaybePacked;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedListener;
import io.daybook.flow.itch.ItchEvents;
import io.daybook.flow.itch.ItchFile;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.ItchText;
import io.daybook.flow.itch.OneStock;
import io.daybook.flow.lobster.LobsterDay;
import io.daybook.server.http.Problem;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a recorded day on a separate thread, a bounded number of events ahead. One other thread at a time takes them.
 */
final class DayReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DayReader.class);
    private static final int AHEAD = 4_096;
    private static final int MOST_STOCKS = 20_000;
    private static final RecordedEvent END = new RecordedEvent();

    private final File file;
    private final int symbol;
    private final BlockingQueue<RecordedEvent> events = new ArrayBlockingQueue<>(AHEAD);
    private final Thread thread = new Thread(this::run, "daybook-testvenue-day");
    private @Nullable RecordedEvent next;
    private volatile @Nullable Problem failure;
    private volatile boolean isClosed;

    /**
     * The files of a day.
     *
     * @param messages of ITCH 5.0 or LOBSTER, packed by gzip or not
     * @param book the order book file of LOBSTER; null for ITCH
     * @param stock of ITCH; empty for LOBSTER
     */
    record File(Path messages, @Nullable Path book, String stock) {}

    /**
     * Begins to read.
     *
     * @param symbol that the events get
     */
    DayReader(final File file, final int symbol) {
        this.file = file;
        this.symbol = symbol;
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The next event, which stays the next; null at the end.
     *
     * @throws Problem if the file is damaged, or is no such day
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
            read();
        } catch (CsvException e) {
            failure = Problem.badForm("/file", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            failure = Problem.badForm("/file", "cannot be read: " + e.getMessage());
        } catch (Problem e) {
            failure = e;
        } catch (Stopped e) {
            LOG.debug("nothing takes the events of {} any more", file.messages(), e);
        } catch (RuntimeException | Error e) {
            LOG.error("{} cannot be read", file.messages(), e);
            failure = Problem.badForm("/file", "cannot be read: " + e);
        } finally {
            putEnd();
        }
    }

    /** Without the end, a thread that takes events would wait for ever. */
    private void putEnd() {
        try {
            if (!isClosed) {
                events.put(END);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void read() throws IOException {
        final Path book = file.book();
        if (book == null) {
            readItch();
            return;
        }
        try (BufferedReader rows =
                        MaybePacked.lines(new FileInputStream(file.messages().toFile()));
                BufferedReader books = MaybePacked.lines(new FileInputStream(book.toFile()))) {
            new LobsterDay(symbol, this::add).run(rows, file.messages().toString(), books, book.toString());
        }
    }

    private void readItch() throws IOException {
        final Set<String> stocks = new TreeSet<>();
        final OneStock only = new OneStock(file.stock(), number -> this::add);
        final RecordedListener named = event -> {
            if (event.stock() != 0 && stocks.size() < MOST_STOCKS) {
                stocks.add(ItchText.of(event.stock()));
            }
            only.onEvent(event);
        };
        try (InputStream in = new FileInputStream(file.messages().toFile())) {
            final String damage = new ItchFile(in).readInto(new ItchParser(new ItchEvents(null, named)));
            if (damage != null) {
                throw Problem.badForm("/file", damage);
            }
        }
        if (!only.hasEvents()) {
            throw stocks.isEmpty()
                    ? Problem.badForm("/file", "has no message of ITCH 5.0; a day of LOBSTER needs its \"book\" file")
                    : Words.unknown("/stock", "stock in the file", file.stock(), stocks);
        }
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

    /** Reading ends, because nothing takes the events any more. */
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
        final boolean unused = events.offer(END); // for a thread that waits
    }
}
