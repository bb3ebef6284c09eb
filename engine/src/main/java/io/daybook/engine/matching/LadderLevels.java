package io.daybook.engine.matching;

import static io.daybook.engine.matching.OrderSlab.NO_ORDER;

/**
 * Price levels in a dense array around the market, one slot for each key, its queue closed by a ring head of
 * {@link LevelLinks}; bitmaps ({@link SlotBits}) find the next level in a few instructions. Levels outside the array's
 * window lie in a balanced tree.
 *
 * <p>The window covers the keys from {@code low} to below {@code high}, both multiples of 64, at most as many as there
 * are slots; a key lies in the slot of its lowest bits, so that the window slides round the array without moving what
 * stays in it. A side of a few levels has no array at all. Later the window follows the market in steps of one word:
 * whenever a level is opened outside, it may take a few steps towards that, giving up its far end where it has to; a
 * step moves at most 64 levels out and 64 in. When levels are dense enough the array doubles, up to
 * {@value #MOST_SLOTS} slots (2 MiB a side), the largest copy there is.
 *
 * <p>{@link #append}, {@link #remove} and {@link #consume} write the queue of a slot themselves, where
 * {@link PriceLevels} would branch on what the level has; one contract test holds both ways together.
 *
 * <p>A level is named by its slot plus one, or by the negative handle of its node in the tree.
 *
 * <pre>
 *  a slot: 0      1
 *          | lots | orders |
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

    private static final int STRIDE_SHIFT = 1;
    private static final int STRIDE = 1 << STRIDE_SHIFT;
    private static final int LOTS = 0;
    private static final int ORDERS = 1;
    private static final int NOT_COUNTED = -1;
    private static final long LOW_INT = 0xFFFF_FFFFL;
    private static final long[] NONE = {};

    private final LevelLinks links;
    private final LevelSlab farLevels;
    private final AvlTree far;
    private final int firstSlots;

    private long[] slots = NONE;
    private SlotBits used = new SlotBits(0);
    private int slotMask;

    /** The ring head of the first slot; those of the others follow. */
    private int rings;

    private long low;
    private long high;

    /** What {@link #firstMove} and {@link #lastMove} leave of the window. */
    private long firstNearMove;

    private long lastNearMove = -1;

    /** How many levels there are, once the window has asked for it on its way; that way changes none. */
    private int counted = NOT_COUNTED;

    /**
     * An empty side.
     *
     * @param firstSlots of the array that it gets with its first few levels, a power of two from 64
     */
    LadderLevels(final OrderSlab slab, final LevelSlab farLevels, final boolean asks, final int firstSlots) {
        super(slab, asks);
        this.links = slab.levelLinks();
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
            return slots[at(level) + ORDERS] == 0 ? NO_LEVEL : level;
        }
        return -far.find(key);
    }

    @Override
    int open(final long key) {
        bestKey = Math.min(bestKey, key);
        if (!isNear(key) && !follow(key)) {
            return -far.open(key);
        }
        final int slot = (int) key & slotMask;
        if (slots[(slot << STRIDE_SHIFT) + ORDERS] == 0) {
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
        return level > 0 ? links.next(ring(level)) : farLevels.head(-level);
    }

    @Override
    int tail(final int level) {
        return level > 0 ? links.previous(ring(level)) : farLevels.tail(-level);
    }

    @Override
    void queue(final int level, final int head, final int tail) {
        if (level > 0) {
            links.close(ring(level), head, tail);
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
    void insert(final int order, final long[] chunk, final int base, final long key, final long remaining) {
        OrderSlab.place(chunk, base, priceOf(key));
        bestKey = Math.min(bestKey, key);
        if (!isNear(key) && !follow(key)) {
            appendTo(-far.open(key), order);
            return;
        }
        join(order, (int) key & slotMask, remaining);
    }

    @Override
    void extract(final int order, final long place, final long remaining) {
        final long key = keyOf(place);
        if (!isNear(key)) {
            removeFrom(find(key), order);
            return;
        }
        final int emptied = leave(order, (int) key & slotMask, remaining);
        if (emptied != 0 && key == bestKey) {
            findBest();
        }
    }

    @Override
    boolean canRelocate(final long place, final long key) {
        final long from = keyOf(place);
        return key >= firstNearMove && key <= lastNearMove && from >= low && from < high && from != key;
    }

    @Override
    void limitMoves(final long best, final long minPrice, final long maxPrice) {
        super.limitMoves(best, minPrice, maxPrice);
        limitNearMoves();
    }

    private void limitNearMoves() {
        firstNearMove = Math.max(low, firstMove);
        lastNearMove = Math.min(high - 1, lastMove);
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
        final int[][] all = links.chunks();
        final int emptied;
        if (all.length == 1) {
            emptied = takeOut(all[0], order, fromSlot, remaining);
            LevelLinks.putIn(all[0], order, rings + slot);
        } else {
            emptied = takeOutOfChunks(all, order, fromSlot, remaining);
            LevelLinks.putIntoChunks(all, order, rings + slot);
        }
        count(slot, remaining);
        used.move(fromSlot, emptied, slot);
        if (key < bestKey) {
            bestKey = key;
        } else if (emptied != 0 && from == bestKey) {
            findBest();
        }
    }

    /** Takes an order out of the queue of a slot; returns 1 if nothing is left there, 0 otherwise. */
    private int leave(final int order, final int slot, final long remaining) {
        final int[][] all = links.chunks();
        final int emptied = all.length == 1
                ? takeOut(all[0], order, slot, remaining)
                : takeOutOfChunks(all, order, slot, remaining);
        used.unmark(slot, emptied);
        return emptied;
    }

    /** Puts an order at the tail of the queue of a slot. */
    private void join(final int order, final int slot, final long remaining) {
        links.append(order, rings + slot);
        count(slot, remaining);
        used.mark(slot);
    }

    /** Makes the neighbours of an order in a ring each other's, and counts it off; all links lie in one array. */
    private int takeOut(final int[] all, final int order, final int slot, final long remaining) {
        final int next = all[LevelLinks.at(all, order, LevelLinks.NEXT)];
        final int previous = all[LevelLinks.at(all, order, LevelLinks.PREVIOUS)];
        all[LevelLinks.at(all, previous, LevelLinks.NEXT)] = next;
        all[LevelLinks.at(all, next, LevelLinks.PREVIOUS)] = previous;
        return countOff(slot, previous, next, remaining);
    }

    /** The same where they lie in chunks. */
    private int takeOutOfChunks(final int[][] all, final int order, final int slot, final long remaining) {
        final int[] own = LevelLinks.chunk(all, order);
        final int next = own[LevelLinks.at(own, order, LevelLinks.NEXT)];
        final int previous = own[LevelLinks.at(own, order, LevelLinks.PREVIOUS)];
        final int[] ofPrevious = LevelLinks.chunk(all, previous);
        ofPrevious[LevelLinks.at(ofPrevious, previous, LevelLinks.NEXT)] = next;
        final int[] ofNext = LevelLinks.chunk(all, next);
        ofNext[LevelLinks.at(ofNext, next, LevelLinks.PREVIOUS)] = previous;
        return countOff(slot, previous, next, remaining);
    }

    /**
     * Counts off an order that has left its neighbours; returns 1 if nothing is left in the slot, 0 otherwise. Here and
     * in {@link #count} the mask, which changes no index, spares C2 the check of bounds.
     */
    private int countOff(final int slot, final int previous, final int next, final long remaining) {
        final long[] array = slots;
        final int mask = array.length - 1;
        final int at = slot << STRIDE_SHIFT;
        final long orders = array[(at + ORDERS) & mask] - 1;
        final long lots = array[(at + LOTS) & mask] - remaining;
        array[(at + ORDERS) & mask] = orders;
        array[(at + LOTS) & mask] = lots;
        final long isEmpty = (orders - 1) >> 63; // −1 or 0, as the next
        final long isAlone = (((previous ^ next) & LOW_INT) - 1) >> 63;
        if (((isEmpty ^ isAlone) | (lots & isEmpty)) != 0) {
            throw broken(slot + 1);
        }
        return (int) isEmpty & 1;
    }

    private void count(final int slot, final long remaining) {
        final long[] array = slots;
        final int mask = array.length - 1;
        final int at = slot << STRIDE_SHIFT;
        array[(at + ORDERS) & mask]++;
        array[(at + LOTS) & mask] += remaining;
    }

    @Override
    void shrink(final int order, final long lots) {
        reduceIn(find(keyOf(slab.place(order))), order, lots);
    }

    @Override
    void consume(final int level, final int head, final long lots, final int completed) {
        if (level < 0) {
            super.consume(level, head, lots, completed);
            return;
        }
        final int ring = ring(level);
        links.join(ring, head == NO_ORDER ? ring : head);
        final int at = at(level);
        final long ordersLeft = slots[at + ORDERS] -= completed;
        final long lotsLeft = slots[at + LOTS] -= lots;
        if (head == NO_ORDER ? (ordersLeft | lotsLeft) != 0 : ordersLeft <= 0) {
            throw broken(level);
        }
        if (head == NO_ORDER) {
            used.unmark(level - 1, 1);
            findBest();
        }
    }

    @Override
    void validateIndex() {
        far.validate();
        for (int slot = 0; slot <= slotMask && slots.length > 0; slot++) {
            final boolean hasOrders = slots[(slot << STRIDE_SHIFT) + ORDERS] != 0;
            final boolean isMarked = used.isMarked(slot);
            final boolean hasQueue = head(slot + 1) != NO_ORDER && tail(slot + 1) != NO_ORDER;
            if (hasOrders != isMarked || hasOrders != hasQueue || (hasOrders && !isNear(key(slot + 1)))) {
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

    /** Moves the window towards a key outside, as far as the budget goes; returns whether it came that far. */
    private boolean follow(final long key) {
        if (used.isEmpty()) {
            if (slots.length == 0) {
                if (far.count() < FEWEST_LEVELS) {
                    return false;
                }
                allocate(firstSlots);
            }
            low = key & -WORD_KEYS;
            high = low;
        }
        followWithin(key);
        limitNearMoves();
        return isNear(key);
    }

    private void followWithin(final long key) {
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
            final int head = head(firstSlot + bit + 1);
            final int tail = tail(firstSlot + bit + 1);
            links.previous(head, NO_ORDER);
            links.next(tail, NO_ORDER);
            farLevels.queue(node, head, tail);
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
            links.close(rings + slot, farLevels.head(node), farLevels.tail(node));
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
        rings = links.takeRings(slotCount);
    }

    private void grow(final int slotCount) {
        final long[] oldSlots = slots;
        final SlotBits oldUsed = used;
        final int oldMask = slotMask;
        final int oldRings = rings;
        allocate(slotCount);
        for (long wordKey = low; wordKey < high; wordKey += WORD_KEYS) {
            final int oldSlot = (int) wordKey & oldMask;
            final int slot = (int) wordKey & slotMask;
            for (long bits = oldUsed.word(oldSlot); bits != 0; bits &= bits - 1) {
                final int bit = Long.numberOfTrailingZeros(bits);
                used.mark(slot + bit);
                System.arraycopy(oldSlots, (oldSlot + bit) * STRIDE, slots, (slot + bit) * STRIDE, STRIDE);
                final int oldRing = oldRings + oldSlot + bit;
                links.close(rings + slot + bit, links.next(oldRing), links.previous(oldRing));
            }
        }
        links.giveRings(oldRings, oldMask + 1);
    }

    private void clear(final int slot) {
        final int at = slot << STRIDE_SHIFT;
        links.close(rings + slot);
        slots[at + LOTS] = 0;
        slots[at + ORDERS] = 0;
        used.unmark(slot, 1);
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

    private int ring(final int level) {
        return rings + level - 1;
    }

    private static int at(final int level) {
        return (level - 1) << STRIDE_SHIFT;
    }
}
