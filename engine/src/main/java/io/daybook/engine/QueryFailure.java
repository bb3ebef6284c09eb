package io.daybook.engine;

/**
 * The answer to a query that failed.
 *
 * @param cause why; it fails the future of that query and nothing else
 */
public record QueryFailure(RuntimeException cause) {}
