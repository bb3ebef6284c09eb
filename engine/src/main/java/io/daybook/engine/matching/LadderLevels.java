package io.daybook.engine.matching;

import static io.daybook.engine.matching.OrderSlab.NO_ORDER;

/**
 * Price levels in a dense array around the market, one slot for each key, the queue inside the slot; bitmaps
 * ({@link SlotBits}) find the next level in a few instructions. Levels outside the array's window lie in a balanced
 * tree.
 *
 * <p>The window covers the keys from {@code low} to below {@code high}, both multiples of 64, at most as many as there
 * are slots; a key lies in the slot of its lowest bits, so that the window slides round the array without moving what
 * stays in it. A side of a few levels has no array at all. Later the window follows the market in steps of one word:
 * whenever a level is opened outside, it may take a few steps towards that, giving up its far end where it has to; a
 * step moves at most 64 levels out and 64 in. When levels are dense enough the array doubles, up to
 * {@value #MOST_SLOTS} slots (2 MiB a side), the largest copy there is.
 *
 * <p>{@link #append} and {@link #remove} write the queue of a slot themselves, where {@link PriceLevels} would branch
 * on what the level has; one contract test holds both ways together.
 *
 * <p>A level is named by its slot plus one, or by the negative handle of its node in the tree.
 *
 * <pre>
 *  a slot: 0             1      2        3
 *          | head, tail | lots | orders | unused |
 * </pre>
 */
final class LadderLevels extends PriceLevels {
    /** Slots of the first array of a side whose activity is unknown. */
    static final int FEW_SLOTS = 64;

    /**
     * Of one that will probably be busy: as many as a book of a few hundred levels comes to anyway, without growing
     * there while it trades.
     */
    static final int MANY_SLOTS = 1 << 13;

    private static final int MOST_SLOTS = 1 << 16;
    private static final int SLOTS_PER_LEVEL = 16;

    /** A side with fewer levels has no array yet: most symbols of a large venue are quiet. */
    private static final int FEWEST_LEVELS = 8;

    private static final int WORD_KEYS = SlotBits.WORD_SLOTS;

    /**
     * What one opening outside of the window may spend on following it, where a step costs one and a level moved four.
     */
    private static final int STEP_BUDGET = 64;

    private static final int STEP_COST = 1;
    private static final int MOVE_COST = 4;

    /** Three words would do; with four no slot lies across two cache lines more often than it has to. */
    private static final int STRIDE_SHIFT = 2;

    private static final int STRIDE = 1 << STRIDE_SHIFT;
    private static final int QUEUE = 0;
    private static final int LOTS = 1;
    private static final int ORDERS = 2;
    private static final int NOT_COUNTED = -1;
    private static final long LOW_INT = 0xFFFF_FFFFL;
    private static final long[] NONE = {};

    private final LevelSlab farLevels;
    private final AvlTree far;
    private final int firstSlots;

    private long[] slots = NONE;
    private SlotBits used = new SlotBits(0);
    private int slotMask;
    private long low;
    private long high;

    /** How many levels there are, once the window has asked for it on its way; that way changes none. */
    private int counted = NOT_COUNTED;

    /**
     * An empty side.
     *
     * @param firstSlots of the array that it gets with its first few levels, a power of two from 64
     */
    LadderLevels(final OrderSlab slab, final LevelSlab farLevels, final boolean asks, final int firstSlots) {
        super(slab, asks);
        this.firstSlots = firstSlots;
        this.farLevels = farLevels;
        this.far = new AvlTree(farLevels);
    }

    @Override
    int best() {
        return bestKey == NO_KEY ? NO_LEVEL : find(bestKey);
    }

    @Override
    int next(final int level) {
        return nextAbove(key(level));
    }

    @Override
    int nextAbove(final long key) {
        final long nearKey = nearKeyFrom(key + 1);
        if (far.count() > 0) {
            final int node = far.above(key);
            if (node != AvlTree.NIL && farLevels.key(node) < nearKey) {
                return -node;
            }
        }
        return nearKey == NO_KEY ? NO_LEVEL : nearLevel(nearKey);
    }

    @Override
    int find(final long key) {
        if (isNear(key)) {
            final int level = nearLevel(key);
            return slots[at(level) + QUEUE] == 0 ? NO_LEVEL : level;
        }
        return -far.find(key);
    }

    @Override
    int open(final long key) {
        if (!isNear(key)) {
            follow(key);
        }
        if (key < bestKey) {
            bestKey = key;
        }
        if (!isNear(key)) {
            return -far.open(key);
        }
        final int slot = (int) key & slotMask;
        if (slots[(slot << STRIDE_SHIFT) + QUEUE] == 0) {
            used.mark(slot);
        }
        return slot + 1;
    }

