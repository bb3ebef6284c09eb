package io.daybook.core.recovery;

import io.daybook.api.CommandType;
import io.daybook.api.RecoveryFailedException;
import io.daybook.core.codec.CodecException;
import io.daybook.core.codec.CommandBlockDecoder;
import io.daybook.core.codec.CommandRecords;
import io.daybook.core.engine.ExchangeEngine;
import io.daybook.journal.ReplayConsumer;
import io.daybook.risk.command.CommandSlot;
import java.util.HashMap;
import java.util.Map;

/** Applies the blocks of a journal to an engine: no ring, no listeners. Used by the thread that recovers. */
public final class JournalReplay implements ReplayConsumer {
    private static final int PERSIST_SNAPSHOT = CommandType.PERSIST_SNAPSHOT.code();

    /** Is shown what becomes of each command, on the thread that replays. */
    @FunctionalInterface
    public interface Observer {
        /**
         * A command was carried out again.
         *
         * @param slot with its outcome and events, valid during the call only
         * @param seq its number
         * @param timeNs its time, ns since the epoch
         */
        void onApplied(CommandSlot slot, long seq, long timeNs);
    }

    /** Is shown nothing. */
    static final Observer NOBODY = (slot, seq, timeNs) -> {};

    private final ExchangeEngine engine;
    private final Observer observer;
    private final CommandBlockDecoder decoder = new CommandBlockDecoder();
    private final CommandSlot slot = new CommandSlot();

    private final Map<Long, Long> hashes = new HashMap<>();

    private long timeNs;

    /**
     * Onto an engine, from the command after its seq on.
     *
     * @param timeNs of the command that the engine is at
     * @param observer is shown every command
     */
    public JournalReplay(final ExchangeEngine engine, final long timeNs, final Observer observer) {
        this.engine = engine;
        this.timeNs = timeNs;
        this.observer = observer;
    }

    /** The time of the last command, ns since the epoch; 0 before the first. */
    public long timeNs() {
        return timeNs;
    }

    @Override
    public void onBlock(
            final long firstSeq,
            final int count,
            final long firstTimestampNs,
            final int codecVersion,
            final byte[] block,
            final int offset,
            final int length) {
        if (firstSeq > engine.seq() + 1) {
            throw new IllegalStateException(
                    "the replay starts at seq " + firstSeq + ", the state is that of seq " + engine.seq());
        }
        decoder.wrap(block, offset, length, firstTimestampNs);
        long seq = firstSeq;
        while (nextCommand(seq)) {
            if (seq > engine.seq()) {
                apply(seq);
            }
            seq++;
        }
        if (seq != firstSeq + count) {
            throw new CodecException(
                    "the block of seq " + firstSeq + " has " + (seq - firstSeq) + " commands, its frame says " + count);
        }
        timeNs = decoder.timeNs();
    }

    /** The state that was captured then, and the state that the journal leads to, must be one. */
    @Override
    public void onSnapshotMark(final long seq, final long stateHash) {
        final Long replayed = hashes.remove(seq);
        hashes.keySet().removeIf(other -> other < seq);
        if (replayed != null && replayed != stateHash) {
            throw new RecoveryFailedException(
                    seq,
                    String.format(
                            "after seq %d the replayed state has the hash %016x, and the snapshot that was taken there %016x:"
                                    + " this version does not compute what the one computed that wrote the journal;"
                                    + " open it with that one",
                            seq, replayed, stateHash));
        }
    }

    private boolean nextCommand(final long seq) {
        try {
            return decoder.next(slot);
        } catch (CodecException e) {
            throw new CodecException("the journal cannot be decoded at seq " + seq + ": " + e.getMessage(), e);
        }
    }

    private void apply(final long seq) {
        try {
            engine.apply(slot);
        } catch (RuntimeException e) {
            throw new RecoveryFailedException(
                    seq,
                    "the engine failed on seq " + seq + " (" + CommandRecords.toRecord(slot) + "): " + e
                            + "; it was never answered: run a version in which this is fixed, or drop it and what follows with"
                            + " 'daybook journal truncate DIR --at " + seq + " --i-accept-loss'",
                    e);
        }
        if (slot.type() == PERSIST_SNAPSHOT) {
            hashes.put(seq, engine.stateHash());
        }
        observer.onApplied(slot, seq, slot.timestampNs());
        ExchangeEngine.releaseEvents(slot);
    }
}
