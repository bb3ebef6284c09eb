package io.daybook.server.orders;

import org.jspecify.annotations.Nullable;

/**
 * An event of a user's order.
 *
 * @param n counts the updates of the user from 1, without gaps, across restarts
 * @param order its present state
 * @param fill its trade; null for other events
 */
public record Update(long n, OrderView order, @Nullable Fill fill) {}
