package io.daybook.client.feed;

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
}
