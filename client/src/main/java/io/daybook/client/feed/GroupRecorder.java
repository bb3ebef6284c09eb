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

    /** The interval of recorded seqs, a power of two, minus one; or {@link #NO_SEQ}. It does not change. */
    long mask();

    /** Called by the subscriber's thread when the first message of a group was read, before the others are applied. */
    void onDecoded(long seq);

    /** Called by the subscriber's thread when the group is applied, before {@link FeedListener#onGroup}. */
    void onTold(long seq);
}
