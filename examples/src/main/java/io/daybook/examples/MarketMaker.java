package io.daybook.examples;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.SymbolSpec;
import io.daybook.core.DaybookExchange;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A market maker that never waits: it quotes both sides through the {@code try…} methods of a door, and if the ring is
 * full it leaves the quote out, because a late quote is worse than none. Used by one thread; a quote allocates nothing.
 */
public final class MarketMaker {
    private static final int SPREAD = 2;
    private static final long LOTS = 5;

    private final CommandDoor door;
    private final long uid;
    private final int symbol;
    private long nextOrderId;
    private long liveBid;
    private long liveAsk;
    private long sent;
    private long leftOut;

    /**
     * Creates a maker without quotes.
     *
     * @param firstOrderId the first id; ids count up from it, so that none is used twice
     */
    public MarketMaker(final Exchange exchange, final long uid, final int symbol, final long firstOrderId) {
        this.door = exchange.newDoor();
        this.uid = uid;
        this.symbol = symbol;
        this.nextOrderId = firstOrderId;
    }

    /**
     * Replaces the quotes by quotes around a price, as far as the ring has room. Both old quotes are cancelled first: a
     * new bid must not meet the old ask.
     */
    public void quote(final long middle) {
        if (isGone(liveBid)) {
            liveBid = 0;
        }
        if (isGone(liveAsk)) {
            liveAsk = 0;
        }
        if (liveBid == 0 && liveAsk == 0) {
            liveBid = place(true, middle - SPREAD);
            liveAsk = place(false, middle + SPREAD);
        }
    }

    /** The number of commands that were sent. */
    public long sent() {
        return sent;
    }

    /** The number of commands that were left out because the ring was full. */
    public long leftOut() {
        return leftOut;
    }

    /** Cancels an order, if there is one; returns false if the ring had no room for that. */
    private boolean isGone(final long orderId) {
        if (orderId == 0) {
            return true;
        }
        final CancelOrderWriter cancel = door.tryCancel();
        if (cancel == null) {
            leftOut++;
            return false;
        }
        cancel.uid(uid).symbol(symbol).orderId(orderId).publish();
        sent++;
        return true;
    }

    /** Places an order; returns its id, or 0 if the ring had no room for it. */
    private long place(final boolean bid, final long price) {
        final PlaceOrderWriter order = door.tryPlace();
        if (order == null) {
            leftOut++;
            return 0;
        }
        final long orderId = nextOrderId++;
        order.uid(uid).symbol(symbol).orderId(orderId).price(price).size(LOTS);
        if (bid) {
            order.bid().gtc().publish();
        } else {
            order.ask().gtc().publish();
        }
        sent++;
        return orderId;
    }

    public static void main(final String[] args) {
        final int symbol = 1;
        final long maker = 7;
        try (Exchange exchange = DaybookExchange.builder().ringSize(1024).start()) {
            exchange.submit(new AddSymbol(SymbolSpec.exchangePair(symbol, 1, 2).build()))
                    .join();
            exchange.submit(AddAccounts.of(Map.of(maker, Map.of(1, 1_000_000L, 2, 1_000_000_000L))))
                    .join();
            final MarketMaker quotes = new MarketMaker(exchange, maker, symbol, 1);
            final SplittableRandom random = new SplittableRandom(1);
            long middle = 10_000;
            for (int i = 0; i < 1_000_000; i++) {
                middle += random.nextInt(3) - 1;
                quotes.quote(middle);
            }
            System.out.println(quotes.sent() + " commands sent, " + quotes.leftOut() + " left out; "
                    + exchange.metrics().ringFill() + " of "
                    + exchange.metrics().ringSize() + " slots in use");
        }
    }
}
