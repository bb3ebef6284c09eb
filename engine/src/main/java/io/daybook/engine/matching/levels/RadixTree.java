package io.daybook.engine.matching.levels;

import io.daybook.engine.matching.slab.LevelSlab;
import io.daybook.engine.matching.slab.NodeArena;

/**
 * An adaptive radix tree of levels by key (Leis, Kemper and Neumann, 2013): a node branches on one byte of the key and
 * has room for 4, 16, 48 or 256 children, growing and shrinking with them; bytes on which all keys of a subtree agree
 * have no node. The leaves are records of a {@link LevelSlab}.
 *
 * <p>Keys are turned so that their unsigned order is the order of levels. A child is the handle of a node, or a
 * negative level handle.
 *
 * <pre>
 *  a node:     0                        1, 2               3 …
 *              | kind, shift, children | key above shift | by kind:
 *  NODE_4      bytes (1 int), children (4)
 *  NODE_16     bytes (4 ints), children (16)
 *  NODE_48     bytes with a child (8 ints), numbers in use (2 ints), child number + 1 for each byte (64 ints),
 *              children (48)
 *  NODE_256    bytes with a child (8 ints), children (256)
 * </pre>
 *
 * <p>The small nodes do not sort their children, unlike the small nodes of the paper: a new child is put after the
 * others, and the last child fills the gap of a removed one. A search for the lowest child reads all, which is seldom
 * needed.
 */
public final class RadixTree implements LevelTree {
    /** No level. */
    static final int NIL = 0;

    private static final int NODE_4 = 0;
    private static final int NODE_16 = 1;
    private static final int NODE_48 = 2;
    private static final int NODE_256 = 3;

    private static final int HEADER = 0;
    private static final int PREFIX = 1;
    private static final int BYTES = 3;
    private static final int CHILDREN_4 = BYTES + 1;
    private static final int CHILDREN_16 = BYTES + 4;
    private static final int BITMAP = 3;
    private static final int IN_USE = BITMAP + 8;
    private static final int INDEX = IN_USE + 2;
    private static final int CHILDREN_48 = INDEX + 64;
    private static final int CHILDREN_256 = BITMAP + 8;

    private static final int KIND_MASK = 3;
    private static final int SHIFT_SHIFT = 8;
    private static final int COUNT_SHIFT = 16;
    private static final int COUNT_ONE = 1 << COUNT_SHIFT;

    private static final int SHRINK_16 = 3;
    private static final int SHRINK_48 = 12;
    private static final int SHRINK_256 = 36;

    private static final int EVERY_BYTE = 0x01010101;
    private static final int HIGH_BITS = 0x80808080;
    private static final long EVERY_BYTE_OF_LONG = 0x0101010101010101L;
    private static final long HIGH_BITS_OF_LONG = 0x8080808080808080L;
    private static final int NO_BYTE = 256;

    private final LevelSlab levels;
    private final NodeArena nodes;
    private int root = NIL;
    private int count;

    RadixTree(final LevelSlab levels, final NodeArena nodes) {
        this.levels = levels;
        this.nodes = nodes;
    }

