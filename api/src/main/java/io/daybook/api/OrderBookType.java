package io.daybook.api;

/** The index in which a book keeps its price levels. All give the same results; they differ in speed and memory. */
public enum OrderBookType {
    /** A balanced tree: simple, the reference. */
    AVL,
    /** An adaptive radix tree over the 64-bit price: any price range. */
    RADIX,
    /** Pages of 64 prices, allocated only where there are orders: the default. */
    LADDER
}
