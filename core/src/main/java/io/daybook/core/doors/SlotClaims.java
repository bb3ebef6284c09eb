package io.daybook.core.doors;

import io.daybook.kernel.command.CommandSlot;

/** The source of a door's slots: the ring, or the one slot of an exchange without threads. */
public interface SlotClaims {

    /** Claims slots, waiting for room; returns the sequence of the first. They are void. */
    long claim(int slots);

    /** Claims slots without waiting; returns {@link CommandRing#FULL} if there is no room. */
    long tryClaim(int slots);

    /** The most slots that can be claimed at once. */
    int capacity();

    CommandSlot slot(long sequence);

    /**
     * Publishes claimed slots.
     *
     * @throws io.daybook.api.ExchangeClosedException if they are not carried out
     */
    void publish(long first, long last);

    /** Makes claimed slots void and publishes them; does not fail if the exchange has stopped. */
    void giveUp(long first, long last);

    /** Registers the claims of one thread through one door. */
    OpenClaim register(Thread thread, ThreadDoor door);
}
