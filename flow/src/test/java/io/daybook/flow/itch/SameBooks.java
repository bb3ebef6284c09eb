package io.daybook.flow.itch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.client.book.BookHash;
import io.daybook.client.book.OrderLevels;
import java.util.ArrayList;
import java.util.List;

/** Compares the result of the parser and the books for a file with that of the simple reader. */
final class SameBooks {
    /** Counts the frames that are not valid messages. */
    static final class Odd implements ItchListener {
        long wrongLengths;
        long unknownTypes;
        final List<Long> positions = new ArrayList<>();

        @Override
        public void onWrongLength(final byte type, final int length, final long position) {
            wrongLengths++;
            positions.add(position);
        }

        @Override
        public void onUnknownType(final byte type, final int length, final long position) {
            unknownTypes++;
            positions.add(position);
        }
    }

    private SameBooks() {}

    static void assertSame(final SimpleBooks expected, final ItchParser parser, final ItchBooks books) {
        for (int type = 0; type < 256; type++) {
            assertEquals(expected.counts.getOrDefault((char) type, 0L), parser.count((byte) type), "type " + type);
        }
        assertEquals(expected.wrongLengths, parser.wrongLengths());
        assertEquals(expected.unknownTypes, parser.unknownTypes());
        assertEquals(expected.zeroLengths, parser.zeroLengths());
        assertEquals(expected.cutAt == -1, parser.isWhole());
        if (expected.cutAt != -1) {
            assertEquals(expected.cutAt, parser.position());
        }
        assertEquals(expected.unknownReferences, books.unknownReferences());
        assertEquals(expected.knownReferences, books.knownReferences());
        assertEquals(expected.excessShares, books.excessShares());
        assertEquals(expected.emptyOrders, books.emptyOrders());
        assertEquals(expected.unknownSides, books.unknownSides());
        final OrderLevels levels = books.levels();
        assertEquals(expected.orders.size(), levels.orders());
        for (int locate = 0; locate < levels.books(); locate++) {
            final long hash = assertSame(expected, books, locate, OrderLevels.BID)
                    + assertSame(expected, books, locate, OrderLevels.ASK);
            assertEquals(hash, levels.hash(locate));
            if (levels.orders(locate) > 0) {
                assertEquals(expected.stocks.get(locate), ItchText.of(books.stock(locate)));
            }
        }
    }

    private static long assertSame(
            final SimpleBooks expected, final ItchBooks books, final int locate, final int side) {
        final OrderLevels levels = books.levels();
        final boolean ask = side == OrderLevels.ASK;
        final List<Long> queue = new ArrayList<>();
        long hash = 0;
        int count = 0;
        for (int level = levels.best(locate, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
            assertEquals(locate, levels.book(level));
            assertEquals(side, levels.sideOf(level));
            count++;
            long size = 0;
            int orders = 0;
            for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                final long reference = levels.reference(order);
                final SimpleBooks.Order simple = expected.orders.get(reference);
                assertEquals(simple.shares, levels.size(order));
                assertEquals(simple.price, levels.price(level));
                assertEquals(order, books.find(reference));
                hash += BookHash.of(reference, simple.price, simple.shares, side);
                size += simple.shares;
                orders++;
                queue.add(reference);
            }
            assertEquals(size, levels.levelSize(level));
            assertEquals(orders, levels.levelOrders(level));
        }
        assertEquals(expected.queue(locate, ask), queue);
        assertEquals(expected.levels(locate, ask), levels.levels(locate, side));
        assertEquals(count, levels.levels(locate, side));
        return hash;
    }
}
