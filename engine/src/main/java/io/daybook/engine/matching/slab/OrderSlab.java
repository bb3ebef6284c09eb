package io.daybook.engine.matching.slab;

import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.slab.Slab;
import java.util.Arrays;

/**
 * The live orders of all books of one thread, 64 bytes each, in chunks of {@value #CHUNK_ORDERS}, named by int handles
 * that stay the same for the life of an order. Freed records are used again, last freed first. Growing adds a chunk and
 * never moves a record.
 *
 * <pre>
 *  record:     0    1       2           3                     4              5
 *              | place | id | remaining | size, bits, type, side | reserve, or uid | user, book |
 *  user links: | previous × 2^32 + next |  in the chain of its owner's orders
 * </pre>
 *
 * <p>Code that touches more than one field of an order gets its {@link #chunk} and {@link #base} once and reads and
 * writes there: C2 does not keep a chunk from one accessor to the next, so each would load it again. The accessors by
 * handle are for everything else.
 *
 * <p>Links are in separate arrays; those in the queue of the order's level are in {@link LevelLinks}. Measured with a
 * million orders in a thousand books, this saves a tenth of a command. The two links of a user's chain are the halves
 * of one word, so that both are read and written at once. A neighbour's half changes by the difference of two handles,
 * which is one addition to memory; both halves are handles before and after, so nothing is carried from one to the
 * other.
 *
 * <p>An order for a future reserves no price, so its record has the uid of its owner instead, and a bit that marks
 * this: no look-up of the owner is needed.
 *
 * <p>An order with terms is special: it has a bit for that, and the handle of its terms is in another array, which
 * exists if its chunk ever had such an order. An order in no level has the place {@link #NOWHERE}.
 *
 * <p>A size has 56 bits and a type 4, which is more than the contract permits; numbers of types are checked when this
 * class is loaded. Type and side are as {@link io.daybook.kernel.command.CommandSlot#kindOf} packs them. A free record
 * has id 0; its place is the distance from the handle after its own to the next free handle, so that zeroed records
 * form a chain. The user links of {@link #NO_ORDER} change as those of a neighbour would, and have no meaning: an order
 * without a neighbour links to it.
 */
public final class OrderSlab {
    /** No handle: the value of a zeroed field. */
    public static final int NO_ORDER = 0;

    /** The place of an order that is in no level. */
    public static final long NOWHERE = Long.MIN_VALUE;

    private static final int BID = Side.BID.code();
    private static final int ASK = Side.ASK.code();
    private static final int[] NO_TERMS = {};
    private static final int CHUNK_SHIFT = 11;
    private static final int CHUNK_ORDERS = 1 << CHUNK_SHIFT;
    private static final int CHUNK_MASK = CHUNK_ORDERS - 1;

    private static final int STRIDE = 6;
    private static final int PLACE = 0;
    private static final int ID = 1;
    private static final int REMAINING = 2;
    private static final int SIZE_AND_KIND = 3;
    private static final int RESERVE_OR_UID = 4;
    private static final int OWNER = 5;

    private static final int PREVIOUS_SHIFT = 32;

    private static final int TYPE_SHIFT = 2;
    private static final int TYPE_MASK = 0xF;
    private static final int SPECIAL = 1 << 6;
    private static final int OF_FUTURE = 1 << 7;
    private static final int SIZE_SHIFT = 8;
    private static final long LOW = 0xFFFF_FFFFL;

    static {
        if (BID != 1 || ASK != 2) {
            throw new IllegalStateException("the codes of the sides must be 1 and 2: BID=" + BID + " ASK=" + ASK);
        }
        for (final OrderType type : OrderType.values()) {
            if ((type.code() & TYPE_MASK) != type.code()) {
                throw new IllegalStateException("an order type must fit into its bits: " + type + "=" + type.code());
            }
        }
    }

    /**
     * {@link #STRIDE} as a field, not as a constant for C2, which would turn a constant with two bits into two shifts
     * and an addition, each with its extension to 64 bits. One multiplication saves a command 1.1% of its instructions.
     */
    private final int stride;

    private final LevelLinks levelLinks;
    private long[][] records;
    private long[][] userLinks;
    private int[][] terms;
    private int chunkCount;

    /** The limit of the handles: all are below it. */
    private int limit;

    /** The first free handle; the limit if there is none. */
    private int firstFree = NO_ORDER + 1;

    private int liveCount;

