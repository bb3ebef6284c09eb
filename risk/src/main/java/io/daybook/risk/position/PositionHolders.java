package io.daybook.risk.position;

/**
 * Users, as {@link Positions} know them: each keeps the position that was opened or looked for last of those it has, by
 * which the one that a command is about is nearly always found at once.
 */
public interface PositionHolders {

    /** The position of a user that was opened or looked for last, or another, or {@link Positions#NONE}. */
    int latestPosition(int userIndex);

    /** Sets {@link #latestPosition(int)}. */
    void latestPosition(int userIndex, int position);
}
