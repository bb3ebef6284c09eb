package io.daybook.journal.folder;

import static java.time.ZoneOffset.UTC;

import io.daybook.host.Clock;
import io.daybook.host.storage.JournalStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * The layout of a journal's folder.
 *
 * <pre>
 *   LOCK  IDENTITY
 *   journal/&lt;20-digit first seq&gt;.jnl  journal/.next
 *   journal/.owner  journal/.token  journal/.retiring  journal/CLOSED
 *   snapshots/&lt;20-digit seq&gt;/  marks/&lt;name&gt;  followers/&lt;name&gt;
 * </pre>
 */
public record JournalFolder(Path root) {
    /** The way out for a reader that misses a file while an exchange may be running. */
    public static final String READ_AGAIN =
            "try again if an exchange runs in this folder: it retires files that a snapshot replaces";

    static final int DIGITS = 20;
    public static final String SEGMENT_SUFFIX = ".jnl";
    public static final String TEMPORARY_PREFIX = ".tmp-";

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(UTC);

    public Path lock() {
        return root.resolve("LOCK");
    }

    public Path identity() {
        return root.resolve("IDENTITY");
    }

    public Path newIdentity() {
        return root.resolve(TEMPORARY_PREFIX + "IDENTITY");
    }

    public Path journal() {
        return root.resolve("journal");
    }

    public Path snapshots() {
        return root.resolve("snapshots");
    }

    public Path next() {
        return journal().resolve(".next");
    }

    /** The second lock; never opened for anything else. */
    Path owner() {
        return journal().resolve(".owner");
    }

    Path token() {
        return journal().resolve(".token");
    }

    public Path closed() {
        return journal().resolve("CLOSED");
    }

    public Path newClosed() {
        return journal().resolve(TEMPORARY_PREFIX + "CLOSED");
    }

    /** The file that exists while retention deletes. */
    public Path retiring() {
        return journal().resolve(".retiring");
    }

    public Path newRetiring() {
        return journal().resolve(TEMPORARY_PREFIX + "retiring");
    }

    public Path marks() {
        return root.resolve("marks");
    }

    public Path mark(final String name) {
        return marks().resolve(name);
    }

    /**
     * The file of a mark before it gets its name.
     *
     * @param random different for each attempt, because two processes may set one mark at once
     */
    public Path newMark(final String name, final byte[] random) {
        return marks().resolve(TEMPORARY_PREFIX + name + "-" + HexFormat.of().formatHex(random));
    }

    public Path followers() {
        return root.resolve("followers");
    }

    public Path follower(final String name) {
        return followers().resolve(name);
    }

    public Path newFollower(final String name) {
        return followers().resolve(TEMPORARY_PREFIX + name);
    }

    public Path segment(final long firstSeq) {
        return journal().resolve(digits(firstSeq) + SEGMENT_SUFFIX);
    }

    public Path snapshot(final long seq) {
        return snapshots().resolve(digits(seq));
    }

    public Path temporarySnapshot(final long seq) {
        return snapshots().resolve(TEMPORARY_PREFIX + digits(seq));
    }

    /** First seqs of the segments, ascending, from their names. */
    public List<Long> segments(final JournalStorage storage) throws IOException {
        final List<Long> seqs = new ArrayList<>();
        for (String name : storage.list(journal())) {
            if (name.endsWith(SEGMENT_SUFFIX)) {
                addNumber(name.substring(0, name.length() - SEGMENT_SUFFIX.length()), seqs);
            }
        }
        return seqs;
    }

    /** First seqs of the segments that hold a range of seqs, ascending; not empty if there is any segment. */
    public List<Long> segments(final JournalStorage storage, final long fromSeq, final long toSeq) throws IOException {
        final List<Long> covering = new ArrayList<>();
        for (long firstSeq : segments(storage)) {
            if (firstSeq <= fromSeq) {
                covering.clear();
            }
            if (firstSeq <= toSeq || covering.isEmpty()) {
                covering.add(firstSeq);
            }
        }
        return covering;
    }

    /** The segment that holds a seq, found by the names; the folder of the segments if it is not known. */
    public Path segmentOf(final JournalStorage storage, final long seq) {
        try {
            final List<Long> covering = segments(storage, seq, seq);
            return covering.isEmpty() ? journal() : segment(covering.get(0));
        } catch (IOException e) {
            return journal();
        }
    }

    /** Seqs of the snapshots, ascending, from their names. */
    public List<Long> snapshotSeqs(final JournalStorage storage) throws IOException {
        final List<Long> seqs = new ArrayList<>();
        for (String name : storage.list(snapshots())) {
            addNumber(name, seqs);
        }
        return seqs;
    }

    private static void addNumber(final String digits, final List<Long> numbers) {
        if (digits.length() == DIGITS && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            try {
                numbers.add(Long.parseLong(digits));
            } catch (NumberFormatException e) {
                return; // such as twenty nines, which is no seq
            }
        }
    }

    private static String digits(final long number) {
        final String digits = Long.toString(number);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** The prefix of all names that {@link #aside} makes. */
    public static String asidePrefix(final Path path, final String word) {
        return path.getFileName() + "." + word + "-";
    }

    /** Returns a free name for a file that is put aside: its own name, a word and the time. */
    public static Path aside(final JournalStorage storage, final Path path, final String word, final Clock clock)
            throws IOException {
        final String name = asidePrefix(path, word) + STAMP.format(Instant.ofEpochMilli(clock.epochMillis()));
        Path aside = path.resolveSibling(name);
        for (int i = 2; storage.exists(aside); i++) {
            aside = path.resolveSibling(name + "-" + i);
        }
        return aside;
    }
}