    /**
     * Creates an empty slab.
     *
     * @param linksTogether the number of chunks of links that the first array replaces, a power of two
     */
    public OrderSlab(final int linksTogether) {
        stride = STRIDE;
        levelLinks = new LevelLinks(linksTogether);
        records = new long[1][];
        userLinks = new long[1][];
        terms = new int[][] {NO_TERMS};
        addChunk();
    }

    /**
     * The same records and queues under the same handles, for reading only; later changes of one slab do not affect the
     * other. The chains of the owners are not copied.
     */
    public OrderSlab(final OrderSlab source) {
        stride = STRIDE;
        chunkCount = source.chunkCount;
        levelLinks = new LevelLinks(source.levelLinks);
        records = new long[chunkCount][];
        userLinks = new long[0][];
        terms = new int[0][];
        for (int i = 0; i < chunkCount; i++) {
            records[i] = source.records[i].clone();
        }
        limit = source.limit;
        firstFree = source.firstFree;
        liveCount = source.liveCount;
    }

    /** Removes every order and keeps one chunk. */
    public void clear() {
        levelLinks.clear();
        records = new long[1][];
        userLinks = new long[1][];
        terms = new int[][] {NO_TERMS};
        chunkCount = 0;
        limit = 0;
        firstFree = NO_ORDER + 1;
        liveCount = 0;
        addChunk();
    }

    /**
     * Makes a record of a new order; the caller that puts it into a level sets links and place.
     *
     * @param ofPair whether the record has the reserve price of the order; if not, it has the uid of its owner
     * @param side 0 for a bid, 1 for an ask
     */
    public int allocate(
            final boolean ofPair,
            final long id,
            final long size,
            final long remaining,
            final int type,
            final int side,
            final long reserve,
            final int userIndex,
            final long uid,
            final int bookIndex) {
        final int kind = CommandSlot.kindOf(BID + side, type);
        return ofPair
                ? allocate(id, size, remaining, kind, reserve, owner(userIndex, bookIndex))
                : allocate(id, size, remaining, kind | OF_FUTURE, uid, owner(userIndex, bookIndex));
    }

    /** Allocates a record that is only a place in a queue: it has no reserve price, owner or book. */
    public int allocate(final long id, final long size) {
        return allocate(id, size, size, CommandSlot.kindOf(BID, 0), 0, 0);
    }

    /**
     * Fills an allocated record with the order of a PLACE_ORDER after its hold.
     *
     * @param left the lots that the order has left
     * @param ofPair whether the record has the reserve price of the order; if not, it has the uid of its owner
     */
    public static void fillNew(
            final long[] chunk,
            final int base,
            final CommandSlot slot,
            final long left,
            final boolean ofPair,
            final int bookIndex) {
        final int kind = ofPair ? slot.kind() : slot.kind() | OF_FUTURE;
        final long reserveOrUid = ofPair ? slot.reservePrice() : slot.uid();
        final long owner = owner(slot.userIndex(), bookIndex);
        fill(chunk, base, slot.orderId(), slot.size(), left, kind, reserveOrUid, owner);
    }

    private int allocate(
            final long id,
            final long size,
            final long remaining,
            final int kind,
            final long reserveOrUid,
            final long owner) {
        final int handle = firstFree();
        final long[] chunk = chunk(handle);
        final int base = base(handle);
        take(chunk, base);
        fill(chunk, base, id, size, remaining, kind, reserveOrUid, owner);
        return handle;
    }

    private static void fill(
            final long[] chunk,
            final int base,
            final long id,
            final long size,
            final long remaining,
            final int kind,
            final long reserveOrUid,
            final long owner) {
        chunk[base + OWNER] = owner;
        chunk[base + ID] = id;
        chunk[base + REMAINING] = remaining;
        chunk[base + SIZE_AND_KIND] = (size << SIZE_SHIFT) | kind;
        chunk[base + RESERVE_OR_UID] = reserveOrUid;
    }

    /** Frees a record; its handle is invalid from here on. */
    public void free(final int handle) {
        free(handle, chunk(handle), base(handle));
    }

    /** Frees a record whose array and base are known. */
    public void free(final int handle, final long[] chunk, final int base) {
        chunk[base + ID] = 0;
        chunk[base + PLACE] = (long) firstFree - handle - 1;
        firstFree = handle;
        liveCount--;
    }

    /** The number of records in use. */
    public int liveCount() {
        return liveCount;
    }

    /** The limit of handles: all are below it. */
    public int handleLimit() {
        return limit;
    }

    /** Counts the free list, for validation; −1 if it is not the complement of the live records. */
    public int freeCount() {
        int count = 0;
        for (int handle = firstFree; handle != limit; handle += 1 + (int) place(handle)) {
            if (handle <= NO_ORDER || handle > limit || id(handle) != 0 || ++count > limit) {
                return -1;
            }
        }
        return count;
    }

