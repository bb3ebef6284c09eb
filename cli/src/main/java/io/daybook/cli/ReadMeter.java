package io.daybook.cli;

import io.daybook.journal.MeteredStorage;
import io.daybook.journal.ReadPass;
import io.daybook.journal.ReadProgress;
import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.journal.storage.JournalStorage;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Says how far the reading of a folder is: bytes, rate and time left of each pass. Used by one thread until it is closed. */
final class ReadMeter implements ReadProgress, AutoCloseable {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB", "EB"};

    private final ProgressLine line;
    private final @Nullable MeteredStorage metered;

    private @Nullable ReadPass pass;
    private long startNs;
    private long doneBytes;

    /**
     * A meter of a folder.
     *
     * @param line closed with it
     * @param folder of a journal; null where there is none
     */
    ReadMeter(final ProgressLine line, final @Nullable Path folder) {
        this.line = line;
        this.metered =
                line.isOn() && folder != null ? new MeteredStorage(new FileJournalStorage(), folder, this) : null;
    }

    /** The file system through which to read. */
    JournalStorage storage() {
        return metered == null ? new FileJournalStorage() : metered;
    }

    @Override
    public void onRead(final ReadPass read, final long done) {
        if (!read.equals(pass)) {
            endPass();
            pass = read;
            startNs = line.nowNs();
        }
        doneBytes = done;
        line.show(() -> text(read, false));
    }

    @Override
    public void close() {
        if (metered != null) {
            metered.stop();
        }
        endPass();
        line.close();
    }

    private void endPass() {
        final ReadPass ended = pass;
        if (ended != null) {
            line.done(() -> text(ended, true));
        }
    }

    private String text(final ReadPass read, final boolean ended) {
        final double seconds = (double) Math.max(line.nowNs() - startNs, 1) / TimeUnit.SECONDS.toNanos(1);
        final double rate = doneBytes / seconds;
        final long total = Math.max(read.totalBytes(), doneBytes); // while another process makes segments
        return String.format(
                Locale.ROOT,
                "%s %s: %s of %s (%d%%), %s/s, %s",
                read.number() == 1 ? "checking" : "reading",
                read.snapshotSeq() == 0 ? "the journal" : "snapshot " + read.snapshotSeq(),
                bytes(doneBytes),
                bytes(total),
                (long) (100.0 * doneBytes / total),
                bytes((long) rate),
                ended
                        ? String.format(Locale.ROOT, "in %.1f s", seconds)
                        : clock((long) Math.ceil((total - doneBytes) / rate)) + " left");
    }

    /** As {@code 12.4 GB}. */
    static String bytes(final long count) {
        if (count < 1000) {
            return count + " B";
        }
        double value = count / 1000.0;
        int unit = 0;
        while (value >= 999.95 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    /** As {@code 0:07} or {@code 1:02:30}. */
    static String clock(final long seconds) {
        final long hours = TimeUnit.SECONDS.toHours(seconds);
        final long minutes = TimeUnit.SECONDS.toMinutes(seconds) % 60;
        return hours == 0
                ? String.format(Locale.ROOT, "%d:%02d", minutes, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", hours, minutes, seconds % 60);
    }
}
