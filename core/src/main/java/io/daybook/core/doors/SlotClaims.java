package io.daybook.core.doors;

import io.daybook.kernel.command.CommandSlot;

/** Where a door gets its slots from: the ring, or the one slot of an exchange without threads. */
public interface SlotClaims {

    /** Claims slots, waiting for room; the sequence of the first. They are void. */
    long claim(int slots);

    /** The same without waiting, or {@link CommandRing#FULL}. */
    long tryClaim(int slots);

    /** The most slots that can be claimed at once. */
    int capacity();

    /** A claimed slot. */
    CommandSlot slot(long sequence);

    /**
     * Hands claimed slots over.
     *
     * @throws io.daybook.api.ExchangeClosedException when they are not carried out
     */
    void publish(long first, long last);

    /** Makes claimed slots void and hands them over; does not fail where the exchange has stopped. */
    void giveUp(long first, long last);

    /** Where one thread's claims through one door are noted. */
    OpenClaim register(Thread thread, ThreadDoor door);
}
