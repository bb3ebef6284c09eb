package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderEvent;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Orders that trade at any price: the engine accepts them, and refuses an order that asks for more. */
class MarketOrdersTest {
    private static final int BASE = 10;
    private static final int QUOTE = 20;
    private static final int BUYER = 1;
    private static final int SELLER = 2;
    private static final int RUNS = 300;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    private static Exchange market(final SymbolSpec spec, final long money) {
        final Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start();
        exchange.submit(new AddSymbol(spec));
        exchange.submit(
                AddAccounts.of(Map.of((long) BUYER, Map.of(QUOTE, money), (long) SELLER, Map.of(BASE, 1L << 50))));
        return exchange;
    }

    private static ResultCode send(final Exchange exchange, final PlaceOrder order) {
        return exchange.submit(order).join().code();
    }

    private static PlaceOrder at(final PlaceOrder order, final long price) {
        return new PlaceOrder(
                order.uid(), order.symbol(), order.orderId(), order.side(), order.orderType(), price, 0, order.size());
    }

    @Test
    void shouldBidForAPairWithAllTheMoneyWhereFeesArePerLot() {
        for (int run = 0; run < RUNS; run++) {
            final long fee = random.nextLong(50);
            final SymbolSpec spec = SymbolSpec.exchangePair(7, BASE, QUOTE)
                    .tickValue(1 + random.nextLong(20))
                    .feesPerLot(fee, 0)
                    .build();
            final long size = 1 + random.nextLong(100);
            final long money = size * fee + spec.tickValue() + random.nextLong(100_000);
            try (Exchange exchange = market(spec, money)) {
                final PlaceOrder bid = PlaceOrder.marketBid(spec, BUYER, 1, size, money);
                assertEquals(OrderType.IOC_BUDGET, bid.orderType());
                assertEquals(ResultCode.RISK_NSF, send(exchange, at(bid, bid.price() + 1)), () -> "seed=" + seed);
                assertEquals(ResultCode.SUCCESS, send(exchange, bid), () -> "seed=" + seed);
            }
        }
    }

    @Test
    void shouldBidForAPairWithAllTheMoneyWhereFeesAreProportional() {
        for (int run = 0; run < RUNS; run++) {
            final SymbolSpec spec = SymbolSpec.exchangePair(7, BASE, QUOTE)
                    .tickValue(1 + random.nextLong(20))
                    .feesProportional(random.nextLong(1_000_001), 0)
                    .build();
            final long money = 2 * spec.tickValue() + random.nextLong(1_000_000);
            try (Exchange exchange = market(spec, money)) {
                final PlaceOrder bid = PlaceOrder.marketBid(spec, BUYER, 1, 1 + random.nextLong(100), money);
                assertEquals(ResultCode.RISK_NSF, send(exchange, at(bid, bid.price() + 2)), () -> "seed=" + seed);
                assertEquals(ResultCode.SUCCESS, send(exchange, bid), () -> "seed=" + seed);
            }
        }
    }

    @Test
    void shouldRefuseABidWhereTheMoneyDoesNotReach() {
        final SymbolSpec spec =
                SymbolSpec.exchangePair(7, BASE, QUOTE).feesPerLot(10, 0).build();
        try (Exchange exchange = market(spec, 40)) {
            assertEquals(ResultCode.INVALID_PRICE, send(exchange, PlaceOrder.marketBid(spec, BUYER, 1, 5, 40)));
        }
    }

    @Test
    void shouldNeverPayMoreThanTheMoneyWhateverElseIsAvailable() {
        final SymbolSpec spec = SymbolSpec.exchangePair(7, BASE, QUOTE)
                .tickValue(10)
                .feesPerLot(3, 0)
                .build();
        try (Exchange exchange = market(spec, 1_000_000)) {
            assertEquals(ResultCode.SUCCESS, send(exchange, PlaceOrder.gtc(SELLER, 7, 1, Side.ASK, 1, 100)));
            assertEquals(ResultCode.INVALID_PRICE, send(exchange, PlaceOrder.marketBid(spec, BUYER, 2, 100, 2)));
        }
    }

    @Test
    void shouldAskAtTheLowestPriceThatTheEngineTakes() {
        for (int run = 0; run < RUNS; run++) {
            final SymbolSpec spec = SymbolSpec.exchangePair(7, BASE, QUOTE)
                    .tickValue(1 + random.nextLong(20))
                    .feesPerLot(random.nextLong(50), 0)
                    .prices(1 + random.nextLong(5), 100)
                    .build();
            try (Exchange exchange = market(spec, 1)) {
                final PlaceOrder ask = PlaceOrder.marketAsk(spec, SELLER, 1, 9);
                final ResultCode lower = send(exchange, at(ask, ask.price() - 1));
                assertEquals(
                        ask.price() == spec.minPrice()
                                ? ResultCode.INVALID_PRICE
                                : ResultCode.RISK_ASK_PRICE_LOWER_THAN_FEE,
                        lower,
                        () -> "seed=" + seed);
                assertEquals(ResultCode.SUCCESS, send(exchange, ask), () -> "seed=" + seed);
            }
        }
    }

