package io.daybook.risk.position;

/**
 * The users, as {@link Positions} needs them: each keeps its latest opened or looked-up position, which is nearly
 * always the one that a command is about.
 */
public interface PositionHolders {

    /** The latest opened or looked-up position of a user, or another, or {@link Positions#NONE}. */
    int latestPosition(int userIndex);

    /** Sets {@link #latestPosition(int)}. */
    void latestPosition(int userIndex, int position);
}
