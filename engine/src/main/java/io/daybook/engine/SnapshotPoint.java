package io.daybook.engine;

import io.daybook.kernel.command.CommandSlot;

/** Is called at each PERSIST_SNAPSHOT, at its place in the order of all commands, by the thread that carries it out. */
public interface SnapshotPoint {

    /** Lets every snapshot pass. */
    SnapshotPoint NONE = (slot, seq, timeNs) -> {};

    /**
     * The state is exactly that after a command, and does not change during the call.
     *
     * @param slot of the command; {@link CommandSlot#report} is free to be used
     * @param seq of the command
     * @param timeNs its time, ns since the epoch
     */
    void onPersistSnapshot(CommandSlot slot, long seq, long timeNs);
}