    @Override
    void close(final int level) {
        final long key = key(level);
        if (level > 0) {
            clear(level - 1);
        } else {
            far.close(-level);
        }
        if (key == bestKey) {
            findBest();
        }
    }

    @Override
    int count() {
        return used.count() + far.count();
    }

    @Override
    long key(final int level) {
        return level > 0 ? low + ((level - 1 - low) & slotMask) : farLevels.key(-level);
    }

    @Override
    int head(final int level) {
        return level > 0 ? (int) (slots[at(level) + QUEUE] >>> 32) : farLevels.head(-level);
    }

    @Override
    int tail(final int level) {
        return level > 0 ? (int) slots[at(level) + QUEUE] : farLevels.tail(-level);
    }

    @Override
    void queue(final int level, final int head, final int tail) {
        if (level > 0) {
            slots[at(level) + QUEUE] = ((long) head << 32) | (tail & LOW_INT);
        } else {
            farLevels.queue(-level, head, tail);
        }
    }

    @Override
    long rawLots(final int level) {
        return level > 0 ? slots[at(level) + LOTS] : farLevels.lots(-level);
    }

    @Override
    int orders(final int level) {
        return level > 0 ? (int) slots[at(level) + ORDERS] : farLevels.orders(-level);
    }

    @Override
    void add(final int level, final long lots, final int orders) {
        if (level > 0) {
            final int at = at(level);
            slots[at + LOTS] += lots;
            slots[at + ORDERS] += orders;
        } else {
            farLevels.add(-level, lots, orders);
        }
    }

    @Override
    long priceOfPlace(final long place) {
        return place;
    }

    @Override
    boolean placesArePrices() {
        return true;
    }

    @Override
    void insert(final int order, final long key, final long remaining) {
        final long[] chunk = slab.chunk(order);
        final int base = slab.base(order);
        OrderSlab.place(chunk, base, priceOf(key));
        if (!isNear(key)) {
            follow(key);
            if (!isNear(key)) {
                appendTo(open(key), order);
                return;
            }
        }
        bestKey = Math.min(bestKey, key);
        join(order, (int) key & slotMask, remaining);
    }

    @Override
    void extract(final int order) {
        final long[] chunk = slab.chunk(order);
        final int base = slab.base(order);
        final long key = keyOf(OrderSlab.place(chunk, base));
        if (!isNear(key)) {
            removeFrom(find(key), order);
            return;
        }
        final int emptied = leave(order, (int) key & slotMask, OrderSlab.remaining(chunk, base));
        if (emptied != 0 && key == bestKey) {
            findBest();
        }
    }

    @Override
    boolean canRelocate(final long place, final long key) {
        final long from = keyOf(place);
        return from != key && isNear(from) && isNear(key);
    }

    /**
     * {@link #extract} and {@link #insert} at once: what both look up, and the lots of the side, which stay the same,
     * are taken once. C2 compiles it to some 2,380 bytes, and inlines it only up to 2,500.
     */
    @Override
    void relocate(
            final int order,
            final long[] chunk,
            final int base,
            final long place,
            final long remaining,
            final long key) {
        OrderSlab.place(chunk, base, priceOf(key));
        final long from = keyOf(place);
        final int fromSlot = (int) from & slotMask;
        final int slot = (int) key & slotMask;
        final long links = slab.links(order);
        final int previous = OrderSlab.previous(links);
        final int next = OrderSlab.next(links);
        slab.changeNext(previous, order, next);
        slab.changePrevious(next, order, previous);
        final int emptied = takeOut(fromSlot, order, previous, next, remaining);
        final int tail = (int) slots[slot << STRIDE_SHIFT];
        slab.changeNext(tail, NO_ORDER, order);
        slab.links(order, OrderSlab.linksOf(tail, NO_ORDER));
        putIn(slot, tail, order, remaining);
        used.unmark(fromSlot, emptied);
        used.mark(slot);
        if (key < bestKey) {
            bestKey = key;
        } else if (emptied != 0 && from == bestKey) {
            findBest();
        }
    }

    /** Takes an order out of the queue of a slot; returns 1 if nothing is left there, 0 otherwise. */
    private int leave(final int order, final int slot, final long remaining) {
        final long links = slab.links(order);
        final int previous = OrderSlab.previous(links);
        final int next = OrderSlab.next(links);
        slab.changeNext(previous, order, next);
        slab.changePrevious(next, order, previous);
        final int isEmpty = takeOut(slot, order, previous, next, remaining);
        used.unmark(slot, isEmpty);
        return isEmpty;
    }

