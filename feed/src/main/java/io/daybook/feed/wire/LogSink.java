package io.daybook.feed.wire;

import io.daybook.feed.ChannelSink;
import io.daybook.feed.log.FeedLog;
import org.jspecify.annotations.Nullable;

/** Takes messages into a log, once it is open. */
class LogSink implements ChannelSink {
    @Nullable
    FeedLog log;

    @Override
    public void onMessage(
            final int channel,
            final long number,
            final byte[] bytes,
            final int offset,
            final int length,
            final boolean replayed) {
        if (log != null) {
            log.onMessage(channel, number, bytes, offset, length, replayed);
        }
    }

    @Override
    public void onMessages(
            final int channel,
            final long firstNumber,
            final int count,
            final byte[] bytes,
            final int offset,
            final int length,
            final boolean replayed) {
        if (log != null) {
            log.onMessages(channel, firstNumber, count, bytes, offset, length, replayed);
        }
    }

    @Override
    public void onRaised(final int channel, final long nextNumber) {
        if (log != null) {
            log.onRaised(channel, nextNumber);
        }
    }

    @Override
    public void onRecovered(final int channel, final long nextNumber) {
        if (log != null) {
            log.onRecovered(channel, nextNumber);
        }
    }

    @Override
    public void force() {
        if (log != null) {
            log.force();
        }
    }
}
