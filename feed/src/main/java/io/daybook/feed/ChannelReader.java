package io.daybook.feed;

/**
 * Reads again the messages of channels that a {@link ChannelSink} took. Any thread, each with a {@link MessageBlock} of
 * its own.
 */
public interface ChannelReader {

    /** How many channels there are; they count from 0. */
    int channels();

    /** The oldest message of a channel that is still there; {@link #nextNumber} if there is none. */
    long firstNumber(int channel);

    /** The number of the next message of a channel: all before it can be read, back to the oldest. */
    long nextNumber(int channel);

    /**
     * Reads messages of a channel from a number on: as many complete ones as exist and fit into the block.
     *
     * @param number of the first
     * @param block is cleared first
     * @return how many messages were read; 0 if the first does not exist yet, or no longer
     */
    int read(int channel, long number, MessageBlock block);
}
