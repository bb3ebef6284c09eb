package io.daybook.client.feed;

/**
 * Is told when a subscriber passes the groups of some commands: those whose seq has none of the bits of {@link #mask}.
 * Methods must not block.
 */
public interface GroupRecorder {

    /** Hears nothing: one branch a group is all that it costs. */
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

    /** One less than a power of two, every how many seqs it hears of one; or {@link #NO_SEQ}. Does not change. */
    long mask();

    /** The group's first message is read, and those behind it are applied next. The subscriber's thread. */
    void onDecoded(long seq);

    /** The group was applied, and {@link FeedListener#onGroup} is about to be called. The subscriber's thread. */
    void onTold(long seq);
}
