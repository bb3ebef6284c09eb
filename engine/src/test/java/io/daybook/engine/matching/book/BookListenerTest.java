package io.daybook.engine.matching.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.LevelChangeView;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.SlotBookChangeView;
import io.daybook.engine.matching.BookFixture;
import io.daybook.engine.matching.OrderBooks;
import io.daybook.engine.matching.RandomCommands;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A book rebuilt from the calls of its listener equals the book, and market data gets exactly the levels that changed.
 */
@Proves(
        value = "a listener can rebuild the book from its changes, and receives each changed level once",
        normal = "20,000 commands for each kind of book")
class BookListenerTest {
    private static final long SEED = Long.getLong("daybook.seed", 20_261_122L);
    private static final int COMMANDS = 20_000;
    private static final int RECENT = 128;
    private static final SymbolSpec OTHER = SymbolSpec.exchangePair(99, 1, 2).build();

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldTellAllThatHappensToRestingOrders(final OrderBookType type) {
        final BookFixture told = new BookFixture(type, BookFixture.PAIR, OTHER);
        final BookFixture watched = new BookFixture(type, BookFixture.PAIR, OTHER);
        final List<Mirror> mirrors = List.of(new Mirror(0), new Mirror(1));
        for (final Mirror mirror : mirrors) {
            told.books.listen(mirror.bookIndex, mirror);
            watched.books.watch(mirror.bookIndex, true);
        }
        final RandomCommands forTold = new RandomCommands(SEED, 2, true, RECENT);
        final RandomCommands forWatched = new RandomCommands(SEED, 2, true, RECENT);
        for (int i = 0; i < COMMANDS; i++) {
            final String where = "seed=" + SEED + " command=" + i;
            forTold.next(told.slot);
            forWatched.next(watched.slot);
            final Mirror mirror = mirrors.get(told.slot.symbolIndex());
            final Map<String, String> before = mirror.levels();
            told.books.match(told.slot);
            watched.books.match(watched.slot);
            assertEquals(mirror.orders(told.books), mirror.told(), where);
            assertEquals(changed(before, mirror.levels()), changes(watched.slot), where);
            told.events.release(told.events.position());
            watched.events.release(watched.events.position());
        }
        assertTrue(mirrors.get(0).moves > 50 && mirrors.get(0).fills > 50, "too little happened");
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldTellOfAMoveThatTradesWhatItIsAfterwards(final OrderBookType type) {
        final BookFixture fixture = new BookFixture(type, BookFixture.PAIR);
        fixture.ask(1, 1, 2, 105);
        fixture.place(OrderType.GTC, Side.BID, 2, 2, 5, 100, 110);
        fixture.place(OrderType.GTC, Side.BID, 2, 3, 1, 100, 110);
        final Mirror mirror = new Mirror(0);
        mirror.onRested(0, Side.ASK.code(), 105, 1, 2);
        mirror.onRested(0, Side.BID.code(), 100, 2, 5);
        mirror.onRested(0, Side.BID.code(), 100, 3, 1);
        fixture.books.listen(0, mirror);
        fixture.move(2, 2, 106);
        assertEquals(List.of("ASK 105 #1 -2 0", "ASK 105 #1 left 0", "BID 100 #2 to 106 3"), mirror.calls);
        assertEquals(List.of("BID 100 #3 1", "BID 106 #2 3"), mirror.told());
        fixture.books.listen(0, null);
        fixture.cancel(2, 2);
        assertEquals(3, mirror.calls.size());
    }

    /** The levels whose lots or orders differ, with their present content. */
    private static Map<String, String> changed(final Map<String, String> before, final Map<String, String> after) {
        final Map<String, String> changed = new TreeMap<>(after);
        before.keySet().forEach(level -> changed.putIfAbsent(level, "0 of 0"));
        changed.entrySet().removeIf(entry -> entry.getValue().equals(before.get(entry.getKey())));
        return changed;
    }

    private static Map<String, String> changes(final CommandSlot slot) {
        final Map<String, String> changes = new TreeMap<>();
        if (slot.eventCount() == 0 || SlotBookChangeView.levelCount(slot) == 0) {
            return changes;
        }
        final SlotBookChangeView view = new SlotBookChangeView();
        view.wrap(slot, 1, 0, 0);
        for (int i = 0; i < view.levelCount(); i++) {
            final LevelChangeView level = view.level(i);
            final String was = changes.put(level.side() + " " + level.price(), level.size() + " of " + level.orders());
            assertEquals(null, was, "a level must be reported once");
        }
        return changes;
    }

    /** A book of orders, rebuilt from the calls of the listener. */
    private static final class Mirror implements BookListener {
        private final int bookIndex;
        private final Map<Long, LinkedHashMap<Long, Long>> bids = new TreeMap<>();
        private final Map<Long, LinkedHashMap<Long, Long>> asks = new TreeMap<>();
        private final List<String> calls = new ArrayList<>();
        private int moves;
        private int fills;

        Mirror(final int bookIndex) {
            this.bookIndex = bookIndex;
        }

        @Override
        public void onRested(final int index, final int side, final long price, final long orderId, final long lots) {
            assertEquals(bookIndex, index);
            assertEquals(
                    null,
                    levels(side)
                            .computeIfAbsent(price, key -> new LinkedHashMap<>())
                            .put(orderId, lots));
        }

        @Override
        public void onTraded(
                final int index,
                final int side,
                final long price,
                final long orderId,
                final long lots,
                final long remaining) {
            assertEquals(bookIndex, index);
            assertEquals(orderId, levels(side).get(price).keySet().iterator().next(), "the oldest order must trade");
            calls.add(Side.of(side) + " " + price + " #" + orderId + " -" + lots + " " + remaining);
            fewer(side, price, orderId, lots, remaining);
        }

        @Override
        public void onReduced(
                final int index,
                final int side,
                final long price,
                final long orderId,
                final long lots,
                final long remaining) {
            assertEquals(bookIndex, index);
            assertTrue(remaining > 0);
            fewer(side, price, orderId, lots, remaining);
        }

        private void fewer(
                final int side, final long price, final long orderId, final long lots, final long remaining) {
            assertEquals(remaining + lots, levels(side).get(price).put(orderId, remaining));
        }

        @Override
        public void onMoved(
                final int index,
                final int side,
                final long fromPrice,
                final long toPrice,
                final long orderId,
                final long remaining) {
            assertEquals(bookIndex, index);
            calls.add(Side.of(side) + " " + fromPrice + " #" + orderId + " to " + toPrice + " " + remaining);
            moves++;
            assertTrue(remove(side, fromPrice, orderId) >= remaining);
            onRested(index, side, toPrice, orderId, remaining);
        }

        @Override
        public void onLeft(final int index, final int side, final long price, final long orderId, final long lots) {
            assertEquals(bookIndex, index);
            calls.add(Side.of(side) + " " + price + " #" + orderId + " left " + lots);
            final long known = remove(side, price, orderId);
            assertTrue(lots == 0 || known == lots);
            fills += lots == 0 ? 1 : 0;
        }

        private long remove(final int side, final long price, final long orderId) {
            final LinkedHashMap<Long, Long> level = levels(side).get(price);
            final long lots = level.remove(orderId);
            if (level.isEmpty()) {
                levels(side).remove(price);
            }
            return lots;
        }

        private Map<Long, LinkedHashMap<Long, Long>> levels(final int side) {
            return side == Side.BID.code() ? bids : asks;
        }

        List<String> told() {
            final List<String> lines = new ArrayList<>();
            bids.forEach(
                    (price, level) -> level.forEach((id, lots) -> lines.add("BID " + price + " #" + id + " " + lots)));
            asks.forEach(
                    (price, level) -> level.forEach((id, lots) -> lines.add("ASK " + price + " #" + id + " " + lots)));
            return lines;
        }

        List<String> orders(final OrderBooks books) {
            final List<String> lines = new ArrayList<>();
            books.book(bookIndex)
                    .forEachOrder((symbol, side, price, id, uid, userIndex, type, reserve, size, remaining) ->
                            lines.add(Side.of(side) + " " + price + " #" + id + " " + remaining));
            return lines;
        }

        Map<String, String> levels() {
            final Map<String, String> levels = new TreeMap<>();
            bids.forEach((price, level) -> levels.put("BID " + price, line(level)));
            asks.forEach((price, level) -> levels.put("ASK " + price, line(level)));
            return levels;
        }

        private static String line(final LinkedHashMap<Long, Long> level) {
            return level.values().stream().mapToLong(Long::longValue).sum() + " of " + level.size();
        }
    }
}
