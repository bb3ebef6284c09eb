package io.daybook.cli.export;

import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.cli.console.ProgressLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of a journal into files. A file ends at its size, after a minute, or at the end of the export. Used
 * by one thread.
 */
final class EventExport implements Follower {
    private static final long FILE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int ROWS_BYTES = 1 << 18;

    /** The number of checks without a new result after which the journal counts as read to its end. */
    private static final int IDLE_QUESTIONS = 100;

    private final EventFiles files;
    private final EventFormat format;
    private final long throughSeq;
    private final long fileBytes;
    private final ProgressLine line;
    private final LongSupplier clock;
    private final RowBytes bytes;
    private final EventRows rows;
    private volatile boolean isStopped;
    private boolean isRestored;
    private long firstSeq;
    private long startNs;
    private long seq;
    private int idle;
    private long fileEndNs;

    /**
     * Creates an export into files.
     *
     * @param throughSeq the last command that is wanted; {@link Long#MAX_VALUE} for all commands, including future ones
     * @param fileBytes the approximate number of bytes of a file
     * @param clock a clock like {@link System#nanoTime}
     */
    EventExport(
            final EventFiles files,
            final EventFormat format,
            final long throughSeq,
            final long fileBytes,
            final ProgressLine line,
            final LongSupplier clock) {
        this.files = files;
        this.format = format;
        this.throughSeq = throughSeq;
        this.fileBytes = fileBytes;
        this.line = line;
        this.clock = clock;
        this.bytes = new RowBytes(format);
        this.rows = new EventRows(bytes);
        this.startNs = clock.getAsLong();
    }

    /** Ends the export soon. Called by any thread. */
    void stop() {
        isStopped = true;
    }

    /** Returns whether the replay may end. Called before each block of commands, and each millisecond without one. */
    boolean isDone() {
        if (isStopped || seq >= throughSeq) {
            return true;
        }
        if (files.isOpen() && clock.getAsLong() - fileEndNs >= 0) {
            finish();
        }
        if (!isRestored) {
            line.show(this::preparation);
        }
        idle++;
        return isRestored && throughSeq != Long.MAX_VALUE && idle >= IDLE_QUESTIONS;
    }

    long seq() {
        return seq;
    }

    long rowCount() {
        return rows.count();
    }

    @Override
    public String name() {
        return "export";
    }

    @Override
    public void restore(final @Nullable PartReader part, final long beforeSeq, final StateView state) {
        isRestored = true;
        firstSeq = beforeSeq + 1;
        startNs = clock.getAsLong();
        idle = 0;
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        if (result.seq() > throughSeq) {
            return;
        }
        try {
            if (!files.isOpen()) {
                files.begin(result.seq());
                bytes.header();
                fileEndNs = clock.getAsLong() + FILE_NS;
            }
            rows.add(result);
            seq = result.seq();
            idle = 0;
            if (bytes.length() >= ROWS_BYTES) {
                files.write(bytes);
                if (files.bytes() >= fileBytes) {
                    finish();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onBatchEnd() {
        line.show(this::progress);
    }

    /** Ends the current file. */
    void finish() {
        if (!files.isOpen()) {
            return;
        }
        try {
            files.write(bytes);
            files.finish(seq);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String preparation() {
        return String.format(
                Locale.ROOT,
                "%s: carries out the commands before the first one of the export, %,d s",
                format.text(),
                TimeUnit.NANOSECONDS.toSeconds(clock.getAsLong() - startNs));
    }

    private String progress() {
        final double seconds = (double) Math.max(clock.getAsLong() - startNs, 1) / TimeUnit.SECONDS.toNanos(1);
        final long done = seq - firstSeq + 1;
        final long rate = Math.max((long) (done / seconds), 1);
        final String text = String.format(
                Locale.ROOT,
                "%s: command %,d, %,d rows, %,d commands a second",
                format.text(),
                seq,
                rows.count(),
                rate);
        return throughSeq == Long.MAX_VALUE
                ? text
                : text + String.format(Locale.ROOT, ", %,d s left", (throughSeq - seq) / rate);
    }

    @Override
    public FollowerPart capture() {
        throw new UnsupportedOperationException("an export has no part in snapshots: its files keep its state");
    }
}
