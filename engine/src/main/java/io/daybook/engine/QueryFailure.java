package io.daybook.engine;

/**
 * The answer to a query that failed.
 *
 * @param cause the reason, which fails only the future of that query
 */
public record QueryFailure(RuntimeException cause) {}
