package io.daybook.engine.matching.book;

import static io.daybook.api.OrderType.FOK;
import static io.daybook.api.OrderType.FOK_BUDGET;
import static io.daybook.api.OrderType.GTC;
import static io.daybook.api.OrderType.IOC;
import static io.daybook.api.OrderType.IOC_BUDGET;
import static io.daybook.api.OrderType.POST_ONLY;
import static io.daybook.api.Side.ASK;
import static io.daybook.api.Side.BID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookReport.Level;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.BookFixture;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of every order book, for any index. */
@Proves("all order books keep one contract")
public abstract class OrderBookContractTest {
    private static final SymbolSpec FEE_PAIR =
            SymbolSpec.exchangePair(100, 1, 2).tickValue(3).feesPerLot(31, 10).build();
    private static final SymbolSpec FUTURES =
            SymbolSpec.futuresContract(100, 1, 2).feesPerLot(31, 10).build();

    private BookFixture market;

    protected abstract OrderBookType type();

    @BeforeEach
    void openThePair() {
        market = new BookFixture(type(), BookFixture.PAIR);
    }

    @AfterEach
    void everythingHolds() {
        market.books.validate();
    }

    // Price-time priority

    @Test
    void shouldRestWhenNothingCrosses() {
        assertEquals("SUCCESS rests 5", market.bid(1, 1, 5, 100));
        assertEquals("SUCCESS rests 6", market.ask(2, 2, 6, 101));
        assertEquals(100, market.book().bestBid());
        assertEquals(101, market.book().bestAsk());
        assertEquals(List.of("BID 100 #1 of 1 5/5", "ASK 101 #2 of 2 6/6"), market.orders());
    }

    @Test
    void shouldTradeWithTheLowestAskFirst() {
        market.ask(1, 1, 5, 102);
        market.ask(1, 2, 5, 101);
        market.ask(1, 3, 5, 103);
        assertEquals(
                "SUCCESS rests 0; trade 1 with #2 of 1 5@101 leaves 0 and 3; trade 2 with #1 of 1 3@102 leaves 2 and 0",
                market.bid(2, 4, 8, 103));
    }

    @Test
    void shouldTradeWithTheHighestBidFirst() {
        market.bid(1, 1, 5, 102);
        market.bid(1, 2, 5, 103);
        market.bid(1, 3, 5, 101);
        assertEquals(
                "SUCCESS rests 0; trade 1 with #2 of 1 5@103 leaves 0 and 3; trade 2 with #1 of 1 3@102 leaves 2 and 0",
                market.ask(2, 4, 8, 101));
    }

    @Test
    void shouldTradeWithTheOldestOrderOfALevelFirst() {
        market.ask(1, 11, 2, 100);
        market.ask(2, 12, 2, 100);
        market.ask(3, 13, 2, 100);
        assertEquals(
                "SUCCESS rests 0; trade 1 with #11 of 1 2@100 leaves 0 and 1; trade 2 with #12 of 2 1@100 leaves 1 and"
                        + " 0",
                market.bid(4, 14, 3, 100));
        assertEquals(List.of("ASK 100 #12 of 2 1/2", "ASK 100 #13 of 3 2/2"), market.orders());
    }

    @Test
    void shouldRestWhatIsLeftAtItsOwnPrice() {
        market.ask(1, 1, 2, 100);
        market.ask(1, 2, 2, 105);
        assertEquals("SUCCESS rests 3; trade 1 with #1 of 1 2@100 leaves 0 and 3", market.bid(2, 3, 5, 104));
        assertEquals(List.of("BID 104 #3 of 2 3/5", "ASK 105 #2 of 1 2/2"), market.orders());
    }

    @Test
    void shouldTradeWithOrdersOfTheSameUser() {
        market.ask(1, 1, 2, 100);
        assertEquals("SUCCESS rests 0; trade 1 with #1 of 1 2@100 leaves 0 and 0", market.bid(1, 2, 2, 100));
    }

    @Test
    void shouldCountTradesFromOneInEachSymbol() {
        market.addSymbols(SymbolSpec.exchangePair(7, 1, 2).build());
        market.ask(1, 1, 9, 100);
        market.bid(2, 2, 1, 100);
        assertEquals("SUCCESS rests 0; trade 2 with #1 of 1 1@100 leaves 7 and 0", market.bid(2, 3, 1, 100));
        assertEquals(3, market.book().nextTradeId());
        assertEquals(100, market.book().lastPrice());
        market.symbolIndex = 1;
        assertEquals(OrderBook.NO_PRICE, market.book().lastPrice());
        market.ask(1, 1, 9, 50);
        assertEquals("SUCCESS rests 0; trade 1 with #1 of 1 2@50 leaves 7 and 0", market.bid(2, 2, 2, 60));
        assertEquals(50, market.book().lastPrice());
    }

