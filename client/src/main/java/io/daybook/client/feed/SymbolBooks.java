package io.daybook.client.feed;

import java.util.Arrays;

/** Maps symbols to books: symbols have any number, books count from 0 in the order of their symbols' listings. */
final class SymbolBooks {
    /** No book: the symbol was never listed. */
    static final int NO_BOOK = -1;

    /** The symbols in ascending order, and the book of each. */
    private int[] symbols = {};

    private int[] books = {};

    private int[] symbolsByBook = {};
    private int count;

    int count() {
        return count;
    }

    int bookOf(final int symbol) {
        final int index = Arrays.binarySearch(symbols, 0, count, symbol);
        return index < 0 ? NO_BOOK : books[index];
    }

    int symbolOf(final int book) {
        return symbolsByBook[book];
    }

    /** Gives a symbol a book if it has none. */
    void list(final int symbol) {
        final int found = Arrays.binarySearch(symbols, 0, count, symbol);
        if (found >= 0) {
            return;
        }
        if (count == symbols.length) {
            symbols = Arrays.copyOf(symbols, 2 * count + 1);
            books = Arrays.copyOf(books, symbols.length);
            symbolsByBook = Arrays.copyOf(symbolsByBook, symbols.length);
        }
        final int place = -found - 1;
        System.arraycopy(symbols, place, symbols, place + 1, count - place);
        System.arraycopy(books, place, books, place + 1, count - place);
        symbols[place] = symbol;
        books[place] = count;
        symbolsByBook[count] = symbol;
        count++;
    }
}
