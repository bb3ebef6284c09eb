package io.daybook.flow.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.RestingOrders;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedEvent.Kind;
import io.daybook.host.Proves;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares simulated days with an outsider's orders on an exchange with a model that shares no code with the exchange.
 */
@Proves(
        value = "a recorded day with an outsider's orders follows its rules",
        normal = "1,000 days of 200 messages; 10,000 with -Plong")
@Tag("whole")
class RecordedMarketTest {
    private static final int SYMBOL = 3;
    private static final int MESSAGES = 200;
    private static final int LOWEST = MadeUpMessages.LOWEST;
    private static final int PRICES = MadeUpMessages.PRICES;

    private final List<String> fills = new ArrayList<>();
    private RecordedMarket market;
    private MarketModel model;
    private SplittableRandom dice;

    private static int days() {
        return Boolean.getBoolean("daybook.long") ? 10_000 : Boolean.getBoolean("daybook.quick") ? 100 : 1_000;
    }

    @Test
    void shouldFollowTheRulesOnMadeUpDays() {
        final long draw = Long.parseLong(System.getProperty("daybook.draw", "1"));
        final long[] sums = new long[6];
        long all = 0;
        for (int day = 0; day < days(); day++) {
            final long seed = draw + day;
            play(seed);
            all += fills.size();
            final String[] counts = model.counts().split(" ");
            for (int i = 0; i < sums.length; i++) {
                sums[i] += Long.parseLong(counts[i]);
            }
        }
        System.out.printf(
                "%,d days: %,d fills; displaced %,d, consumed %,d, missed %,d, odd %,d, doubtful %,d lots;"
                        + " %,d unknown messages%n",
                days(), all, sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]);
        for (final long sum : sums) {
            assertTrue(sum > 0, "each rule must apply on some day");
        }
    }

    private void play(final long seed) {
        dice = new SplittableRandom(seed);
        model = new MarketModel();
        fills.clear();
        final MadeUpMessages messages = new MadeUpMessages(dice, model, SYMBOL);
        try (Exchange exchange = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .ringSize(256)
                .eventRingSize(1_024)
                .start()) {
            market = new RecordedMarket(
                    exchange,
                    (id, price, size, isMaker, isDoubtful) -> fills.add("mine"
                            + (id - RecordedMarket.FIRST_OUTSIDER_ID) + " " + size + "@" + price
                            + (isMaker ? " maker" : " taker") + (isDoubtful ? " doubtful" : "")));
            int mine = 0;
            long timeNs = 1_000;
            for (int message = 1; message <= MESSAGES; message++) {
                timeNs += dice.nextInt(3) == 0 ? 0 : 1;
                final RecordedEvent event = messages.make(message, timeNs);
                market.onEvent(event);
                model.event(event);
                if (dice.nextInt(8) == 0) {
                    act(mine++, timeNs);
                }
                if (dice.nextInt(4) == 0) {
                    market.end();
                    model.endGroup();
                    compare("seed=" + seed + " message=" + message);
                }
            }
            market.end();
            model.endGroup();
            compare("seed=" + seed + " end");
        }
    }

    private void act(final int mine, final long timeNs) {
        final boolean isAsk = dice.nextBoolean();
        final boolean rests = dice.nextInt(4) > 0;
        final long price = LOWEST + dice.nextInt(PRICES);
        final long size = 1 + dice.nextInt(12);
        final OrderType type = rests ? OrderType.GTC : OrderType.IOC;
        final long id = market.place(SYMBOL, timeNs, isAsk ? Side.ASK : Side.BID, type, price, size);
        assertEquals(RecordedMarket.FIRST_OUTSIDER_ID + mine, id);
        model.place("mine" + mine, isAsk, type, price, size);
        if (dice.nextInt(3) == 0) {
            final int gone = dice.nextInt(mine + 1);
            market.cancel(SYMBOL, timeNs, RecordedMarket.FIRST_OUTSIDER_ID + gone);
            model.cancel("mine" + gone);
        }
    }

    private void compare(final String where) {
        assertEquals(model.fills, fills, where);
        assertEquals(model.counts(), counts(), where);
        final RestingOrders orders = market.orders(SYMBOL);
        if (orders == null) {
            assertTrue(model.orders.isEmpty(), where);
            return;
        }
        for (final MarketModel.Resting order : model.orders) {
            final long id = order.isMine()
                    ? RecordedMarket.FIRST_OUTSIDER_ID + Long.parseLong(order.name.substring(4))
                    : RecordedMarket.idOf(MadeUpMessages.number(order));
            assertEquals(order.lots, orders.lots(id), () -> where + ": " + order);
            assertEquals(order.price, orders.price(id), () -> where + ": " + order);
            assertEquals(model.lotsBefore(order), orders.lotsBefore(id), () -> where + ": before " + order);
        }
        assertEquals(best(false), orders.bestBid(), where);
        assertEquals(best(true), orders.bestAsk(), where);
    }

    private long best(final boolean asks) {
        return model.orders.stream()
                .filter(order -> order.isAsk == asks)
                .mapToLong(order -> asks ? order.price : -order.price)
                .min()
                .stream()
                .map(Math::abs)
                .findFirst()
                .orElse(0);
    }

    private String counts() {
        final MarketCounts counts = market.counts();
        return counts.displaced() + " " + counts.consumed() + " " + counts.missed() + " " + counts.odd() + " "
                + counts.doubtful() + " " + counts.unknown();
    }

    /** A user's order trades between the read of a recorded order and the command that takes the order off. */
    @Test
    void shouldGoOnIfAnOutsiderTakesAnOrderBeforeItsCancel() {
        try (Exchange exchange = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .ringSize(256)
                .eventRingSize(1_024)
                .start()) {
            final SharedGround ground = new SharedGround(exchange);
            market = new RecordedMarket(
                    ground,
                    (id, price, size, isMaker, isDoubtful) -> fills.add(size + (isMaker ? " maker" : " taker")));
            market.onEvent(event(Kind.ADDED, 1_000, 30));
            ground.isArmed = true;
            market.onEvent(event(Kind.DELETED, 1_001, 0));
            assertEquals(List.of("30 taker"), fills);
            assertEquals(30, market.counts().consumed());
            market.onEvent(event(Kind.ADDED, 1_002, 5));
            assertEquals(0, market.counts().unknown(), "the deletion must count: its number is free");
        }
    }

    private static RecordedEvent event(final Kind kind, final long timeNs, final long size) {
        return new RecordedEvent()
                .begin(kind, timeNs, SYMBOL)
                .references(7, 0)
                .terms(Side.BID, 100)
                .sizes(size, 0);
    }

    /** An exchange on which a user's order trades right after one read of a bid of 30 lots. */
    private static final class SharedGround implements MarketGround {
        private final OwnGround own;
        private boolean isArmed;

        SharedGround(final Exchange exchange) {
            own = new OwnGround(exchange);
        }

        @Override
        public Exchange exchange() {
            return own.exchange();
        }

        @Override
        public MarketIds ids() {
            return own.ids();
        }

        @Override
        public SymbolSpec open(final int symbol, final long timeNs) {
            return own.open(symbol, timeNs);
        }

        @Override
        public RestingOrders orders(final int symbol) {
            final RestingOrders orders = own.orders(symbol);
            return (RestingOrders) Proxy.newProxyInstance(
                    RestingOrders.class.getClassLoader(),
                    new Class<?>[] {RestingOrders.class},
                    (proxy, method, given) -> {
                        final Object seen = method.invoke(orders, given);
                        if (isArmed && method.getName().equals("sideCode")) {
                            isArmed = false;
                            exchange()
                                    .submit(
                                            new PlaceOrder(
                                                    RecordedMarket.OUTSIDER,
                                                    symbol,
                                                    RecordedMarket.FIRST_OUTSIDER_ID,
                                                    Side.ASK,
                                                    OrderType.IOC,
                                                    100,
                                                    0,
                                                    30),
                                            0,
                                            1_001)
                                    .join();
                        }
                        return seen;
                    });
        }

        @Override
        public long stampNs(final long timeNs) {
            return own.stampNs(timeNs);
        }

        @Override
        public void results(final MarketResults listener) {
            own.results(listener);
        }

        @Override
        public void awaitResult(final long uid, final long orderId) {
            own.awaitResult(uid, orderId);
        }

        @Override
        public boolean outsiders(final int symbol, final LongConsumer ids) {
            return true;
        }
    }
}
