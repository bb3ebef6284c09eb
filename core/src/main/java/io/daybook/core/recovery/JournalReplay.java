package io.daybook.core.recovery;

import io.daybook.core.codec.CodecException;
import io.daybook.core.codec.CommandBlockDecoder;
import io.daybook.core.codec.CommandRecords;
import io.daybook.core.engine.ExchangeEngine;
import io.daybook.journal.ReplayConsumer;
import io.daybook.risk.command.CommandSlot;

/** Applies the blocks of a journal to an engine: no ring, no listeners. Used by the thread that recovers. */
public final class JournalReplay implements ReplayConsumer {

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

    private static final Observer NOBODY = (slot, seq, timeNs) -> {};

    private final ExchangeEngine engine;
    private final Observer observer;
    private final CommandBlockDecoder decoder = new CommandBlockDecoder();
    private final CommandSlot slot = new CommandSlot();

    private long timeNs;

    /** Onto an engine, from the command after its seq on. */
    public JournalReplay(final ExchangeEngine engine) {
        this(engine, NOBODY);
    }

    /** The same with somebody who is shown every command. */
    public JournalReplay(final ExchangeEngine engine, final Observer observer) {
        this.engine = engine;
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
                            + " 'daybook journal truncate --at-seq " + seq + " --i-accept-loss DIR'",
                    e);
        }
        observer.onApplied(slot, seq, slot.timestampNs());
        ExchangeEngine.releaseEvents(slot);
    }
}
