package io.daybook.journal;

/**
 * A follower that a folder knows.
 *
 * @param name of the follower
 * @param registeredAfterSeq the last command before those that it hears
 * @param partSeq seq of the newest snapshot that has its part; 0 for none
 */
public record FollowerStat(String name, long registeredAfterSeq, long partSeq) {

    /** The first seq that it still needs, by what the folder knows; it may keep its state elsewhere, and need less. */
    public long neededSeq() {
        return Math.max(registeredAfterSeq, partSeq) + 1;
    }
}