    /** The array that holds a record, at {@link #base}; stays valid while the order lives. */
    public long[] chunk(final int handle) {
        return records[handle >>> CHUNK_SHIFT];
    }

    /** The index of a record in its {@link #chunk}. */
    public int base(final int handle) {
        return (handle & CHUNK_MASK) * stride;
    }

    /** The id in a record; 0 in a free record. */
    public static long id(final long[] chunk, final int base) {
        return chunk[base + ID];
    }

    public static long place(final long[] chunk, final int base) {
        return chunk[base + PLACE];
    }

    public static void place(final long[] chunk, final int base, final long value) {
        chunk[base + PLACE] = value;
    }

    public static long remaining(final long[] chunk, final int base) {
        return chunk[base + REMAINING];
    }

    public static void remaining(final long[] chunk, final int base, final long value) {
        chunk[base + REMAINING] = value;
    }

    /** The word that {@link #typeOf}, {@link #sideOf} and {@link CommandSlot#changed} read. */
    public static long sizeAndKind(final long[] chunk, final int base) {
        return chunk[base + SIZE_AND_KIND];
    }

    public static int typeOf(final long sizeAndKind) {
        return (int) (sizeAndKind >>> TYPE_SHIFT) & TYPE_MASK;
    }

    /** The lots with which an order was placed. */
    public static long sizeOf(final long sizeAndKind) {
        return sizeAndKind >>> SIZE_SHIFT;
    }

    /** 0 for a bid, 1 for an ask. */
    public static int sideOf(final long sizeAndKind) {
        return ((int) sizeAndKind & ASK) >>> 1;
    }

    public static long reserve(final long[] chunk, final int base) {
        return (chunk[base + SIZE_AND_KIND] & OF_FUTURE) == 0 ? chunk[base + RESERVE_OR_UID] : 0;
    }

    /**
     * The uid of the owner in the record of an order for a future; the reserve price in that of an order for a pair.
     */
    public static long uidOrReserve(final long[] chunk, final int base) {
        return chunk[base + RESERVE_OR_UID];
    }

    public static int userIndex(final long[] chunk, final int base) {
        return userIndexOf(chunk[base + OWNER]);
    }

    /** Indexes of owner and book, as {@link CommandSlot#changed} takes them. */
    public static long owner(final long[] chunk, final int base) {
        return chunk[base + OWNER];
    }

    public static int userIndexOf(final long owner) {
        return (int) (owner >>> 32);
    }

    private static long owner(final int userIndex, final int bookIndex) {
        return ((long) userIndex << 32) | (bookIndex & LOW);
    }

    public long id(final int handle) {
        return word(handle, ID);
    }

    /** The handle of the level that the order is in. */
    public long place(final int handle) {
        return word(handle, PLACE);
    }

    public void place(final int handle, final long value) {
        word(handle, PLACE, value);
    }

    public long remaining(final int handle) {
        return word(handle, REMAINING);
    }

    public void remaining(final int handle, final long value) {
        word(handle, REMAINING, value);
    }

    /** Whether an order has terms. */
    public boolean isSpecial(final int handle) {
        return handle != NO_ORDER && isSpecial(word(handle, SIZE_AND_KIND));
    }

    public static boolean isSpecial(final long sizeAndKind) {
        return ((int) sizeAndKind & SPECIAL) != 0;
    }

    /** The handle of the terms of an order, or {@link io.daybook.kernel.slab.Slab#NONE}. */
    public int terms(final int handle) {
        return isSpecial(handle) ? terms[handle >>> CHUNK_SHIFT][handle & CHUNK_MASK] : Slab.NONE;
    }

    /** Gives an order terms. */
    public void terms(final int handle, final int termsHandle) {
        final int chunk = handle >>> CHUNK_SHIFT;
        if (terms[chunk].length == 0) {
            terms[chunk] = new int[CHUNK_ORDERS];
        }
        terms[chunk][handle & CHUNK_MASK] = termsHandle;
        word(handle, SIZE_AND_KIND, word(handle, SIZE_AND_KIND) | SPECIAL);
    }

    /** Sets the lots with which an order was placed. */
    public void size(final int handle, final long lots) {
        word(handle, SIZE_AND_KIND, lots << SIZE_SHIFT | word(handle, SIZE_AND_KIND) & (1 << SIZE_SHIFT) - 1);
    }

    /** Sets the id of an order. */
    public void id(final int handle, final long id) {
        word(handle, ID, id);
    }

