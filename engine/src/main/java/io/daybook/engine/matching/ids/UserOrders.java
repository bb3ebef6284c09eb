package io.daybook.engine.matching.ids;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.engine.matching.slab.OrderSlab;
import java.util.Arrays;

/**
 * A matching thread's data of users: for each user index the uid, which events name, and the head of the chain of the
 * user's live orders, newest first, through links in the order records. Rows of two longs in chunks; only chunks with
 * users who have placed an order here take memory.
 */
public final class UserOrders {
    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;
    private static final int UID = 0;
    private static final int HEAD = 1;
    private static final long[] NO_CHUNK = {};

    private final OrderSlab slab;
    private long[][] chunks = {};

    public UserOrders(final OrderSlab slab) {
        this.slab = slab;
    }

    /** Removes every user. */
    public void clear() {
        chunks = new long[0][];
    }

    /** The uid of an index that has, or had, an order here. */
    public long uid(final int userIndex) {
        return chunks[userIndex >>> CHUNK_SHIFT][base(userIndex) + UID];
    }

    /** The newest live order of a user, or {@link OrderSlab#NO_ORDER}. */
    public int head(final int userIndex) {
        final int index = userIndex >>> CHUNK_SHIFT;
        return userIndex < 0 || index >= chunks.length || chunks[index].length == 0
                ? NO_ORDER
                : (int) chunks[index][base(userIndex) + HEAD];
    }

    /** The limit of user indexes: all are below it. */
    public int indexLimit() {
        return chunks.length << CHUNK_SHIFT;
    }

    /** Adds a new order to the chain of its owner. */
    public void link(final int order, final int userIndex, final long uid) {
        final int index = userIndex >>> CHUNK_SHIFT;
        if (index >= chunks.length || chunks[index].length == 0) {
            addChunk(index);
        }
        final long[] chunk = chunks[index];
        final int base = base(userIndex);
        final int head = (int) chunk[base + HEAD];
        slab.linksOfUser(order, OrderSlab.linksOf(NO_ORDER, head));
        slab.changePreviousOfUser(head, NO_ORDER, order);
        chunk[base + UID] = uid;
        chunk[base + HEAD] = order;
    }

    /** Takes an order out of the chain of its owner. */
    public void unlink(final int order) {
        final long links = slab.linksOfUser(order);
        final int previous = OrderSlab.previous(links);
        final int next = OrderSlab.next(links);
        slab.changePreviousOfUser(next, order, previous);
        if (previous != NO_ORDER) {
            slab.changeNextOfUser(previous, order, next);
        } else {
            final int userIndex = slab.userIndex(order);
            chunks[userIndex >>> CHUNK_SHIFT][base(userIndex) + HEAD] = next;
        }
    }

    private void addChunk(final int index) {
        final int length = chunks.length;
        if (index >= length) {
            chunks = Arrays.copyOf(chunks, Math.max(index + 1, length * 2));
            Arrays.fill(chunks, length, chunks.length, NO_CHUNK);
        }
        chunks[index] = new long[2 << CHUNK_SHIFT];
    }

    private static int base(final int userIndex) {
        return (userIndex & CHUNK_MASK) << 1;
    }
}
