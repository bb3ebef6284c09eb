package io.daybook.wire.feed;

/** Takes the messages of one channel, in the order of their numbers. */
@FunctionalInterface
public interface MessageSink {
    /**
     * The next message.
     *
     * @param number one more than that of the message before
     * @param bytes valid during the call only
     */
    void onMessage(long number, byte[] bytes, int offset, int length);

    /**
     * The next consecutive messages, each after its length (two bytes, big-endian), as in a packet. A sink that can
     * take them in this form overrides this; by default they are passed one by one.
     *
     * @param firstNumber one more than that of the message before
     * @param count of the messages, at least 1
     * @param bytes valid during the call only
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