    @Test
    void shouldFreeTheIdOfACompletedOrder() {
        market.ask(1, 1, 2, 100);
        market.bid(2, 2, 2, 100);
        assertEquals("SUCCESS rests 2", market.ask(1, 1, 2, 100));
        assertEquals("SUCCESS rests 2", market.bid(2, 2, 2, 99));
    }

    // Refusals

    @ParameterizedTest
    @EnumSource(OrderType.class)
    void shouldRefuseALiveIdWhateverTheType(final OrderType orderType) {
        market.ask(1, 1, 2, 100);
        assertEquals("MATCHING_DUPLICATE_ORDER_ID", market.place(orderType, BID, 2, 1, 2, 100));
        assertEquals(2, market.slot.initialRemaining());
        assertEquals(0, market.slot.remaining());
        assertEquals(List.of("ASK 100 #1 of 1 2/2"), market.orders());
    }

    @Test
    void shouldTakeTheSameIdInAnotherSymbol() {
        market.addSymbols(SymbolSpec.exchangePair(7, 1, 2).build());
        market.ask(1, 1, 2, 100);
        market.symbolIndex = 1;
        assertEquals("SUCCESS rests 2", market.ask(1, 1, 2, 100));
    }

    @Test
    void shouldRefuseWhatIsNotLive() {
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", market.cancel(1, 1));
        market.ask(1, 1, 2, 100);
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", market.move(1, 2, 101));
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", market.reduce(1, 2, 1));
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", market.cancel(1, Long.MAX_VALUE));
        market.cancel(1, 1);
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", market.cancel(1, 1));
    }

    @Test
    void shouldRefuseWhatBelongsToAnother() {
        market.ask(1, 1, 2, 100);
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", market.move(2, 1, 101));
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", market.reduce(2, 1, 1));
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", market.cancel(2, 1));
        assertEquals(List.of("ASK 100 #1 of 1 2/2"), market.orders());
    }

    // Moves

    @Test
    void shouldKeepPriorityWhenMovedToTheSamePrice() {
        market.ask(1, 1, 2, 100);
        market.ask(2, 2, 2, 100);
        assertEquals("SUCCESS rests 2", market.move(1, 1, 100));
        assertEquals(List.of("ASK 100 #1 of 1 2/2", "ASK 100 #2 of 2 2/2"), market.orders());
    }

    @Test
    void shouldQueueAtTheTailOfTheNewLevelWhenMoved() {
        market.ask(1, 1, 2, 100);
        market.ask(2, 2, 2, 101);
        assertEquals("SUCCESS rests 2", market.move(1, 1, 101));
        assertEquals("SUCCESS rests 2", market.move(2, 2, 100));
        assertEquals("SUCCESS rests 2", market.move(2, 2, 101));
        assertEquals(List.of("ASK 101 #1 of 1 2/2", "ASK 101 #2 of 2 2/2"), market.orders());
    }

    @Test
    void shouldTradeAsTakerWithItsRemainingSizeWhenMovedAcross() {
        market.ask(1, 1, 5, 105);
        market.ask(1, 2, 1, 104);
        market.place(GTC, BID, 2, 3, 4, 100, 200);
        market.ask(3, 4, 1, 100);
        assertEquals("SUCCESS rests 2; trade 2 with #2 of 1 1@104 leaves 0 and 2", market.move(2, 3, 104));
        assertEquals(List.of("BID 104 #3 of 2 2/4", "ASK 105 #1 of 1 5/5"), market.orders());
        assertEquals("SUCCESS rests 0; trade 3 with #1 of 1 2@105 leaves 3 and 0", market.move(2, 3, 106));
        assertEquals(List.of("ASK 105 #1 of 1 3/5"), market.orders());
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", market.cancel(2, 3));
    }

    @Test
    void shouldTellSettleWhichOrderWasMoved() {
        market.place(GTC, BID, 2, 3, 4, 100, 120);
        market.move(2, 3, 110);
        assertEquals(BID.code(), market.slot.side());
        assertEquals(GTC.code(), market.slot.orderType());
        assertEquals(120, market.slot.reservePrice());
        assertEquals(4, market.slot.initialRemaining());
        assertEquals(4, market.slot.remaining());
    }