    /** Puts an order at the tail of the queue of a slot. */
    private void join(final int order, final int slot, final long remaining) {
        final int tail = (int) slots[slot << STRIDE_SHIFT];
        slab.links(order, OrderSlab.linksOf(tail, NO_ORDER));
        slab.changeNext(tail, NO_ORDER, order);
        putIn(slot, tail, order, remaining);
        used.mark(slot);
    }

    /**
     * What a slot says once an order has left, which stood between two others; returns 1 if nothing is left in it.
     * Branch-free, as {@link #putIn}: where the order was head or tail, its neighbour takes its place by a difference.
     */
    private int takeOut(final int slot, final int order, final int previous, final int next, final long remaining) {
        final long[] array = slots;
        final int at = slot << STRIDE_SHIFT;
        final int isHead = allOnesIfNone(previous);
        final int isTail = allOnesIfNone(next);
        final long isOnly = isHead & isTail;
        final long queue = array[at + QUEUE] + ((long) ((next - order) & isHead) << 32) + ((previous - order) & isTail);
        final long lots = array[at + LOTS] - remaining;
        final long orders = array[at + ORDERS] - 1;
        array[at + QUEUE] = queue;
        array[at + LOTS] = lots;
        array[at + ORDERS] = orders;
        if (((((orders - 1) >> 63) ^ isOnly) | (lots & isOnly)) != 0) {
            throw broken(slot + 1);
        }
        return (int) isOnly & 1;
    }

    /**
     * What a slot says once an order has come to its tail. Branch-free: new and existing levels are equally likely, so
     * both take the same writes.
     */
    private void putIn(final int slot, final int tail, final int order, final long remaining) {
        final long[] array = slots;
        final int at = slot << STRIDE_SHIFT;
        array[at + QUEUE] += ((long) (order & allOnesIfNone(tail)) << 32) + (order - tail);
        array[at + LOTS] += remaining;
        array[at + ORDERS]++;
    }

    @Override
    void shrink(final int order, final long lots) {
        reduceIn(find(keyOf(slab.place(order))), order, lots);
    }

    @Override
    void validateIndex() {
        far.validate();
        for (int slot = 0; slot <= slotMask && slots.length > 0; slot++) {
            final boolean hasOrders = slots[(slot << STRIDE_SHIFT) + QUEUE] != 0;
            final boolean isMarked = used.isMarked(slot);
            if (hasOrders != isMarked || (hasOrders && !isNear(key(slot + 1)))) {
                throw new IllegalStateException("slot must be marked and in the window: slot=" + slot + " hasOrders="
                        + hasOrders + " isMarked=" + isMarked + " low=" + low + " high=" + high);
            }
        }
        used.validate();
        for (int node = far.first(); node != AvlTree.NIL; node = far.above(farLevels.key(node))) {
            if (isNear(farLevels.key(node))) {
                throw new IllegalStateException("level in the window must be near: key=" + farLevels.key(node));
            }
        }
        if (high - low > slotMask + 1) {
            throw new IllegalStateException("the window must fit: low=" + low + " high=" + high);
        }
    }

    /** How many levels lie in the tree; for tests and measurements. */
    int farCount() {
        return far.count();
    }

    /** The best level has gone; the next one is worse. */
    private void findBest() {
        final long nearKey = nearKeyFrom(bestKey);
        bestKey = far.count() == 0 ? nearKey : Math.min(nearKey, farLevels.key(far.first()));
    }

    /** Moves the window towards a key that lies outside, as far as the budget goes. */
    private void follow(final long key) {
        if (used.isEmpty()) {
            if (slots.length == 0) {
                if (far.count() < FEWEST_LEVELS) {
                    return;
                }
                allocate(firstSlots);
            }
            low = key & -WORD_KEYS;
            high = low;
        }
        counted = NOT_COUNTED;
        int budget = STEP_BUDGET;
        while (budget > 0 && key < low) {
            budget -= STEP_COST + MOVE_COST * stepDown();
        }
        while (budget > 0 && key >= high && hasRoomAbove()) {
            budget -= STEP_COST + MOVE_COST * stepUp();
        }
    }

    /** Better keys have the right of way: the window gives up its worst word for them. Returns the levels moved. */
    private int stepDown() {
        int moved = 0;
        if (isFull()) {
            high -= WORD_KEYS;
            moved = moveOut(high);
        }
        low -= WORD_KEYS;
        return moved + moveIn(low);
    }

