package io.daybook.engine.matching;

import io.daybook.api.Side;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.LevelSlab;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.kernel.slab.HandleSort;
import io.daybook.kernel.state.BookRecord;
import io.daybook.kernel.state.OrderRecord;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The contents of one matching thread's books at one moment: its slab of orders, copied array by array, and a few
 * numbers of each book. The order of prices is not copied; instead, the writer sorts the first orders of the levels and
 * follows their queues. Used by one thread at a time.
 */
public final class BooksCopy {
    private static final int PRICE_BITS = 41;

    private final OrderSlab slab;
    private final LevelSlab levels;
    private final int[] symbols;
    private final int[] bookIndexes;
    private final long[] nextTradeIds;
    private final long[] lastPrices;

    /** The records of books in which orders have terms, by position in the order of symbols; null for other books. */
    private final @Nullable RecordBuffer[] specials;

    /**
     * Copies the numbers of the books.
     *
     * @param slab the orders, already a copy
     * @param levels the levels, already a copy
     * @param books the books, by symbol id
     */
    BooksCopy(final OrderSlab slab, final LevelSlab levels, final Collection<OrderBook> books) {
        this.slab = slab;
        this.symbols = new int[books.size()];
        this.bookIndexes = new int[books.size()];
        this.nextTradeIds = new long[books.size()];
        this.lastPrices = new long[books.size()];
        this.specials = new RecordBuffer[books.size()];
        this.levels = levels;
        int at = 0;
        for (final OrderBook book : books) {
            symbols[at] = book.spec().symbol();
            bookIndexes[at] = book.index();
            nextTradeIds[at] = book.nextTradeId();
            lastPrices[at] = book.lastPrice();
            if (book.hasSpecials()) {
                final RecordBuffer records = new RecordBuffer();
                OrderBooks.writeOrders(book, records);
                OrderBooks.specialRecords().forEach(type -> OrderBooks.writeSpecials(type, book, records));
                specials[at] = records;
            }
            at++;
        }
    }

    /** Whether some orders have terms. */
    public boolean hasSpecials() {
        return Arrays.stream(specials).anyMatch(Objects::nonNull);
    }

    /** The number of books. */
    public int bookCount() {
        return symbols.length;
    }

    /** The symbol of the book at a position in the order of symbols. */
    public int symbol(final int at) {
        return symbols[at];
    }

    /** Writes the BOOK record of the book at a position in the order of symbols. */
    public void writeBook(final int at, final StateWriter writer) {
        BookRecord.write(writer, symbols[at], nextTradeIds[at], lastPrices[at]);
    }

    /** Writes the records of a kind that a book has only if some of its orders have terms. */
    public void writeSpecials(final int at, final StateRecordType type, final StateWriter writer) {
        final RecordBuffer records = specials[at];
        if (records != null) {
            records.writeTo(type, writer);
        }
    }

    private long price(final int order) {
        return PriceLevels.priceOf(levels.key((int) slab.place(order)), slab.isAsk(order));
    }

    /** Sorts the orders, to be written book by book. */
    public Orders sortOrders(final IntToLongFunction uidOfUserIndex) {
        return new Orders(uidOfUserIndex);
    }

    /** The orders in canonical order. */
    public final class Orders {
        private final IntToLongFunction uids;
        private final int[] fronts;
        private final int count;
        private int next;

        private Orders(final IntToLongFunction uidOfUserIndex) {
            this.uids = uidOfUserIndex;
            final int limit = slab.handleLimit();
            int levels = 0;
            for (int order = 1; order < limit; order++) {
                levels += isFront(order) ? 1 : 0;
            }
            this.count = levels;
            this.fronts = new int[levels];
            final long[] keys = new long[levels];
            int at = 0;
            for (int order = 1; order < limit; order++) {
                if (isFront(order)) {
                    fronts[at] = order;
                    keys[at++] = (slab.isAsk(order) ? 1L << PRICE_BITS : 0) | price(order);
                }
            }
            HandleSort.sort(keys, fronts, count);
            final int[] places = places();
            for (int i = 0; i < count; i++) {
                keys[i] = places[slab.bookIndex(fronts[i])];
            }
            HandleSort.sort(keys, fronts, count);
        }

        private boolean isFront(final int order) {
            return slab.id(order) != 0
                    && slab.previous(order) == OrderSlab.NO_ORDER
                    && slab.place(order) != OrderSlab.NOWHERE;
        }

        /** The position of each book in the order of symbols, by the index of the book. */
        private int[] places() {
            int largest = -1;
            for (final int index : bookIndexes) {
                largest = Math.max(largest, index);
            }
            final int[] places = new int[largest + 1];
            for (int at = 0; at < bookIndexes.length; at++) {
                places[bookIndexes[at]] = at;
            }
            return places;
        }

        /**
         * Writes the ORDER records of the book at a position in the order of symbols. The caller must write the books
         * in this order.
         */
        public void write(final int at, final StateWriter writer) {
            final RecordBuffer records = specials[at];
            if (records != null) {
                records.writeTo(StateRecordType.ORDER, writer);
            }
            while (next < count && slab.bookIndex(fronts[next]) == bookIndexes[at]) {
                long rank = 0;
                for (int order = fronts[next];
                        records == null && order != OrderSlab.NO_ORDER;
                        order = slab.next(order)) {
                    write(symbols[at], order, rank++, writer);
                }
                next++;
            }
        }

        private void write(final int symbol, final int order, final long rank, final StateWriter writer) {
            OrderRecord.write(
                    writer,
                    symbol,
                    (slab.isAsk(order) ? Side.ASK : Side.BID).code(),
                    price(order),
                    rank,
                    slab.id(order),
                    uids.applyAsLong(slab.userIndex(order)),
                    slab.type(order),
                    slab.reserve(order),
                    slab.size(order),
                    slab.remaining(order));
        }
    }
}
