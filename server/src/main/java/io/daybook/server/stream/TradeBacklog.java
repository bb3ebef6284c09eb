package io.daybook.server.stream;

import io.daybook.server.history.MarketHistory;
import io.daybook.server.history.Trade;
import io.daybook.server.http.TextFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The backlog of a symbol's trades: those that the history keeps, as messages. Any thread. */
final class TradeBacklog implements EachTopic.Backlog {
    private final MarketHistory history;
    private final int symbol;
    private final BiFunction<Key, Trade, TextFrame> encoder;

    TradeBacklog(final MarketHistory history, final int symbol, final BiFunction<Key, Trade, TextFrame> encoder) {
        this.history = history;
        this.symbol = symbol;
        this.encoder = encoder;
    }

    /** Makes the message of a new trade; its frame is made once for all sockets. */
    EachTopic.Message message(final Trade trade, final @Nullable Trade before) {
        final Key previous = before == null ? Key.NONE : key(before);
        final TextFrame frame = encoder.apply(previous, trade);
        return new EachTopic.Message(previous, key(trade), () -> frame);
    }

    @Override
    public Key newest() {
        final Trade last = history.lastTrade(symbol);
        return last == null ? Key.NONE : key(last);
    }

    @Override
    public @Nullable List<EachTopic.Message> after(final Key key, final int limit) {
        final List<Trade> trades = history.tradesAfter(symbol, key.first(), (int) key.second(), limit);
        if (trades == null) {
            return null;
        }
        final List<EachTopic.Message> messages = new ArrayList<>(trades.size());
        Key previous = key;
        for (final Trade trade : trades) {
            final Key before = previous;
            messages.add(new EachTopic.Message(before, key(trade), () -> encoder.apply(before, trade)));
            previous = key(trade);
        }
        return messages;
    }

    private static Key key(final Trade trade) {
        return new Key(trade.seq(), trade.event());
    }
}
