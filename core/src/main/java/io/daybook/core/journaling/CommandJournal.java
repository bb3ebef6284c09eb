package io.daybook.core.journaling;

import io.daybook.api.AckMode;
import io.daybook.api.CommandType;
import io.daybook.api.ExchangeConfig;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.core.scheduling.Counters;
import io.daybook.core.snapshot.SnapshotMark;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.host.Clock;
import io.daybook.host.Uninterrupted;
import io.daybook.journal.access.JournalWriter;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.Numbering;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Writes commands to the journal, block by block. If results wait for a force, one force serves the blocks of all
 * commands that have arrived: a full block is written and the next one begun. Queries and void slots are not journaled.
 * Used by the journal's thread; an interrupt flag that a listener leaves set on it does not reach the files.
 */
public final class CommandJournal {
    private static final long NS_PER_MS = 1_000_000;
    private static final int PERSIST_SNAPSHOT = CommandType.PERSIST_SNAPSHOT.code();
    private static final long SYNC_MARK_AFTER_NS = NS_PER_MS;

    private static final int RELEASED_SEQ = 0;
    private static final int FORCES = 1;
    private static final int FORCE_TIME_NS = 2;

    private final JournalWriter writer;
    private final AckMode ackMode;
    private final long forceIntervalNs;
    private final CommandBlockEncoder block;
    private final Numbering numbering;
    private final Snapshots snapshots;
    private final Clock clock;
    private final Counters counters = new Counters(3);

    // Created once: nothing is allocated for a block or an idle call.
    private final Runnable appendBlock = this::appendBlock;
    private final Runnable writeAll = this::writeAll;
    private final Runnable onIdle = this::onIdle;

    private long forcedAtNs;
    private boolean unforced;
    private boolean unmarked;
    private boolean endsWithSnapshot;

    private CommandJournal(
            final JournalWriter writer,
            final AckMode ackMode,
            final int forceIntervalMs,
            final int blockBytes,
            final Numbering numbering,
            final Snapshots snapshots,
            final Clock clock) {
        this.writer = writer;
        this.ackMode = ackMode;
        this.forceIntervalNs = forceIntervalMs * NS_PER_MS;
        this.block = new CommandBlockEncoder(blockBytes);
        this.numbering = numbering;
        this.snapshots = snapshots;
        this.clock = clock;
        this.forcedAtNs = clock.nanoTime();
        block.reset();
        counters.set(RELEASED_SEQ, numbering.seq());
    }

    /** Returns the journal of a recovered state that has one. */
    public static CommandJournal behind(
            final RecoveredState recovered, final ExchangeConfig config, final Snapshots snapshots) {
        return new CommandJournal(
                Objects.requireNonNull(recovered.journal()).writer(),
                config.ackMode(),
                config.forceIntervalMs(),
                config.blockBytes(),
                recovered.engine().newCursor(),
                snapshots,
                recovered.clock());
    }

    /**
     * Whether {@link #release} must be called before the next command, because waiting gains nothing, or because a
     * snapshot ends the current block.
     */
    public boolean isDue() {
        return endsWithSnapshot || block.isFull() && ackMode == AckMode.AFTER_WRITE;
    }

    /** Adds a command to the current block, or to the next one if that is full. */
    public void take(final CommandSlot slot) {
        if (!Numbering.isCommand(slot.type())) {
            return;
        }
        if (block.isFull()) {
            Uninterrupted.run(appendBlock);
        }
        numbering.next(slot.timestampNs());
        block.append(slot, numbering.timeNs());
        endsWithSnapshot = slot.type() == PERSIST_SNAPSHOT;
    }

    /** Writes the current block and makes it as durable as results require. */
    public void release() {
        Uninterrupted.run(writeAll);
    }

    private void appendBlock() {
        final long firstSeq = numbering.seq() - block.count() + 1;
        writer.append(firstSeq, block.count(), block.firstTimeNs(), block.buffer(), 0, block.length());
        block.reset();
        unforced = true;
    }

    private void writeAll() {
        if (endsWithSnapshot) {
            writer.requireOwner(); // first: a folder that another process took is not written to
        }
        if (block.count() > 0) {
            appendBlock();
        }
        boolean forceNow = false;
        if (endsWithSnapshot) {
            snapshots.onJournaled(numbering.seq(), writer.chainAtWrittenSeq());
            endsWithSnapshot = false;
            forceNow = true;
        }
        if (!writeMarks()
                && unforced
                && (forceNow || ackMode == AckMode.AFTER_FORCE || clock.nanoTime() - forcedAtNs >= forceIntervalNs)) {
            force();
        }
        counters.set(RELEASED_SEQ, numbering.seq());
    }

    /** Called when there was nothing to write: forces what is due, and marks the last force after a quiet while. */
    public void idle() {
        Uninterrupted.run(onIdle);
    }

    private void onIdle() {
        if (writeMarks() || !unforced && !unmarked) {
            return;
        }
        final long quietNs = clock.nanoTime() - forcedAtNs;
        if (unforced) {
            if (quietNs >= forceIntervalNs) {
                force();
            }
        } else if (quietNs >= SYNC_MARK_AFTER_NS) {
            mark();
        }
    }

    /** Writes and forces everything at the end. */
    public void finish() {
        Uninterrupted.run(() -> {
            writeAll();
            if (unforced) {
                force();
            }
            if (unmarked) {
                mark();
            }
        });
    }

    /** Records completed snapshots, forced; returns whether there were any. */
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

    /** How long {@link #idle} may wait for its next call, in ns. */
    public long maxIdleNs() {
        return unforced || unmarked ? SYNC_MARK_AFTER_NS / 2 : Long.MAX_VALUE;
    }

    /** Seq of the last command whose result may leave. Any thread. */
    public long releasedSeq() {
        return counters.get(RELEASED_SEQ);
    }

    /** Seq of the last written command. Any thread. */
    public long writtenSeq() {
        return writer.writtenSeq();
    }

    /** Seq of the last forced command. Any thread. */
    public long forcedSeq() {
        return writer.durableSeq();
    }

    /** How often the journal was forced. Any thread. */
    public long forces() {
        return counters.get(FORCES);
    }

    /** How long these forces took in all, in ns. Any thread. */
    public long forceTimeNs() {
        return counters.get(FORCE_TIME_NS);
    }

    private void mark() {
        writer.syncMark();
        unmarked = false;
    }

    private void force() {
        final long startNs = clock.nanoTime();
        writer.force();
        unforced = false;
        unmarked = true;
        forcedAtNs = clock.nanoTime();
        counters.add(FORCES, 1);
        counters.add(FORCE_TIME_NS, forcedAtNs - startNs);
    }
}
