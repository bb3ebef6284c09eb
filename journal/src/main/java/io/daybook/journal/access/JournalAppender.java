package io.daybook.journal.access;

import io.daybook.host.Uninterrupted;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a journal folder from a log elsewhere, without an engine, and continues it: whoever writes the same blocks of
 * the same log writes the same frames, byte for byte, in however many runs, because nothing in them is drawn at random
 * or read from a clock (see {@link JournalOrigin}), and because the places of forces depend on seqs alone.
 *
 * <pre>
 *  a block ends at the latest where its last seq is a multiple of 4,096
 *  a force, with a PAD, follows where that is a multiple of 64 × 4,096, and where a segment ends; nowhere else
 * </pre>
 *
 * <p>So the durable seq of a frame is that of the last such place. {@link #close} forces without a PAD, and the next
 * run goes on at the very byte; what a crash tore off is repaired as in any journal, and written again. {@link #force}
 * is for the end of a log: frames behind it are sound, but need not be those of another run.
 *
 * <p>The folder is locked as that of an exchange is. Used by one thread.
 */
public final class JournalAppender implements AutoCloseable {
    /** A block may not go beyond a multiple of so many commands. */
    public static final int BLOCK_COMMANDS = 4_096;

    private static final long FORCED_COMMANDS = 64L * BLOCK_COMMANDS;

    private final Journal journal;
    private final JournalWriter writer;
    private final Path folder;

    private JournalAppender(final Journal journal, final Path folder) {
        this.journal = journal;
        this.writer = journal.writer();
        this.folder = folder;
    }

    /**
     * Opens a folder to continue it, or makes it where it is missing or empty. One that begins behind a snapshot is of
     * use only once {@link #beginSnapshot} has given it that snapshot.
     *
     * @param options how long segments are; must be the same in all runs that are to write the same bytes
     * @param fingerprint what the blocks mean; the settings are those with which the folder was made
     * @throws JournalException with the reason; MISMATCH where the folder is that of another exchange
     */
    public static JournalAppender open(
            final JournalStorage storage,
            final Path directory,
            final JournalOptions options,
            final JournalFingerprint fingerprint,
            final JournalOrigin origin) {
        final Journal journal = Journal.open(
                storage, directory, options, fingerprint, fingerprint.settings()::equals, List.of(), origin);
        try {
            final List<Long> segments = new JournalFolder(directory).segments(storage);
            resume(journal.writer(), segments.get(segments.size() - 1) - 1);
            return new JournalAppender(journal, directory);
        } catch (IOException e) {
            journal.close();
            throw IoFailure.of(new JournalFolder(directory), e);
        } catch (RuntimeException | Error e) {
            journal.close();
            throw e;
        }
    }

    /** Goes on as if the folder had been written in one go up to here. */
    private static void resume(final JournalWriter writer, final long lastBeforeSegment) {
        final long written = writer.writtenSeq();
        final long before = Math.max(written - 1, 0);
        writer.resumeBehindForce(
                Math.max(lastBeforeSegment, before - before % FORCED_COMMANDS),
                written > lastBeforeSegment && written % FORCED_COMMANDS == 0);
    }

    /** The seq of the last command in the folder; that before its first where it has none. */
    public long lastSeq() {
        return writer.writtenSeq();
    }

    /** Whether the folder was made by this opening. */
    public boolean isNew() {
        return journal.report().created();
    }

    /**
     * Appends a block.
     *
     * @param firstSeq seq of its first command
     * @param count how many commands it has; none of them but the last may have a seq that is a multiple of 4,096
     * @param firstTimestampNs time of its first command
     * @param block with the commands, from {@code offset}, {@code length} bytes; not kept
     * @throws JournalException GAP where the seq is not the one after {@link #lastSeq()}: nothing was written; NO_SPACE
     *     or IO: this appender is dead
     */
    public void append(
            final long firstSeq,
            final int count,
            final long firstTimestampNs,
            final byte[] block,
            final int offset,
            final int length) {
        if (firstSeq != lastSeq() + 1) {
            throw JournalException.of(JournalException.Reason.GAP, "a block doesn't follow the end of the folder")
                    .file(folder)
                    .expected("seq " + (lastSeq() + 1))
                    .found("seq " + firstSeq)
                    .lastGoodSeq(lastSeq())
                    .wayOut("append from the seq behind the end on, or name an empty folder")
                    .build();
        }
        final long lastOfBlock = firstSeq + count - 1;
        if ((firstSeq - 1) / BLOCK_COMMANDS != (lastOfBlock - 1) / BLOCK_COMMANDS) {
            throw new IllegalArgumentException("a block must end at the latest with a multiple of " + BLOCK_COMMANDS
                    + ": firstSeq=" + firstSeq + ", count=" + count);
        }
        Uninterrupted.run(() -> {
            writer.append(firstSeq, count, firstTimestampNs, block, offset, length);
            if (lastOfBlock % FORCED_COMMANDS == 0) {
                writer.force();
            }
        });
    }

    /**
     * Makes everything appended durable, at the end of a log.
     *
     * @throws JournalException IO; this appender is dead
     */
    public void force() {
        Uninterrupted.run(writer::force);
    }

    /**
     * Begins the snapshot of a state after {@link #lastSeq()}, which everything before it is missing for: the folder
     * was made just now, behind it.
     */
    public SnapshotWriter beginSnapshot() {
        return journal.beginSnapshot(lastSeq());
    }

    /** The chain value after {@link #lastSeq()}, for the manifest of a snapshot. */
    public long chain() {
        return writer.chainAtWrittenSeq();
    }

    /**
     * Makes everything appended durable, adds nothing, and gives the folder back.
     *
     * @throws JournalException IO; NOT_OWNER where the folder was taken, moved or deleted meanwhile
     */
    @Override
    public void close() {
        try (journal) {
            Uninterrupted.run(() -> writer.forceAll(false));
        }
    }
}
