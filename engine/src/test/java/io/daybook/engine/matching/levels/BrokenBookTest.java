package io.daybook.engine.matching.levels;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookType;
import io.daybook.api.Side;
import io.daybook.engine.matching.BookFixture;
import io.daybook.host.Proves;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A book with falsified sums or orders halts the exchange at the command that meets the fault. */
@Proves(
        value = "a contradiction halts the exchange at the command that makes it",
        normal = "8 faults in each kind of book, 8 in settlement")
class BrokenBookTest {
    private static final long PRICE = 100;

    private static void assertHalts(final String because, final Executable command) {
        final String message =
                assertThrows(IllegalStateException.class, command).getMessage();
        assertTrue(message.startsWith(because), message);
    }

    /** Two asks of five lots each at one price. */
    private static BookFixture book(final OrderBookType type) {
        final BookFixture fixture = new BookFixture(type, BookFixture.PAIR);
        fixture.ask(1, 1, 5, PRICE);
        fixture.ask(2, 2, 5, PRICE);
        return fixture;
    }

    private static PriceLevels asks(final BookFixture fixture) {
        return fixture.book().side(Side.ASK);
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldHaltWhenAMakerHasNoLots(final OrderBookType type) {
        final BookFixture fixture = book(type);
        final PriceLevels asks = asks(fixture);
        asks.slab.remaining(asks.head(asks.best()), 0);
        assertHalts("a trade must be of lots", () -> fixture.bid(3, 3, 1, PRICE));
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldHaltWhenAMakerHasLessThanNoLots(final OrderBookType type) {
        final BookFixture fixture = book(type);
        final PriceLevels asks = asks(fixture);
        asks.slab.remaining(asks.head(asks.best()), -4);
        assertHalts("a trade must be of lots", () -> fixture.bid(3, 3, 1, PRICE));
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldHaltWhenTheLastTradeOfALevelLeavesLotsBehind(final OrderBookType type) {
        final BookFixture fixture = book(type);
        final PriceLevels asks = asks(fixture);
        asks.levels.add(asks.best(), 3, 0);
        assertHalts("a level must have", () -> fixture.bid(3, 3, 10, PRICE));
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldHaltWhenATradeLeavesALevelWithoutTheOrdersItHas(final OrderBookType type) {
        final BookFixture fixture = book(type);
        final PriceLevels asks = asks(fixture);
        asks.levels.add(asks.best(), 0, -1);
        assertHalts("a level must have", () -> fixture.bid(3, 3, 5, PRICE));
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldHaltWhenACancelLeavesALevelWithoutTheOrdersItHas(final OrderBookType type) {
        final BookFixture fixture = book(type);
        final PriceLevels asks = asks(fixture);
        asks.levels.add(asks.best(), 0, -1);
        assertHalts("a level must have", () -> fixture.cancel(1, 1));
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldHaltWhenTheLastCancelOfALevelLeavesLotsBehind(final OrderBookType type) {
        final BookFixture fixture = book(type);
        final PriceLevels asks = asks(fixture);
        asks.levels.add(asks.best(), 3, 0);
        fixture.cancel(1, 1);
        assertHalts("a level must have", () -> fixture.cancel(2, 2));
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldHaltWhenTheLastCancelOfALevelLeavesOrdersBehind(final OrderBookType type) {
        final BookFixture fixture = book(type);
        final PriceLevels asks = asks(fixture);
        asks.levels.add(asks.best(), 0, 1);
        fixture.cancel(1, 1);
        assertHalts("a level must have", () -> fixture.cancel(2, 2));
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldHaltWhenAReducedOrderKeepsNothing(final OrderBookType type) {
        final PriceLevels asks = asks(book(type));
        assertHalts("a reduced order must keep", () -> asks.reduce(asks.head(asks.best()), 5));
    }
}
