package io.daybook.risk.position;

/**
 * The part of the users that {@link Positions} needs: each user has a latest opened or looked-up position, which is
 * nearly always the position that a command changes.
 */
public interface PositionHolders {

    /**
     * The latest opened or looked-up position of a user; after that is closed, another position of the user or
     * {@link Positions#NONE}.
     */
    int latestPosition(int userIndex);

    /** Sets {@link #latestPosition(int)}. */
    void latestPosition(int userIndex, int position);
}
