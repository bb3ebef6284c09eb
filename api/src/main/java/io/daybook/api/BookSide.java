package io.daybook.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The levels of one side of a book, best first, as numbers in blocks of at most {@value #BLOCK}: a change searches and
 * moves few of them however deep the book is, and allocates nothing once there are enough blocks. One thread at a time.
 */
final class BookSide {
    static final int BLOCK = 128;
    private static final int FIRST_BLOCKS = 1;
    private static final int FIRST_LEVELS = 8;

    /** Consecutive levels; empty blocks stay after the others until they are needed again. */
    private static final class Block {
        private long[] keys;
        private long[] sizes;
        private long[] orders;
        private int count;

        Block(final int levels) {
            keys = new long[levels];
            sizes = new long[levels];
            orders = new long[levels];
        }

        private void ensure(final int levels) {
            if (levels > keys.length) {
                final int more = Math.min(BLOCK, 2 * levels);
                keys = Arrays.copyOf(keys, more);
                sizes = Arrays.copyOf(sizes, more);
                orders = Arrays.copyOf(orders, more);
            }
        }

        private int find(final long key) {
            return Arrays.binarySearch(keys, 0, count, key);
        }

        private void set(final int at, final long size, final long ofOrders) {
            sizes[at] = size;
            orders[at] = ofOrders;
        }

        private void insert(final int at, final long key, final long size, final long ofOrders) {
            ensure(count + 1);
            move(this, at, at + 1, count - at);
            keys[at] = key;
            set(at, size, ofOrders);
            count++;
        }

        private void remove(final int at) {
            count--;
            move(this, at + 1, at, count - at);
        }

        private void giveHalfTo(final Block other) {
            final int kept = count / 2;
            other.ensure(count - kept);
            move(other, kept, 0, count - kept);
            other.count = count - kept;
            count = kept;
        }

        private void takeAllOf(final Block next) {
            ensure(count + next.count);
            next.move(this, 0, count, next.count);
            count += next.count;
            next.count = 0;
        }

        private void move(final Block to, final int from, final int at, final int number) {
            System.arraycopy(keys, from, to.keys, at, number);
            System.arraycopy(sizes, from, to.sizes, at, number);
            System.arraycopy(orders, from, to.orders, at, number);
        }
    }

    private final Side side;
    private Block[] blocks = new Block[FIRST_BLOCKS]; // the used blocks first, then empty ones, then nulls
    private int used;
    private int levels;

    BookSide(final Side side) {
        this.side = side;
    }

    /** How many levels there are. */
    int levels() {
        return levels;
    }

    /** The best price; 0 if there is none. */
    long best() {
        return levels == 0 ? 0 : priceOf(blocks[0].keys[0]);
    }

    /** The lots at a price; 0 if there are none. */
    long size(final long price) {
        if (levels == 0) {
            return 0;
        }
        final Block block = blocks[blockOf(key(price))];
        final int at = block.find(key(price));
        return at < 0 ? 0 : block.sizes[at];
    }

    /** Sets the lots and orders at a price; removes the level if the size is 0. */
    void put(final long price, final long size, final long orders) {
        final long key = key(price);
        if (size == 0) {
            remove(key);
            return;
        }
        if (levels == 0) {
            takeBlock(0);
        }
        final int number = blockOf(key);
        final Block block = blocks[number];
        final int at = block.find(key);
        if (at >= 0) {
            block.set(at, size, orders);
        } else {
            insert(number, -1 - at, key, size, orders);
        }
    }

    private void insert(final int number, final int at, final long key, final long size, final long orders) {
        final Block block = blocks[number];
        levels++;
        if (block.count < BLOCK) {
            block.insert(at, key, size, orders);
            return;
        }
        final Block next = takeBlock(number + 1);
        block.giveHalfTo(next);
        if (at <= block.count) {
            block.insert(at, key, size, orders);
        } else {
            next.insert(at - block.count, key, size, orders);
        }
    }

    private void remove(final long key) {
        if (levels == 0) {
            return;
        }
        final int number = blockOf(key);
        final Block block = blocks[number];
        final int at = block.find(key);
        if (at < 0) {
            return;
        }
        block.remove(at);
        levels--;
        if (block.count == 0) {
            giveBack(number);
        } else if (!joinNext(number) && number > 0) {
            joinNext(number - 1);
        }
    }

    /** Joins a block with the next one if both have few levels; returns whether it did. */
    private boolean joinNext(final int number) {
        if (number + 1 >= used || blocks[number].count + blocks[number + 1].count > BLOCK / 4) {
            return false;
        }
        blocks[number].takeAllOf(blocks[number + 1]);
        giveBack(number + 1);
        return true;
    }

    private void giveBack(final int number) {
        final Block empty = blocks[number];
        used--;
        System.arraycopy(blocks, number + 1, blocks, number, used - number);
        blocks[used] = empty;
    }

    /** Removes all levels. */
    void clear() {
        for (int i = 0; i < used; i++) {
            blocks[i].count = 0;
        }
        used = 0;
        levels = 0;
    }

    /** The best levels, best first. */
    List<OrderBookReport.Level> first(final int most) {
        final int wanted = Math.min(most, levels);
        final List<OrderBookReport.Level> first = new ArrayList<>(wanted);
        for (int i = 0; first.size() < wanted; i++) {
            final Block block = blocks[i];
            for (int at = 0; at < block.count && first.size() < wanted; at++) {
                first.add(new OrderBookReport.Level(priceOf(block.keys[at]), block.sizes[at], block.orders[at]));
            }
        }
        return first;
    }

    /** Inserts an empty block at a place. */
    private Block takeBlock(final int number) {
        if (used == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * used);
        }
        final Block spare = blocks[used];
        final Block taken = spare == null ? new Block(FIRST_LEVELS) : spare;
        System.arraycopy(blocks, number, blocks, number + 1, used - number);
        blocks[number] = taken;
        used++;
        return taken;
    }

    /** The last block that begins at or before a key; the first if none does. */
    private int blockOf(final long key) {
        int low = 0;
        int high = used - 1;
        while (low < high) {
            final int middle = (low + high + 1) >>> 1;
            if (blocks[middle].keys[0] <= key) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** A key by which better prices are smaller; the mapping is its own inverse. */
    private long key(final long price) {
        return side == Side.ASK ? price : ~price;
    }

    private long priceOf(final long key) {
        return key(key);
    }
}