    /** Sets the reserve price, which is 0 for a future. */
    public void reserve(final int handle, final long ticks) {
        if ((word(handle, SIZE_AND_KIND) & OF_FUTURE) == 0) {
            word(handle, RESERVE_OR_UID, ticks);
        }
    }

    public long size(final int handle) {
        return word(handle, SIZE_AND_KIND) >>> SIZE_SHIFT;
    }

    public int type(final int handle) {
        return typeOf(word(handle, SIZE_AND_KIND));
    }

    /** 0 for a bid, 1 for an ask. */
    public int side(final int handle) {
        return sideOf(word(handle, SIZE_AND_KIND));
    }

    public boolean isAsk(final int handle) {
        return side(handle) != 0;
    }

    public long reserve(final int handle) {
        return reserve(chunk(handle), base(handle));
    }

    public int userIndex(final int handle) {
        return (int) (word(handle, OWNER) >>> 32);
    }

    public int bookIndex(final int handle) {
        return (int) word(handle, OWNER);
    }

    /** The order before this one in its level. */
    public int previous(final int handle) {
        return levelLinks.previous(handle);
    }

    public void previous(final int handle, final int other) {
        levelLinks.previous(handle, other);
    }

    /** The order after this one in its level. */
    public int next(final int handle) {
        return levelLinks.next(handle);
    }

    /** The links of orders in their levels. */
    public LevelLinks levelLinks() {
        return levelLinks;
    }

    /** Two links as one word. */
    public static long linksOf(final int previous, final int next) {
        return (long) previous << PREVIOUS_SHIFT | next;
    }

    public static int previous(final long links) {
        return (int) (links >>> PREVIOUS_SHIFT);
    }

    public static int next(final long links) {
        return (int) links;
    }

    /** Both neighbours of an order in the chain of its owner: the next newer, and the next older. */
    public long linksOfUser(final int handle) {
        return userLinks[handle >>> CHUNK_SHIFT][handle & CHUNK_MASK];
    }

    /** Sets both neighbours of an order in the chain of its owner. */
    public void linksOfUser(final int handle, final long links) {
        userLinks[handle >>> CHUNK_SHIFT][handle & CHUNK_MASK] = links;
    }

    /** The order before this one in the chain of its owner: the next newer. */
    public int previousOfUser(final int handle) {
        return previous(linksOfUser(handle));
    }

    /** Changes the next newer order of an order, which may be {@link #NO_ORDER}. */
    public void changePreviousOfUser(final int handle, final int before, final int now) {
        userLinks[handle >>> CHUNK_SHIFT][handle & CHUNK_MASK] += (long) (now - before) << PREVIOUS_SHIFT;
    }

    /** The order after this one in the chain of its owner: the next older. */
    public int nextOfUser(final int handle) {
        return next(linksOfUser(handle));
    }

    /** Changes the next older order of an order. */
    public void changeNextOfUser(final int handle, final int before, final int now) {
        userLinks[handle >>> CHUNK_SHIFT][handle & CHUNK_MASK] += now - before;
    }

    /** The handle of the free record that is taken next. */
    public int firstFree() {
        if (firstFree == limit) {
            addChunk();
        }
        return firstFree;
    }

    /** Takes the first free record, which the caller fills. */
    public void take(final long[] chunk, final int base) {
        firstFree += 1 + (int) chunk[base + PLACE];
        liveCount++;
    }

    private void addChunk() {
        if (limit < 0) {
            throw new IllegalStateException("the slab must hold less than 2^31 orders: liveCount=" + liveCount);
        }
        if (chunkCount == records.length) {
            records = Arrays.copyOf(records, chunkCount * 2);
            userLinks = Arrays.copyOf(userLinks, chunkCount * 2);
            terms = Arrays.copyOf(terms, chunkCount * 2);
        }
        terms[chunkCount] = NO_TERMS;
        records[chunkCount] = new long[CHUNK_ORDERS * STRIDE];
        if (chunkCount == 0) {
            records[0][SIZE_AND_KIND] = SPECIAL; // NO_ORDER counts as special, so that short paths stop at it
        }
        levelLinks.addOrders(CHUNK_ORDERS);
        userLinks[chunkCount] = new long[CHUNK_ORDERS];
        chunkCount++;
        limit += CHUNK_ORDERS;
    }

    private long word(final int handle, final int offset) {
        return chunk(handle)[base(handle) + offset];
    }

    private void word(final int handle, final int offset, final long value) {
        chunk(handle)[base(handle) + offset] = value;
    }
}
