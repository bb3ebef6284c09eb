package io.daybook.core.pipeline;

import io.daybook.api.AckMode;
import io.daybook.api.CommandType;
import io.daybook.core.codec.CommandBlockEncoder;
import io.daybook.core.snapshot.SnapshotMark;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.journal.JournalWriter;
import io.daybook.risk.command.CommandSlot;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes commands to the journal, block by block. It counts seq and time for itself; queries and void slots leave no trace. Used
 * by the journal's thread, which is never interrupted.
 */
final class CommandJournal {
    private static final long NS_PER_MS = 1_000_000;
    private static final int PERSIST_SNAPSHOT = CommandType.PERSIST_SNAPSHOT.code();
    private static final long SYNC_MARK_AFTER_NS = NS_PER_MS;

    private final JournalWriter writer;
    private final AckMode ackMode;
    private final long forceIntervalNs;
    private final CommandBlockEncoder block;
    private final Snapshots snapshots;

    private long seq;
    private long timeNs;
    private long forcedAtNs = System.nanoTime();
    private boolean unforced;
    private boolean unmarked;
    private boolean endsWithSnapshot;

    CommandJournal(
            final JournalWriter writer,
            final AckMode ackMode,
            final int forceIntervalMs,
            final int blockBytes,
            final long recoveredSeq,
            final long recoveredTimeNs,
            final Snapshots snapshots) {
        this.writer = writer;
        this.ackMode = ackMode;
        this.forceIntervalNs = forceIntervalMs * NS_PER_MS;
        this.block = new CommandBlockEncoder(blockBytes);
        this.seq = recoveredSeq;
        this.timeNs = recoveredTimeNs;
        this.snapshots = snapshots;
        block.reset();
    }

    /** Whether {@link #release} must be called before the next command. */
    boolean isBlockFull() {
        return block.isFull() || endsWithSnapshot;
    }

    /** Takes a command into the current block. */
    void take(final CommandSlot slot) {
        final int type = slot.type();
        if (type == CommandSlot.VOID || CommandType.isQuery(type)) {
            return;
        }
        seq++;
        timeNs = Math.max(timeNs, slot.timestampNs());
        block.append(slot, timeNs);
        endsWithSnapshot = type == PERSIST_SNAPSHOT;
    }

    /** Writes the current block and makes it as durable as results need it. */
    void release() {
        if (block.count() > 0) {
            writer.append(
                    seq - block.count() + 1, block.count(), block.firstTimeNs(), block.buffer(), 0, block.length());
            block.reset();
            unforced = true;
        }
        boolean forceNow = false;
        if (endsWithSnapshot) {
            snapshots.onJournaled(seq, timeNs, writer.chainAtWrittenSeq());
            endsWithSnapshot = false;
            forceNow = true;
        }
        if (writeMarks()) {
            return;
        }
        if (unforced
                && (forceNow || ackMode == AckMode.AFTER_FORCE || System.nanoTime() - forcedAtNs >= forceIntervalNs)) {
            force();
        }
    }

    /** There was nothing to write: forces what is due, and marks the last force once it has been quiet for a while. */
    void idle() {
        if (writeMarks() || !unforced && !unmarked) {
            return;
        }
        final long quietNs = System.nanoTime() - forcedAtNs;
        if (unforced) {
            if (quietNs >= forceIntervalNs) {
                force();
            }
        } else if (quietNs >= SYNC_MARK_AFTER_NS) {
            writer.syncMark();
            unmarked = false;
        }
    }

    /** Writes and forces everything; the last act. */
    void finish() {
        release();
        if (unforced) {
            force();
        }
        if (unmarked) {
            writer.syncMark();
            unmarked = false;
        }
    }

    /** Tells of completed snapshots, forced; says whether there were any. */
    private boolean writeMarks() {
        final SnapshotMark first = snapshots.nextMark();
        if (first == null) {
            return false;
        }
        final List<SnapshotMark> written = new ArrayList<>();
        for (SnapshotMark mark = first; mark != null; mark = snapshots.nextMark()) {
            writer.snapMark(mark.seq(), mark.stateHash());
            written.add(mark);
        }
        force();
        written.forEach(SnapshotMark::forced);
        return true;
    }

    private void force() {
        writer.force();
        unforced = false;
        unmarked = true;
        forcedAtNs = System.nanoTime();
    }
}
