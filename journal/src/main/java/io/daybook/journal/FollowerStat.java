package io.daybook.journal;

/**
 * A registered follower of a folder.
 *
 * @param name of the follower
 * @param registeredAfterSeq the last command before the first one that it receives
 * @param partSeq seq of the newest snapshot that has its part; 0 for none
 */
public record FollowerStat(String name, long registeredAfterSeq, long partSeq) {

    /**
     * The first seq that it still needs as far as the folder records it; a follower that keeps its state elsewhere may
     * need less.
     */
    public long neededSeq() {
        return Math.max(registeredAfterSeq, partSeq) + 1;
    }
}
