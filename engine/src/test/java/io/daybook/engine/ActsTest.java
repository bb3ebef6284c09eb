package io.daybook.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.ActCause;
import io.daybook.api.CommandResult;
import io.daybook.api.OrderEvent;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.HandWrittenActs.Order;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Acts that tests write by hand: settlement charges the order of each act and releases its hold, and views show the
 * order. Each test runs with an event ring that holds all events of a command, and with small rings, out of which the
 * events spill.
 */
@Proves(value = "acts of one command move the same money as one command for each act", normal = "300 commands")
class ActsTest {
    private static final int BASE = HandWrittenActs.BASE;
    private static final int QUOTE = HandWrittenActs.QUOTE;
    private static final int PLENTY = 64;

    private static final SymbolSpec PAIR = SymbolSpec.exchangePair(HandWrittenActs.SYMBOL, BASE, QUOTE)
            .lotSize(10)
            .feesPerLot(3, 1)
            .build();
    private static final SymbolSpec FUTURE = SymbolSpec.futuresContract(HandWrittenActs.SYMBOL, BASE, QUOTE)
            .feesPerLot(3, 1)
            .margins(20, 30)
            .prices(1, 1000)
            .build();

    private static HandWrittenActs market(final int ringCapacity, final SymbolSpec spec) {
        return new HandWrittenActs(ringCapacity, spec)
                .user(1, 1000, 10_000)
                .user(2, 1000, 10_000)
                .user(3, 1000, 10_000)
                .user(4, 1000, 10_000);
    }

