package io.daybook.perf.workload;

import org.jspecify.annotations.Nullable;

/**
 * All levels of one symbol, found by price: pages of 64 prices, made on first use, under a bitmap of the non-empty
 * pages. Both sides share it, because a book that matches is never crossed.
 */
final class PriceLadder {
    private static final int PAGE_SHIFT = 6;
    private static final int PAGE_PRICES = 1 << PAGE_SHIFT;
    private static final int PAGE_MASK = PAGE_PRICES - 1;

    private final long low;
    private final @Nullable Page[] pages;
    private final long[] occupiedPages;

    /** A ladder for prices from {@code low} to {@code high}, both included. */
    PriceLadder(final long low, final long high) {
        this.low = low;
        final int pageCount = Math.toIntExact((high - low) >> PAGE_SHIFT) + 1;
        pages = new Page[pageCount];
        occupiedPages = new long[(pageCount + PAGE_MASK) >> PAGE_SHIFT];
    }

    /** The level at {@code price}, made if there is none. */
    PriceLevel levelAt(final long price) {
        final int index = (int) (price - low);
        final int pageIndex = index >> PAGE_SHIFT;
        Page page = pages[pageIndex];
        if (page == null) {
            page = new Page();
            pages[pageIndex] = page;
        }
        final int slot = index & PAGE_MASK;
        PriceLevel level = page.levels[slot];
        if (level == null) {
            level = new PriceLevel(price);
            page.levels[slot] = level;
            page.occupied |= 1L << slot;
            occupiedPages[pageIndex >> PAGE_SHIFT] |= 1L << pageIndex;
        }
        return level;
    }

    void remove(final PriceLevel level) {
        final int index = (int) (level.price - low);
        final int pageIndex = index >> PAGE_SHIFT;
        final Page page = page(pageIndex);
        page.levels[index & PAGE_MASK] = null;
        page.occupied &= ~(1L << index);
        if (page.occupied == 0) {
            occupiedPages[pageIndex >> PAGE_SHIFT] &= ~(1L << pageIndex);
        }
    }

    /** The nearest level above {@code price}, or null. */
    @Nullable
    PriceLevel above(final long price) {
        final int index = (int) (price - low);
        final int pageIndex = index >> PAGE_SHIFT;
        final Page page = pages[pageIndex];
        final long inPage = page == null ? 0 : page.occupied & higherBits(index);
        if (page != null && inPage != 0) return page.levels[Long.numberOfTrailingZeros(inPage)];

        int word = pageIndex >> PAGE_SHIFT;
        long found = occupiedPages[word] & higherBits(pageIndex);
        while (found == 0 && ++word < occupiedPages.length) {
            found = occupiedPages[word];
        }
        if (found == 0) return null;
        final Page next = page((word << PAGE_SHIFT) + Long.numberOfTrailingZeros(found));
        return next.levels[Long.numberOfTrailingZeros(next.occupied)];
    }

    /** The nearest level below {@code price}, or null. */
    @Nullable
    PriceLevel below(final long price) {
        final int index = (int) (price - low);
        final int pageIndex = index >> PAGE_SHIFT;
        final Page page = pages[pageIndex];
        final long inPage = page == null ? 0 : page.occupied & lowerBits(index);
        if (page != null && inPage != 0) return page.levels[highestBit(inPage)];

        int word = pageIndex >> PAGE_SHIFT;
        long found = occupiedPages[word] & lowerBits(pageIndex);
        while (found == 0 && --word >= 0) {
            found = occupiedPages[word];
        }
        if (found == 0) return null;
        final Page next = page((word << PAGE_SHIFT) + highestBit(found));
        return next.levels[highestBit(next.occupied)];
    }

    private Page page(final int pageIndex) {
        final Page page = pages[pageIndex];
        if (page == null) throw new IllegalStateException("no page holds this level: page=" + pageIndex);
        return page;
    }

    /** The bits of a word above the one that {@code index} names. */
    private static long higherBits(final int index) {
        return -2L << index;
    }

    /** The bits of a word below the one that {@code index} names. */
    private static long lowerBits(final int index) {
        return (1L << index) - 1;
    }

    private static int highestBit(final long word) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(word);
    }

    private static final class Page {
        final @Nullable PriceLevel[] levels = new PriceLevel[PAGE_PRICES];
        long occupied;
    }
}
