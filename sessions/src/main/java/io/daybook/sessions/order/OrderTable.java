package io.daybook.sessions.order;

import io.daybook.kernel.money.WideSum;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.slab.Slab;
import java.util.Arrays;

/**
 * The orders that a door keeps, as records of a slab: live ones are found by symbol and id, and each is in the list of
 * its owner; closed ones stay until the door frees them. A door extends it by columns of its own. Allocates only when
 * it grows, and never copies itself as a whole. Used by one thread.
 *
 * <pre>
 * 0  order id    4  remaining                  8  price                    12
 * 1  owner's uid 5  traded                     9  Σ price × lots traded    13  the door's own
 * 2  traits      6  before it, and after it   10  its upper half           14
 * 3  size        7  the door's, and the chain 11  the door's own           15
 *
 * traits: symbol 0..31, side 32..39, type 40..47, flags of the door from 48 on
 * </pre>
 *
 * <p>6 and 7 have two ints each: the neighbours in the owner's list; a number of the door's, and the next record in the
 * chain of its bucket. Narrow records end there.
 *
 * <p>Buckets are split one by one (linear hashing: Litwin, 1980), so that a table of a million orders grows in the time
 * of one.
 */
public class OrderTable {
    /** No order. */
    public static final int NONE = Slab.NONE;

    /** Longs of a record without price. */
    protected static final int NARROW = 3;

    /** Longs of a record with price, Σ and the door's own columns. */
    protected static final int WIDE = 4;

    /** The first column of the door's own. */
    protected static final int OWN = 11;

    /** The first flag of the door's own in the traits. */
    protected static final long FLAG = 1L << 48;

    /** Column of the id. */
    public static final int ORDER_ID = 0;

    /** Column of the owner's uid. */
    public static final int UID = 1;

    /** Column of symbol, side, type and flags. */
    public static final int TRAITS = 2;

    /** Column of the lots with which it was placed, and those that it has got since. */
    public static final int SIZE = 3;

    /** Column of the lots that it still has. */
    public static final int REMAINING = 4;

    /** Column of the lots that it has traded. */
    public static final int TRADED = 5;

    /** Column of the price in ticks. */
    public static final int PRICE = 8;

    /** Column of Σ price × lots traded, as {@link WideSum} lays it out: its lower half, then its upper. */
    public static final int NOTIONAL = 9;

    private static final int NEIGHBOURS = 6;
    private static final int CHAIN = 7;
    private static final int UPPER = 32;
    private static final long LOWER_MASK = 0xFFFF_FFFFL;
    private static final int TYPE_SHIFT = 40;
    private static final int CODE_MASK = 0xFF;

    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;

    private final Slab slab;
    private final int strideShift;
    private final long multiplier;

    /** 0 where ids alone are the keys. */
    private final int symbolMask;

    /** The first order of each bucket. */
    private int[][] buckets = {new int[1 << CHUNK_SHIFT]};

    private int chunks = 1;
    private int mask = CHUNK_MASK;

    /** Buckets below this one are split already. */
    private int split;

    private int count;

    /**
     * An empty table of orders of all doors, which have ids of their own for each symbol.
     *
     * @param secret by which ids of strangers are hashed
     */
    protected OrderTable(final HashSecret secret) {
        this(new Slab(WIDE), WIDE, secret, -1);
    }

    /**
     * An empty table of orders of sessions, whose ids are unique in all symbols: they are found by their ids alone.
     *
     * @param strideShift {@link #NARROW} or {@link #WIDE}
     */
    protected OrderTable(final int strideShift) {
        this(new Slab(strideShift), strideShift, HashSecret.NONE, 0);
    }

    /** The same records under the same handles, of which none is found by its id; later changes are not seen in it. */
    protected OrderTable(final OrderTable source) {
        this(new Slab(source.slab), source.strideShift, HashSecret.NONE, source.symbolMask);
    }

    private OrderTable(final Slab slab, final int strideShift, final HashSecret secret, final int symbolMask) {
        this.slab = slab;
        this.strideShift = strideShift;
        this.multiplier = secret.multiplier();
        this.symbolMask = symbolMask;
    }

    /** A table of orders of sessions, without price and columns of its own. */
    public static OrderTable ofSessions() {
        return new OrderTable(NARROW);
    }

    /** How many orders live. */
    public final int count() {
        return count;
    }

    // ---- from its first lot to its last --------------------------------------------------------------------------

