package io.daybook.flow.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.RestingOrders;
import io.daybook.api.Side;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedEvent.Kind;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Made-up days with an outsider's orders in them, on an exchange and in a model that knows nothing of it. */
@Proves(
        value = "a recorded day with an outsider's orders follows its rules",
        normal = "1,000 days of 200 messages; 10,000 with -Plong")
@Tag("whole")
class RecordedMarketTest {
    private static final int SYMBOL = 3;
    private static final int MESSAGES = 200;
    private static final int LOWEST = 95;
    private static final int PRICES = 11;

    private final RecordedEvent event = new RecordedEvent();
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
            assertTrue(sum > 0, "each rule must be met by some day");
        }
    }

    private void play(final long seed) {
        dice = new SplittableRandom(seed);
        model = new MarketModel();
        fills.clear();
        try (Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            market = new RecordedMarket(
                    exchange,
                    (id, price, size, isMaker, isDoubtful) -> fills.add("mine"
                            + (id - RecordedMarket.FIRST_OUTSIDER_ID) + " " + size + "@" + price
                            + (isMaker ? " maker" : " taker") + (isDoubtful ? " doubtful" : "")));
            int mine = 0;
            long timeNs = 1_000;
            for (int message = 1; message <= MESSAGES; message++) {
                timeNs += dice.nextInt(3) == 0 ? 0 : 1;
                make(message, timeNs);
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

    /** A message about an order that may rest, at times about one that does not, and at times out of order. */
    private void make(final int message, final long timeNs) {
        final Kind kind = kind();
        final long reference = kind == Kind.ADDED && dice.nextInt(30) > 0 ? message : someReference(message);
        final boolean isAsk = dice.nextBoolean();
        final int away = dice.nextInt(dice.nextInt(20) == 0 ? PRICES : PRICES / 2);
        final long price = isAsk ? LOWEST + PRICES - 1 - away : LOWEST + away;
        event.begin(kind, timeNs, SYMBOL).references(reference, message);
        final long size = dice.nextInt(20) == 0 ? 0 : 1 + dice.nextInt(9);
        event.sizes(size, RecordedEvent.UNKNOWN);
        if (kind != Kind.EXECUTED || dice.nextBoolean()) {
            event.terms(isAsk ? Side.ASK : Side.BID, price);
        }
        if (reference % 7 == 0) {
            event.fromBefore();
        }
    }

    private Kind kind() {
        final int draw = dice.nextInt(100);
        return draw < 40
                ? Kind.ADDED
                : draw < 62
                        ? Kind.EXECUTED
                        : draw < 70
                                ? Kind.CANCELLED
                                : draw < 76
                                        ? Kind.DELETED
                                        : draw < 86
                                                ? Kind.REPLACED
                                                : draw < 94
                                                        ? Kind.HIDDEN_TRADE
                                                        : draw < 97 ? Kind.EXECUTED_AT_PRICE : Kind.CROSS;
    }

    /** Mostly the order that an aggressor would hit. */
    private long someReference(final int message) {
        final List<MarketModel.Resting> recorded =
                model.orders.stream().filter(order -> !order.isMine()).toList();
        final int draw = dice.nextInt(10);
        if (recorded.isEmpty() || draw == 0) {
            return 1 + dice.nextInt(message);
        }
        if (draw < 4) {
            return number(recorded.get(dice.nextInt(recorded.size())));
        }
        final boolean asks = dice.nextBoolean();
        MarketModel.Resting best = recorded.get(0);
        for (final MarketModel.Resting order : recorded) {
            final boolean isBetter = order.isAsk == asks
                    && (best.isAsk != asks || (asks ? order.price < best.price : order.price > best.price));
            best = isBetter ? order : best;
        }
        return number(best);
    }

    private static long number(final MarketModel.Resting order) {
        return Long.parseLong(order.name.substring(1));
    }

    private void act(final int mine, final long timeNs) {
        final boolean isAsk = dice.nextBoolean();
        final boolean rests = dice.nextInt(4) > 0;
        final long price = LOWEST + dice.nextInt(PRICES);
        final long size = 1 + dice.nextInt(12);
        final OrderType type = rests ? OrderType.GTC : OrderType.IOC;
        final long id = market.place(SYMBOL, timeNs, isAsk ? Side.ASK : Side.BID, type, price, size);
        assertEquals(RecordedMarket.FIRST_OUTSIDER_ID + mine, id);
        model.place("mine" + mine, isAsk, rests, price, size);
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
                    : RecordedMarket.idOf(number(order));
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
}
