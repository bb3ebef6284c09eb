package io.daybook.core.doors;

import com.lmax.disruptor.Sequence;

/**
 * The turn to write to a ring that was promised one producer: a holder has it from a claim until its slots are
 * published. The exchange itself writes now and then (the end, automatic snapshots) and waits for its turn; a second
 * producer breaks the promise and is refused. Each holder sees everything that the last one did, so the producer may
 * change its thread.
 */
final class ProducerTurn {
    private static final long FREE = 0;
    private static final long PRODUCER = 1;
    private static final long EXCHANGE = 2;

    /** Padded, so that it shares no cache line with another field. */
    private final Sequence holder = new Sequence(FREE);

    /**
     * Takes the turn for the producer.
     *
     * @return false while the exchange has the turn, which is brief
     * @throws IllegalStateException if a producer has the turn
     */
    boolean takeForProducer() {
        if (holder.compareAndSet(FREE, PRODUCER)) {
            return true;
        }
        if (holder.get() == PRODUCER) {
            throw new IllegalStateException(
                    "singleProducer was promised, but another thread or door has claimed a slot that is not"
                            + " published yet: one thread at a time may send, through one door at a time");
        }
        return false;
    }

    /** Takes the turn for the exchange itself; false while the producer has it. */
    boolean takeForExchange() {
        return holder.compareAndSet(FREE, EXCHANGE);
    }

    /** Whether the producer has the turn. Any thread. */
    boolean isProducers() {
        return holder.get() == PRODUCER;
    }

    /** Returns the turn, after publishing or if there was no room. */
    void end() {
        holder.set(FREE);
    }
}
