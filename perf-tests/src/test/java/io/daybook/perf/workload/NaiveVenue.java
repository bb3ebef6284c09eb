package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Replays streams over trees and lists, with nothing shared with the generator but the record format, and fails on any
 * command that an exchange would refuse.
 */
final class NaiveVenue {
    private static final class Book {
        final TreeMap<Long, List<NaiveOrder>> bids = new TreeMap<>(Comparator.reverseOrder());
        final TreeMap<Long, List<NaiveOrder>> asks = new TreeMap<>();
        final Map<Long, NaiveOrder> live = new HashMap<>();
        long lastOrderId;
        long lastPrice;
        long trades;
        long lots;

        TreeMap<Long, List<NaiveOrder>> side(final boolean bid) {
            return bid ? bids : asks;
        }
    }

    private final WorkloadSetup setup;
    private final List<Book> books = new ArrayList<>();
    private final NaiveFunds funds;
    private long rejections;

    NaiveVenue(final WorkloadSetup setup) {
        this.setup = setup;
        funds = new NaiveFunds(setup);
        for (SymbolSetup symbol : setup.symbols()) {
            final Book book = new Book();
            book.lastPrice = symbol.startPrice();
            books.add(book);
        }
    }

    long rejections() {
        return rejections;
    }

    BookImage image(final int symbol) {
        final Book book = books.get(symbol - 1);
        return new BookImage(
                symbol, levels(book.bids), levels(book.asks), book.live.size(), book.lastPrice, book.trades, book.lots);
    }

    void replay(final CommandStream stream) {
        for (int i = 0; i < stream.size(); i++) {
            apply(stream.chunkOf(i), stream.offsetOf(i));
        }
    }

    private void apply(final long[] chunk, final int at) {
        final SymbolSetup symbol = setup.symbols().get(CommandRecord.symbol(chunk, at) - 1);
        final Book book = books.get(symbol.symbol() - 1);
        if (CommandRecord.type(chunk, at) == CommandRecord.PLACE) {
            place(symbol, book, chunk, at);
            return;
        }
        final NaiveOrder order = book.live.get(CommandRecord.orderId(chunk, at));
        assertNotNull(order, "the order lives");
        assertEquals(order.uid, CommandRecord.uid(chunk, at), "the user owns the order");
        switch (CommandRecord.type(chunk, at)) {
            case CommandRecord.MOVE -> move(book, order, CommandRecord.price(chunk, at));
            case CommandRecord.CANCEL -> takeOff(book, order, order.remaining);
            case CommandRecord.REDUCE -> {
                assertTrue(CommandRecord.size(chunk, at) >= 1, "a size to take off");
                takeOff(book, order, Math.min(order.remaining, CommandRecord.size(chunk, at)));
            }
            case CommandRecord.REPLACE ->
                replace(book, order, CommandRecord.price(chunk, at), CommandRecord.size(chunk, at));
            default -> throw new AssertionError("unknown type " + CommandRecord.type(chunk, at));
        }
    }

    private void place(final SymbolSetup symbol, final Book book, final long[] chunk, final int at) {
        final int type = CommandRecord.orderType(chunk, at);
        final boolean bid = CommandRecord.side(chunk, at) == CommandRecord.BID;
        final long price = CommandRecord.price(chunk, at);
        final long sentReserve = CommandRecord.reservePrice(chunk, at);
        final NaiveOrder order = new NaiveOrder(
                symbol,
                type,
                bid,
                CommandRecord.uid(chunk, at),
                CommandRecord.orderId(chunk, at),
                price,
                bid && sentReserve == 0 ? price : sentReserve,
                CommandRecord.size(chunk, at));
        assertEquals(++book.lastOrderId, order.orderId, "ids count from 1 per symbol");
        assertTrue(order.uid >= 1 && order.uid <= setup.users(), "a known user");
        assertTrue(order.size >= 1, "a size");
        if (type == CommandRecord.FOK_BUDGET) {
            assertEquals(order.bid ? order.price : 0, order.reserve, "a budget order's reserve");
        } else {
            assertTrue(order.price >= symbol.minPrice() && order.price <= symbol.maxPrice(), "price in range");
            assertTrue(
                    order.bid ? order.reserve >= order.price && order.reserve <= symbol.maxPrice() : order.reserve == 0,
                    "a bid's reserve is from its price to the top of the range");
        }
        funds.accept(order);
        if (type != CommandRecord.FOK_BUDGET || fills(book, order)) match(book, order);
        if (order.remaining == 0) return;
        if (type == CommandRecord.GTC) {
            rest(book, order);
        } else {
            rejections++;
            funds.release(order, order.remaining);
        }
    }

