package io.daybook.journal.retention;

/**
 * A mark, and what it costs.
 *
 * @param mark who needs it, and from which seq on
 * @param bytes of the snapshot and the segments that it needs, and the newest snapshot does not; 0 where that one is
 *     enough
 */
public record HeldMark(KeepMark mark, long bytes) {

    @Override
    public String toString() {
        return "mark " + mark.name() + " keeps what is needed from seq " + mark.fromSeq() + " on: " + bytes + " bytes";
    }
}
