package io.daybook.journal.retention;

/**
 * A mark of a consumer, or what a follower still needs, and what it costs.
 *
 * @param kind {@link #MARK} or {@link #FOLLOWER}
 * @param mark who needs it, and from which seq on
 * @param seqs commands between the snapshot that it needs and the newest one; 0 where that one is enough
 * @param bytes of the snapshot and the segments that it needs, and the newest snapshot does not; 0 where that one is
 *     enough
 */
public record HeldMark(String kind, KeepMark mark, long seqs, long bytes) {
    /** A mark that somebody set. */
    public static final String MARK = "mark";

    /** A follower that the folder knows. */
    public static final String FOLLOWER = "follower";

    @Override
    public String toString() {
        return kind + " " + mark.name() + " keeps what is needed from seq " + mark.fromSeq() + " on: " + seqs
                + " commands, " + bytes + " bytes";
    }
}
