package io.daybook.client.feed;

/**
 * Records when a subscriber passes the groups of some commands: those whose seq has none of the bits of {@link #mask}.
 * Methods must not block.
 */
public interface GroupRecorder {

    /** Records nothing, at the cost of one branch per group. */
    GroupRecorder NONE = new GroupRecorder() {
        @Override
        public long mask() {
            return NO_SEQ;
        }

        @Override
        public void onDecoded(final long seq) {}

        @Override
        public void onTold(final long seq) {}
    };

    /** The mask that no seq passes. */
    long NO_SEQ = -1;

    /** The interval of recorded seqs, a power of two, less one; or {@link #NO_SEQ}. Does not change. */
    long mask();

    /** The first message of the group was read, and its other messages are applied next. The subscriber's thread. */
    void onDecoded(long seq);

    /** The group is applied, and {@link FeedListener#onGroup} is about to be called. The subscriber's thread. */
    void onTold(long seq);
}
