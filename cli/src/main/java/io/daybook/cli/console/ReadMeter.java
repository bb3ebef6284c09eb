package io.daybook.cli.console;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.ReadPass;
import io.daybook.journal.ReadProgress;
import io.daybook.journal.access.MeteredStorage;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of the reading of a folder: bytes, rate and time left of each pass. Used by one thread until it is
 * closed.
 */
public final class ReadMeter implements ReadProgress, AutoCloseable {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB", "EB"};

    /** The time before which no rate is shown, because it would mean nothing. */
    private static final long RATE_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ProgressLine line;
    private final @Nullable MeteredStorage metered;

    private @Nullable ReadPass pass;
    private long startNs;
    private long lastNs;
    private long doneBytes;

    /**
     * Creates a meter for a folder.
     *
     * @param line the line, which is closed with the meter
     * @param folder the folder of a journal; null if there is none
     */
    public ReadMeter(final ProgressLine line, final @Nullable Path folder) {
        this.line = line;
        this.metered =
                line.isOn() && folder != null ? new MeteredStorage(new FileJournalStorage(), folder, this) : null;
    }

    /** Returns the storage through which the folder must be read. */
    public JournalStorage storage() {
        return metered == null ? new FileJournalStorage() : metered;
    }

    /** Starts to show the reading of segments, up to the segment that contains a seq. */
    public void upTo(final long seq) {
        if (metered != null) {
            metered.upTo(seq);
        }
    }

    @Override
    public void onRead(final ReadPass read, final long done) {
        if (!read.equals(pass)) {
            endPass();
            pass = read;
            startNs = line.nowNs();
        }
        lastNs = line.nowNs();
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
        final long elapsedNs = lastNs - startNs;
        final double seconds = (double) elapsedNs / TimeUnit.SECONDS.toNanos(1);
        final long total = Math.max(read.totalBytes(), doneBytes); // another process may add segments meanwhile
        final StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "reading %s%s: %s of %s (%d%%)",
                read.snapshotSeq() == 0 ? "the journal" : "snapshot " + read.snapshotSeq(),
                read.number() == 1 ? "" : " (" + read.number() + ")",
                bytes(doneBytes),
                bytes(total),
                total == 0 ? 100 : (long) (100.0 * doneBytes / total)));
        if (elapsedNs >= RATE_AFTER_NS && doneBytes > 0) {
            final double rate = doneBytes / seconds;
            text.append(", ").append(bytes((long) rate)).append("/s");
            if (!ended) {
                text.append(", ")
                        .append(clock((long) Math.ceil((total - doneBytes) / rate)))
                        .append(" left");
            }
        }
        return ended ? text + String.format(Locale.ROOT, ", in %.1f s", seconds) : text.toString();
    }

    /** Formats a number of bytes, such as {@code 12.4 GB}. */
    public static String bytes(final long count) {
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

    /** Formats a time, such as {@code 0:07} or {@code 1:02:30}. */
    public static String clock(final long seconds) {
        final long hours = TimeUnit.SECONDS.toHours(seconds);
        final long minutes = TimeUnit.SECONDS.toMinutes(seconds) % 60;
        return hours == 0
                ? String.format(Locale.ROOT, "%d:%02d", minutes, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", hours, minutes, seconds % 60);
    }
}
