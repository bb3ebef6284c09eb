package io.daybook.engine.matching.levels;

/** The levels of a side by key, in a tree. Handles are those of levels; {@link PriceLevels#NO_LEVEL} is none. */
interface LevelTree {
    /** The number of levels. */
    int count();

    /** The level with the lowest key. */
    int first();

    /** The level with a key. */
    int find(long key);

    /** The level with the lowest key above a given key; the given key need not be in the tree. */
    int above(long key);

    /** The level with a key, made if there is none. */
    int open(long key);

    /** Removes a level and frees it. */
    void close(int level);

    /** Throws with the detail if the tree contradicts itself. */
    void validate();
}
