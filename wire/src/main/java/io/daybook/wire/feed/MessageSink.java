package io.daybook.wire.feed;

/** Takes the messages of one channel, in the order of their numbers. */
@FunctionalInterface
public interface MessageSink {
    /**
     * Takes the next message.
     *
     * @param number one more than the number of the previous message
     * @param bytes valid during the call only
     */
    void onMessage(long number, byte[] bytes, int offset, int length);

    /**
     * Takes the next consecutive messages, each after its length (two bytes, big-endian), as in a packet. The default
     * passes them one by one; a sink that can take them in this form overrides it.
     *
     * @param firstNumber one more than the number of the previous message
     * @param count the number of messages, at least 1
     * @param bytes valid during the call only
     * @param length the bytes of all messages and their lengths
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
