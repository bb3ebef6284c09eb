package io.daybook.feed;

/**
 * Gives out messages of channels again that a {@link ChannelSink} took. Any thread, each with a {@link MessageBlock} of
 * its own.
 */
public interface ChannelReader {

    /** How many channels there are; they count from 0. */
    int channels();

    /** The oldest message of a channel that is still there; {@link #nextNumber} where none is. */
    long firstNumber(int channel);

    /** The number of the message that comes next to a channel: all before it can be read, back to the oldest. */
    long nextNumber(int channel);

    /**
     * Reads messages of a channel from a number on: as many whole ones as the block has room for, and there are.
     *
     * @param number of the first
     * @param block is cleared first
     * @return how many messages came; 0 where the first is not there, yet or any more
     */
    int read(int channel, long number, MessageBlock block);
}
