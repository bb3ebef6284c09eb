package io.daybook.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderBookType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads a book that is deeper than one answer may be, page by page. */
class BookPagesTest {
    private static final int ASKS = 2 * Limits.MAX_BOOK_LEVELS + 7;
    private static final int BIDS = 5;
    private static final int SELLERS = 3; // so that none exceeds the limit of live orders
    private static final long MIDDLE = 1_000_000;

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldGiveEveryLevelOnceOverAllPages(final OrderBookType type) {
        final ExchangeEngine engine = new ExchangeEngine(new EngineConfig(type, true, false), new EventRing(64));
        apply(engine, new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()));
        for (long uid = 1; uid <= SELLERS; uid++) {
            apply(engine, AddAccounts.of(Map.of(uid, Map.of(10, 1_000_000L, 20, 1L << 50))));
        }
        for (int i = 1; i <= ASKS; i++) {
            apply(engine, PlaceOrder.gtc(1 + i % SELLERS, 1, i, Side.ASK, MIDDLE + 2L * i, 1));
        }
        for (int i = 1; i <= BIDS; i++) {
            apply(engine, PlaceOrder.gtc(1, 1, ASKS + i, Side.BID, MIDDLE - i, 1));
        }

        final OrderBookReport first = answer(engine, new OrderBookQuery(1, 0));
        assertEquals(Limits.MAX_BOOK_LEVELS, first.asks().size());
        assertEquals(BIDS, first.bids().size());
        assertTrue(first.moreAsks());
        assertFalse(first.moreBids());
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandType.SUBSCRIBE_BOOK.code());
        slot.payload(new SubscribeBookQuery(1, new ExchangeListener() {}));
        engine.execute(slot);
        assertEquals(first, slot.report());

        final List<Long> prices = new ArrayList<>();
        OrderBookReport page = first;
        page.asks().forEach(level -> prices.add(level.price()));
        int pages = 1;
        while (page.moreAsks() || page.moreBids()) {
            page = answer(engine, page.following(10_000));
            page.asks().forEach(level -> prices.add(level.price()));
            assertEquals(List.of(), page.bids());
            pages++;
        }
        assertEquals(3, pages);
        assertEquals(ASKS, prices.size());
        for (int i = 0; i < ASKS; i++) {
            assertEquals(MIDDLE + 2L * (i + 1), prices.get(i));
        }

        final OrderBookReport top = answer(engine, new OrderBookQuery(1, 2));
        assertTrue(top.moreAsks() && top.moreBids());
        final OrderBookReport next = answer(engine, top.following(3));
        assertEquals(MIDDLE - 3, next.bids().get(0).price());
        assertFalse(next.moreBids());
        final OrderBookReport last = answer(engine, next.following(1));
        assertEquals(List.of(), last.bids());
        assertEquals(MIDDLE + 12, last.asks().get(0).price());
    }

    private static void apply(final ExchangeEngine engine, final Command command) {
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        engine.apply(slot);
        assertTrue(slot.isSuccess(), command::toString);
    }

    private static OrderBookReport answer(final ExchangeEngine engine, final OrderBookQuery query) {
        final CommandSlot slot = new CommandSlot();
        slot.type(query.type().code());
        slot.payload(query);
        engine.execute(slot);
        return assertInstanceOf(OrderBookReport.class, slot.report());
    }
}
