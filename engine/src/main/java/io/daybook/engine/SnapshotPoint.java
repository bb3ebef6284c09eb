package io.daybook.engine;

import io.daybook.kernel.command.CommandSlot;

/**
 * Receives each PERSIST_SNAPSHOT, at its position in the sequence of all commands, on the thread that carries it out.
 */
public interface SnapshotPoint {

    /** Ignores every snapshot. */
    SnapshotPoint NONE = (slot, seq, timeNs) -> {};

    /**
     * Called while the state is exactly that after a command; it does not change during the call.
     *
     * @param slot the slot of the command; the receiver may use {@link CommandSlot#report}
     * @param seq the number of the command
     * @param timeNs its time, ns since the epoch
     */
    void onPersistSnapshot(CommandSlot slot, long seq, long timeNs);
}
