package io.daybook.server.http;

/** Which bucket a request takes from. */
public enum Cost {
    /** Health and metrics: none. */
    FREE,
    /** What is asked. */
    REQUEST,
    /** What places or changes orders. */
    ORDER,
    /** What cancels: a bucket of its own, so that cancels pass when orders do not. */
    CANCEL
}
