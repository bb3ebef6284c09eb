package io.daybook.cli.research;

import io.daybook.cli.console.ProgressLine;
import io.daybook.cli.console.ReadMeter;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Shows the progress of runs over one file, and the time that all of them will still take. Used by one thread. */
final class DayMeter {
    private final ProgressLine line;
    private final LongSupplier clock;
    private final long fileBytes;
    private final int runs;
    private final long startNs;
    private int run;
    private long done;

    /** @param clock a clock like {@link System#nanoTime} */
    DayMeter(final ProgressLine line, final LongSupplier clock, final long fileBytes, final int runs) {
        this.line = line;
        this.clock = clock;
        this.fileBytes = Math.max(1, fileBytes);
        this.runs = runs;
        startNs = clock.getAsLong();
    }

    /** Returns the file of the next run as a stream that counts the bytes that are read. */
    InputStream next(final InputStream in) {
        run++;
        done = 0;
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                final int one = super.read();
                count(one < 0 ? 0 : 1);
                return one;
            }

            @Override
            public int read(final byte[] bytes, final int offset, final int length) throws IOException {
                final int count = super.read(bytes, offset, length);
                count(Math.max(0, count));
                return count;
            }
        };
    }

    private void count(final int bytes) {
        done += bytes;
        line.show(this::text);
    }

    private String text() {
        final double part = (run - 1 + Math.min(1, (double) done / fileBytes)) / runs;
        final double seconds = (double) (clock.getAsLong() - startNs) / TimeUnit.SECONDS.toNanos(1);
        return String.format(
                Locale.ROOT,
                "%s%s of %s, %d%% of all; %s left",
                runs == 1 ? "" : "run " + run + " of " + runs + ": ",
                ReadMeter.bytes(done),
                ReadMeter.bytes(fileBytes),
                (long) (100 * part),
                part == 0 ? "?" : ReadMeter.clock((long) Math.ceil(seconds / part - seconds)));
    }
}