    @Test
    void shouldTradeFuturesAtAnyPrice() {
        final SymbolSpec spec = SymbolSpec.futuresContract(7, BASE, QUOTE)
                .feesPerLot(3, 1)
                .margins(5, 5)
                .prices(1, 1_000)
                .build();
        try (Exchange exchange = market(spec, 100_000)) {
            exchange.submit(AddAccounts.of(Map.of(3L, Map.of(QUOTE, 100_000L))));
            send(exchange, PlaceOrder.postOnly(3, 7, 1, Side.BID, 2, 5));
            send(exchange, PlaceOrder.postOnly(3, 7, 2, Side.ASK, 900, 5));
            final CommandResult bought =
                    exchange.submit(PlaceOrder.marketBid(spec, BUYER, 3, 8, 0)).join();
            assertEquals(5, bought.filled());
            assertEquals(3, bought.rejected());
            assertEquals(
                    4,
                    exchange.submit(PlaceOrder.marketAsk(spec, BUYER, 4, 4))
                            .join()
                            .filled());
        }
    }

    @Test
    void shouldNameEveryNumberOfAnOrder() {
        final PlaceOrder named = PlaceOrder.builder()
                .uid(301)
                .symbol(7)
                .orderId(5001)
                .bid()
                .type(OrderType.FOK)
                .price(90)
                .reservePrice(95)
                .size(5)
                .build();
        assertEquals(PlaceOrder.fok(301, 7, 5001, Side.BID, 90, 5).withReservePrice(95), named);
        assertEquals(
                PlaceOrder.gtc(301, 7, 5001, Side.ASK, 90, 5),
                PlaceOrder.builder()
                        .uid(301)
                        .symbol(7)
                        .orderId(5001)
                        .side(Side.ASK)
                        .price(90)
                        .size(5)
                        .build());
        assertThrows(IllegalArgumentException.class, () -> PlaceOrder.builder().build());
    }

    /** Two lots rest at 10; the lots that an order leaves untraded show which type the door sent. */
    @Test
    void shouldSendEachTypeByItsWordThroughTheFastDoor() {
        assertEquals(List.of(2L, 0L, 3L), fate(PlaceOrderWriter::gtc, 10, 5));
        assertEquals(List.of(2L, 3L, 0L), fate(PlaceOrderWriter::ioc, 10, 5));
        assertEquals(List.of(0L, 5L, 0L), fate(PlaceOrderWriter::fok, 10, 5));
        assertEquals(List.of(2L, 0L, 0L), fate(PlaceOrderWriter::fok, 10, 2));
        assertEquals(List.of(0L, 5L, 0L), fate(PlaceOrderWriter::postOnly, 10, 5));
        assertEquals(List.of(0L, 2L, 0L), fate(PlaceOrderWriter::fokBudget, 19, 2));
        assertEquals(List.of(2L, 0L, 0L), fate(PlaceOrderWriter::fokBudget, 20, 2));
        assertEquals(List.of(1L, 1L, 0L), fate(PlaceOrderWriter::iocBudget, 19, 2));
    }

    /** The lots of a bid that traded, that were rejected, and that rest. */
    private static List<Long> fate(final UnaryOperator<PlaceOrderWriter> type, final long price, final long size) {
        final List<CommandResult> results = new ArrayList<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                results.add(result.toResult());
            }
        };
        final SymbolSpec spec = SymbolSpec.exchangePair(7, BASE, QUOTE).build();
        try (Exchange exchange = market(spec, 1_000)) {
            assertEquals(ResultCode.SUCCESS, send(exchange, PlaceOrder.gtc(SELLER, 7, 1, Side.ASK, 10, 2)));
            exchange.addListener(listener);
            exchange.newDoor().place(order -> type.apply(
                            order.uid(BUYER).symbol(7).orderId(2).bid())
                    .price(price)
                    .size(size));
        }
        final CommandResult result = results.get(0);
        assertEquals(ResultCode.SUCCESS, result.code());
        long traded = 0;
        long rejected = 0;
        for (final OrderEvent event : result.events()) {
            traded += event instanceof OrderEvent.Trade trade ? trade.size() : 0;
            rejected += event instanceof OrderEvent.Reject reject ? reject.size() : 0;
        }
        return List.of(traded, rejected, size - traded - rejected);
    }

    @Test
    void shouldSayInWordsWhenSnapshotsAreTaken() {
        assertEquals(
                new SnapshotConfig(200_000, 0, 5, 0, 0, false),
                SnapshotConfig.every(200_000).keep(5));
        assertEquals(
                new SnapshotConfig(0, 60, 3, 0, 0, true),
                SnapshotConfig.everyMinutes(60).retainingAll());
    }
}
