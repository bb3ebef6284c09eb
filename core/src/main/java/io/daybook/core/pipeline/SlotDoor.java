package io.daybook.core.pipeline;

import io.daybook.api.AdjustBalanceWriter;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.MoveOrderWriter;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ReduceOrderWriter;
import io.daybook.risk.command.CommandSlot;
import org.jspecify.annotations.Nullable;

/** The fast door: claims slots, lends writers over them, and stamps what has no stamp. Used by one thread. */
final class SlotDoor implements CommandDoor {
    private static final long NONE = CommandRing.FULL;

    private final SlotClaims claims;
    private final CommandClock clock;
    private final SlotWriter.Place place = new SlotWriter.Place(this::publishOne);
    private final SlotWriter.Move move = new SlotWriter.Move(this::publishOne);
    private final SlotWriter.Reduce reduce = new SlotWriter.Reduce(this::publishOne);
    private final SlotWriter.Cancel cancel = new SlotWriter.Cancel(this::publishOne);
    private final SlotWriter.Adjust adjust = new SlotWriter.Adjust(this::publishOne);
    private final Batch batch = new Batch();

    /** The claimed slot that is being filled, or {@link #NONE}. */
    private long claimed = NONE;

    SlotDoor(final SlotClaims claims, final CommandClock clock) {
        this.claims = claims;
        this.clock = clock;
    }

    @Override
    public PlaceOrderWriter place() {
        return place.wrap(claim());
    }

    @Override
    public @Nullable PlaceOrderWriter tryPlace() {
        return tryClaim() ? place.wrap(claims.slot(claimed)) : null;
    }

    @Override
    public MoveOrderWriter move() {
        return move.wrap(claim());
    }

    @Override
    public @Nullable MoveOrderWriter tryMove() {
        return tryClaim() ? move.wrap(claims.slot(claimed)) : null;
    }

    @Override
    public ReduceOrderWriter reduce() {
        return reduce.wrap(claim());
    }

    @Override
    public @Nullable ReduceOrderWriter tryReduce() {
        return tryClaim() ? reduce.wrap(claims.slot(claimed)) : null;
    }

    @Override
    public CancelOrderWriter cancel() {
        return cancel.wrap(claim());
    }

    @Override
    public @Nullable CancelOrderWriter tryCancel() {
        return tryClaim() ? cancel.wrap(claims.slot(claimed)) : null;
    }

    @Override
    public AdjustBalanceWriter adjust() {
        return adjust.wrap(claim());
    }

    @Override
    public @Nullable AdjustBalanceWriter tryAdjust() {
        return tryClaim() ? adjust.wrap(claims.slot(claimed)) : null;
    }

    @Override
    public CommandBatch batch(final int commands) {
        giveUp();
        checkBatch(commands);
        return batch.start(claims.claim(commands), commands);
    }

    @Override
    public @Nullable CommandBatch tryBatch(final int commands) {
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

    private CommandSlot claim() {
        giveUp();
        claimed = claims.claim(1);
        return claims.slot(claimed);
    }

    private boolean tryClaim() {
        giveUp();
        claimed = claims.tryClaim(1);
        return claimed != NONE;
    }

    private void publishOne() {
        final long sequence = claimed;
        if (sequence == NONE) {
            throw new IllegalStateException("this command was published before; claim the next one");
        }
        claimed = NONE;
        final CommandSlot slot = claims.slot(sequence);
        if (slot.timestampNs() == 0) {
            slot.timestampNs(clock.nowNs());
        }
        claims.publish(sequence, sequence);
    }

    /** Hands over, as void, what was claimed and never published. */
    private void giveUp() {
        if (claimed != NONE) {
            claims.slot(claimed).clear();
            place.release();
            move.release();
            reduce.release();
            cancel.release();
            adjust.release();
            publishOne();
        }
        batch.giveUp();
    }

    /** Several slots that were claimed together. */
    private final class Batch implements CommandBatch {
        private final SlotWriter.Place place = new SlotWriter.Place(this::nextFilled);
        private final SlotWriter.Move move = new SlotWriter.Move(this::nextFilled);
        private final SlotWriter.Reduce reduce = new SlotWriter.Reduce(this::nextFilled);
        private final SlotWriter.Cancel cancel = new SlotWriter.Cancel(this::nextFilled);
        private final SlotWriter.Adjust adjust = new SlotWriter.Adjust(this::nextFilled);

        private long first = NONE;
        private long next;
        private long end;
        private long stampNs;

        Batch start(final long firstSequence, final int commands) {
            first = firstSequence;
            next = firstSequence;
            end = firstSequence + commands;
            stampNs = clock.nowNs();
            return this;
        }

        @Override
        public int remaining() {
            return first == NONE ? 0 : (int) (end - next);
        }

        @Override
        public PlaceOrderWriter place() {
            return place.wrap(nextSlot());
        }

        @Override
        public MoveOrderWriter move() {
            return move.wrap(nextSlot());
        }

        @Override
        public ReduceOrderWriter reduce() {
            return reduce.wrap(nextSlot());
        }

        @Override
        public CancelOrderWriter cancel() {
            return cancel.wrap(nextSlot());
        }

        @Override
        public AdjustBalanceWriter adjust() {
            return adjust.wrap(nextSlot());
        }

        private CommandSlot nextSlot() {
            if (remaining() == 0) {
                throw new IllegalStateException("all slots of this batch are filled; publish it");
            }
            return claims.slot(next);
        }

        private void nextFilled() {
            final CommandSlot slot = nextSlot();
            if (slot.timestampNs() == 0) {
                slot.timestampNs(stampNs);
            }
            next++;
        }

        @Override
        public void publish() {
            if (first == NONE) {
                throw new IllegalStateException("this batch was published before; claim the next one");
            }
            while (next < end) {
                claims.slot(next).clear();
                next++;
            }
            final long from = first;
            first = NONE;
            place.release(); // one that was not published must not write to what is on its way
            move.release();
            reduce.release();
            cancel.release();
            adjust.release();
            claims.publish(from, end - 1);
        }

        void giveUp() {
            if (first != NONE) {
                next = first; // none of it was handed over: all of it is void
                publish();
            }
        }
    }
}
