package io.daybook.sessions.order;

import io.daybook.kernel.money.WideSum;
import io.daybook.kernel.slab.HashSecret;
import java.util.Arrays;

/**
 * The orders of a door, as records in chunks. Live orders are found by symbol and id, and each is in the list of its
 * owner; closed ones stay until the door frees them. A door adds columns of its own in a subclass. The table allocates
 * only when it grows, and never copies itself as a whole. Used by one thread.
 *
 * <pre>
 * 0  order id                              8  price
 * 1  owner's uid                           9  Σ price × lots traded
 * 2  symbol, and the chain                10  its upper half
 * 3  size                                 11  the door's own
 * 4  remaining                            12
 * 5  traded                               13
 * 6  after it, and before it              14
 * 7  traits, and a number of the door's   15
 *
 * traits: side 0..7, type 8..15, flags of the door 16..31
 * </pre>
 *
 * <p>2, 6 and 7 hold two ints each: 2 also the next record in the chain of its bucket, 6 the neighbours in the owner's
 * list. Narrow records end before the traits.
 *
 * <p>Buckets are split one by one (linear hashing: Litwin, 1980), so that growth takes the same short time at a million
 * orders.
 */
public class OrderTable {
    /** No order. */
    public static final int NONE = 0;

    /** The number of longs of a record without side, type, price and the door's columns. */
    protected static final int NARROW = 7;

    /** The number of longs of a record with all columns. */
    protected static final int WIDE = 16;

    /** The first column of the door. */
    protected static final int OWN = 11;

    /** The first flag of the door in the traits. */
    protected static final long FLAG = 1L << 16;

    /** Column of the id. */
    public static final int ORDER_ID = 0;

    /** Column of the owner's uid. */
    public static final int UID = 1;

    /** Column of the symbol. */
    public static final int SYMBOL = 2;

    /** Column of the lots with which the order was placed, and lots that it got later. */
    public static final int SIZE = 3;

    /** Column of the lots that the order still has. */
    public static final int REMAINING = 4;

    /** Column of the lots that the order has traded. */
    public static final int TRADED = 5;

    /** Column of side, type and flags. */
    public static final int TRAITS = 7;

    /** Column of the price in ticks. */
    public static final int PRICE = 8;

    /** Column of Σ price × lots traded, in the layout of {@link WideSum}: its lower half, then its upper half. */
    public static final int NOTIONAL = 9;

    private static final int NEIGHBOURS = 6;
    private static final int UPPER = 32;
    private static final long LOWER_MASK = 0xFFFF_FFFFL;
    private static final int TYPE_SHIFT = 8;
    private static final int CODE_MASK = 0xFF;

    private static final int RECORDS_SHIFT = 12;
    private static final int RECORDS_MASK = (1 << RECORDS_SHIFT) - 1;
    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;

    private final int stride;
    private final long multiplier;
    private final long symbolMultiplier;

    /** The mask of the symbol in keys; 0 if ids alone are the keys. */
    private final int symbolMask;

    private long[][] records;
    private int lastRow;

    /** The first freed record; the first column of each freed record links to the next. */
    private int firstFree;

    /** The first order of each bucket. */
    private int[][] buckets = {new int[1 << CHUNK_SHIFT]};

    private int chunks = 1;
    private int mask = CHUNK_MASK;

    /** The number of buckets that are split already. */
    private int split;

    private int count;

    /** The live order that was opened or found last; most results name an order at least twice. */
    private int recent;

    private long recentId;

    /**
     * Creates an empty table for orders of all doors, whose ids are unique per symbol.
     *
     * @param secret the key of the hash of ids, which strangers choose
     */
    protected OrderTable(final HashSecret secret) {
        this(WIDE, secret, -1, new long[1][]);
    }

    /**
     * Creates an empty table for orders of sessions, whose ids are unique across all symbols, so that the id alone is
     * the key.
     *
     * @param stride {@link #NARROW} or {@link #WIDE}
     */
    protected OrderTable(final int stride) {
        this(stride, HashSecret.NONE, 0, new long[1][]);
    }

    /**
     * Creates a copy with the same records and handles, but without the search by id. Later changes do not affect the
     * copy.
     */
    protected OrderTable(final OrderTable source) {
        this(source.stride, HashSecret.NONE, source.symbolMask, source.records.clone());
        for (int i = 0; i < records.length && records[i] != null; i++) {
            records[i] = records[i].clone();
        }
        lastRow = source.lastRow;
        firstFree = source.firstFree;
    }

    private OrderTable(final int stride, final HashSecret secret, final int symbolMask, final long[][] records) {
        this.stride = stride;
        this.multiplier = secret.multiplier();
        this.symbolMultiplier = symbolMask & (multiplier ^ HashSecret.NONE.multiplier() << 1);
        this.symbolMask = symbolMask;
        this.records = records;
    }

    /** Creates a table for orders of sessions, without side, type, price and a door's columns. */
    public static OrderTable ofSessions() {
        return new OrderTable(NARROW);
    }

