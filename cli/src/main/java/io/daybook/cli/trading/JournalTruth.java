package io.daybook.cli.trading;

import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.core.Replay;
import io.daybook.sessions.order.OrderListener;
import io.daybook.sessions.order.OrderReader;
import io.daybook.wire.OrderNumbers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Computes facts about users from a journal, by carrying its commands out again: after each command, the position that
 * each user would have if all its open orders of one side traded; the number of trades of each user; and the open
 * orders of a session at the end.
 */
final class JournalTruth implements ExchangeListener, OrderListener {
    private static final int BID = Side.BID.code();

    private final OrderReader reader = new OrderReader(this);
    private final Map<Long, Open> orders = new HashMap<>();
    private final Map<Key, Sums> sums = new HashMap<>();

    private long trades;

    /** A user and a symbol. */
    private record Key(long uid, int symbol) {}

    /** A live order. */
    private record Open(Key owner, boolean isBid, long lots) {}

    private static final class Sums {
        private long position;
        private long bids;
        private long asks;
        private long largest;
        private long trades;
    }

    private JournalTruth() {}

    static JournalTruth of(final Path folder) {
        final JournalTruth truth = new JournalTruth();
        Replay.from(folder, 1, truth);
        return truth;
    }

    /** The largest position that a user could have reached in a symbol, long or short. */
    long largest(final long uid, final int symbol) {
        return sums(new Key(uid, symbol)).largest;
    }

    /** The number of fills of a user in a symbol. */
    long trades(final long uid, final int symbol) {
        return sums(new Key(uid, symbol)).trades;
    }

    /** The number of all trades. */
    long trades() {
        return trades;
    }

    /** The number of orders of a session that are open at the end. */
    long open(final int session) {
        return orders.keySet().stream()
                .filter(orderId -> OrderNumbers.session(orderId) == session)
                .count();
    }

    @Override
    public void onResult(final ResultView result) {
        reader.read(result);
    }

    @Override
    public void onOpened(final OrderReader order) {
        final Key owner = new Key(order.uid(), order.symbol());
        set(order.orderId(), new Open(owner, order.sideCode() == BID, order.size()));
    }

    @Override
    public void onTraded(final OrderReader order) {
        final Sums of = sums(new Key(order.uid(), order.symbol()));
        of.trades++;
        trades += order.isMaker() ? 1 : 0;
        of.position += order.sideCode() == BID ? order.size() : -order.size();
        left(order.orderId(), order.remaining());
    }

    @Override
    public void onTakenOff(final OrderReader order) {
        left(order.orderId(), order.remaining());
    }

    @Override
    public void onReplaced(final OrderReader order) {
        left(order.orderId(), order.remaining());
    }

    private void left(final long orderId, final long lots) {
        final Open before = orders.get(orderId);
        if (before != null) {
            set(orderId, new Open(before.owner(), before.isBid(), lots));
        }
    }

    private void set(final long orderId, final Open now) {
        final Sums of = sums(now.owner());
        final Open before = now.lots() == 0 ? orders.remove(orderId) : orders.put(orderId, now);
        final long more = now.lots() - (before == null ? 0 : before.lots());
        of.bids += now.isBid() ? more : 0;
        of.asks += now.isBid() ? 0 : more;
        of.largest = Math.max(of.largest, Math.max(of.position + of.bids, -of.position + of.asks));
    }

    private Sums sums(final Key key) {
        return sums.computeIfAbsent(key, fresh -> new Sums());
    }
}
