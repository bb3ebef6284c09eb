package io.daybook.journal.retention;

/**
 * A mark, or the need of a follower, and what retention keeps for it.
 *
 * @param kind {@link #MARK} or {@link #FOLLOWER}
 * @param mark the name, and the first seq that is needed
 * @param seqs commands between the snapshot that it needs and the newest one; 0 if the newest is enough
 * @param bytes size of the snapshot and segments that it needs in addition to the newest snapshot; 0 if that is enough
 */
public record HeldMark(String kind, KeepMark mark, long seqs, long bytes) {
    /** A mark set by a consumer. */
    public static final String MARK = "mark";

    /** A registered follower. */
    public static final String FOLLOWER = "follower";

    @Override
    public String toString() {
        return kind + " " + mark.name() + " keeps what is needed from seq " + mark.fromSeq() + " on: " + seqs
                + " commands, " + bytes + " bytes";
    }
}
