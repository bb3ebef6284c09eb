package io.daybook.feed.wire;

import org.jspecify.annotations.Nullable;

/** The same with the wire, once that is there; ends batches of the levels, too. */
final class FeedSinks extends LogSink {
    final LogSink levels = new LogSink();

    @Nullable
    FeedWire wire;

    /** Why nothing is taken any more: the exchange detaches the fold that is told so. */
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
            wire.flush(); // nobody on the lines waits for the write of the log
        }
        if (levels.log != null) {
            levels.log.onBatchEnd();
        }
        if (log != null) {
            log.onBatchEnd();
        }
        if (wire != null) {
            wire.news(); // behind the write: this is read from the log
        }
    }
}
