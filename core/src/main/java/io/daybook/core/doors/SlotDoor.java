package io.daybook.core.doors;

import io.daybook.api.AdjustBalanceWriter;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.MassCancelWriter;
import io.daybook.api.MoveOrderWriter;
import io.daybook.api.NopWriter;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ReduceOrderWriter;
import io.daybook.api.ReplaceOrderWriter;
import io.daybook.api.TickWriter;
import io.daybook.core.recovery.KeptIds;
import io.daybook.core.scheduling.CommandClock;
import io.daybook.kernel.command.CommandSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fast door. One thread uses it from claim to publish; after that another thread may take over. All mutable state
 * belongs to one thread ({@link ThreadDoor}), so a command costs only one additional check: whether the thread is that
 * of the last call. A race of two threads for a door is detected when one sees the claim of the other; if neither does,
 * each has sent its own command intact.
 */
public final class SlotDoor implements CommandDoor {
    private final Supplier<SlotClaims> claims;
    private final CommandClock clock;
    private final KeptIds keptIds;

    /** A door for each live thread that has used this one. */
    private final List<ThreadDoor> doors = new ArrayList<>();

    private volatile @Nullable ThreadDoor current;

    /**
     * Creates a door.
     *
     * @param claims supplies the source of slots for each thread
     * @param keptIds the reserved ids, which the door must not use
     */
    public SlotDoor(final Supplier<SlotClaims> claims, final CommandClock clock, final KeptIds keptIds) {
        this.keptIds = keptIds;
        this.claims = claims;
        this.clock = clock;
    }

    /** The exception of a claim or publish while another thread's claim is open. */
    public static IllegalStateException refusal(final Thread claimant) {
        return new IllegalStateException("a door is used by one thread from claim to publish: thread \""
                + claimant.getName() + "\" has claimed and not published, and thread \""
                + Thread.currentThread().getName() + "\" uses the same door; give each thread a door of its own");
    }

    @Override
    public PlaceOrderWriter place() {
        final ThreadDoor door = own();
        return door.writers().place(door.claim());
    }

    @Override
    public @Nullable PlaceOrderWriter tryPlace() {
        final ThreadDoor door = own();
        final CommandSlot slot = door.tryClaim();
        return slot == null ? null : door.writers().place(slot);
    }

    @Override
    public MoveOrderWriter move() {
        final ThreadDoor door = own();
        return door.writers().move(door.claim());
    }

    @Override
    public @Nullable MoveOrderWriter tryMove() {
        final ThreadDoor door = own();
        final CommandSlot slot = door.tryClaim();
        return slot == null ? null : door.writers().move(slot);
    }

    @Override
    public ReduceOrderWriter reduce() {
        final ThreadDoor door = own();
        return door.writers().reduce(door.claim());
    }

    @Override
    public @Nullable ReduceOrderWriter tryReduce() {
        final ThreadDoor door = own();
        final CommandSlot slot = door.tryClaim();
        return slot == null ? null : door.writers().reduce(slot);
    }

    @Override
    public CancelOrderWriter cancel() {
        final ThreadDoor door = own();
        return door.writers().cancel(door.claim());
    }

    @Override
    public @Nullable CancelOrderWriter tryCancel() {
        final ThreadDoor door = own();
        final CommandSlot slot = door.tryClaim();
        return slot == null ? null : door.writers().cancel(slot);
    }

    @Override
    public ReplaceOrderWriter replace() {
        final ThreadDoor door = own();
        return door.writers().replace(door.claim());
    }

    @Override
    public @Nullable ReplaceOrderWriter tryReplace() {
        final ThreadDoor door = own();
        final CommandSlot slot = door.tryClaim();
        return slot == null ? null : door.writers().replace(slot);
    }

    @Override
    public MassCancelWriter massCancel() {
        final ThreadDoor door = own();
        return door.writers().massCancel(door.claim());
    }

    @Override
    public @Nullable MassCancelWriter tryMassCancel() {
        final ThreadDoor door = own();
        final CommandSlot slot = door.tryClaim();
        return slot == null ? null : door.writers().massCancel(slot);
    }

    @Override
    public TickWriter tick() {
        final ThreadDoor door = own();
        return door.writers().tick(door.claim());
    }

    @Override
    public @Nullable TickWriter tryTick() {
        final ThreadDoor door = own();
        final CommandSlot slot = door.tryClaim();
        return slot == null ? null : door.writers().tick(slot);
    }

    @Override
    public NopWriter nop() {
        final ThreadDoor door = own();
        return door.writers().nop(door.claim());
    }

    @Override
    public @Nullable NopWriter tryNop() {
        final ThreadDoor door = own();
        final CommandSlot slot = door.tryClaim();
        return slot == null ? null : door.writers().nop(slot);
    }

    @Override
    public AdjustBalanceWriter adjust() {
        final ThreadDoor door = own();
        return door.writers().adjust(door.claim());
    }

    @Override
    public @Nullable AdjustBalanceWriter tryAdjust() {
        final ThreadDoor door = own();
        final CommandSlot slot = door.tryClaim();
        return slot == null ? null : door.writers().adjust(slot);
    }

    @Override
    public CommandBatch batch(final int commands) {
        return own().batch(commands);
    }

    @Override
    public @Nullable CommandBatch tryBatch(final int commands) {
        return own().tryBatch(commands);
    }

    private ThreadDoor own() {
        final ThreadDoor door = current;
        return door != null && door.thread() == Thread.currentThread() ? door : takeOver(Thread.currentThread());
    }

    /** Gives up the claims that ended threads left open; refuses while another live thread has a claim open. */
    private synchronized ThreadDoor takeOver(final Thread thread) {
        ThreadDoor own = null;
        for (final ThreadDoor door : doors) {
            if (door.thread() == thread) {
                own = door;
            } else if (!door.thread().isAlive()) {
                door.giveUp();
            } else if (door.isOpen()) {
                throw refusal(door.thread());
            }
        }
        if (own == null) {
            doors.removeIf(door -> !door.thread().isAlive() && !door.isOpen());
            own = new ThreadDoor(thread, claims.get(), clock, keptIds);
            doors.add(own);
        }
        current = own;
        return own;
    }
}
