package io.daybook.it;

import io.daybook.feed.ChannelSink;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Keeps a line for each message of each channel: the number, template, length and checksum of the message. */
final class RecordedFeed implements ChannelSink {
    private final List<List<String>> channels = new ArrayList<>();

    RecordedFeed(final int channels) {
        for (int i = 0; i < channels; i++) {
            this.channels.add(new ArrayList<>());
        }
    }

    @Override
    public void onMessage(
            final int channel,
            final long number,
            final byte[] bytes,
            final int offset,
            final int length,
            final boolean replayed) {
        channels.get(channel).add(line(number, bytes, offset, length));
    }

    static String line(final long number, final byte[] bytes, final int offset, final int length) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return number + " " + bytes[offset + 2] + " " + length + " " + crc.getValue();
    }

    List<List<String>> channels() {
        return channels;
    }

    int size() {
        return channels.stream().mapToInt(List::size).sum();
    }
}
