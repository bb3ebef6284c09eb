package io.daybook.core.follower;

import io.daybook.api.CommandType;
import io.daybook.api.Follower;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.engine.SlotResultView;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.Numbering;

/** Passes delivered commands to one follower, one by one. Used by the thread that runs the follower. */
public final class FollowerDelivery {
    private static final int PERSIST_SNAPSHOT = CommandType.PERSIST_SNAPSHOT.code();

    private final Follower follower;
    private final int index;
    private final Numbering numbering;
    private final Snapshots snapshots;
    private final SlotResultView view = new SlotResultView();

    /**
     * Creates it for a follower that has received everything that was recovered.
     *
     * @param index of the follower, from 0, in the order of attachment
     * @param numbering used by this follower alone; it stands at the last recovered command
     */
    public FollowerDelivery(
            final Follower follower, final int index, final Numbering numbering, final Snapshots snapshots) {
        this.follower = follower;
        this.index = index;
        this.numbering = numbering;
        this.snapshots = snapshots;
    }

    /** Passes a delivered slot to it, if that is a command. */
    public void deliver(final CommandSlot slot) {
        if (numbering.take(slot)) {
            final long seq = numbering.seq();
            view.wrap(slot, seq, numbering.timeNs());
            follower.onResult(view, false);
            if (slot.type() == PERSIST_SNAPSHOT) {
                snapshots.onFollower(index, slot, seq, follower);
            }
        }
    }

    /** The last command that it has received or is receiving. For the thread that runs it. */
    public long seq() {
        return numbering.seq();
    }
}
