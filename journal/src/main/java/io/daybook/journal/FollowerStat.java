package io.daybook.journal;

/**
 * A registered follower of a folder.
 *
 * @param name the follower's name
 * @param registeredAfterSeq the last command before the first one that it receives
 * @param partSeq seq of the newest snapshot that holds a part of the follower; 0 if there is none
 */
public record FollowerStat(String name, long registeredAfterSeq, long partSeq) {

    /**
     * The first seq that the follower still needs, as far as the folder records it; a follower that keeps its state
     * elsewhere may need only later ones.
     */
    public long neededSeq() {
        return Math.max(registeredAfterSeq, partSeq) + 1;
    }
}
