package io.daybook.kernel.command;

import io.daybook.api.CommandType;

/**
 * The rule that numbers and times commands, with a cursor that applies it: commands count from 1 without gaps, void
 * slots and queries take no number, and a command's time is the larger of its stamp and the time of the command before.
 *
 * <p>A slot carries neither: stages run in parallel, so each has its own cursor, which starts where the engine was
 * recovered. All pass the same slots in the same order and apply the same rule, so all agree. Used by one thread.
 */
public final class Numbering extends NumberingPadding {
    private long seq;
    private long timeNs;

    /**
     * Creates a cursor that has just passed a command.
     *
     * @param seq its number, 0 before the first
     * @param timeNs its time, ns since the epoch; 0 before the first
     */
    public Numbering(final long seq, final long timeNs) {
        this.seq = seq;
        this.timeNs = timeNs;
    }

    /**
     * Whether slots of a type hold commands, which take numbers: all types except {@link SentCommand#VOID} and queries.
     */
    public static boolean isCommand(final int type) {
        return type != SentCommand.VOID && !CommandType.isQuery(type);
    }

    /**
     * Passes a slot.
     *
     * @return whether it took a number, which {@link #seq()} then returns
     */
    public boolean take(final CommandSlot slot) {
        if (!isCommand(slot.type())) {
            return false;
        }
        next(slot.timestampNs());
        return true;
    }

    /** Numbers the next command, which has a stamp. */
    public void next(final long stampNs) {
        seq++;
        timeNs = Math.max(timeNs, stampNs);
    }

    /** Moves the cursor to just after the command with that number and time. */
    public void moveTo(final long otherSeq, final long otherTimeNs) {
        seq = otherSeq;
        timeNs = otherTimeNs;
    }

    /** The number of the last command, 0 before the first. */
    public long seq() {
        return seq;
    }

    /** The time of the last command, ns since the epoch; 0 before the first. */
    public long timeNs() {
        return timeNs;
    }
}
