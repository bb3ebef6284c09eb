/**
 * Order books with price-time priority: all books of one matching thread.
 * {@link io.daybook.engine.matching.book.OrderBook} is the matching itself; the orders are in a slab that all books of
 * the thread share, ids and price levels in separate indexes.
 *
 * <p>Single-threaded and deterministic. The package writes no balance, reads no clock, uses no ring and no file, and
 * allocates only when something grows.
 */
@NullMarked
package io.daybook.engine.matching;

import org.jspecify.annotations.NullMarked;