    /** The live order with an id, or {@link #NONE}. */
    public final int find(final int symbol, final long orderId) {
        final int key = symbol & symbolMask;
        final int bucket = bucket(symbol, orderId);
        int row = buckets[bucket >>> CHUNK_SHIFT][bucket & CHUNK_MASK];
        while (row != NONE) {
            final long[] array = slab.chunk(row);
            final int base = base(row);
            if (array[base + ORDER_ID] == orderId && ((int) array[base + TRAITS] & symbolMask) == key) {
                return row;
            }
            row = (int) array[base + CHAIN];
        }
        return NONE;
    }

    /** A record of an order that has all its lots, and does not live yet. */
    public final int add(
            final int symbol,
            final long orderId,
            final long uid,
            final int sideCode,
            final int typeCode,
            final long size) {
        final int row = slab.allocate();
        final long[] array = slab.chunk(row);
        final int base = base(row);
        array[base + ORDER_ID] = orderId;
        array[base + UID] = uid;
        array[base + TRAITS] = symbol & LOWER_MASK | (long) sideCode << UPPER | (long) typeCode << TYPE_SHIFT;
        array[base + SIZE] = size;
        array[base + REMAINING] = size;
        return row;
    }

    /** An order lives, as the last of its owner; no other has its id. */
    public final void open(final int row, final OrderList owner) {
        append(owner, row);
        count++;
        enter(row);
        if (count > mask + split + 1) {
            splitBucket();
        }
    }

    /** An order lives no more; its record stays until it is freed. */
    public final void close(final int row, final OrderList owner) {
        leave(row);
        unlink(owner, row);
        count--;
    }

    /** An order lives on under another id; its place in the list stays. */
    public final void rename(final int row, final long orderId) {
        leave(row);
        slab.set(row, ORDER_ID, orderId);
        enter(row);
    }

    /** Gives a record back that lives no more. */
    public void free(final int row) {
        slab.free(row);
    }

    /** An order traded. */
    public final void trade(final int row, final long price, final long lots, final long remaining) {
        final long[] array = slab.chunk(row);
        final int base = base(row);
        array[base + TRADED] += lots;
        array[base + REMAINING] = remaining;
        if (strideShift == WIDE) {
            WideSum.addProduct(array, base + NOTIONAL, price, lots);
        }
    }

    /** So many lots live: its size is other by as many as these are. */
    public final void grow(final int row, final long remaining) {
        final long[] array = slab.chunk(row);
        final int base = base(row);
        array[base + SIZE] += remaining - array[base + REMAINING];
        array[base + REMAINING] = remaining;
    }

    /** Lots were taken off; its size stays. */
    public final void remaining(final int row, final long remaining) {
        slab.set(row, REMAINING, remaining);
    }

    // ---- columns -------------------------------------------------------------------------------------------------

    /** Its id. */
    public final long orderId(final int row) {
        return slab.get(row, ORDER_ID);
    }

    /** Its owner. */
    public final long uid(final int row) {
        return slab.get(row, UID);
    }

    /** Its symbol. */
    public final int symbol(final int row) {
        return symbolIn(slab.get(row, TRAITS));
    }

    /** The symbol that traits name. */
    public static int symbolIn(final long traits) {
        return (int) traits;
    }

    /** Its side; see {@link io.daybook.api.Side#code()}. */
    public final int sideCode(final int row) {
        return sideIn(slab.get(row, TRAITS));
    }

    /** The side that traits name. */
    public static int sideIn(final long traits) {
        return (int) (traits >>> UPPER) & CODE_MASK;
    }

    /** Its type; see {@link io.daybook.api.OrderType#code()}. */
    public final int typeCode(final int row) {
        return (int) (slab.get(row, TRAITS) >>> TYPE_SHIFT) & CODE_MASK;
    }

    /** Whether a flag of the door is set. */
    protected final boolean has(final int row, final long flag) {
        return (slab.get(row, TRAITS) & flag) != 0;
    }

    /** Sets or clears a flag of the door. */
    protected final void flag(final int row, final long flag, final boolean isSet) {
        final long traits = slab.get(row, TRAITS);
        slab.set(row, TRAITS, isSet ? traits | flag : traits & ~flag);
    }

    /** Lots with which it was placed, and those that it has got since. */
    public final long size(final int row) {
        return slab.get(row, SIZE);
    }

    /** Lots that it still has. */
    public final long remaining(final int row) {
        return slab.get(row, REMAINING);
    }

    /** Lots that it has traded. */
    public final long traded(final int row) {
        return slab.get(row, TRADED);
    }

    /** What a part says that it has traded. */
    public final void traded(final int row, final long lots) {
        slab.set(row, TRADED, lots);
    }

    /** Its price in ticks. */
    public final long price(final int row) {
        return slab.get(row, PRICE);
    }