    /** Creates an arena for the sizes of these nodes. */
    public static NodeArena newArena() {
        return new NodeArena(CHILDREN_4 + 4, CHILDREN_16 + 17, CHILDREN_48 + 51, CHILDREN_256 + 257);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int find(final long key) {
        final long turned = turned(key);
        int at = root;
        while (at > 0) {
            final int[] node = nodes.chunk(at);
            final int base = NodeArena.at(at);
            at = child(node, base, byteOf(turned, shift(node[base])));
        }
        return at != NIL && levels.key(-at) == key ? -at : NIL;
    }

    @Override
    public int first() {
        return first(root);
    }

    @Override
    public int above(final long key) {
        final long turned = turned(key);
        int fallback = NIL; // the nearest subtree to the right of the path
        int at = root;
        while (at > 0) {
            final int[] node = nodes.chunk(at);
            final int base = NodeArena.at(at);
            final int shift = shift(node[base]);
            final int order = Long.compareUnsigned(prefix(node, base), prefixOf(turned, shift));
            if (order != 0) {
                return order > 0 ? first(at) : first(fallback);
            }
            final int digit = byteOf(turned, shift);
            final int larger = nextByte(node, base, digit + 1);
            if (larger != NO_BYTE) {
                fallback = child(node, base, larger);
            }
            at = child(node, base, digit);
        }
        return at != NIL && levels.key(-at) > key ? -at : first(fallback);
    }

    @Override
    public int open(final long key) {
        final long turned = turned(key);
        int parent = NIL;
        int at = root;
        while (at > 0) {
            final int[] node = nodes.chunk(at);
            final int base = NodeArena.at(at);
            final int shift = shift(node[base]);
            final long prefix = prefix(node, base);
            if (prefix != prefixOf(turned, shift)) {
                return fork(parent, at, (prefix << 8) << shift, turned);
            }
            final int child = child(node, base, byteOf(turned, shift));
            if (child == NIL) {
                final int level = newLevel(key);
                addChild(parent, at, byteOf(turned, shift), -level, turned);
                return level;
            }
            parent = at;
            at = child;
        }
        if (at == NIL) {
            final int level = newLevel(key);
            root = -level;
            return level;
        }
        return levels.key(-at) == key ? -at : fork(parent, at, turned(levels.key(-at)), turned);
    }

    @Override
    public void close(final int level) {
        final long turned = turned(levels.key(level));
        int grandparent = NIL;
        int parent = NIL;
        int at = root;
        while (at > 0) {
            grandparent = parent;
            parent = at;
            final int[] node = nodes.chunk(at);
            final int base = NodeArena.at(at);
            at = child(node, base, byteOf(turned, shift(node[base])));
        }
        if (parent == NIL) {
            root = NIL;
        } else {
            removeChild(grandparent, parent, turned);
        }
        levels.free(level);
        count--;
    }

    @Override
    public void validate() {
        final int counted = root == NIL ? 0 : validate(root, 0, 64);
        if (counted != count) {
            throw new IllegalStateException(
                    "the count of levels must be right: count=" + count + " counted=" + counted);
        }
    }

    private int newLevel(final long key) {
        count++;
        return levels.allocate(key, 0);
    }

    /** Puts a node of four above a child and a new level, at the highest byte in which their keys differ. */
    private int fork(final int parent, final int child, final long childKey, final long turned) {
        final int shift = (63 - Long.numberOfLeadingZeros(childKey ^ turned)) & ~7;
        final int level = newLevel(turned(turned));
        final int fork = newNode(NODE_4, shift, prefixOf(turned, shift));
        final int[] node = nodes.chunk(fork);
        final int base = NodeArena.at(fork);
        append(node, base, CHILDREN_4, byteOf(childKey, shift), child);
        append(node, base, CHILDREN_4, byteOf(turned, shift), -level);
        replace(parent, turned, fork);
        return level;
    }

    private void addChild(final int parent, final int at, final int digit, final int child, final long turned) {
        int target = at;
        if (childCount(at) == capacity(kind(at))) {
            target = resized(at, kind(at) + 1);
            replace(parent, turned, target);
        }
        insert(nodes.chunk(target), NodeArena.at(target), digit, child);
    }

    private void removeChild(final int grandparent, final int at, final long turned) {
        final int[] node = nodes.chunk(at);
        final int base = NodeArena.at(at);
        delete(node, base, byteOf(turned, shift(node[base])));
        final int kind = kind(at);
        final int left = childCount(at);
        if (left == 1) {
            replace(grandparent, turned, child(node, base, nextByte(node, base, 0)));
            nodes.free(kind, at);
        } else if (kind != NODE_4 && left <= shrinkAt(kind)) {
            replace(grandparent, turned, resized(at, kind - 1));
        }
    }

    /** Copies a node into one of another kind, and frees it. */
    private int resized(final int at, final int kind) {
        final int[] from = nodes.chunk(at);
        final int fromBase = NodeArena.at(at);
        final int copy = newNode(kind, shift(from[fromBase]), prefix(from, fromBase));
        final int[] to = nodes.chunk(copy);
        final int toBase = NodeArena.at(copy);
        for (int b = nextByte(from, fromBase, 0); b != NO_BYTE; b = nextByte(from, fromBase, b + 1)) {
            insert(to, toBase, b, child(from, fromBase, b));
        }
        nodes.free(kind(at), at);
        return copy;
    }

    /** Replaces a child of a node; without a parent, the new child becomes the root. */
    private void replace(final int parent, final long turned, final int child) {
        if (parent == NIL) {
            root = child;
            return;
        }
        final int[] node = nodes.chunk(parent);
        final int base = NodeArena.at(parent);
        node[childAt(node, base, byteOf(turned, shift(node[base])))] = child;
    }

    private int newNode(final int kind, final int shift, final long prefix) {
        final int at = nodes.allocate(kind);
        final int[] node = nodes.chunk(at);
        final int base = NodeArena.at(at);
        node[base + HEADER] = kind | (shift << SHIFT_SHIFT);
        node[base + PREFIX] = (int) prefix;
        node[base + PREFIX + 1] = (int) (prefix >>> 32);
        return at;
    }

    private int first(final int top) {
        int at = top;
        while (at > 0) {
            final int[] node = nodes.chunk(at);
            final int base = NodeArena.at(at);
            at = child(node, base, nextByte(node, base, 0));
        }
        return -at;
    }

    private static int child(final int[] node, final int base, final int digit) {
        final int at = childAt(node, base, digit);
        return at < 0 ? NIL : node[at];
    }

    /** The offset of the child for a byte, or −1. */
    private static int childAt(final int[] node, final int base, final int digit) {
        final int header = node[base + HEADER];
        switch (header & KIND_MASK) {
            case NODE_4 -> {
                final int number = match(node[base + BYTES], digit);
                return number < header >>> COUNT_SHIFT ? base + CHILDREN_4 + number : -1;
            }
            case NODE_16 -> {
                final int number = match16(node, base + BYTES, digit);
                return number < header >>> COUNT_SHIFT ? base + CHILDREN_16 + number : -1;
            }
            case NODE_48 -> {
                final int number = (node[base + INDEX + (digit >> 2)] >>> ((digit & 3) << 3)) & 0xFF;
                return number == 0 ? -1 : base + CHILDREN_48 + number - 1;
            }
            default -> {
                return base + CHILDREN_256 + digit;
            }
        }
    }

    /**
     * The number of the lowest of four bytes that equals {@code digit}, or 4: the classic test for a zero byte in a
     * word.
     */
    private static int match(final int bytes, final int digit) {
        final int difference = bytes ^ (digit * EVERY_BYTE);
        return Integer.numberOfTrailingZeros((difference - EVERY_BYTE) & ~difference & HIGH_BITS) >>> 3;
    }

    /** The number of the lowest of sixteen bytes that equals {@code digit}, or 16. */
    private static int match16(final int[] node, final int at, final int digit) {
        final long front = matches(node[at], node[at + 1], digit);
        final long back = matches(node[at + 2], node[at + 3], digit);
        final int inFront = Long.numberOfTrailingZeros(front) >>> 3;
        final int inBack = Long.numberOfTrailingZeros(back) >>> 3;
        return front != 0 ? inFront : 8 + inBack;
    }

    private static long matches(final int low, final int high, final int digit) {
        final long difference = (((long) high << 32) | (low & 0xFFFF_FFFFL)) ^ (digit * EVERY_BYTE_OF_LONG);
        return (difference - EVERY_BYTE_OF_LONG) & ~difference & HIGH_BITS_OF_LONG;
    }

    /** The lowest byte with a child, {@code from} or above, or {@link #NO_BYTE}. */
    private static int nextByte(final int[] node, final int base, final int from) {
        final int header = node[base + HEADER];
        if ((header & KIND_MASK) <= NODE_16) {
            final int children = header >>> COUNT_SHIFT;
            int lowest = NO_BYTE;
            for (int number = 0; number < children; number++) {
                final int digit = byteAt(node, base, number);
                lowest = digit >= from && digit < lowest ? digit : lowest;
            }
            return lowest;
        }
        int word = from >> 5;
        if (word == 8) {
            return NO_BYTE;
        }
        int bits = node[base + BITMAP + word] & (-1 << from);
        while (bits == 0) {
            if (++word == 8) {
                return NO_BYTE;
            }
            bits = node[base + BITMAP + word];
        }
        return (word << 5) + Integer.numberOfTrailingZeros(bits);
    }

    private static void insert(final int[] node, final int base, final int digit, final int child) {
        switch (node[base + HEADER] & KIND_MASK) {
            case NODE_4 -> append(node, base, CHILDREN_4, digit, child);
            case NODE_16 -> append(node, base, CHILDREN_16, digit, child);
            case NODE_48 -> {
                final int front = Integer.numberOfTrailingZeros(~node[base + IN_USE]);
                final int number = front < 32 ? front : 32 + Integer.numberOfTrailingZeros(~node[base + IN_USE + 1]);
                node[base + IN_USE + (number >> 5)] |= 1 << number;
                node[base + CHILDREN_48 + number] = child;
                node[base + INDEX + (digit >> 2)] |= (number + 1) << ((digit & 3) << 3);
                node[base + BITMAP + (digit >> 5)] |= 1 << digit;
                node[base + HEADER] += COUNT_ONE;
            }
            default -> {
                node[base + CHILDREN_256 + digit] = child;
                node[base + BITMAP + (digit >> 5)] |= 1 << digit;
                node[base + HEADER] += COUNT_ONE;
            }
        }
    }

    private static void delete(final int[] node, final int base, final int digit) {
        final int childAt = childAt(node, base, digit);
        switch (node[base + HEADER] & KIND_MASK) {
            case NODE_4 -> fillGap(node, base, CHILDREN_4, childAt - base - CHILDREN_4);
            case NODE_16 -> fillGap(node, base, CHILDREN_16, childAt - base - CHILDREN_16);
            case NODE_48 -> {
                final int number = childAt - base - CHILDREN_48;
                node[base + IN_USE + (number >> 5)] &= ~(1 << number);
                node[childAt] = NIL;
                node[base + INDEX + (digit >> 2)] &= ~(0xFF << ((digit & 3) << 3));
                node[base + BITMAP + (digit >> 5)] &= ~(1 << digit);
                node[base + HEADER] -= COUNT_ONE;
            }
            default -> {
                node[childAt] = NIL;
                node[base + BITMAP + (digit >> 5)] &= ~(1 << digit);
                node[base + HEADER] -= COUNT_ONE;
            }
        }
    }

    private static void append(final int[] node, final int base, final int children, final int digit, final int child) {
        final int number = node[base + HEADER] >>> COUNT_SHIFT;
        byteAt(node, base, number, digit);
        node[base + children + number] = child;
        node[base + HEADER] += COUNT_ONE;
    }

    private static void fillGap(final int[] node, final int base, final int children, final int gap) {
        node[base + HEADER] -= COUNT_ONE;
        final int last = node[base + HEADER] >>> COUNT_SHIFT;
        byteAt(node, base, gap, byteAt(node, base, last));
        node[base + children + gap] = node[base + children + last];
    }

    private static int byteAt(final int[] node, final int base, final int number) {
        return (node[base + BYTES + (number >> 2)] >>> ((number & 3) << 3)) & 0xFF;
    }

    private static void byteAt(final int[] node, final int base, final int number, final int digit) {
        final int at = base + BYTES + (number >> 2);
        final int shift = (number & 3) << 3;
        node[at] = (node[at] & ~(0xFF << shift)) | (digit << shift);
    }

    private int kind(final int at) {
        return nodes.chunk(at)[NodeArena.at(at)] & KIND_MASK;
    }

    private int childCount(final int at) {
        return nodes.chunk(at)[NodeArena.at(at)] >>> COUNT_SHIFT;
    }

    private static int capacity(final int kind) {
        return switch (kind) {
            case NODE_4 -> 4;
            case NODE_16 -> 16;
            case NODE_48 -> 48;
            case NODE_256 -> 256;
            default -> throw new IllegalStateException("kind must be known: kind=" + kind);
        };
    }

    private static int shrinkAt(final int kind) {
        return switch (kind) {
            case NODE_16 -> SHRINK_16;
            case NODE_48 -> SHRINK_48;
            default -> SHRINK_256;
        };
    }

    private static int shift(final int header) {
        return (header >>> SHIFT_SHIFT) & 0xFF;
    }

    private static long prefix(final int[] node, final int base) {
        return ((long) node[base + PREFIX + 1] << 32) | (node[base + PREFIX] & 0xFFFF_FFFFL);
    }

    private static long prefixOf(final long turned, final int shift) {
        return turned >>> shift >>> 8;
    }

    private static int byteOf(final long turned, final int shift) {
        return (int) (turned >>> shift) & 0xFF;
    }

    /** Turns signed order into unsigned order, and back. */
    private static long turned(final long key) {
        return key ^ Long.MIN_VALUE;
    }

    private int validate(final int at, final long prefix, final int bits) {
        if (at < 0) {
            final long turned = turned(levels.key(-at));
            if (bits < 64 && turned >>> bits != prefix) {
                throw new IllegalStateException("level must be below its prefix: key=" + levels.key(-at));
            }
            return 1;
        }
        final int[] node = nodes.chunk(at);
        final int base = NodeArena.at(at);
        final int shift = shift(node[base]);
        final long ownPrefix = prefix(node, base);
        if (shift + 8 > bits || (bits < 64 && ownPrefix >>> (bits - shift - 8) != prefix)) {
            throw new IllegalStateException("node must be below its prefix: shift=" + shift + " bits=" + bits);
        }
        int children = 0;
        int counted = 0;
        for (int b = nextByte(node, base, 0); b != NO_BYTE; b = nextByte(node, base, b + 1)) {
            counted += validate(child(node, base, b), (ownPrefix << 8) | b, shift);
            children++;
        }
        final int kind = kind(at);
        if (children < 2 || children != childCount(at) || (kind != NODE_4 && children <= shrinkAt(kind))) {
            throw new IllegalStateException("count and kind of a node must fit its children: children=" + children
                    + " count=" + childCount(at) + " kind=" + kind);
        }
        return counted;
    }
}
