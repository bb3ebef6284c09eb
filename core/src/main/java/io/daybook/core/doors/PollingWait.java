package io.daybook.core.doors;

import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;

/** A wait strategy that never waits: the stages poll the ring and idle by strategies of their own. */
final class PollingWait implements WaitStrategy {

    @Override
    public long waitFor(
            final long sequence,
            final Sequence cursor,
            final Sequence dependentSequence,
            final SequenceBarrier barrier) {
        return dependentSequence.get();
    }

    @Override
    public void signalAllWhenBlocking() {}
}