    private static void assertAccount(
            final HandWrittenActs market, final long uid, final int currency, final long balance, final long held) {
        final String account = "user " + uid + ", currency " + currency;
        assertEquals(balance, market.account(uid, currency).balance(), () -> "balance of " + account);
        assertEquals(held, market.account(uid, currency).held(), () -> "held of " + account);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, PLENTY})
    void shouldChargeTheOrderOfEachActInAPair(final int ringCapacity) {
        final HandWrittenActs market = market(ringCapacity, PAIR);
        final Order stop = market.place(1, 1, Side.BID, OrderType.IOC, 5, 108);
        final Order first = market.place(2, 2, Side.ASK, OrderType.GTC, 5, 104);
        final Order second = market.place(2, 3, Side.ASK, OrderType.GTC, 10, 106);
        market.place(3, 4, Side.BID, OrderType.GTC, 6, 106);
        assertAccount(market, 1, QUOTE, 10_000, 5 * 108 + 15);

        final CommandResult result = market.begin()
                .trade(first, 5)
                .trade(second, 1)
                .act(ActCause.TRIGGER, stop)
                .trade(second, 4)
                .reject()
                .settle();

        assertAccount(market, 1, QUOTE, 10_000 - 4 * 106 - 12, 0);
        assertAccount(market, 1, BASE, 1000 + 40, 0);
        assertAccount(market, 2, QUOTE, 10_000 + 5 * 104 + 5 * 106 - 10, 0);
        assertAccount(market, 2, BASE, 1000 - 100, 50);
        assertAccount(market, 3, QUOTE, 10_000 - 5 * 104 - 106 - 18, 0);
        assertAccount(market, 3, BASE, 1000 + 60, 0);
        assertEquals(
                List.of(
                        new OrderEvent.Trade(1, 4, 3, Side.BID, 2, 2, 104, 5, 0, 1, 15, 5),
                        new OrderEvent.Trade(2, 4, 3, Side.BID, 3, 2, 106, 1, 9, 0, 3, 1),
                        new OrderEvent.Act(ActCause.TRIGGER, 1, 1, Side.BID, OrderType.IOC, 108, 5, 0),
                        new OrderEvent.Trade(3, 1, 1, Side.BID, 3, 2, 106, 4, 5, 1, 12, 4),
                        new OrderEvent.Reject(1, 1)),
                result.events());
        assertEquals(4, result.orderId());
        assertEquals(0, result.remaining());
        assertEquals(6, result.filled(), "the lots that the stop traded must not count for the command's order");
        assertEquals(0, result.rejected());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, PLENTY})
    void shouldChargeTheOrderOfEachActInAFuture(final int ringCapacity) {
        final HandWrittenActs market = market(ringCapacity, FUTURE);
        final Order stop = market.place(1, 1, Side.BID, OrderType.IOC, 5, 108);
        final Order first = market.place(2, 2, Side.ASK, OrderType.GTC, 5, 104);
        final Order second = market.place(2, 3, Side.ASK, OrderType.GTC, 10, 106);
        market.place(3, 4, Side.BID, OrderType.GTC, 6, 106);
        assertAccount(market, 1, QUOTE, 10_000, 15);
        assertEquals(5, market.position(1).pendingBuy());

        market.begin()
                .trade(first, 5)
                .trade(second, 1)
                .act(ActCause.TRIGGER, stop)
                .trade(second, 4)
                .reject()
                .settle();

        assertAccount(market, 1, QUOTE, 10_000 - 12, 0);
        assertAccount(market, 2, QUOTE, 10_000 - 10, 15);
        assertAccount(market, 3, QUOTE, 10_000 - 18, 0);
        assertEquals(4, market.position(1).openVolume());
        assertEquals(4 * 106, market.position(1).openPriceSum());
        assertEquals(0, market.position(1).pendingBuy());
        assertEquals(10, market.position(2).openVolume());
        assertEquals(5, market.position(2).pendingSell());
        assertEquals(6, market.position(3).openVolume());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, PLENTY})
    void shouldSettleAnOrderThatRestsAfterItsActAndIsMakerOfTheNext(final int ringCapacity) {
        final HandWrittenActs market = market(ringCapacity, PAIR);
        final Order stop = market.place(1, 1, Side.BID, OrderType.GTC, 5, 108);
        final Order other = market.place(4, 5, Side.ASK, OrderType.IOC, 4, 100);
        final Order ask = market.place(2, 2, Side.ASK, OrderType.GTC, 3, 104);
        market.place(3, 4, Side.BID, OrderType.GTC, 1, 104);

        final CommandResult result = market.begin()
                .trade(ask, 1)
                .act(ActCause.TRIGGER, stop)
                .trade(ask, 2)
                .act(ActCause.TRIGGER, other)
                .trade(stop, 3)
                .reject()
                .settle();

        assertAccount(market, 1, QUOTE, 10_000 - 2 * 104 - 6 - 3 * 108 - 3, 0);
        assertAccount(market, 1, BASE, 1000 + 50, 0);
        assertAccount(market, 4, QUOTE, 10_000 + 3 * 108 - 9, 0);
        assertAccount(market, 4, BASE, 1000 - 30, 0);
        assertEquals(
                List.of(
                        new OrderEvent.Act(ActCause.TRIGGER, 1, 1, Side.BID, OrderType.GTC, 108, 5, 3),
                        new OrderEvent.Trade(2, 1, 1, Side.BID, 2, 2, 104, 2, 0, 3, 6, 2),
                        new OrderEvent.Act(ActCause.TRIGGER, 5, 4, Side.ASK, OrderType.IOC, 100, 4, 0),
                        new OrderEvent.Trade(3, 5, 4, Side.ASK, 1, 1, 108, 3, 0, 1, 9, 3),
                        new OrderEvent.Reject(5, 1)),
                result.events().subList(1, 6));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, PLENTY})
    void shouldSettleAMakerThatActsAfterwardsWithWhatItHasLeft(final int ringCapacity) {
        final HandWrittenActs market = market(ringCapacity, FUTURE);
        final Order twoFaces = market.place(1, 1, Side.ASK, OrderType.GTC, 10, 120);
        final Order bid = market.place(2, 2, Side.BID, OrderType.GTC, 20, 88);
        market.place(3, 4, Side.BID, OrderType.GTC, 4, 120);

        market.begin()
                .trade(twoFaces, 4)
                .act(ActCause.TRIGGER, twoFaces)
                .trade(bid, 6)
                .settle();

        assertAccount(market, 1, QUOTE, 10_000 - 4 - 18, 0);
        assertEquals(10, market.position(1).openVolume());
        assertEquals(4 * 120 + 6 * 88, market.position(1).openPriceSum());
        assertEquals(0, market.position(1).pendingSell());
        assertEquals(14, market.position(2).pendingBuy());
        assertAccount(market, 2, QUOTE, 10_000 - 6, 14 * 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, PLENTY})
    void shouldReleaseTheBudgetOfTheCommandsOwnActOnce(final int ringCapacity) {
        final HandWrittenActs market = market(ringCapacity, PAIR);
        final Order stop = market.place(1, 1, Side.BID, OrderType.IOC, 2, 108);
        final Order ask = market.place(2, 2, Side.ASK, OrderType.GTC, 10, 104);
        final Order own = market.place(3, 4, Side.BID, OrderType.IOC_BUDGET, 5, 500);

        final CommandResult result = market.begin()
                .act(ActCause.TRIGGER, stop)
                .trade(ask, 2)
                .act(ActCause.COMMAND, own)
                .trade(ask, 4)
                .reject()
                .settle();

        assertAccount(market, 1, QUOTE, 10_000 - 2 * 104 - 6, 0);
        assertAccount(market, 3, QUOTE, 10_000 - 4 * 104 - 12, 0);
        assertAccount(market, 2, BASE, 1000 - 60, 40);
        assertEquals(
                new OrderEvent.Act(ActCause.COMMAND, 4, 3, Side.BID, OrderType.IOC_BUDGET, 500, 5, 0),
                result.events().get(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, PLENTY})
    void shouldSettleWhatActedBeforeTheOrderOfTheCommandWasRefused(final int ringCapacity) {
        for (final SymbolSpec spec : List.of(PAIR, FUTURE)) {
            final HandWrittenActs market = market(ringCapacity, spec);
            final Order stop = market.place(1, 1, Side.BID, OrderType.IOC, 2, 108);
            final Order ask = market.place(2, 2, Side.ASK, OrderType.GTC, 10, 104);
            market.place(3, 2, Side.BID, OrderType.GTC, 5, 100);
            market.slot.refuse(ResultCode.MATCHING_DUPLICATE_ORDER_ID);

            final CommandResult result =
                    market.begin().act(ActCause.TRIGGER, stop).trade(ask, 2).settle();

            assertAccount(market, 1, QUOTE, 10_000 - (spec == PAIR ? 208 : 0) - 6, 0);
            assertAccount(market, 3, QUOTE, 10_000, 0);
            assertEquals(ResultCode.MATCHING_DUPLICATE_ORDER_ID, result.code());
            assertEquals(2, result.events().size());
        }
    }

    @Test
    void shouldTellTheTakerOfAnyEventInAnyOrder() {
        final HandWrittenActs market = market(2, PAIR);
        final Order stop = market.place(1, 1, Side.BID, OrderType.IOC, 2, 108);
        final Order ask = market.place(2, 2, Side.ASK, OrderType.GTC, 10, 104);
        market.place(3, 4, Side.BID, OrderType.GTC, 5, 108);
        market.begin().trade(ask, 5).act(ActCause.TRIGGER, stop).trade(ask, 2).settle();

        final SlotResultView view = new SlotResultView();
        view.wrap(market.slot, 9, 123);
        for (final int index : new int[] {2, 0, 1, 1, 0, 2, 2, 0}) {
            assertEquals(index == 0 ? 4 : 1, view.event(index).takerOrderId());
            assertEquals(index == 0 ? 3 : 1, view.event(index).takerUid());
            assertEquals(
                    index == 1 ? ActCause.TRIGGER.code() : 0, view.event(index).causeCode());
        }
        assertEquals(
                0,
                view.event(1).makerOrderId()
                        | view.event(1).makerUid()
                        | view.event(1).makerRemaining());
        assertEquals(
                0,
                view.event(1).tradeId()
                        | view.event(1).takerFee()
                        | view.event(1).makerFee());
    }

    /** One command with many acts moves the same money as one command for each of them. */
    @Test
    void shouldSettleActsAsCommandsOfTheirOwn() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            final SymbolSpec spec = round % 2 == 0 ? PAIR : FUTURE;
            final HandWrittenActs together = market(1 << random.nextInt(7), spec);
            final HandWrittenActs apart = market(PLENTY, spec);
            final List<Order> orders = new ArrayList<>();
            final List<Order> copies = new ArrayList<>();
            for (int id = 1; id <= 12; id++) {
                final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
                final long uid = 1 + random.nextInt(4);
                final long size = 1 + random.nextInt(8);
                final long price = (side == Side.BID ? 110 : 100) + random.nextInt(10);
                orders.add(together.place(uid, id, side, OrderType.GTC, size, price));
                copies.add(apart.place(uid, id, side, OrderType.GTC, size, price));
            }
            assertEquals(apart.hash(), together.hash());

            final List<OrderEvent> expected = new ArrayList<>();
            together.begin();
            for (int act = 0; act < 6; act++) {
                final int taker = act == 0 ? 11 : random.nextInt(12);
                final long before = orders.get(taker).remaining;
                if (act > 0) {
                    together.act(ActCause.TRIGGER, orders.get(taker));
                }
                apart.beginAlone(copies.get(taker));
                for (int maker = 0; maker < 12; maker++) {
                    final long most = Math.min(orders.get(maker).remaining, orders.get(taker).remaining);
                    if (orders.get(maker).side != orders.get(taker).side && most > 0 && random.nextBoolean()) {
                        final long lots = 1 + random.nextInt((int) most);
                        together.trade(orders.get(maker), lots);
                        apart.trade(copies.get(maker), lots);
                    }
                }
                if (random.nextInt(4) == 0 && orders.get(taker).remaining > 0) {
                    together.reject();
                    apart.reject();
                }
                if (act > 0) {
                    final Order order = copies.get(taker);
                    expected.add(new OrderEvent.Act(
                            ActCause.TRIGGER,
                            order.id,
                            order.uid,
                            order.side,
                            order.type,
                            order.price,
                            before,
                            order.remaining));
                }
                expected.addAll(apart.settle().events());
            }
            assertEquals(expected, together.settle().events(), () -> "seed=" + seed);
            assertEquals(apart.hash(), together.hash(), () -> "seed=" + seed);
        }
    }
}
