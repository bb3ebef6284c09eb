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
 * Writes a journal folder from a log elsewhere, without an engine, and continues it. The same blocks of the same log
 * give the same frames, byte for byte, in any number of runs: nothing in them is random or read from a clock
 * ({@link JournalOrigin}), and forces happen at fixed seqs.
 *
 * <pre>
 *  a block ends at the latest where its last seq is a multiple of 4,096
 *  a force, with a PAD, follows where that is a multiple of 64 × 4,096, and where a segment ends; nowhere else
 * </pre>
 *
 * <p>So the durable seq of a frame is the seq of the last such force. {@link #close} forces without a PAD, and the next
 * run continues at the next byte; a torn end is repaired as in any journal, and written again. {@link #force} is for
 * the end of a log: frames after it are sound, but may differ from those of another run.
 *
 * <p>The folder is locked like that of an exchange. Used by one thread.
 */
public final class JournalAppender implements AutoCloseable {
    /** A block must not go beyond a multiple of this many commands. */
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
     * Opens a folder to continue it, or creates it if it is missing or empty. An exchange can start from a new folder
     * that begins after a snapshot only once {@link #beginSnapshot} has written that snapshot.
     *
     * @param options give the length of segments; must be the same in all runs that are to write the same bytes
     * @param fingerprint the meaning of the blocks; its settings must be those that the folder was created with
     * @throws JournalException with the reason; MISMATCH if the folder belongs to another exchange
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

    /** Continues as if the folder had been written in one run up to here. */
    private static void resume(final JournalWriter writer, final long lastBeforeSegment) {
        final long written = writer.writtenSeq();
        final long before = Math.max(written - 1, 0);
        writer.resumeBehindForce(
                Math.max(lastBeforeSegment, before - before % FORCED_COMMANDS),
                written > lastBeforeSegment && written % FORCED_COMMANDS == 0);
    }

    /** The seq of the last command in the folder; in an empty folder, the seq before the first one. */
    public long lastSeq() {
        return writer.writtenSeq();
    }

    /** Returns whether this opening created the folder. */
    public boolean isNew() {
        return journal.report().created();
    }

    /**
     * Appends a block.
     *
     * @param firstSeq seq of its first command
     * @param count how many commands it has; only the last may have a seq that is a multiple of 4,096
     * @param firstTimestampNs time of its first command
     * @param block with the commands, from {@code offset}, {@code length} bytes; not kept
     * @throws JournalException GAP if the seq is not the one after {@link #lastSeq()}: nothing was written; NO_SPACE or
     *     IO: this appender is dead
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
                    .wayOut("append the next seq, or name an empty folder")
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
     * Begins the snapshot of the state at {@link #lastSeq()}. A new folder that begins later than seq 1 needs it,
     * because it lacks all earlier commands.
     */
    public SnapshotWriter beginSnapshot() {
        return journal.beginSnapshot(lastSeq());
    }

    /** The chain value after {@link #lastSeq()}, for the manifest of a snapshot. */
    public long chain() {
        return writer.chainAtWrittenSeq();
    }

    /**
     * Makes everything appended durable without writing anything new, and releases the folder.
     *
     * @throws JournalException IO; NOT_OWNER if the folder was taken, moved or deleted meanwhile
     */
    @Override
    public void close() {
        try (journal) {
            Uninterrupted.run(() -> writer.forceAll(false));
        }
    }
}
