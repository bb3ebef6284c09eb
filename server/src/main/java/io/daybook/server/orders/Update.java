package io.daybook.server.orders;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an order of a user.
 *
 * @param n counts the updates of the user from 1, without gaps, across restarts
 * @param order its present state
 * @param fill what it traded; null where it did not
 */
public record Update(long n, OrderView order, @Nullable Fill fill) {}
