package io.daybook.feed;

import io.daybook.wire.feed.MoldPacket;

/**
 * Takes the messages of all channels of one stream. Within a channel they come in the order of their numbers, without a
 * gap but where {@link #onRaised} tells of one; which channel comes next is open. Called by the one thread that folds.
 */
public interface ChannelSink {

    /**
     * The next message of a channel.
     *
     * @param channel from 0
     * @param number one more than that of the message before; the first of a channel is 1
     * @param bytes the message, header and block, from {@code offset} on; to be read during the call
     * @param replayed whether a recovery makes it: an earlier process may have made it before, with the same bytes
     */
    void onMessage(int channel, long number, byte[] bytes, int offset, int length, boolean replayed);

    /**
     * The next messages of a channel in a row, each behind its length, two bytes, big-endian: as packets and the log
     * have them. Whoever takes them as they are overrides this; the others get one message after the other.
     *
     * @param firstNumber one more than that of the message before
     * @param count of the messages, at least 1
     * @param bytes to be read during the call
     * @param length of all messages, with their lengths
     * @param replayed as for one message
     */
    default void onMessages(
            final int channel,
            final long firstNumber,
            final int count,
            final byte[] bytes,
            final int offset,
            final int length,
            final boolean replayed) {
        int at = offset;
        for (int i = 0; i < count; i++) {
            final int message = MoldPacket.messageLength(bytes, at);
            onMessage(channel, firstNumber + i, bytes, at + MoldPacket.MESSAGE_HEADER_LENGTH, message, replayed);
            at += MoldPacket.MESSAGE_HEADER_LENGTH + message;
        }
    }

    /**
     * A history begins: the next message of a channel has a number far above, and those before it are given no more.
     *
     * @param nextNumber of the next message
     */
    default void onRaised(final int channel, final long nextNumber) {}

    /** There are no more messages for the moment: what was gathered may be written or sent now. */
    default void onBatchEnd() {}

    /**
     * Recovery has made all messages that the journal holds; what comes next is new. Told once for each channel.
     *
     * @param nextNumber of the next message
     */
    default void onRecovered(final int channel, final long nextNumber) {}

    /**
     * A snapshot was taken: makes durable what came before it. Any thread.
     *
     * @throws java.io.UncheckedIOException where it cannot: the snapshot has no part of the feed then
     */
    default void force() {}
}
