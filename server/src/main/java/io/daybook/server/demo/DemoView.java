package io.daybook.server.demo;

import io.daybook.api.LiveBook;
import io.daybook.flow.bots.BotView;
import io.daybook.server.api.Markets;
import io.daybook.server.orders.OrdersBook;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Shows bots the data of {@code GET /v1/orders} and {@code GET /v1/book}. */
public record DemoView(Markets markets, OrdersBook orders) implements BotView {
    private static final long WAIT_NS = 20_000;

    /** Waits until the view includes the effect of a command. */
    void awaitShown(final long seq, final BooleanSupplier isClosed) {
        awaitShown(orders, seq, isClosed);
    }

    /** Waits until the orders include the effect of a command. */
    public static void awaitShown(final OrdersBook orders, final long seq, final BooleanSupplier isClosed) {
        while (orders.seq() < seq && !isClosed.getAsBoolean()) {
            LockSupport.parkNanos(WAIT_NS);
        }
    }

    @Override
    public List<Order> live(final long uid) {
        return live(orders, uid);
    }

    /** The live orders of a bot. */
    public static List<Order> live(final OrdersBook orders, final long uid) {
        return orders.live(uid).stream()
                .map(order -> new Order(
                        order.uid(), order.symbol(), order.orderId(), order.side(), order.price(), order.filled()))
                .toList();
    }

    @Override
    public long bestBid(final int symbol) {
        return book(symbol).bestBid();
    }

    @Override
    public long bestAsk(final int symbol) {
        return book(symbol).bestAsk();
    }

    private LiveBook book(final int symbol) {
        return markets.book(Objects.requireNonNull(markets.listing(symbol)));
    }
}
