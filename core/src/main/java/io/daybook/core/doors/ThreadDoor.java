package io.daybook.core.doors;

import io.daybook.api.AdjustBalanceWriter;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandBatch;
import io.daybook.api.MassCancelWriter;
import io.daybook.api.MoveOrderWriter;
import io.daybook.api.NopWriter;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ReduceOrderWriter;
import io.daybook.api.ReplaceOrderWriter;
import io.daybook.api.TickWriter;
import io.daybook.core.recovery.KeptIds;
import io.daybook.core.scheduling.CommandClock;
import io.daybook.engine.writer.SlotWriter;
import io.daybook.engine.writer.SlotWriters;
import io.daybook.kernel.command.CommandSlot;
import org.jspecify.annotations.Nullable;

/**
 * One thread's side of a {@link SlotDoor}: claims slots, provides writers that fill them, and stamps commands that have
 * no stamp. Two threads that use a door at the same moment by mistake share nothing here, so no claim is lost.
 */
public final class ThreadDoor implements SlotWriter.Claim {
    private final Thread thread;
    private final SlotClaims claims;
    private final CommandClock clock;
    private final KeptIds keptIds;
    private final OpenClaim open;
    private final SlotWriters writers = new SlotWriters(this);
    private final Batch batch = new Batch();

    public ThreadDoor(final Thread thread, final SlotClaims claims, final CommandClock clock, final KeptIds keptIds) {
        this.keptIds = keptIds;
        this.thread = thread;
        this.claims = claims;
        this.clock = clock;
        this.open = claims.register(thread, this);
    }

    public Thread thread() {
        return thread;
    }

    /** Whether a claim is not yet handed over. Any thread. */
    boolean isOpen() {
        return open.isOpen();
    }

    public SlotWriters writers() {
        return writers;
    }

    /** Claims a slot, waiting for room. */
    public CommandSlot claim() {
        giveUp();
        return opened(claims.claim(1));
    }

    /** Claims a slot without waiting; null if there is no room. */
    @Nullable
    public CommandSlot tryClaim() {
        giveUp();
        final long sequence = claims.tryClaim(1);
        return sequence == CommandRing.FULL ? null : opened(sequence);
    }

    private CommandSlot opened(final long sequence) {
        open.open(sequence, sequence);
        return claims.slot(sequence);
    }

    public CommandBatch batch(final int commands) {
        giveUp();
        checkBatch(commands);
        return batch.start(claims.claim(commands), commands);
    }

    @Nullable
    CommandBatch tryBatch(final int commands) {
        giveUp();
        checkBatch(commands);
        final long first = claims.tryClaim(commands);
        return first == CommandRing.FULL ? null : batch.start(first, commands);
    }

    private void checkBatch(final int commands) {
        if (commands < 1 || commands > claims.capacity()) {
            throw new IllegalArgumentException(
                    "commands must be 1 to the size of the ring, " + claims.capacity() + ": commands=" + commands);
        }
    }

    @Override
    public void requireThread() {
        if (Thread.currentThread() != thread) {
            throw SlotDoor.refusal(thread);
        }
    }

    @Override
    public void requireStamp(final long stampNs) {
        clock.requireStamp(stampNs);
    }

    @Override
    public void filled() {
        final long sequence = open.first();
        final CommandSlot slot = claims.slot(sequence);
        requireIds(slot);
        if (slot.timestampNs() == 0) {
            slot.timestampNs(clock.nowNs());
        } else {
            clock.sent(slot.timestampNs());
        }
        open.close();
        claims.publish(sequence, sequence);
    }

    /** Checks the ids in the claimed slots; if it refuses one, no command of the claim is sent. */
    private void requireIds(final CommandSlot slot) {
        try {
            keptIds.require(slot);
        } catch (IllegalArgumentException e) {
            giveUp();
            throw e;
        }
    }

    @Override
    public void letGo() {
        giveUp();
    }

    /**
     * Hands over, as void, the slots that are claimed and not published. Called by the door's thread, or by another
     * once that thread has ended.
     */
    @Override
    public void giveUp() {
        if (open.isOpen()) {
            final long first = open.first();
            final long last = open.last();
            writers.release();
            batch.release();
            open.close();
            claims.giveUp(first, last);
        }
    }

    /** Several slots that were claimed together. */
    private final class Batch implements CommandBatch, SlotWriter.Claim {
        private final SlotWriters writers = new SlotWriters(this);

        private boolean isOpen;
        private boolean isFilling;
        private long next;
        private long end;
        private long stampNs;

        Batch start(final long firstSequence, final int commands) {
            end = firstSequence + commands;
            open.open(firstSequence, end - 1);
            isOpen = true;
            next = firstSequence;
            stampNs = clock.nowNs();
            return this;
        }

        @Override
        public int remaining() {
            return isOpen ? (int) (end - next) : 0;
        }

        @Override
        public PlaceOrderWriter place() {
            return writers.place(nextSlot());
        }

        @Override
        public MoveOrderWriter move() {
            return writers.move(nextSlot());
        }

        @Override
        public ReduceOrderWriter reduce() {
            return writers.reduce(nextSlot());
        }

        @Override
        public CancelOrderWriter cancel() {
            return writers.cancel(nextSlot());
        }

        @Override
        public ReplaceOrderWriter replace() {
            return writers.replace(nextSlot());
        }

        @Override
        public MassCancelWriter massCancel() {
            return writers.massCancel(nextSlot());
        }

        @Override
        public TickWriter tick() {
            return writers.tick(nextSlot());
        }

        @Override
        public NopWriter nop() {
            return writers.nop(nextSlot());
        }

        @Override
        public AdjustBalanceWriter adjust() {
            return writers.adjust(nextSlot());
        }

        private CommandSlot nextSlot() {
            requireThread();
            requireOpen();
            if (next == end) {
                throw new IllegalStateException("all slots of this batch are filled; publish it");
            }
            letGo();
            isFilling = true;
            return claims.slot(next);
        }

        private void requireOpen() {
            if (!isOpen) {
                throw new IllegalStateException("this batch was published before, or given up; claim the next one");
            }
        }

        @Override
        public void requireThread() {
            ThreadDoor.this.requireThread();
        }

        @Override
        public void requireStamp(final long senderStampNs) {
            clock.requireStamp(senderStampNs);
        }

        @Override
        public void filled() {
            final CommandSlot slot = claims.slot(next);
            requireIds(slot);
            if (slot.timestampNs() == 0) {
                slot.timestampNs(stampNs);
            } else {
                clock.sent(slot.timestampNs());
            }
            next++;
            isFilling = false;
        }

        /** Takes back a writer that was not published: its slot is void again and the next to be filled. */
        @Override
        public void letGo() {
            if (isFilling) {
                isFilling = false;
                writers.release();
                claims.slot(next).clearCommand();
            }
        }

        @Override
        public void giveUp() {
            ThreadDoor.this.giveUp();
        }

        @Override
        public void publish() {
            requireThread();
            requireOpen();
            letGo();
            final long first = open.first();
            isOpen = false;
            open.close();
            claims.publish(first, end - 1);
        }

        @Override
        public void abandon() {
            if (isOpen) {
                requireThread();
                giveUp();
            }
        }

        /** Releases the batch, once none of its slots is open. */
        void release() {
            writers.release();
            isFilling = false;
            isOpen = false;
        }
    }
}
