package io.daybook.feed;

import io.daybook.api.CommandType;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.Limits;
import io.daybook.api.PartReader;
import io.daybook.api.RestingOrder;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.sessions.order.OrderListener;
import io.daybook.sessions.order.OrderReader;
import io.daybook.sessions.outbox.Histories;
import io.daybook.wire.feed.MessageSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The follower that makes the feed. The commands alone determine message k of a channel: threads, processes, nodes and
 * restarts make no difference. A symbol is in channel {@code symbol mod channels}.
 *
 * <p>The fold keeps a shadow of the shown books, and never queries the engine. The exchange's snapshots contain the
 * state of the fold. In steady state the fold allocates nothing. It is called by one thread, like each follower.
 */
public final class FeedFold implements Follower {
    /** The name of the feed among the followers of a folder. */
    public static final String NAME = "feed";

    /** The limit of the number of channels. */
    public static final int MAX_CHANNELS = 64;

    /** The time of the first group of a feed that begins with an existing state, which has no time. */
    public static final long NO_TIME = 0;

    private static final int NOP = CommandType.NOP.code();
    private static final int ADD_SYMBOL = CommandType.ADD_SYMBOL.code();
    private static final int ADD_SYMBOLS = CommandType.ADD_SYMBOLS.code();
    private static final int MASS_CANCEL = CommandType.MASS_CANCEL.code();
    private static final int RESET = CommandType.RESET.code();
    private static final int NO_SYMBOL = 0;

    /** A sink that ignores all messages; used if they go to a reader in this process. */
    private static final ChannelSink NO_FOLDER = (channel, number, bytes, offset, length, replayed) -> {};

