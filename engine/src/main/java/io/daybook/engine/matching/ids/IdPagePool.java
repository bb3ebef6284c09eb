package io.daybook.engine.matching.ids;

import java.util.Arrays;

/** Pages of ids that no book uses at the moment, for all books of one thread; all their entries are 0. */
public final class IdPagePool {
    private IdPage[] free = new IdPage[16];
    private int freeCount;

    /** A page with all entries 0. */
    IdPage take() {
        return freeCount == 0 ? new IdPage() : free[--freeCount];
    }

    /** Gives back a page with all entries 0. */
    void give(final IdPage page) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = page;
    }
}
