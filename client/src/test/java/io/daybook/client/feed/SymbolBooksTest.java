package io.daybook.client.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SymbolBooksTest {
    private static final long SEED = 20261129;

    /** Compares symbols on both sides of all limits, some of them listed several times, with a list. */
    @Test
    void shouldNumberSymbolsOfAllSizesInTheOrderOfTheirListing() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final SymbolBooks books = new SymbolBooks();
        final List<Integer> listed = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            final int symbol =
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(300);
                        case 1 -> SymbolBooks.MOST_DENSE - 5 + random.nextInt(10);
                        case 2 -> random.nextInt();
                        default -> random.nextInt(2 * SymbolBooks.MOST_DENSE);
                    };
            assertEquals(listed.indexOf(symbol), books.bookOf(symbol), () -> "symbol=" + symbol + " seed=" + SEED);
            books.list(symbol);
            if (!listed.contains(symbol)) {
                listed.add(symbol);
            }
            assertEquals(listed.indexOf(symbol), books.bookOf(symbol));
        }
        assertEquals(listed.size(), books.count());
        for (int book = 0; book < listed.size(); book++) {
            assertEquals(listed.get(book), books.symbolOf(book));
            assertEquals(book, books.bookOf(listed.get(book)));
        }
    }
}