    private final ChannelSink sink;
    private final @Nullable ChannelSink levelSink;
    private final ChannelShadow[] shadows;
    private final ActFold[] acts;
    private final OrderReader everywhere = new OrderReader(new OrderListener() {
        @Override
        public void onTakenOff(final OrderReader order) {
            shrink(order);
        }
    });
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];
    private boolean isReplayed;
    private boolean isRecovered;
    private long seq;
    private Histories.Current history = Histories.Current.FIRST;

    /**
     * Creates a feed of one channel, with orders only, for a reader in this process.
     *
     * @param reader receives the messages
     */
    public FeedFold(final MessageSink reader) {
        sink = NO_FOLDER;
        levelSink = null;
        shadows = new ChannelShadow[] {new ChannelShadow(reader, null)};
        acts = new ActFold[] {new ActFold(shadows[0])};
    }

    /**
     * Creates the feed of a folder, with orders only.
     *
     * @param channels 1 to {@value #MAX_CHANNELS}; always the same for a folder
     * @param sink takes the messages
     */
    public FeedFold(final int channels, final ChannelSink sink) {
        this(channels, sink, null);
    }

    /**
     * Creates the feed of a folder.
     *
     * @param channels 1 to {@value #MAX_CHANNELS}; always the same for a folder
     * @param sink takes the messages of the streams of orders
     * @param levelSink takes the messages of the streams of levels, which have separate numbers; null for none
     */
    public FeedFold(final int channels, final ChannelSink sink, final @Nullable ChannelSink levelSink) {
        if (channels < 1 || channels > MAX_CHANNELS) {
            throw new IllegalArgumentException("channels must be from 1 to " + MAX_CHANNELS + ": channels=" + channels);
        }
        this.sink = sink;
        this.levelSink = levelSink;
        shadows = new ChannelShadow[channels];
        acts = new ActFold[channels];
        for (int i = 0; i < channels; i++) {
            shadows[i] = new ChannelShadow(sinkOf(i, sink), levelSink == null ? null : sinkOf(i, levelSink));
            acts[i] = new ActFold(shadows[i]);
        }
    }

    private MessageSink sinkOf(final int channel, final ChannelSink all) {
        return new MessageSink() {
            @Override
            public void onMessage(final long number, final byte[] bytes, final int offset, final int length) {
                all.onMessage(channel, number, bytes, offset, length, isReplayed);
            }

            @Override
            public void onMessages(
                    final long firstNumber, final int count, final byte[] bytes, final int offset, final int length) {
                all.onMessages(channel, firstNumber, count, bytes, offset, length, isReplayed);
            }
        };
    }

    @Override
    public String name() {
        return NAME;
    }

    /** The number of channels. */
    public int channels() {
        return shadows.length;
    }

    /** The books of a channel, from 0, as its messages show them. */
    public ChannelShadow channel(final int channel) {
        return shadows[channel];
    }

    /** The number of the last command that was folded. */
    public long seq() {
        return seq;
    }

    @Override
    public void restore(final @Nullable PartReader part, final long lastSeq, final StateView state) {
        seq = lastSeq;
        isReplayed = true;
        if (part != null) {
            FeedPart.read(part, lastSeq, shadows);
        } else if (lastSeq > 0) {
            open(state);
        }
        onBatchEnd();
    }

    /** Writes messages for the existing state, if the feed begins without a part of a snapshot. */
    private void open(final StateView state) {
        final long begun = history.beginningBehind(seq);
        if (begun != 0) {
            raise(begun); // the lost history may have had a feed
        }
        for (final ChannelShadow shadow : shadows) {
            shadow.begin(seq, NO_TIME);
        }
        for (final SymbolSpec spec : state.symbols()) {
            shadow(spec.symbol()).list(Listed.of(spec));
        }
        state.forEachOrder(this::addResting);
        endAll();
    }

    private void addResting(final RestingOrder order) {
        if (order.shown() > 0) {
            final ChannelShadow shadow = shadow(order.symbol());
            final int book = shadow.bookOf(order.symbol());
            shadow.add(book, order.side().code(), order.price(), order.orderId(), order.shown());
        }
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        isReplayed = replayed;
        if (!replayed && !isRecovered) {
            endRecovery();
        }
        seq = result.seq();
        final int type = result.typeCode();
        if (type == NOP) {
            final long begun = Histories.begunBy(result, tag);
            if (begun != 0) {
                raise(begun);
            }
            return;
        }
        if (type == ADD_SYMBOL || type == ADD_SYMBOLS) {
            list(result);
        } else if (type == RESET) {
            reset(result);
        } else if (type == MASS_CANCEL && result.symbol() == NO_SYMBOL) {
            cancelEverywhere(result);
        } else if (result.symbol() != NO_SYMBOL) {
            acts[channelOf(result.symbol())].fold(result);
        }
    }

    /**
     * Ends recovery, before the first live result at the latest. A caller that needs the next numbers earlier calls
     * this method after the start of the exchange, before any client can send a command.
     */
    public void endRecovery() {
        if (!isRecovered) {
            isRecovered = true;
            for (int channel = 0; channel < shadows.length; channel++) {
                sink.onRecovered(channel, shadows[channel].nextNumber());
                if (levelSink != null) {
                    levelSink.onRecovered(channel, shadows[channel].nextLevelNumber());
                }
            }
        }
    }

    private void raise(final long number) {
        for (int channel = 0; channel < shadows.length; channel++) {
            final ChannelShadow shadow = shadows[channel];
            shadow.raise(number);
            sink.onRaised(channel, shadow.nextNumber());
            if (levelSink != null) {
                levelSink.onRaised(channel, shadow.nextLevelNumber());
            }
        }
    }

    /** Sets the history of the folder. Called before the feed is restored. */
    public void in(final Histories.Current present) {
        history = present;
    }

    private void list(final ResultView result) {
        beginAll(result);
        final List<SymbolSpec> added = result.addedSymbols();
        for (int i = 0; i < added.size(); i++) {
            shadow(added.get(i).symbol()).list(Listed.of(added.get(i)));
        }
        endAll();
    }

    private void reset(final ResultView result) {
        if (!result.isSuccess()) {
            return;
        }
        beginAll(result);
        for (final ChannelShadow shadow : shadows) {
            shadow.reset();
        }
        endAll();
    }

    /** Cancels a user's orders of all symbols: one group in each channel that has such orders. */
    private void cancelEverywhere(final ResultView result) {
        beginAll(result);
        everywhere.read(result);
        endAll();
    }

    private void shrink(final OrderReader order) {
        final int channel = channelOf(order.symbol());
        final int book = shadows[channel].bookOf(order.symbol());
        if (book != ChannelBooks.NO_BOOK) {
            acts[channel].shrink(book, order.orderId(), order.remaining());
        }
    }

    private void beginAll(final ResultView result) {
        for (final ChannelShadow shadow : shadows) {
            shadow.begin(result.seq(), result.timestampNs());
        }
    }

    private void endAll() {
        for (final ChannelShadow shadow : shadows) {
            shadow.end();
        }
    }

    private ChannelShadow shadow(final int symbol) {
        return shadows[channelOf(symbol)];
    }

    private int channelOf(final int symbol) {
        return shadows.length == 1 ? 0 : Math.floorMod(symbol, shadows.length); // spares a slow division
    }

    @Override
    public void onBatchEnd() {
        sink.onBatchEnd();
        if (levelSink != null) {
            levelSink.onBatchEnd();
        }
    }

    @Override
    public FollowerPart capture() {
        onBatchEnd();
        final FollowerPart copy = FeedPart.copy(seq, shadows);
        return out -> {
            sink.force();
            if (levelSink != null) {
                levelSink.force();
            }
            copy.writeTo(out);
        };
    }
}
