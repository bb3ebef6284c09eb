package io.daybook.client.feed;

import io.daybook.wire.feed.MoldPacket;

/** Requests from the venue the messages that a channel's lines have lost. */
@FunctionalInterface
public interface RequestSender {
    /**
     * Sends one request, and does not wait for the answer.
     *
     * @param session the session of the channel or of its snapshots, {@link MoldPacket#SESSION_LENGTH} bytes
     * @param number the number of the first message
     * @param count the number of messages
     */
    void request(byte[] session, long number, int count);
}
