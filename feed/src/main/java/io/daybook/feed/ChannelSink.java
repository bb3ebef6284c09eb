package io.daybook.feed;

import io.daybook.wire.feed.MoldPacket;

/**
 * Takes the messages of all channels of one stream. Within a channel they come in the order of their numbers, without
 * gaps except those of {@link #onRaised}; channels may interleave in any order. Called by the folding thread.
 */
public interface ChannelSink {

    /**
     * The next message of a channel.
     *
     * @param channel from 0
     * @param number one more than that of the message before; the first of a channel is 1
     * @param bytes the message, header and block, from {@code offset} on; valid during the call only
     * @param replayed whether a recovery makes it: an earlier process may have made the same bytes before
     */
    void onMessage(int channel, long number, byte[] bytes, int offset, int length, boolean replayed);

    /**
     * The next consecutive messages of a channel, each after its length (two bytes, big-endian), as packets and the log
     * have them. A sink that can take them in this form overrides this; by default they are passed one by one.
     *
     * @param firstNumber one more than that of the message before
     * @param count of the messages, at least 1
     * @param bytes valid during the call only
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
     * A history begins: the next message of a channel has a much higher number, and earlier ones are no longer served.
     *
     * @param nextNumber of the next message
     */
    default void onRaised(final int channel, final long nextNumber) {}

    /** There are no more messages for the moment: write or send gathered messages now. */
    default void onBatchEnd() {}

    /**
     * Recovery has made all messages that the journal holds; later ones are new. Called once for each channel.
     *
     * @param nextNumber of the next message
     */
    default void onRecovered(final int channel, final long nextNumber) {}

    /**
     * Called when a snapshot was taken: makes earlier messages durable. Any thread.
     *
     * @throws java.io.UncheckedIOException if that fails: the snapshot then has no part of the feed
     */
    default void force() {}
}
