package io.daybook.feed.wire;

import org.jspecify.annotations.Nullable;

/** A log sink that also sends on the wire, once the wire is open, and ends batches of the levels. */
final class FeedSinks extends LogSink {
    final LogSink levels = new LogSink();

    @Nullable
    FeedWire wire;

    /** The failure after which no messages are taken: the fold throws it, and the exchange detaches the fold. */
    @Nullable
    Throwable failure;

    private void requireSound() {
        if (failure != null) {
            throw new IllegalStateException("the feed has failed: " + failure, failure);
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
        requireSound();
        super.onMessage(channel, number, bytes, offset, length, replayed);
        if (wire != null) {
            wire.onMessage(channel, number, bytes, offset, length, replayed);
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
        requireSound();
        super.onMessages(channel, firstNumber, count, bytes, offset, length, replayed);
        if (wire != null) {
            wire.onMessages(channel, firstNumber, count, bytes, offset, length, replayed);
        }
    }

    @Override
    public void onRecovered(final int channel, final long nextNumber) {
        super.onRecovered(channel, nextNumber);
        if (wire != null) {
            wire.onRecovered(channel, nextNumber);
        }
    }

    @Override
    public void onBatchEnd() {
        requireSound();
        if (wire != null) {
            wire.flush(); // the lines do not wait for the write of the log
        }
        if (levels.log != null) {
            levels.log.onBatchEnd();
        }
        if (log != null) {
            log.onBatchEnd();
        }
        if (wire != null) {
            wire.news(); // after the write, because the views read the log
        }
    }
}
