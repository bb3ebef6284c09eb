package io.daybook.cluster.state;

/** One session of the table: replicated state. Used by one thread. */
final class ClientSession {
    /** Four unsigned bytes. */
    static final long MAX_EPOCH = 0xFFFFFFFFL;

    final int number;
    final ReplyCache replies = new ReplyCache();

    /** Identifies the sender that may send; increases by one with each OPEN that has a new number. */
    long epoch;

    /** The number of the OPEN that created this epoch; from 1. */
    long openNumber;

    /** The last request that was carried out; 0 before the first. */
    long last;

    /** Whether a door has opened it, which receives results as a follower: no reply is made or kept. */
    boolean isDoor;

    ClientSession(final int number) {
        this.number = number;
    }
}
