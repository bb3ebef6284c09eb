package io.daybook.engine.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbols;
import io.daybook.api.CommandType;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Books of several matching threads: all receive every command, and each acts on its own symbols. */
class OrderBooksShardTest {
    private final EventRing firstEvents = new EventRing(64);
    private final EventRing secondEvents = new EventRing(64);
    private final OrderBooks first =
            new OrderBooks(BookTypes.all(OrderBookType.LADDER), firstEvents, 0, 2, HashSecret.NONE);
    private final OrderBooks second =
            new OrderBooks(BookTypes.all(OrderBookType.LADDER), secondEvents, 1, 2, HashSecret.NONE);
    private final CommandSlot slot = new CommandSlot();

    @Test
    void shouldActOnItsOwnSymbolsOnly() {
        addThreeSymbols();
        assertTrue(first.owns(0) && first.owns(2) && second.owns(1));
        assertFalse(first.owns(1));
        place(1);
        assertEquals(0, first.orderCount());
        assertEquals(1, second.orderCount());
        assertEquals(5, slot.remaining());
        assertEquals(100, second.book(1).bestBid());
        assertThrows(IllegalStateException.class, () -> first.book(1));
    }

    @Test
    void shouldLeaveTheSlotOfAdministrationAlone() {
        addThreeSymbols();
        slot.clear();
        slot.type(CommandType.RESET.code());
        second.match(slot);
        first.match(slot);
        assertEquals(0, first.bookCount() + second.bookCount());
        assertEquals(0, slot.eventCount());
        assertThrows(IllegalStateException.class, slot::eventRing);
    }

    @Test
    void shouldCountSymbolsOfOtherShards() {
        addThreeSymbols();
        assertEquals(3, first.bookCount());
        assertEquals(3, second.bookCount());
        slot.clear();
        slot.type(CommandType.RESET.code());
        first.match(slot);
        assertEquals(0, first.bookCount());
    }

    @Test
    void shouldRefuseAShardThatIsNone() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new OrderBooks(BookTypes.all(OrderBookType.AVL), firstEvents, 2, 2, HashSecret.NONE));
    }

    private void addThreeSymbols() {
        slot.clear();
        slot.type(CommandType.ADD_SYMBOLS.code());
        slot.payload(new AddSymbols(List.of(spec(7), spec(5), spec(9))));
        first.match(slot);
        second.match(slot);
    }

    private void place(final int symbolIndex) {
        slot.clear();
        slot.type(CommandType.PLACE_ORDER.code());
        slot.symbolIndex(symbolIndex);
        slot.orderType(OrderType.GTC.code());
        slot.side(Side.BID.code());
        slot.price(100);
        slot.size(5);
        slot.orderId(1);
        slot.uid(1);
        slot.userIndex(0);
        first.match(slot);
        second.match(slot);
    }

    private static SymbolSpec spec(final int symbol) {
        return SymbolSpec.exchangePair(symbol, 1, 2).build();
    }
}
