package io.daybook.feed.wire;

import io.daybook.feed.ChannelReader;
import io.daybook.feed.MessageBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keeps the messages of channels in memory. Any thread. */
final class MemoryLog implements ChannelReader {
    private final List<List<byte[]>> channels = new ArrayList<>();
    private volatile long oldest = 1;

    MemoryLog(final int count) {
        for (int i = 0; i < count; i++) {
            channels.add(new ArrayList<>());
        }
    }

    synchronized void add(final int channel, final byte[] bytes, final int offset, final int length) {
        channels.get(channel).add(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    synchronized byte[] message(final int channel, final long number) {
        return channels.get(channel).get((int) number - 1);
    }

    /** Removes the messages before this one. */
    void forgetBefore(final long number) {
        oldest = number;
    }

    @Override
    public int channels() {
        return channels.size();
    }

    @Override
    public synchronized long firstNumber(final int channel) {
        return Math.min(oldest, nextNumber(channel));
    }

    @Override
    public synchronized long nextNumber(final int channel) {
        return channels.get(channel).size() + 1;
    }

    @Override
    public synchronized int read(final int channel, final long number, final MessageBlock block) {
        block.clear();
        final List<byte[]> messages = channels.get(channel);
        if (number < firstNumber(channel)) {
            return 0;
        }
        for (long n = number; n <= messages.size(); n++) {
            final byte[] message = messages.get((int) n - 1);
            if (!block.append(message, 0, message.length)) {
                break;
            }
        }
        return block.count();
    }
}
