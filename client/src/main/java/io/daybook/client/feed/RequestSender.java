package io.daybook.client.feed;

import io.daybook.wire.feed.MoldPacket;

/** Asks the venue for messages that a channel's lines have lost. */
@FunctionalInterface
public interface RequestSender {
    /**
     * Asks once; whether an answer comes is seen later.
     *
     * @param session the channel's, or that of its snapshots, {@link MoldPacket#SESSION_LENGTH} bytes
     * @param number of the first message that is wanted
     * @param count how many are wanted
     */
    void request(byte[] session, long number, int count);
}
