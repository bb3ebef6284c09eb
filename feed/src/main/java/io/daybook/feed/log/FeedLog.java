package io.daybook.feed.log;

import io.daybook.feed.ChannelReader;
import io.daybook.feed.ChannelSink;
import io.daybook.feed.FeedFold;
import io.daybook.feed.MessageBlock;
import io.daybook.host.storage.JournalStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The messages of a feed in files, {@code feed/<channel>/} in the folder of its exchange: a cache of the fold's
 * messages, from which they are sent again on request. If it is lost, it is made again from the newest snapshot on.
 *
 * <p>Delivered results may have been sent. So if the log has messages that the journal does not have, or messages that
 * differ from the fold's, the log {@linkplain #isAhead is ahead}: nothing may be sent under its session names until
 * {@link #restart} has replaced them by new ones.
 *
 * <p>The folding thread writes it; any thread reads.
 */
public final class FeedLog implements ChannelSink, ChannelReader, AutoCloseable {
    /** Stands for the number of restarts that the folder has. */
    public static final int AS_FOUND = -1;

    private final FeedIdentity identity;
    private final JournalStorage storage;
    private final Path folder;
    private final ChannelLog[] channels;
    private volatile boolean isAhead;

    private FeedLog(
            final JournalStorage storage,
            final Path folder,
            final FeedIdentity identity,
            final boolean isAhead,
            final FeedLogLimits limits) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
        this.isAhead = isAhead;
        channels = new ChannelLog[identity.channels()];
        for (int i = 0; i < channels.length; i++) {
            channels[i] = new ChannelLog(
                    storage,
                    folder.resolve(Integer.toString(i)),
                    identity.exchange(),
                    identity.restart(),
                    i,
                    channels.length,
                    limits);
        }
    }

    /**
     * Opens the log of a feed, or creates it, before the exchange starts.
     *
     * @param folder {@code feed} in the folder of the exchange
     * @param exchange the id of the exchange
     * @param count the number of channels, 1 to {@value FeedFold#MAX_CHANNELS}
     * @throws FeedLogException if it cannot be used
     */
    public static FeedLog open(
            final JournalStorage storage,
            final Path folder,
            final UUID exchange,
            final int count,
            final FeedLogLimits limits) {
        return open(storage, folder, exchange, count, AS_FOUND, limits);
    }

    /**
     * Opens the log if several folders have the feed of one exchange, so that no single folder defines the number of
     * restarts. A log with fewer restarts is dropped, as by {@link #restart}.
     *
     * @param restarts the number of restarts, 0 to 255, the same in all folders; or {@link #AS_FOUND}
     */
    public static FeedLog open(
            final JournalStorage storage,
            final Path folder,
            final UUID exchange,
            final int count,
            final int restarts,
            final FeedLogLimits limits) {
        try {
            storage.createDirectories(folder);
            final FeedIdentity identity = FeedIdentity.open(storage, folder, exchange, count, restarts);
            final FeedLog log = new FeedLog(storage, folder, identity, FeedIdentity.isAhead(storage, folder), limits);
            for (final ChannelLog channel : log.channels) {
                channel.open();
            }
            return log;
        } catch (IOException e) {
            throw failure("open", folder, e);
        }
    }

    /**
     * Opens the log of a feed for reading, in its current state. Nothing is changed, so the exchange may be running;
     * later writes are not seen.
     *
     * @param folder the folder with the file {@code FEED}
     * @throws FeedLogException if there is none, or it cannot be used
     */
    public static FeedLog openReadOnly(final JournalStorage storage, final Path folder) {
        try {
            final FeedIdentity identity = FeedIdentity.read(storage, folder);
            if (identity == null) {
                throw new FeedLogException(
                        FeedLogException.Reason.OTHER_FEED, "there is no feed log, and no file FEED, in " + folder);
            }
            final FeedLog log = new FeedLog(
                    storage, folder, identity, FeedIdentity.isAhead(storage, folder), FeedLogLimits.DEFAULT);
            for (final ChannelLog channel : log.channels) {
                channel.openReadOnly();
            }
            return log;
        } catch (IOException e) {
            throw failure("open", folder, e);
        }
    }

    /**
     * Restarts the sessions of all channels: they get new names, and their messages are dropped. Used for a log that is
     * ahead, while no exchange runs on the folder.
     *
     * @return the new number of restarts
     * @throws FeedLogException if there is no feed, or no more restarts are left
     */
    public static int restart(final JournalStorage storage, final Path folder) {
        try {
            return FeedIdentity.restart(storage, folder);
        } catch (IOException e) {
            throw failure("restart", folder, e);
        }
    }

    private static FeedLogException failure(final String what, final Path folder, final IOException cause) {
        return new FeedLogException(
                FeedLogException.Reason.IO, "the feed log cannot " + what + ": " + folder + ": " + cause, cause);
    }

    /**
     * Returns whether the log has messages that the journal does not have, or messages that differ from the fold's;
     * known after recovery. Then the log takes and serves no messages.
     */
    public boolean isAhead() {
        return isAhead;
    }

    /** The session name of a channel: 6 digits of the exchange's id, 2 of the restarts, 2 of the channel. */
    public String session(final int channel) {
        return identity.session(channel);
    }

    /**
     * Refuses a log that does not have all messages from the first on: the books can only be built from all messages.
     *
     * @throws FeedLogException if it is ahead of its journal, or begins later
     */
    public void requireWhole() {
        if (isAhead) {
            throw new FeedLogException(
                    FeedLogException.Reason.OTHER_FEED,
                    "the feed log is ahead of its journal, so it differs from the exchange: " + folder
                            + "; restart the feed first");
        }
        for (int channel = 0; channel < channels.length; channel++) {
            if (channels[channel].firstNumber() > 1) {
                throw new FeedLogException(
                        FeedLogException.Reason.OTHER_FEED,
                        "the feed log of channel " + channel + " begins with message "
                                + channels[channel].firstNumber() + ", and the books before it are unknown: " + folder
                                + "; a log that keeps more is needed");
            }
        }
    }

    // ---- taking --------------------------------------------------------------------------------------------------

    @Override
    public void onMessage(
            final int channel,
            final long number,
            final byte[] bytes,
            final int offset,
            final int length,
            final boolean replayed) {
        if (isAhead) {
            return;
        }
        try {
            channels[channel].take(number, bytes, offset, length);
            if (channels[channel].isAhead()) {
                becomeAhead();
            }
        } catch (IOException e) {
            throw failure("take message " + number + " of channel " + channel, folder, e);
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
        if (isAhead || !channels[channel].take(firstNumber, count, bytes, offset, length)) {
            ChannelSink.super.onMessages(channel, firstNumber, count, bytes, offset, length, replayed);
        }
    }

    @Override
    public void onRaised(final int channel, final long nextNumber) {
        if (isAhead) {
            return;
        }
        try {
            channels[channel].raise(nextNumber);
        } catch (IOException e) {
            throw failure("continue at message " + nextNumber + " of channel " + channel, folder, e);
        }
    }

    @Override
    public void onRecovered(final int channel, final long nextNumber) {
        if (isAhead) {
            return;
        }
        try {
            channels[channel].onRecovered(nextNumber);
            if (channels[channel].isAhead()) {
                becomeAhead();
            }
        } catch (IOException e) {
            throw failure("continue with channel " + channel, folder, e);
        }
    }

    /** Makes the log ahead for good: any message taken from now on would leave a gap. */
    private void becomeAhead() throws IOException {
        isAhead = true;
        FeedIdentity.markAhead(storage, folder);
    }

    @Override
    public void onBatchEnd() {
        if (isAhead) {
            return;
        }
        try {
            for (final ChannelLog channel : channels) {
                channel.write();
            }
        } catch (IOException e) {
            throw failure("write", folder, e);
        }
    }

    @Override
    public void force() {
        try {
            for (final ChannelLog channel : channels) {
                channel.force();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the feed log cannot be made durable: " + folder, e);
        }
    }

    /**
     * Writes gathered messages and closes the files. Called by the folding thread after its last message.
     *
     * @throws FeedLogException if some messages cannot be written; the files are closed in any case
     */
    @Override
    public void close() {
        IOException failed = null;
        for (final ChannelLog channel : channels) {
            try {
                channel.close(!isAhead);
            } catch (IOException e) {
                failed = failed == null ? e : failed;
            }
        }
        if (failed != null) {
            throw failure("close", folder, failed);
        }
    }

    // ---- reading -------------------------------------------------------------------------------------------------

    @Override
    public int channels() {
        return channels.length;
    }

    @Override
    public long firstNumber(final int channel) {
        return isAhead ? nextNumber(channel) : channels[channel].firstNumber();
    }

    @Override
    public long nextNumber(final int channel) {
        return channels[channel].nextNumber();
    }

    /**
     * {@inheritDoc}
     *
     * @throws FeedLogException if the file is damaged, or cannot be read
     */
    @Override
    public int read(final int channel, final long number, final MessageBlock block) {
        block.clear();
        if (isAhead) {
            return 0;
        }
        try {
            return channels[channel].read(number, block);
        } catch (IOException e) {
            throw failure("read message " + number + " of channel " + channel, folder, e);
        }
    }
}
