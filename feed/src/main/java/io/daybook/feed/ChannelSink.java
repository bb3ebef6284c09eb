package io.daybook.feed;

import io.daybook.wire.feed.MoldPacket;

/**
 * Takes the messages of all channels of one stream. Within a channel the messages come in the order of their numbers,
 * without gaps except those of {@link #onRaised}; channels may interleave in any order. Called by the folding thread.
 */
public interface ChannelSink {

    /**
     * Takes the next message of a channel.
     *
     * @param channel from 0
     * @param number one more than the number of the previous message; the first of a channel is 1
     * @param bytes the message, header and block, from {@code offset} on; valid during the call only
     * @param replayed whether a recovery makes the message: an earlier process may have made the same bytes
     */
    void onMessage(int channel, long number, byte[] bytes, int offset, int length, boolean replayed);

    /**
     * Takes the next consecutive messages of a channel, each after its length (two bytes, big-endian), in the form of
     * packets and of the log. A sink that can use this form overrides this method; by default the messages are passed
     * one by one.
     *
     * @param firstNumber one more than the number of the previous message
     * @param count the number of messages, at least 1
     * @param bytes valid during the call only
     * @param length the bytes of all messages, with their lengths
     * @param replayed the same for all messages, see {@link #onMessage}
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
     * Begins a history: the next message of a channel has a much higher number, and earlier ones are no longer served.
     *
     * @param nextNumber the number of the next message
     */
    default void onRaised(final int channel, final long nextNumber) {}

    /** Called when there are no more messages at the moment: gathered messages must be written or sent now. */
    default void onBatchEnd() {}

    /**
     * Called once for each channel when recovery has made all messages that the journal holds; later ones are new.
     *
     * @param nextNumber the number of the next message
     */
    default void onRecovered(final int channel, final long nextNumber) {}

    /**
     * Called when a snapshot was taken: makes earlier messages durable. Any thread.
     *
     * @throws java.io.UncheckedIOException if that fails; then the snapshot contains no part of the feed
     */
    default void force() {}
}
