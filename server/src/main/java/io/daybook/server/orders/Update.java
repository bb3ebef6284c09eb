package io.daybook.server.orders;

import org.jspecify.annotations.Nullable;

/**
 * An event of a user's order.
 *
 * @param n the number of the update among those of the user: from 1, without gaps, across restarts
 * @param order the state of the order after the event
 * @param fill the fill of a trade; null for other events
 */
public record Update(long n, OrderView order, @Nullable Fill fill) {}
