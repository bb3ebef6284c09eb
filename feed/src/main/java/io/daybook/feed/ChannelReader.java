package io.daybook.feed;

/**
 * Reads the messages of channels that a {@link ChannelSink} has stored. Any thread, each with its own
 * {@link MessageBlock}.
 */
public interface ChannelReader {

    /** The number of channels, which are counted from 0. */
    int channels();

    /** The number of the oldest stored message of a channel; {@link #nextNumber} if no message is stored. */
    long firstNumber(int channel);

    /** The number of the next message of a channel. All messages before it can be read, back to the oldest. */
    long nextNumber(int channel);

    /**
     * Reads messages of a channel from a number on: as many complete ones as exist and fit into the block.
     *
     * @param number the number of the first message
     * @param block receives the messages; it is cleared first
     * @return the number of messages that were read; 0 if the first does not exist yet, or no longer
     */
    int read(int channel, long number, MessageBlock block);
}