    /** The number of live orders. */
    public final int count() {
        return count;
    }

    // ---- from its first lot to its last --------------------------------------------------------------------------

    /** Returns the live order with an id, or {@link #NONE}. */
    public final int find(final int symbol, final long orderId) {
        final int key = symbol & symbolMask;
        if (orderId == recentId && recent != NONE && (symbol(recent) & symbolMask) == key) {
            return recent;
        }
        final int bucket = bucket(key, orderId);
        int row = buckets[bucket >>> CHUNK_SHIFT][bucket & CHUNK_MASK];
        while (row != NONE) {
            final long[] array = array(row);
            final int base = base(row);
            final long link = array[base + SYMBOL];
            if (array[base + ORDER_ID] == orderId && ((int) link & symbolMask) == key) {
                recent = row;
                recentId = orderId;
                return row;
            }
            row = after(link);
        }
        return NONE;
    }

    /**
     * Adds the record of an order that has all its lots and is not live yet. Narrow records have neither side nor type.
     */
    public final int add(
            final int symbol,
            final long orderId,
            final long uid,
            final int sideCode,
            final int typeCode,
            final long size) {
        int row = firstFree;
        if (row == NONE) {
            row = append();
        }
        final long[] array = array(row);
        final int base = base(row);
        firstFree = (int) array[base];
        array[base + ORDER_ID] = orderId;
        array[base + UID] = uid;
        array[base + SYMBOL] = symbol & LOWER_MASK;
        array[base + SIZE] = size;
        array[base + REMAINING] = size;
        array[base + TRADED] = 0;
        if (stride == WIDE) {
            array[base + TRAITS] = sideCode | (long) typeCode << TYPE_SHIFT;
            Arrays.fill(array, base + PRICE, base + WIDE, 0);
        }
        return row;
    }

    private int append() {
        final int row = Math.incrementExact(lastRow);
        final int chunk = row >>> RECORDS_SHIFT;
        if (chunk == records.length) {
            records = Arrays.copyOf(records, 2 * chunk);
        }
        if (records[chunk] == null) {
            records[chunk] = new long[stride << RECORDS_SHIFT];
        }
        lastRow = row;
        return row;
    }

    /** Makes an order live, as the last of its owner. No other live order has its id. */
    public final void open(final int row, final OrderList owner) {
        final int last = owner.last;
        final long[] array = array(row);
        final int base = base(row);
        array[base + NEIGHBOURS] = (long) last << UPPER;
        if (last == NONE) {
            owner.first = row;
        } else {
            array(last)[base(last) + NEIGHBOURS] |= row; // its field of the next order is still 0
        }
        owner.last = row;
        owner.count++;
        count++;
        recentId = array[base + ORDER_ID];
        recent = row;
        enter(row, array, base);
        if (count > mask + split + 1) {
            splitBucket();
        }
    }

    /** Ends an order. Its record stays until it is freed. */
    public final void close(final int row, final OrderList owner) {
        final long[] array = array(row);
        final int base = base(row);
        leave(row, array, base);
        final long neighbours = array[base + NEIGHBOURS];
        final int before = (int) (neighbours >>> UPPER);
        final int next = (int) neighbours;
        if (before == NONE) {
            owner.first = next;
        } else {
            neighbour(before, LOWER_MASK, next);
        }
        if (next == NONE) {
            owner.last = before;
        } else {
            neighbour(next, ~LOWER_MASK, (long) before << UPPER);
        }
        owner.count--;
        count--;
    }

    /** Sets one neighbour of an order: the half of the word that the mask covers. */
    private void neighbour(final int row, final long mask, final long other) {
        final long[] array = array(row);
        final int at = base(row) + NEIGHBOURS;
        array[at] = array[at] & ~mask | other;
    }

    /** Gives an order another id. Its place in the owner's list stays. */
    public final void rename(final int row, final long orderId) {
        final long[] array = array(row);
        final int base = base(row);
        leave(row, array, base);
        array[base + ORDER_ID] = orderId;
        enter(row, array, base);
    }

    /** Frees the record of an order that has ended. */
    public void free(final int row) {
        set(row, ORDER_ID, firstFree);
        firstFree = row;
    }

    /**
     * Books a trade of an order.
     *
     * @return the lots that the order has traded in total
     */
    public final long trade(final int row, final long price, final long lots, final long remaining) {
        final long[] array = array(row);
        final int base = base(row);
        final long traded = array[base + TRADED] + lots;
        array[base + TRADED] = traded;
        array[base + REMAINING] = remaining;
        if (stride == WIDE) {
            WideSum.addProduct(array, base + NOTIONAL, price, lots);
        }
        return traded;
    }

    /** Sets the remaining lots. The size changes by the same difference. */
    public final void grow(final int row, final long remaining) {
        final long[] array = array(row);
        final int base = base(row);
        array[base + SIZE] += remaining - array[base + REMAINING];
        array[base + REMAINING] = remaining;
    }

    /** Sets the remaining lots after lots were taken off. The size stays. */
    public final void remaining(final int row, final long remaining) {
        set(row, REMAINING, remaining);
    }

