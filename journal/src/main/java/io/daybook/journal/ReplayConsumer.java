package io.daybook.journal;

import io.daybook.journal.access.JournalWriter;

/** Receives the blocks of a journal in order. An exception that it throws ends the replay and reaches the caller. */
public interface ReplayConsumer {

    /**
     * Receives one block, as it was given to {@link JournalWriter#append}. The array belongs to the journal and is
     * valid only during the call.
     *
     * @param firstSeq seq of the first command in the block; the first block of a replay may start before the seq asked
     *     for, because blocks are read whole
     * @param count how many commands it holds, ≥ 1
     * @param firstTimestampNs as given to append
     * @param codecVersion codec version of the block's segment: how its bytes are read
     * @param semanticsVersion semantics version of that segment: what its commands mean; never lower than the one of
     *     the block before
     */
    void onBlock(
            long firstSeq,
            int count,
            long firstTimestampNs,
            int codecVersion,
            int semanticsVersion,
            byte[] block,
            int offset,
            int length);

    /**
     * Called for the mark of a completed snapshot: after command {@code seq} the state had this hash.
     *
     * @param seq the seq of the command that requested the snapshot; it was replayed earlier, unless the replay began
     *     after it
     */
    default void onSnapshotMark(final long seq, final long stateHash) {}
}
