package io.daybook.cluster.client;

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
import io.daybook.engine.writer.SlotWriter;
import io.daybook.engine.writer.SlotWriters;
import io.daybook.kernel.command.CommandSlot;
import org.jspecify.annotations.Nullable;

/**
 * The fast door into the log of a cluster, for the sessions of {@link DoorFlow}: its {@code try…} forms, which never
 * wait. The cookie of each command contains its session. The leader's clock stamps commands. Used by one thread.
 */
public final class DoorCommands implements CommandDoor, SlotWriter.Claim {
    private final DoorFlow flow;
    private final CommandSlot slot = new CommandSlot();
    private final SlotWriters writers = new SlotWriters(this);

    /** Creates a door over a flow. */
    public DoorCommands(final DoorFlow flow) {
        this.flow = flow;
    }

    private @Nullable CommandSlot tryClaim() {
        if (!flow.hasRoom()) {
            return null;
        }
        writers.release();
        slot.clear();
        return slot;
    }

    @Override
    public @Nullable PlaceOrderWriter tryPlace() {
        final CommandSlot claimed = tryClaim();
        return claimed == null ? null : writers.place(claimed);
    }

    @Override
    public @Nullable MoveOrderWriter tryMove() {
        final CommandSlot claimed = tryClaim();
        return claimed == null ? null : writers.move(claimed);
    }

    @Override
    public @Nullable ReduceOrderWriter tryReduce() {
        final CommandSlot claimed = tryClaim();
        return claimed == null ? null : writers.reduce(claimed);
    }

    @Override
    public @Nullable CancelOrderWriter tryCancel() {
        final CommandSlot claimed = tryClaim();
        return claimed == null ? null : writers.cancel(claimed);
    }

    @Override
    public @Nullable ReplaceOrderWriter tryReplace() {
        final CommandSlot claimed = tryClaim();
        return claimed == null ? null : writers.replace(claimed);
    }

    @Override
    public @Nullable MassCancelWriter tryMassCancel() {
        final CommandSlot claimed = tryClaim();
        return claimed == null ? null : writers.massCancel(claimed);
    }

    @Override
    public @Nullable NopWriter tryNop() {
        final CommandSlot claimed = tryClaim();
        return claimed == null ? null : writers.nop(claimed);
    }

    @Override
    public @Nullable TickWriter tryTick() {
        throw notOfSessions();
    }

    @Override
    public @Nullable AdjustBalanceWriter tryAdjust() {
        throw notOfSessions();
    }

    @Override
    public @Nullable CommandBatch tryBatch(final int commands) {
        throw notOfSessions();
    }

    @Override
    public PlaceOrderWriter place() {
        throw waits();
    }

    @Override
    public MoveOrderWriter move() {
        throw waits();
    }

    @Override
    public ReduceOrderWriter reduce() {
        throw waits();
    }

    @Override
    public CancelOrderWriter cancel() {
        throw waits();
    }

    @Override
    public ReplaceOrderWriter replace() {
        throw waits();
    }

    @Override
    public MassCancelWriter massCancel() {
        throw waits();
    }

    @Override
    public NopWriter nop() {
        throw waits();
    }

    @Override
    public TickWriter tick() {
        throw notOfSessions();
    }

    @Override
    public AdjustBalanceWriter adjust() {
        throw notOfSessions();
    }

    @Override
    public CommandBatch batch(final int commands) {
        throw notOfSessions();
    }

    private static UnsupportedOperationException waits() {
        return new UnsupportedOperationException("a node's door never waits: use the try forms");
    }

    private static UnsupportedOperationException notOfSessions() {
        return new UnsupportedOperationException(
                "a door's sessions send orders and NOPs, one by one: use ClusterExchange");
    }

    @Override
    public void requireThread() {
        // nothing to check: only the owner of the sessions has this door
    }

    @Override
    public void requireStamp(final long stampNs) {
        throw new UnsupportedOperationException("the leader's clock stamps each command: leave the stamp out");
    }

    @Override
    public void filled() {
        flow.submit(slot);
    }

    @Override
    public void letGo() {
        writers.release();
    }

    @Override
    public void giveUp() {
        writers.release();
    }
}
