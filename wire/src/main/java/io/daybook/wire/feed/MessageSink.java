package io.daybook.wire.feed;

/** Takes the messages of one channel, in the order of their numbers. */
@FunctionalInterface
public interface MessageSink {
    /**
     * The next message.
     *
     * @param number one more than that of the message before
     * @param bytes to be read during the call
     */
    void onMessage(long number, byte[] bytes, int offset, int length);

    /**
     * The next messages in a row, each behind its length, two bytes, big-endian: as a packet has them. Whoever takes
     * them as they are overrides this; the others get one message after the other.
     *
     * @param firstNumber one more than that of the message before
     * @param count of the messages, at least 1
     * @param bytes to be read during the call
     * @param length of all messages, with their lengths
     */
    default void onMessages(
            final long firstNumber, final int count, final byte[] bytes, final int offset, final int length) {
        int at = offset;
        for (int i = 0; i < count; i++) {
            final int message = MoldPacket.messageLength(bytes, at);
            onMessage(firstNumber + i, bytes, at + MoldPacket.MESSAGE_HEADER_LENGTH, message);
            at += MoldPacket.MESSAGE_HEADER_LENGTH + message;
        }
    }
}