    @Test
    void shouldMoveABidUpToItsReserveAndNoFurther() {
        market.place(GTC, BID, 1, 1, 4, 100, 120);
        assertEquals("MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT", market.move(1, 1, 121));
        assertEquals(List.of("BID 100 #1 of 1 4/4"), market.orders());
        assertEquals("SUCCESS rests 4", market.move(1, 1, 120));
    }

    @Test
    void shouldMoveAnAskDownToItsFeeAndNoFurther() {
        market = new BookFixture(type(), FEE_PAIR);
        market.ask(1, 1, 4, 100);
        assertEquals("MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT", market.move(1, 1, 10));
        assertEquals("SUCCESS rests 4", market.move(1, 1, 11));
    }

    @Test
    void shouldNotLimitMovesOfFutures() {
        market = new BookFixture(type(), FUTURES);
        market.place(GTC, ASK, 1, 1, 4, 100, 0);
        assertEquals("SUCCESS rests 4", market.move(1, 1, 7));
        market.cancel(1, 1);
        market.place(GTC, BID, 1, 1, 4, 100, 0);
        assertEquals("SUCCESS rests 4", market.move(1, 1, 1L << 40));
    }

    @Test
    void shouldNotLimitAsksByProportionalFees() {
        market = new BookFixture(
                type(),
                SymbolSpec.exchangePair(5, 1, 2).feesProportional(5000, 0).build());
        market.ask(1, 1, 4, 100);
        assertEquals("SUCCESS rests 4", market.move(1, 1, 1));
    }

    @Test
    void shouldNotMoveAPostOnlyOrderAcross() {
        market.ask(1, 1, 4, 100);
        market.place(POST_ONLY, BID, 2, 2, 1, 90, 200);
        assertEquals("MATCHING_MOVE_FAILED_WOULD_CROSS", market.move(2, 2, 100));
        assertEquals("SUCCESS rests 1", market.move(2, 2, 99));
        market.place(POST_ONLY, ASK, 2, 3, 1, 101);
        assertEquals("MATCHING_MOVE_FAILED_WOULD_CROSS", market.move(2, 3, 99));
        assertEquals("SUCCESS rests 1", market.move(2, 3, 100));
    }

    @Test
    void shouldCheckTheRiskLimitOfAMoveBeforeTheCrossing() {
        market.ask(1, 1, 4, 100);
        market.place(POST_ONLY, BID, 2, 2, 1, 90, 95);
        assertEquals("MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT", market.move(2, 2, 100));
    }

    // Reduce and cancel

    @Test
    void shouldKeepPriorityWhenReduced() {
        market.ask(1, 1, 5, 100);
        market.ask(2, 2, 5, 100);
        assertEquals("SUCCESS rests 3; reduce 2@100 leaves 3", market.reduce(1, 1, 2));
        assertEquals(5, market.slot.initialRemaining());
        assertEquals(List.of("ASK 100 #1 of 1 3/5", "ASK 100 #2 of 2 5/5"), market.orders());
        assertEquals(List.of(new Level(100, 8, 2)), market.book().levels(ASK, 0));
    }

    @Test
    void shouldTakeOffNoMoreThanRemains() {
        market.ask(1, 1, 5, 100);
        assertEquals("SUCCESS rests 0; reduce 5@100 leaves 0", market.reduce(1, 1, Long.MAX_VALUE));
        assertEquals(List.of(), market.orders());
        market.ask(1, 1, 5, 100);
        assertEquals("SUCCESS rests 0; reduce 5@100 leaves 0", market.reduce(1, 1, 5));
        assertEquals(OrderBook.NO_PRICE, market.book().bestAsk());
    }

    @Test
    void shouldCancelAllThatRemains() {
        market.place(POST_ONLY, BID, 1, 1, 5, 100, 130);
        market.ask(2, 2, 2, 100);
        assertEquals("SUCCESS rests 0; reduce 3@100 leaves 0", market.cancel(1, 1));
        assertEquals(BID.code(), market.slot.side());
        assertEquals(POST_ONLY.code(), market.slot.orderType());
        assertEquals(130, market.slot.reservePrice());
        assertEquals(3, market.slot.initialRemaining());
        assertEquals(0, market.book().orderCount());
    }