    // ---- columns -------------------------------------------------------------------------------------------------

    public final long orderId(final int row) {
        return get(row, ORDER_ID);
    }

    public final long uid(final int row) {
        return get(row, UID);
    }

    public final int symbol(final int row) {
        return (int) get(row, SYMBOL);
    }

    /** The side; see {@link io.daybook.api.Side#code()}. */
    public final int sideCode(final int row) {
        return sideIn(get(row, TRAITS));
    }

    /** The side in the traits. */
    public static int sideIn(final long traits) {
        return (int) traits & CODE_MASK;
    }

    /** The type; see {@link io.daybook.api.OrderType#code()}. */
    public final int typeCode(final int row) {
        return (int) (get(row, TRAITS) >>> TYPE_SHIFT) & CODE_MASK;
    }

    /** Returns whether a flag of the door is set. */
    protected final boolean has(final int row, final long flag) {
        return (get(row, TRAITS) & flag) != 0;
    }

    /** Sets or clears a flag of the door. */
    protected final void flag(final int row, final long flag, final boolean isSet) {
        final long traits = get(row, TRAITS);
        set(row, TRAITS, isSet ? traits | flag : traits & ~flag);
    }

    /** The lots with which the order was placed, and lots that it got later. */
    public final long size(final int row) {
        return get(row, SIZE);
    }

    /** The lots that the order still has. */
    public final long remaining(final int row) {
        return get(row, REMAINING);
    }

    /** The lots that the order has traded. */
    public final long traded(final int row) {
        return get(row, TRADED);
    }

    /** Restores the traded lots from a part. */
    public final void traded(final int row, final long lots) {
        set(row, TRADED, lots);
    }

    /** The price in ticks. */
    public final long price(final int row) {
        return get(row, PRICE);
    }

    /** Sets the price. */
    public final void price(final int row, final long price) {
        set(row, PRICE, price);
    }

    /** The door's own number of a live order. */
    protected final int number(final int row) {
        return (int) (get(row, TRAITS) >>> UPPER);
    }

    /** Sets the door's own number of a live order. */
    protected final void number(final int row, final int value) {
        set(row, TRAITS, get(row, TRAITS) & LOWER_MASK | (long) value << UPPER);
    }

    /** Returns a column of the door. */
    protected final long get(final int row, final int column) {
        return array(row)[base(row) + column];
    }

    /** Sets a column of the door. */
    protected final void set(final int row, final int column, final long value) {
        array(row)[base(row) + column] = value;
    }

    /** Returns the array with a record. It is valid until the record is freed. */
    public final long[] array(final int row) {
        return records[row >>> RECORDS_SHIFT];
    }

    /** Returns the index of a record in its array. */
    public final int base(final int row) {
        return (row & RECORDS_MASK) * stride;
    }

    /** Returns the next order in the list of the owner, or {@link #NONE}. */
    public final int next(final int row) {
        return (int) get(row, NEIGHBOURS);
    }

    // ---- the chains of buckets -----------------------------------------------------------------------------------

    private int bucket(final int symbol, final long orderId) {
        final int upper = (int) (orderId * multiplier + symbol * symbolMultiplier >>> UPPER);
        final int hash = upper ^ upper >>> 16; // the session of an id is in its upper bits
        final int bucket = hash & mask;
        return bucket < split ? hash & (mask << 1 | 1) : bucket;
    }

    private void enter(final int row, final long[] array, final int base) {
        final long symbol = array[base + SYMBOL] & LOWER_MASK;
        final int bucket = bucket((int) symbol, array[base + ORDER_ID]);
        final int[] chunk = buckets[bucket >>> CHUNK_SHIFT];
        array[base + SYMBOL] = symbol | (long) chunk[bucket & CHUNK_MASK] << UPPER;
        chunk[bucket & CHUNK_MASK] = row;
    }

    private void leave(final int row, final long[] array, final int base) {
        recent = NONE;
        final long link = array[base + SYMBOL];
        final int bucket = bucket((int) link, array[base + ORDER_ID]);
        final int[] chunk = buckets[bucket >>> CHUNK_SHIFT];
        final int first = chunk[bucket & CHUNK_MASK];
        if (first == row) {
            chunk[bucket & CHUNK_MASK] = after(link);
        } else {
            leaveChain(first, row, link);
        }
    }

    /** Removes a record that is not the first of its chain. */
    private void leaveChain(final int first, final int row, final long link) {
        int before = first;
        while (after(get(before, SYMBOL)) != row) {
            before = after(get(before, SYMBOL));
        }
        set(before, SYMBOL, get(before, SYMBOL) & LOWER_MASK | link & ~LOWER_MASK);
    }

    private static int after(final long link) {
        return (int) (link >>> UPPER);
    }

    /** Splits a bucket in two, and moves each of its orders into one of them. */
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
            final int next = after(get(row, SYMBOL));
            enter(row, array(row), base(row));
            row = next;
        }
    }
}