    private static boolean fills(final Book book, final NaiveOrder order) {
        long left = order.size;
        long value = 0;
        for (List<NaiveOrder> level : book.side(!order.bid).values()) {
            for (NaiveOrder maker : level) {
                final long taken = Math.min(left, maker.remaining);
                value += taken * maker.price;
                left -= taken;
            }
        }
        return left == 0 && (order.bid ? value <= order.price : value >= order.price);
    }

    private void match(final Book book, final NaiveOrder taker) {
        final TreeMap<Long, List<NaiveOrder>> makers = book.side(!taker.bid);
        while (taker.remaining > 0 && !makers.isEmpty()) {
            final NaiveOrder maker = makers.firstEntry().getValue().get(0);
            final boolean crosses = taker.type == CommandRecord.FOK_BUDGET
                    || (taker.bid ? maker.price <= taker.price : maker.price >= taker.price);
            if (!crosses) return;
            final long lots = Math.min(taker.remaining, maker.remaining);
            funds.settle(taker, maker, maker.price, lots);
            book.trades++;
            book.lots += lots;
            book.lastPrice = maker.price;
            taker.remaining -= lots;
            maker.remaining -= lots;
            if (maker.remaining == 0) leave(book, maker);
        }
    }

    private void move(final Book book, final NaiveOrder order, final long price) {
        assertTrue(price >= order.symbol.minPrice() && price <= order.symbol.maxPrice(), "price in range");
        assertTrue(!order.bid || price <= order.reserve, "price within the reserve");
        if (price == order.price) return;
        leave(book, order);
        order.price = price;
        match(book, order);
        if (order.remaining > 0) rest(book, order);
    }

    private void replace(final Book book, final NaiveOrder order, final long price, final long size) {
        assertTrue(price >= order.symbol.minPrice() && price <= order.symbol.maxPrice(), "price in range");
        final long lots = order.remaining + size - order.size;
        assertTrue(lots >= 1, "lots that are left");
        final boolean keeps = price == order.price && size <= order.size;
        if (!keeps) leave(book, order);
        funds.release(order, order.remaining);
        order.size = size;
        order.remaining = lots;
        order.reserve = order.bid ? price : 0;
        order.price = price;
        funds.accept(order);
        if (keeps) return;
        match(book, order);
        if (order.remaining > 0) rest(book, order);
    }

    private void takeOff(final Book book, final NaiveOrder order, final long lots) {
        funds.release(order, lots);
        order.remaining -= lots;
        if (order.remaining == 0) leave(book, order);
    }

    private static void rest(final Book book, final NaiveOrder order) {
        book.side(order.bid)
                .computeIfAbsent(order.price, p -> new ArrayList<>())
                .add(order);
        book.live.put(order.orderId, order);
    }

    private static void leave(final Book book, final NaiveOrder order) {
        final TreeMap<Long, List<NaiveOrder>> side = book.side(order.bid);
        final List<NaiveOrder> level = side.get(order.price);
        level.remove(order);
        if (level.isEmpty()) side.remove(order.price);
        book.live.remove(order.orderId);
    }

    private static List<BookImage.Level> levels(final TreeMap<Long, List<NaiveOrder>> side) {
        final List<BookImage.Level> levels = new ArrayList<>();
        side.forEach((price, orders) -> levels.add(new BookImage.Level(
                price, orders.stream().mapToLong(o -> o.remaining).sum(), orders.size())));
        return levels;
    }
}
