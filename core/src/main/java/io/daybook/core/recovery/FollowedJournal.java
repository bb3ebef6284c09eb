package io.daybook.core.recovery;

import io.daybook.api.Follower;
import io.daybook.api.RecoveryFailedException;
import io.daybook.engine.EngineHost;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.access.JournalTail;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Carries out a growing journal again on a separate engine, and passes the results to a follower. The exchange that
 * owns the folder is not involved. Used by one thread.
 */
public final class FollowedJournal {
    private static final int EVENTS = 16_384;
    private static final int RESULTS_A_BATCH = 1_024;
    private static final long PARK_NS = 500_000;

    private final long seq;
    private final Follower follower;
    private final LongSupplier releasedSeq;
    private final BooleanSupplier stop;
    private final ExchangeEngine engine;
    private final JournalTail tail;
    private final ReplayConsumer replay;
    private final SlotResultView view = new SlotResultView();

    /** Whether everything that was there at the first poll has been passed on. */
    private boolean caughtUp;

    private int undelivered;

    /**
     * Reads the newest snapshot before a seq.
     *
     * @param seq of the first command to pass on
     * @param releasedSeq the last seq that an exchange in this process has released; 0 if there is none
     * @param stop called before each block and each wait; true ends it
     * @throws JournalException if there is no journal, or it does not reach back to the seq
     * @throws RecoveryFailedException if a newer version wrote it
     */
    public FollowedJournal(
            final JournalStorage storage,
            final Path folder,
            final long seq,
            final Follower follower,
            final LongSupplier releasedSeq,
            final BooleanSupplier stop) {
        this.seq = seq;
        this.follower = follower;
        this.releasedSeq = releasedSeq;
        this.stop = stop;
        final JournalReader reader = JournalReader.open(storage, folder);
        final SnapshotReader snapshot = reader.newestSnapshot(seq - 1, new ArrayList<>());
        this.engine = new ExchangeEngine(
                JournalSettings.of(reader.settings(), 1).engineConfig(RecoveredState.randomSecret()),
                new EventRing(EVENTS));
        RecoveredState.restoreSnapshot(snapshot, engine);
        this.tail = reader.tail(seq, snapshot == null ? null : snapshot.stat());
        final JournalReplay applied = new JournalReplay(new EngineHost(engine), this::onApplied, reader::segmentOf);
        this.replay = new KnownVersions(applied, reader);
    }

    /**
     * Calls the follower until the call is stopped or its thread is interrupted.
     *
     * @return seq of the last command passed on; {@code seq − 1} if there was none
     */
    public long run() {
        restoreAt(engine.seq());
        try {
            while (!isStopped()) {
                tail.poll(releasedSeq.getAsLong(), this::isStopped, replay);
                caughtUp = true;
                endBatch();
                LockSupport.parkNanos(PARK_NS);
            }
        } catch (JournalException e) {
            if (!(e.getCause() instanceof ClosedByInterruptException)) {
                throw e;
            }
        }
        endBatch();
        return Math.max(engine.seq(), seq - 1);
    }

    private boolean isStopped() {
        return Thread.currentThread().isInterrupted() || stop.getAsBoolean();
    }

    private void onApplied(final CommandSlot slot, final long at, final long timeNs) {
        if (at >= seq) {
            view.wrap(slot, at, timeNs);
            follower.onResult(view, !caughtUp);
            undelivered++;
            if (undelivered >= RESULTS_A_BATCH) {
                endBatch();
            }
        }
        restoreAt(at);
    }

    private void restoreAt(final long at) {
        if (at == seq - 1) {
            follower.restore(null, at, engine.view());
        }
    }

    private void endBatch() {
        if (undelivered > 0) {
            undelivered = 0;
            follower.onBatchEnd();
        }
    }

    /** Refuses segments that a newer version wrote: such a version may take over the folder at any moment. */
    private record KnownVersions(JournalReplay applied, JournalReader reader) implements ReplayConsumer {
        @Override
        public void onBlock(
                final long firstSeq,
                final int count,
                final long firstTimestampNs,
                final int codecVersion,
                final int semanticsVersion,
                final byte[] block,
                final int offset,
                final int length) {
            JournalSettings.requireKnown(
                    () -> String.valueOf(reader.segmentOf(firstSeq)), firstSeq, semanticsVersion, codecVersion);
            applied.onBlock(firstSeq, count, firstTimestampNs, codecVersion, semanticsVersion, block, offset, length);
        }

        @Override
        public void onSnapshotMark(final long seq, final long stateHash) {
            applied.onSnapshotMark(seq, stateHash);
        }
    }
}