    /** Its price from now on. */
    public final void price(final int row, final long price) {
        slab.set(row, PRICE, price);
    }

    /** A number of the door's for a live order. */
    protected final int number(final int row) {
        return (int) (slab.get(row, CHAIN) >>> UPPER);
    }

    /** Sets the number of the door's for a live order. */
    protected final void number(final int row, final int value) {
        slab.set(row, CHAIN, slab.get(row, CHAIN) & LOWER_MASK | (long) value << UPPER);
    }

    /** A column of the door's own. */
    protected final long get(final int row, final int column) {
        return slab.get(row, column);
    }

    /** Writes a column of the door's own. */
    protected final void set(final int row, final int column, final long value) {
        slab.set(row, column, value);
    }

    /** The array that has a record, for as long as the record is not freed. */
    public final long[] array(final int row) {
        return slab.chunk(row);
    }

    /** Where a record begins in its array. */
    public final int base(final int row) {
        return Slab.base(row, strideShift);
    }

    // ---- the lists of owners -------------------------------------------------------------------------------------

    /** The order that came after this one in the list of its owner, or {@link #NONE}. */
    public final int next(final int row) {
        return (int) slab.get(row, NEIGHBOURS);
    }

    private int before(final int row) {
        return (int) (slab.get(row, NEIGHBOURS) >>> UPPER);
    }

    private void neighbours(final int row, final int before, final int next) {
        slab.set(row, NEIGHBOURS, (long) before << UPPER | next);
    }

    private void append(final OrderList owner, final int row) {
        final int last = owner.last;
        neighbours(row, last, NONE);
        if (last == NONE) {
            owner.first = row;
        } else {
            neighbours(last, before(last), row);
        }
        owner.last = row;
        owner.count++;
    }

    private void unlink(final OrderList owner, final int row) {
        final int before = before(row);
        final int next = next(row);
        if (before == NONE) {
            owner.first = next;
        } else {
            neighbours(before, before(before), next);
        }
        if (next == NONE) {
            owner.last = before;
        } else {
            neighbours(next, before, next(next));
        }
        neighbours(row, NONE, NONE);
        owner.count--;
    }

    // ---- the chains of buckets -----------------------------------------------------------------------------------

    private int bucket(final int symbol, final long orderId) {
        final long ofSymbol = (symbol & symbolMask) * (multiplier ^ HashSecret.NONE.multiplier() << 1);
        final int upper = (int) (orderId * multiplier + ofSymbol >>> UPPER);
        final int hash = upper ^ upper >>> 16; // the session of an id is in its upper bits
        final int bucket = hash & mask;
        return bucket < split ? hash & (mask << 1 | 1) : bucket;
    }

    private void enter(final int row) {
        final int bucket = bucket(symbol(row), orderId(row));
        final int[] chunk = buckets[bucket >>> CHUNK_SHIFT];
        chain(row, chunk[bucket & CHUNK_MASK]);
        chunk[bucket & CHUNK_MASK] = row;
    }

    private void leave(final int row) {
        final int bucket = bucket(symbol(row), orderId(row));
        final int[] chunk = buckets[bucket >>> CHUNK_SHIFT];
        final int first = chunk[bucket & CHUNK_MASK];
        final int after = (int) slab.get(row, CHAIN);
        if (first == row) {
            chunk[bucket & CHUNK_MASK] = after;
        } else {
            int before = first;
            for (int one = (int) slab.get(before, CHAIN); one != row; one = (int) slab.get(before, CHAIN)) {
                before = one;
            }
            chain(before, after);
        }
        chain(row, NONE);
    }

    private void chain(final int row, final int next) {
        slab.set(row, CHAIN, slab.get(row, CHAIN) & ~LOWER_MASK | next);
    }

    /** One bucket becomes two, in one of which each of its orders is. */
    private void splitBucket() {
        final int from = split;
        final int added = mask + 1 + from;
        if (added >>> CHUNK_SHIFT == chunks) {
            if (chunks == buckets.length) {
                buckets = Arrays.copyOf(buckets, 2 * chunks);
            }
            buckets[chunks++] = new int[1 << CHUNK_SHIFT];
        }
        int row = buckets[from >>> CHUNK_SHIFT][from & CHUNK_MASK];
        buckets[from >>> CHUNK_SHIFT][from & CHUNK_MASK] = NONE;
        split++;
        if (split > mask) {
            mask = mask << 1 | 1;
            split = 0;
        }
        while (row != NONE) {
            final int next = (int) slab.get(row, CHAIN);
            enter(row);
            row = next;
        }
    }
}
