package io.daybook.cluster.state;

/** One session of the table: replicated state. Used by one thread. */
final class ClientSession {
    /** Four bytes without a sign. */
    static final long MAX_EPOCH = 0xFFFFFFFFL;

    final int number;
    final ReplyCache replies = new ReplyCache();

    /** Who may send: counts up by one with each OPEN that has another number than the one before. */
    long epoch;

    /** The number of the OPEN that made this epoch; from 1. */
    long openNumber;

    /** The last request that was carried out; 0 before the first. */
    long last;

    /** Whether a door has opened it, which hears results as a follower: no reply is kept, and none is made. */
    boolean isDoor;

    ClientSession(final int number) {
        this.number = number;
    }
}
