package io.daybook.core.doors;

import io.daybook.core.journaling.JournalRoom;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.kernel.command.CommandSlot;

/** Claims slots of the ring. */
public final class RingClaims implements SlotClaims {
    private final CommandRing ring;
    private final Lifecycle lifecycle;
    private final JournalRoom room;

    public RingClaims(final CommandRing ring, final Lifecycle lifecycle, final JournalRoom room) {
        this.ring = ring;
        this.lifecycle = lifecycle;
        this.room = room;
    }

    @Override
    public long claim(final int slots) {
        room.require();
        return ring.claim(slots) - slots + 1;
    }

    @Override
    public long tryClaim(final int slots) {
        room.require();
        final long last = ring.tryClaim(slots);
        return last == CommandRing.FULL ? CommandRing.FULL : last - slots + 1;
    }

    @Override
    public int capacity() {
        return ring.size();
    }

    @Override
    public CommandSlot slot(final long sequence) {
        return ring.slot(sequence);
    }

    @Override
    public void publish(final long first, final long last) {
        if (!ring.publish(first, last)) {
            throw lifecycle.refusal();
        }
    }

    @Override
    public void giveUp(final long first, final long last) {
        for (long at = first; at <= last; at++) {
            ring.slot(at).clearCommand();
        }
        ring.handOver(first, last);
    }

    @Override
    public OpenClaim register(final Thread thread, final ThreadDoor door) {
        return ring.openClaims().register(thread, door);
    }
}
