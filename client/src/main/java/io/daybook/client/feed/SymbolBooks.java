package io.daybook.client.feed;

import java.util.Arrays;

/**
 * Maps symbols to books: a symbol can have any number, and books are numbered from 0 in the order in which their
 * symbols were listed. Small numbers are looked up in a table, because every message needs a lookup, and a processor
 * mispredicts the branches of a search.
 */
final class SymbolBooks {
    /** No book: the symbol was never listed. */
    static final int NO_BOOK = -1;

    /** Symbols from this number on are searched for; the table takes at most 256 KiB. */
    static final int MOST_DENSE = 1 << 16;

    /** The books of the small symbols, by symbol. */
    private int[] dense = {};

    /** The large symbols in ascending order. */
    private int[] large = {};

    /** The book of each large symbol. */
    private int[] largeBooks = {};

    private int largeCount;

    private int[] symbolsByBook = {};
    private int count;

    int count() {
        return count;
    }

    int bookOf(final int symbol) {
        if (symbol >= 0 && symbol < dense.length) {
            return dense[symbol];
        }
        final int index = Arrays.binarySearch(large, 0, largeCount, symbol);
        return index < 0 ? NO_BOOK : largeBooks[index];
    }

    int symbolOf(final int book) {
        return symbolsByBook[book];
    }

    /** Gives a symbol a book if it has none. */
    void list(final int symbol) {
        if (bookOf(symbol) != NO_BOOK) {
            return;
        }
        if (symbol >= 0 && symbol < MOST_DENSE) {
            listDense(symbol);
        } else {
            listLarge(symbol);
        }
        if (count == symbolsByBook.length) {
            symbolsByBook = Arrays.copyOf(symbolsByBook, 2 * count + 1);
        }
        symbolsByBook[count] = symbol;
        count++;
    }

    private void listDense(final int symbol) {
        if (symbol >= dense.length) {
            final int before = dense.length;
            dense = Arrays.copyOf(dense, Math.min(MOST_DENSE, Math.max(symbol + 1, 2 * before)));
            Arrays.fill(dense, before, dense.length, NO_BOOK);
        }
        dense[symbol] = count;
    }

    private void listLarge(final int symbol) {
        if (largeCount == large.length) {
            large = Arrays.copyOf(large, 2 * largeCount + 1);
            largeBooks = Arrays.copyOf(largeBooks, large.length);
        }
        final int place = -Arrays.binarySearch(large, 0, largeCount, symbol) - 1;
        System.arraycopy(large, place, large, place + 1, largeCount - place);
        System.arraycopy(largeBooks, place, largeBooks, place + 1, largeCount - place);
        large[place] = symbol;
        largeBooks[place] = count;
        largeCount++;
    }
}