    /** Worse keys only get what lies unused before the best. Returns the levels moved. */
    private int stepUp() {
        int moved = 0;
        if (isFull()) {
            low += WORD_KEYS;
            moved = moveOut(low - WORD_KEYS);
        }
        high += WORD_KEYS;
        return moved + moveIn(high - WORD_KEYS);
    }

    private boolean hasRoomAbove() {
        return !isFull() || bestKey - low > (high - low) / 2;
    }

    /** Whether all slots are taken by the window, after doubling them where that is worth its memory. */
    private boolean isFull() {
        final int slotCount = slotMask + 1;
        if (high - low < slotCount) {
            return false;
        }
        if (slotCount == MOST_SLOTS) {
            return true;
        }
        if (counted == NOT_COUNTED) {
            counted = count();
        }
        if (slotCount >= (long) SLOTS_PER_LEVEL * counted) {
            return true;
        }
        grow(slotCount * 2);
        return false;
    }

    private int moveOut(final long wordKey) {
        final int firstSlot = (int) wordKey & slotMask;
        int moved = 0;
        for (long bits = used.word(firstSlot); bits != 0; bits &= bits - 1) {
            final int bit = Long.numberOfTrailingZeros(bits);
            final int at = (firstSlot + bit) << STRIDE_SHIFT;
            final int node = far.open(wordKey + bit);
            farLevels.queue(node, (int) (slots[at + QUEUE] >>> 32), (int) slots[at + QUEUE]);
            farLevels.add(node, slots[at + LOTS], (int) slots[at + ORDERS]);
            clear(firstSlot + bit);
            moved++;
        }
        return moved;
    }

    private int moveIn(final long wordKey) {
        if (far.count() == 0) {
            return 0;
        }
        int moved = 0;
        int node = far.above(wordKey - 1);
        while (node != AvlTree.NIL && farLevels.key(node) - wordKey < WORD_KEYS) {
            final long key = farLevels.key(node);
            final int slot = (int) key & slotMask;
            final int at = slot << STRIDE_SHIFT;
            used.mark(slot);
            slots[at + QUEUE] = ((long) farLevels.head(node) << 32) | (farLevels.tail(node) & LOW_INT);
            slots[at + LOTS] = farLevels.lots(node);
            slots[at + ORDERS] = farLevels.orders(node);
            far.close(node);
            moved++;
            node = far.above(key);
        }
        return moved;
    }

    private void allocate(final int slotCount) {
        slots = new long[slotCount * STRIDE];
        used = new SlotBits(slotCount);
        slotMask = slotCount - 1;
    }

    private void grow(final int slotCount) {
        final long[] oldSlots = slots;
        final SlotBits oldUsed = used;
        final int oldMask = slotMask;
        allocate(slotCount);
        for (long wordKey = low; wordKey < high; wordKey += WORD_KEYS) {
            final int oldSlot = (int) wordKey & oldMask;
            final int slot = (int) wordKey & slotMask;
            for (long bits = oldUsed.word(oldSlot); bits != 0; bits &= bits - 1) {
                final int bit = Long.numberOfTrailingZeros(bits);
                used.mark(slot + bit);
                System.arraycopy(oldSlots, (oldSlot + bit) * STRIDE, slots, (slot + bit) * STRIDE, STRIDE);
            }
        }
    }

    private void clear(final int slot) {
        final int at = slot << STRIDE_SHIFT;
        slots[at + QUEUE] = NO_ORDER;
        slots[at + LOTS] = 0;
        slots[at + ORDERS] = 0;
        used.unmark(slot, 1);
    }

    /** −1 for {@link OrderSlab#NO_ORDER}, 0 for any other handle: they are positive. */
    private static int allOnesIfNone(final int order) {
        return (order - 1) >> 31;
    }

    /** The lowest key of a level in the window that is at least a key, or {@link #NO_KEY}. */
    private long nearKeyFrom(final long key) {
        if (used.isEmpty() || key >= high) {
            return NO_KEY;
        }
        final long from = Math.max(key, low);
        final long foundKey = low + ((used.nextFrom((int) from & slotMask) - low) & slotMask);
        // Round the end of the array the search comes to keys below the one it started from: then there is none above.
        return foundKey >= from ? foundKey : NO_KEY;
    }

    private boolean isNear(final long key) {
        return key >= low && key < high;
    }

    private int nearLevel(final long key) {
        return ((int) key & slotMask) + 1;
    }

    private static int at(final int level) {
        return (level - 1) << STRIDE_SHIFT;
    }
}
