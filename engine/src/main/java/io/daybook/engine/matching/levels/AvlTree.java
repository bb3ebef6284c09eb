package io.daybook.engine.matching.levels;

import io.daybook.engine.matching.slab.LevelSlab;

/**
 * A balanced search tree of levels by key (Adelson-Velsky and Landis, 1962), as in textbooks: the heights of two
 * siblings differ by at most one. Nodes are records of a {@link LevelSlab} and keep their handles in rotations.
 */
final class AvlTree implements LevelTree {
    /** No node. */
    static final int NIL = 0;

    private final LevelSlab levels;
    private int root = NIL;
    private int first = NIL;
    private int count;
    private int made;

    AvlTree(final LevelSlab levels) {
        this.levels = levels;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int first() {
        return first;
    }

    @Override
    public int find(final long key) {
        int node = root;
        while (node != NIL) {
            final long nodeKey = levels.key(node);
            if (key == nodeKey) {
                return node;
            }
            node = key < nodeKey ? levels.left(node) : levels.right(node);
        }
        return NIL;
    }

    @Override
    public int above(final long key) {
        int candidate = NIL;
        int node = root;
        while (node != NIL) {
            if (levels.key(node) > key) {
                candidate = node;
                node = levels.left(node);
            } else {
                node = levels.right(node);
            }
        }
        return candidate;
    }

    @Override
    public int open(final long key) {
        final int found = find(key);
        if (found != NIL) {
            return found;
        }
        root = insert(root, key);
        count++;
        if (first == NIL || key < levels.key(first)) {
            first = made;
        }
        return made;
    }

    @Override
    public void close(final int node) {
        final long key = levels.key(node);
        root = remove(root, key);
        count--;
        if (node == first) {
            first = lowest(root);
        }
        levels.free(node);
    }

    @Override
    public void validate() {
        final int counted = validate(root, Long.MIN_VALUE, Long.MAX_VALUE);
        if (counted != count || first != lowest(root)) {
            throw new IllegalStateException("count and first node of a tree must be right: count=" + count + " counted="
                    + counted + " first=" + first + " lowest=" + lowest(root));
        }
    }

    private int insert(final int node, final long key) {
        if (node == NIL) {
            made = levels.allocate(key, 1);
            return made;
        }
        if (key < levels.key(node)) {
            levels.left(node, insert(levels.left(node), key));
        } else {
            levels.right(node, insert(levels.right(node), key));
        }
        return balanced(node);
    }

    private int remove(final int node, final long key) {
        final long nodeKey = levels.key(node);
        if (key < nodeKey) {
            levels.left(node, remove(levels.left(node), key));
            return balanced(node);
        }
        if (key > nodeKey) {
            levels.right(node, remove(levels.right(node), key));
            return balanced(node);
        }
        final int left = levels.left(node);
        final int right = levels.right(node);
        if (left == NIL || right == NIL) {
            return left == NIL ? right : left;
        }
        final int successor = lowest(right);
        levels.right(successor, withoutLowest(right));
        levels.left(successor, left);
        return balanced(successor);
    }

    private int withoutLowest(final int node) {
        final int left = levels.left(node);
        if (left == NIL) {
            return levels.right(node);
        }
        levels.left(node, withoutLowest(left));
        return balanced(node);
    }

    private int lowest(final int top) {
        int node = top;
        while (node != NIL && levels.left(node) != NIL) {
            node = levels.left(node);
        }
        return node;
    }

    /**
     * Rotates if the heights of a node's children differ by two, sets the node's height, and returns the top of the
     * subtree.
     */
    private int balanced(final int node) {
        final int left = levels.left(node);
        final int right = levels.right(node);
        final int lean = height(left) - height(right);
        if (lean > 1) {
            if (height(levels.left(left)) < height(levels.right(left))) {
                levels.left(node, rotatedLeft(left));
            }
            return rotatedRight(node);
        }
        if (lean < -1) {
            if (height(levels.right(right)) < height(levels.left(right))) {
                levels.right(node, rotatedRight(right));
            }
            return rotatedLeft(node);
        }
        measure(node);
        return node;
    }

    private int rotatedLeft(final int node) {
        final int top = levels.right(node);
        levels.right(node, levels.left(top));
        levels.left(top, node);
        measure(node);
        measure(top);
        return top;
    }

    private int rotatedRight(final int node) {
        final int top = levels.left(node);
        levels.left(node, levels.right(top));
        levels.right(top, node);
        measure(node);
        measure(top);
        return top;
    }

    private void measure(final int node) {
        levels.mark(node, 1 + Math.max(height(levels.left(node)), height(levels.right(node))));
    }

    private int height(final int node) {
        return node == NIL ? 0 : levels.mark(node);
    }

    private int validate(final int node, final long low, final long high) {
        if (node == NIL) {
            return 0;
        }
        final long key = levels.key(node);
        final int left = levels.left(node);
        final int right = levels.right(node);
        final int lean = height(left) - height(right);
        if (key < low || key >= high || lean < -1 || lean > 1) {
            throw new IllegalStateException("tree must be in order and balanced: key=" + key + " low=" + low + " high="
                    + high + " lean=" + lean);
        }
        if (levels.mark(node) != 1 + Math.max(height(left), height(right))) {
            throw new IllegalStateException("height of a node must be right: key=" + key);
        }
        return 1 + validate(left, low, key) + validate(right, key + 1, high);
    }
}
