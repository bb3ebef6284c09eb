package io.daybook.core.delivery;

import io.daybook.api.CommandType;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderBookReport;
import io.daybook.api.ResultCode;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.UnsubscribeBookQuery;
import io.daybook.core.listener.Listeners;
import io.daybook.engine.SlotBookChangeView;
import io.daybook.kernel.command.CommandSlot;
import java.util.Arrays;
import java.util.function.Predicate;
import org.eclipse.collections.impl.map.mutable.primitive.IntObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds the listeners that subscribed to each book, and the seq of the last change of each book, which the next change
 * names. It takes subscriptions from the queries that pass. Used by the thread that delivers.
 */
final class BookStreams {
    private static final int RESET = CommandType.RESET.code();
    private static final ExchangeListener[] NO_LISTENERS = {};

    /**
     * Created at the first subscription: its class is in a signed jar, and checking signatures makes a start longer.
     */
    private @Nullable IntObjectHashMap<Stream> streams;

    private final SlotBookChangeView view = new SlotBookChangeView();

    /** The changes of one book. */
    private static final class Stream {
        private long lastChange;
        private ExchangeListener[] subscribers = NO_LISTENERS;

        /** The listeners of the exchange when the subscribers were last compared with them. */
        private ExchangeListener[] compared = NO_LISTENERS;
    }

    /**
     * Handles a query with its answer.
     *
     * @param listening the listeners of the exchange; others cannot subscribe
     * @return the levels from which the changes of a book continue, if the query subscribes to them; else null
     */
    @Nullable
    OrderBookReport onQuery(final CommandSlot slot, final ExchangeListener[] listening) {
        if (!(slot.report() instanceof OrderBookReport report) || report.code() != ResultCode.SUCCESS) {
            return null;
        }
        if (slot.payload() instanceof SubscribeBookQuery query && Listeners.contains(listening, query.listener())) {
            add(report, query.listener());
            return report;
        }
        if (slot.payload() instanceof UnsubscribeBookQuery query) {
            remove(report.symbol(), query.listener());
        }
        return null;
    }

    private void add(final OrderBookReport report, final ExchangeListener listener) {
        if (streams == null) {
            streams = new IntObjectHashMap<>();
        }
        Stream stream = streams.get(report.symbol());
        if (stream == null) {
            stream = new Stream();
            stream.lastChange = report.seq();
            streams.put(report.symbol(), stream);
        }
        if (!Listeners.contains(stream.subscribers, listener)) {
            stream.subscribers = Arrays.copyOf(stream.subscribers, stream.subscribers.length + 1);
            stream.subscribers[stream.subscribers.length - 1] = listener;
        }
    }

    private void remove(final int symbol, final ExchangeListener listener) {
        final Stream stream = stream(symbol);
        if (streams != null && stream != null) {
            stream.subscribers = only(stream.subscribers, other -> other != listener);
            if (stream.subscribers.length == 0) {
                streams.remove(symbol);
            }
        }
    }

    private @Nullable Stream stream(final int symbol) {
        return streams == null ? null : streams.get(symbol);
    }

    private static ExchangeListener[] only(
            final ExchangeListener[] listeners, final Predicate<ExchangeListener> condition) {
        return Arrays.stream(listeners).filter(condition).toArray(ExchangeListener[]::new);
    }

    /** Handles a command that was carried out. */
    void onCommand(final CommandSlot slot) {
        if (streams != null && slot.type() == RESET && slot.isSuccess()) {
            streams.clear();
        }
    }

    /** The changes of a command that changed its book; valid until the next call. */
    SlotBookChangeView changes(final CommandSlot slot, final long seq, final long timeNs) {
        final Stream stream = stream(slot.symbol());
        view.wrap(slot, seq, stream == null ? 0 : stream.lastChange, timeNs);
        if (stream != null) {
            stream.lastChange = seq;
        }
        return view;
    }

    /**
     * The subscribers of a book; not to be modified.
     *
     * @param listening the listeners of the exchange; those that left receive nothing
     */
    ExchangeListener[] subscribers(final int symbol, final ExchangeListener[] listening) {
        final Stream stream = stream(symbol);
        if (stream == null) {
            return NO_LISTENERS;
        }
        if (stream.compared != listening) {
            stream.compared = listening;
            stream.subscribers = only(stream.subscribers, subscriber -> Listeners.contains(listening, subscriber));
        }
        return stream.subscribers;
    }
}
