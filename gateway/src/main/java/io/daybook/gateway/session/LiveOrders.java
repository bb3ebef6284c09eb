package io.daybook.gateway.session;

import java.util.Arrays;

/**
 * The live orders of all sessions, by id: rows of parallel arrays behind a table with open addressing. The rows of a
 * session are a list in the order in which they came, so that whatever walks them meets them in the same order on every
 * machine. Allocates only when it grows.
 */
final class LiveOrders {
    /** No row. */
    static final int NONE = -1;

    private static final int INITIAL_ROWS = 64;
    private static final long HASH_MULTIPLIER = 0x9E3779B97F4A7C15L;

    private long[] ids = new long[INITIAL_ROWS];
    private long[] uids = new long[INITIAL_ROWS];
    private int[] symbols = new int[INITIAL_ROWS];
    private long[] sizes = new long[INITIAL_ROWS];
    private long[] remaining = new long[INITIAL_ROWS];
    private long[] traded = new long[INITIAL_ROWS];
    private int[] next = new int[INITIAL_ROWS];
    private int[] previous = new int[INITIAL_ROWS];

    /** Row + 1 of an order; 0 where there is none. Twice as many as rows, so that chains stay short. */
    private int[] table = new int[2 * INITIAL_ROWS];

    private int free = NONE;
    private int used;
    private int count;

    int count() {
        return count;
    }

    /** The row of an order, or {@link #NONE}. */
    int find(final long id) {
        final int mask = table.length - 1;
        int at = home(id, mask);
        while (table[at] != 0) {
            final int row = table[at] - 1;
            if (ids[row] == id) {
                return row;
            }
            at = at + 1 & mask;
        }
        return NONE;
    }

    /** Adds an order that is not here, as the last of its session. */
    int add(final BookSession session, final long id, final long uid, final int symbol, final long size) {
        int row = free;
        if (row == NONE) {
            if (used == ids.length) {
                grow();
            }
            row = used++;
        } else {
            free = next[row];
        }
        ids[row] = id;
        uids[row] = uid;
        symbols[row] = symbol;
        sizes[row] = size;
        remaining[row] = size;
        traded[row] = 0;
        append(session, row);
        enter(row);
        count++;
        return row;
    }

    /** Removes an order. */
    void remove(final BookSession session, final int row) {
        leave(ids[row]);
        unlink(session, row);
        next[row] = free;
        free = row;
        count--;
    }

    /** Gives an order another id of its session; its place in the list stays. */
    void rename(final int row, final long id) {
        leave(ids[row]);
        ids[row] = id;
        enter(row);
    }

    long id(final int row) {
        return ids[row];
    }

    long uid(final int row) {
        return uids[row];
    }

    int symbol(final int row) {
        return symbols[row];
    }

    long size(final int row) {
        return sizes[row];
    }

    void size(final int row, final long value) {
        sizes[row] = value;
    }

    long remaining(final int row) {
        return remaining[row];
    }

    void remaining(final int row, final long value) {
        remaining[row] = value;
    }

    long traded(final int row) {
        return traded[row];
    }

    void traded(final int row, final long value) {
        traded[row] = value;
    }

    /** The row behind this one in the list of its session, or {@link #NONE}. */
    int next(final int row) {
        return next[row];
    }

    private void append(final BookSession session, final int row) {
        next[row] = NONE;
        previous[row] = session.lastOrder;
        if (session.lastOrder == NONE) {
            session.firstOrder = row;
        } else {
            next[session.lastOrder] = row;
        }
        session.lastOrder = row;
        session.liveOrders++;
    }

    private void unlink(final BookSession session, final int row) {
        if (previous[row] == NONE) {
            session.firstOrder = next[row];
        } else {
            next[previous[row]] = next[row];
        }
        if (next[row] == NONE) {
            session.lastOrder = previous[row];
        } else {
            previous[next[row]] = previous[row];
        }
        session.liveOrders--;
    }

    private void enter(final int row) {
        final int mask = table.length - 1;
        int at = home(ids[row], mask);
        while (table[at] != 0) {
            at = at + 1 & mask;
        }
        table[at] = row + 1;
    }

    /** Takes an id out, and moves up what stands behind it in its chain, so that there are no holes. */
    private void leave(final long id) {
        final int mask = table.length - 1;
        int hole = home(id, mask);
        while (ids[table[hole] - 1] != id) {
            hole = hole + 1 & mask;
        }
        int at = hole + 1 & mask;
        while (table[at] != 0) {
            final int home = home(ids[table[at] - 1], mask);
            if ((at - home & mask) >= (at - hole & mask)) {
                table[hole] = table[at];
                hole = at;
            }
            at = at + 1 & mask;
        }
        table[hole] = 0;
    }

    private static int home(final long id, final int mask) {
        return (int) (id * HASH_MULTIPLIER >>> 32) & mask;
    }

    private void grow() {
        final int rows = ids.length * 2;
        ids = Arrays.copyOf(ids, rows);
        uids = Arrays.copyOf(uids, rows);
        symbols = Arrays.copyOf(symbols, rows);
        sizes = Arrays.copyOf(sizes, rows);
        remaining = Arrays.copyOf(remaining, rows);
        traded = Arrays.copyOf(traded, rows);
        next = Arrays.copyOf(next, rows);
        previous = Arrays.copyOf(previous, rows);
        final int[] old = table;
        table = new int[2 * rows];
        for (final int entry : old) {
            if (entry != 0) {
                enter(entry - 1);
            }
        }
    }
}