    @Test
    void shouldCancelFromTheFrontTheMiddleAndTheBackOfALevel() {
        for (int id = 1; id <= 5; id++) {
            market.bid(1, id, id, 100);
        }
        market.cancel(1, 3);
        market.cancel(1, 1);
        market.cancel(1, 5);
        assertEquals(List.of("BID 100 #2 of 1 2/2", "BID 100 #4 of 1 4/4"), market.orders());
        assertEquals(List.of(new Level(100, 6, 2)), market.book().levels(BID, 0));
    }

    // IOC

    @Test
    void shouldRejectWhatAnIocCannotTradeWithinItsPrice() {
        market.ask(1, 1, 2, 100);
        market.ask(1, 2, 2, 101);
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 2@100 leaves 0 and 3; reject 3",
                market.place(IOC, BID, 2, 3, 5, 100));
        assertEquals("SUCCESS rests 0; reject 5", market.place(IOC, BID, 2, 3, 5, 100));
        assertEquals(
                "SUCCESS rests 0; trade 2 with #2 of 1 2@101 leaves 0 and 0", market.place(IOC, BID, 2, 3, 2, 101));
        assertEquals("SUCCESS rests 0; reject 1", market.place(IOC, ASK, 2, 3, 1, 1));
    }

    // FOK

    @Test
    void shouldFillAFokWholeOrNotAtAll() {
        market.bid(1, 1, 2, 100);
        market.bid(1, 2, 3, 99);
        assertEquals("SUCCESS rests 0; reject 6", market.place(FOK, ASK, 2, 3, 6, 99));
        assertEquals("SUCCESS rests 0; reject 5", market.place(FOK, ASK, 2, 3, 5, 100));
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 2@100 leaves 0 and 3; trade 2 with #2 of 1 3@99 leaves 0 and 0",
                market.place(FOK, ASK, 2, 3, 5, 99));
    }

    @Test
    void shouldFillAFokThroughAsManyLevelsAsItMayNeedAndNoMore() {
        for (final Side makers : Side.values()) {
            market = new BookFixture(type(), BookFixture.PAIR);
            final Side takers = makers == ASK ? BID : ASK;
            final long limit = restTwoLotsALevel(makers, Limits.MAX_LOOK + 3);
            final long most = 2L * Limits.MAX_LOOK;
            assertEquals(
                    "SUCCESS rests 0; reject " + (most + 1), market.place(FOK, takers, 2, 99_999, most + 1, limit));
            assertEquals(
                    "SUCCESS rests 0; reject " + (most + 7), market.place(FOK, takers, 2, 99_999, most + 7, limit));
            final String filled = market.place(FOK, takers, 2, 99_999, most, limit);
            assertTrue(filled.endsWith(" leaves 0 and 0"), filled);
            assertEquals(3, market.book().levels(makers, 0).size());
            market.books.validate();
        }
    }

    @Test
    void shouldLookAtAllLevelsUnderTheFirstSemantics() {
        for (final Side makers : Side.values()) {
            for (final OrderType fillOrKill : List.of(FOK, FOK_BUDGET)) {
                market = new BookFixture(type(), BookFixture.PAIR);
                market.books.maxLook(Integer.MAX_VALUE);
                final int levels = Limits.MAX_LOOK + 3;
                final long limit = restTwoLotsALevel(makers, levels);
                final long budget = makers == ASK ? Limits.MAX_BUDGET : 1;
                final String filled = market.place(
                        fillOrKill,
                        makers == ASK ? BID : ASK,
                        2,
                        99_999,
                        2L * levels,
                        fillOrKill == FOK ? limit : budget);
                assertTrue(filled.endsWith(" leaves 0 and 0"), filled);
            }
        }
    }

    /** Places makers at this many prices; returns the worst price. */
    private long restTwoLotsALevel(final Side makers, final int levels) {
        for (int i = 1; i <= levels; i++) {
            if (makers == ASK) {
                market.ask(1, i, 2, 50_000 + 3L * i);
            } else {
                market.bid(1, i, 2, 50_000 - 3L * i);
            }
        }
        return makers == ASK ? 50_000 + 3L * levels : 50_000 - 3L * levels;
    }

    @Test
    void shouldKnowTheLotsOfASideWhateverTheyAddUpTo() {
        final long most = 1L << 55;
        for (int round = 0; round < 2; round++) {
            for (int i = 1; i <= 300; i++) { // more than 2^63 in all
                market.ask(1, i, most - i, 100 + i);
                market.books.validate();
            }
            assertEquals("SUCCESS rests 0; reject 7", market.place(FOK, BID, 2, 999, 7, 100));
            for (int i = 1; i <= 299; i++) {
                if (i % 3 == 0) {
                    market.place(IOC, BID, 2, 999, most - i, 100 + i);
                } else if (i % 3 == 1) {
                    market.cancel(1, i);
                } else {
                    market.reduce(1, i, most - i - 1);
                    market.cancel(1, i);
                }
                market.books.validate();
            }
            assertEquals("SUCCESS rests 0; reject " + (most - 299), market.place(FOK, BID, 2, 999, most - 299, 1_000));
            market.cancel(1, 300);
        }
    }

    // FOK_BUDGET

    @Test
    void shouldFillABudgetThroughAsManyLevelsAsItMayNeedAndNoMore() {
        for (final Side makers : Side.values()) {
            market = new BookFixture(type(), BookFixture.PAIR);
            final Side takers = makers == ASK ? BID : ASK;
            restTwoLotsALevel(makers, Limits.MAX_LOOK + 3);
            final long most = 2L * Limits.MAX_LOOK;
            final long budget = makers == ASK ? Limits.MAX_BUDGET : 1;
            for (final long size : new long[] {most + 1, most + 7}) {
                assertEquals(
                        "SUCCESS rests 0; reject " + size, market.place(FOK_BUDGET, takers, 2, 99_999, size, budget));
            }
            final String filled = market.place(FOK_BUDGET, takers, 2, 99_999, most, budget);
            assertTrue(filled.endsWith(" leaves 0 and 0"), filled);
        }
    }

    @Test
    void shouldBuyForTheBudgetOrNotAtAll() {
        market.ask(1, 1, 2, 100);
        market.ask(1, 2, 3, 110);
        assertEquals("SUCCESS rests 0; reject 4", market.place(FOK_BUDGET, BID, 2, 3, 4, 419));
        assertEquals("SUCCESS rests 0; reject 6", market.place(FOK_BUDGET, BID, 2, 3, 6, 1L << 62));
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 2@100 leaves 0 and 2; trade 2 with #2 of 1 2@110 leaves 1 and 0",
                market.place(FOK_BUDGET, BID, 2, 3, 4, 420));
    }

    @Test
    void shouldSellForTheBudgetOrNotAtAll() {
        market.bid(1, 1, 2, 110);
        market.bid(1, 2, 3, 100);
        assertEquals("SUCCESS rests 0; reject 4", market.place(FOK_BUDGET, ASK, 2, 3, 4, 421));
        assertEquals("SUCCESS rests 0; reject 6", market.place(FOK_BUDGET, ASK, 2, 3, 6, 1));
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 2@110 leaves 0 and 2; trade 2 with #2 of 1 2@100 leaves 1 and 0",
                market.place(FOK_BUDGET, ASK, 2, 3, 4, 420));
    }

    @Test
    void shouldNotWrapTheSumsOfABudget() {
        final long price = 1L << 40;
        final long size = 1L << 40;
        market.bid(1, 1, size, price);
        assertEquals("SUCCESS rests 0; reject " + (size + 1), market.place(FOK_BUDGET, ASK, 2, 9, size + 1, 1));
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 " + size + "@" + price + " leaves 0 and 0",
                market.place(FOK_BUDGET, ASK, 2, 9, size, 1L << 62));
        market.ask(1, 1, size, price);
        assertEquals("SUCCESS rests 0; reject " + size, market.place(FOK_BUDGET, BID, 2, 9, size, 1L << 62));
        assertEquals(
                "SUCCESS rests 0; trade 2 with #1 of 1 " + (1L << 22) + "@" + price + " leaves " + (size - (1L << 22))
                        + " and 0",
                market.place(FOK_BUDGET, BID, 2, 9, 1L << 22, 1L << 62));
        assertEquals(
                "SUCCESS rests 0; reject " + ((1L << 22) + 1),
                market.place(FOK_BUDGET, BID, 2, 9, (1L << 22) + 1, 1L << 62));
    }

    // IOC_BUDGET

    @Test
    void shouldTakeLotsWhileTheMoneyLasts() {
        market.ask(1, 1, 2, 100);
        market.ask(1, 2, 3, 110);
        market.ask(1, 3, 3, 120);
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 2@100 leaves 0 and 6; trade 2 with #2 of 1 2@110 leaves 1 and 4;"
                        + " reject 4",
                market.place(IOC_BUDGET, BID, 2, 4, 8, 529));
        assertEquals(List.of("ASK 110 #2 of 1 1/3", "ASK 120 #3 of 1 3/3"), market.orders());
    }

    @Test
    void shouldStopABudgetAtTheFirstLevelThatItCannotPay() {
        market.ask(1, 1, 2, 100);
        market.ask(1, 2, 3, 110);
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 2@100 leaves 0 and 6; reject 6",
                market.place(IOC_BUDGET, BID, 2, 4, 8, 309));
        assertEquals("SUCCESS rests 0; reject 8", market.place(IOC_BUDGET, BID, 2, 4, 8, 109));
    }

    @Test
    void shouldStopABudgetOrderAtItsSizeAndAtTheEndOfTheBook() {
        market.ask(1, 1, 2, 100);
        market.ask(1, 2, 3, 110);
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 1@100 leaves 1 and 0",
                market.place(IOC_BUDGET, BID, 2, 4, 1, 1L << 62));
        assertEquals(
                "SUCCESS rests 0; trade 2 with #1 of 1 1@100 leaves 0 and 8; trade 3 with #2 of 1 3@110 leaves 0 and 5;"
                        + " reject 5",
                market.place(IOC_BUDGET, BID, 2, 4, 9, 1L << 62));
        assertEquals("SUCCESS rests 0; reject 1", market.place(IOC_BUDGET, BID, 2, 4, 1, 1L << 62));
    }

    @Test
    void shouldSpendABudgetToTheLastTick() {
        market.ask(1, 1, 2, 100);
        market.ask(1, 2, 3, 110);
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 2@100 leaves 0 and 3; trade 2 with #2 of 1 3@110 leaves 0 and 0",
                market.place(IOC_BUDGET, BID, 2, 4, 5, 530));
    }

    // POST_ONLY

    @Test
    void shouldRejectAPostOnlyOrderThatCrosses() {
        market.ask(1, 1, 2, 100);
        assertEquals("SUCCESS rests 0; reject 5", market.place(POST_ONLY, BID, 2, 2, 5, 100));
        assertEquals("SUCCESS rests 5", market.place(POST_ONLY, BID, 2, 2, 5, 99));
        assertEquals("SUCCESS rests 0; reject 5", market.place(POST_ONLY, ASK, 2, 3, 5, 99));
    }

    @Test
    void shouldTradeWithARestingPostOnlyOrder() {
        market.place(POST_ONLY, BID, 2, 2, 5, 99);
        assertEquals("SUCCESS rests 0; trade 1 with #2 of 2 5@99 leaves 0 and 0", market.ask(1, 3, 5, 99));
    }

    // Levels, views and state

    @Test
    void shouldShowLevelsBestFirstToADepth() {
        market.bid(1, 1, 1, 98);
        market.bid(1, 2, 2, 99);
        market.bid(1, 3, 3, 98);
        market.ask(1, 4, 4, 102);
        market.ask(1, 5, 5, 101);
        assertEquals(
                List.of(new Level(99, 2, 1), new Level(98, 4, 2)), market.book().levels(BID, 0));
        assertEquals(List.of(new Level(101, 5, 1)), market.book().levels(ASK, 1));
        assertEquals(
                List.of(new Level(101, 5, 1), new Level(102, 4, 1)),
                market.book().levels(ASK, 9));
    }

    @Test
    void shouldShowLevelsBehindAPriceWhetherOrNotItIsOne() {
        for (int i = 0; i < 10; i++) {
            market.bid(1, 1 + i, 1, 90 - 2 * i);
            market.ask(1, 11 + i, 1, 110 + 2 * i);
        }
        market.ask(1, 30, 1, 1L << 40); // far from the other orders
        assertEquals(List.of(new Level(112, 1, 1)), market.book().levelsBehind(ASK, 110, 1));
        assertEquals(List.of(new Level(112, 1, 1)), market.book().levelsBehind(ASK, 111, 1));
        assertEquals(List.of(new Level(1L << 40, 1, 1)), market.book().levelsBehind(ASK, 128, 0));
        assertEquals(
                List.of(new Level(74, 1, 1), new Level(72, 1, 1)), market.book().levelsBehind(BID, 76, 0));
        assertEquals(market.book().levels(BID, 3), market.book().levelsBehind(BID, 91, 3));
        assertEquals(market.book().levels(ASK, 3), market.book().levelsBehind(ASK, 1, 3));
        for (final long past : new long[] {1L << 40, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            assertEquals(List.of(), market.book().levelsBehind(ASK, past, 5));
        }
        assertEquals(List.of(), market.book().levelsBehind(BID, 72, 5));
        assertEquals(List.of(), market.book().levelsBehind(BID, 1, 5));
        assertTrue(market.book().hasLevelsBehind(BID, 73));
        assertFalse(market.book().hasLevelsBehind(BID, 72));
        for (final long odd : new long[] {-1, Long.MIN_VALUE}) {
            assertEquals(11, market.book().levelsBehind(ASK, odd, 0).size());
            assertEquals(0, market.book().levelsBehind(BID, odd, 0).size());
        }
    }

    @Test
    void shouldNeverShowMoreLevelsThanAnAnswerMayHave() {
        final int count = Limits.MAX_BOOK_LEVELS + 10;
        for (int i = 1; i <= count; i++) {
            market.ask(1, i, 1, 3L * i);
        }
        for (final int depth : new int[] {0, count, Integer.MAX_VALUE}) {
            assertEquals(
                    Limits.MAX_BOOK_LEVELS, market.book().levels(ASK, depth).size());
        }
        assertEquals(
                10,
                market.book().levelsBehind(ASK, 3L * Limits.MAX_BOOK_LEVELS, 0).size());
    }

    @Test
    void shouldShowTheOrdersOfAUserOverAllBooks() {
        market.addSymbols(SymbolSpec.exchangePair(7, 1, 2).build());
        market.bid(1, 1, 1, 98);
        market.bid(2, 2, 1, 98);
        market.bid(1, 3, 1, 97);
        market.symbolIndex = 1;
        market.ask(1, 1, 1, 99);
        market.ask(1, 4, 1, 99);
        market.cancel(1, 4);
        assertEquals(List.of("7 #1", "100 #3", "100 #1"), ordersOf(1));
        assertEquals(List.of("100 #2"), ordersOf(2));
        assertEquals(List.of(), ordersOf(3));
        assertEquals(List.of(), ordersOf(5_000_000));
        market.symbolIndex = 0;
        market.ask(3, 5, 2, 97);
        assertEquals(List.of("7 #1", "100 #3"), ordersOf(1));
        assertEquals(List.of(), ordersOf(2));
    }

    @Test
    void shouldHoldPricesFromEndToEnd() {
        final long[] prices = {
            1, 2, 63, 64, 65, 4095, 4096, 1L << 32, (1L << 40) - 1, 1L << 40, (1L << 62) - 1, 1L << 62
        };
        int id = 0;
        for (final long price : prices) {
            assertEquals("SUCCESS rests 1", market.ask(1, ++id, 1, price));
        }
        id = 0;
        for (final long price : prices) {
            assertEquals(
                    "SUCCESS rests 0; trade " + ++id + " with #" + id + " of 1 1@" + price + " leaves 0 and 0",
                    market.place(IOC, BID, 2, 100, 1, price));
        }
        for (final long price : prices) {
            assertEquals("SUCCESS rests 1", market.bid(1, ++id, 1, price));
            market.books.validate();
        }
        for (int i = prices.length - 1; i >= 0; i--) {
            assertEquals(prices[i], market.book().bestBid());
            market.place(IOC, ASK, 2, 100, 1, prices[i]);
        }
        assertEquals(0, market.book().orderCount());
    }

    @Test
    void shouldSweepTenThousandLevels() {
        for (int i = 0; i < 10_000; i++) {
            market.ask(1, i + 1, 2, 1_000_000 + 7L * i);
        }
        market.ask(1, 10_001, 5, 1_000_000 + 7L * 9_999);
        market.place(IOC, BID, 2, 20_000, 20_004, 2_000_000);
        assertEquals(10_001, market.slot.eventCount());
        assertEquals(List.of("ASK 1069993 #10001 of 1 1/5"), market.orders());
        assertEquals(10_002, market.book().nextTradeId());
    }

    @Test
    void shouldRestoreTheSameState() {
        market.addSymbols(SymbolSpec.exchangePair(7, 1, 2).build());
        for (int i = 1; i < 200; i++) {
            market.symbolIndex = i & 1;
            market.place(GTC, i % 3 == 0 ? BID : ASK, i % 5, i, 1 + i % 7, 100 + i * 37 % 11, i % 3 == 0 ? 500 : 0);
            market.reduce(i % 5, i, 1);
        }
        final BookFixture.StateTape tape = new BookFixture.StateTape();
        market.books.writeState(tape);
        final BookFixture copy =
                new BookFixture(type(), SymbolSpec.exchangePair(7, 1, 2).build(), BookFixture.PAIR);
        while (tape.next()) {
            switch (tape.type()) {
                case BOOK -> copy.books.restoreBook(tape, tape.get(0) == 7 ? 0 : 1);
                case ORDER -> copy.books.restoreOrder(tape, tape.get(0) == 7 ? 0 : 1, (int) tape.get(5));
                default -> throw new IllegalStateException(tape.type().toString());
            }
        }
        copy.books.validate();
        assertEquals(market.hash(), copy.hash());
        final BookFixture.StateTape again = new BookFixture.StateTape();
        copy.books.writeState(again);
        assertEquals(tape.records, again.records);
        assertEquals(
                List.of(7L, 100L),
                List.of(tape.records.get(0).get(0), tape.records.get(1).get(0)));
    }

    @Test
    void shouldWriteOrdersInCanonicalOrder() {
        market.ask(3, 9, 1, 105);
        market.ask(3, 8, 1, 105);
        market.bid(1, 7, 1, 98);
        market.bid(1, 6, 1, 97);
        market.ask(3, 5, 1, 104);
        final BookFixture.StateTape tape = new BookFixture.StateTape();
        market.books.writeState(tape);
        final List<String> fronts = new ArrayList<>();
        tape.records
                .subList(1, tape.records.size())
                .forEach(r -> fronts.add(r.subList(0, 5).toString()));
        assertEquals(
                List.of(
                        "[100, 1, 97, 0, 6]",
                        "[100, 1, 98, 0, 7]",
                        "[100, 2, 104, 0, 5]",
                        "[100, 2, 105, 0, 9]",
                        "[100, 2, 105, 1, 8]"),
                fronts);
        assertEquals(List.of(100L, 1L, 0L), tape.records.get(0));
    }

    @Test
    void shouldHashTheRankInTheLevel() {
        market.ask(1, 1, 1, 100);
        market.ask(1, 2, 1, 100);
        final long before = market.hash();
        market.move(1, 1, 101);
        market.move(1, 1, 100);
        assertEquals(List.of("ASK 100 #2 of 1 1/1", "ASK 100 #1 of 1 1/1"), market.orders());
        assertNotEquals(before, market.hash());
    }

    @Test
    void shouldForgetEverythingOnReset() {
        market.ask(1, 1, 1, 100);
        market.command(CommandType.RESET);
        assertEquals(0, market.books.bookCount());
        assertEquals(0, market.books.orderCount());
        assertEquals(0, market.slot.eventCount());
        assertEquals(List.of(), ordersOf(1));
        market.addSymbols(BookFixture.PAIR);
        assertEquals("SUCCESS rests 1", market.bid(1, 1, 1, 100));
        assertEquals(1, market.book().nextTradeId());
    }

    @Test
    void shouldLeaveOtherCommandsAlone() {
        market.ask(1, 1, 1, 100);
        final long before = market.hash();
        for (final CommandType command : CommandType.values()) {
            if (command.code() > CommandType.ADD_SYMBOLS.code() && command != CommandType.RESET) {
                market.command(command);
                assertTrue(market.slot.isSuccess());
                assertEquals(0, market.slot.eventCount());
            }
        }
        assertEquals(before, market.hash());
        assertEquals(1, market.books.bookCount());
    }

    @Test
    void shouldRefuseToRestoreAnIdTwice() {
        market.ask(1, 1, 1, 100);
        final BookFixture.StateTape tape = new BookFixture.StateTape();
        market.books.writeState(tape);
        tape.next();
        tape.next();
        assertThrows(IllegalStateException.class, () -> market.books.restoreOrder(tape, 0, 1));
    }

    @Test
    void shouldSaturateTheLotsOfALevelWhereShown() {
        final long most = 1L << 55;
        for (int i = 1; i <= 260; i++) {
            market.ask(1, i, most - 1, 100);
        }
        assertEquals(List.of(new Level(100, Long.MAX_VALUE, 260)), market.book().levels(ASK, 0));
        assertEquals("SUCCESS rests 0; reject 5", market.place(FOK, BID, 2, 999, 5, 99));
        assertEquals(
                "SUCCESS rests 0; trade 1 with #1 of 1 5@100 leaves " + (most - 6) + " and 0",
                market.place(FOK, BID, 2, 999, 5, 100));
        for (int i = 1; i <= 259; i++) {
            market.cancel(1, i);
        }
        assertEquals(List.of(new Level(100, most - 1, 1)), market.book().levels(ASK, 0));
    }

    private List<String> ordersOf(final int userIndex) {
        final List<String> lines = new ArrayList<>();
        market.books.ordersOf(
                userIndex,
                (symbol, side, price, id, uid, index, type, reserve, size, remaining) -> lines.add(symbol + " #" + id));
        return lines;
    }
}
