package io.daybook.server.http;

/** The bucket that a request takes from. */
public enum Cost {
    /** No bucket: health and metrics. */
    FREE,
    /** Requests that only read. */
    REQUEST,
    /** Requests that place or change orders. */
    ORDER,
    /** Cancels: a separate bucket, so that cancels pass when orders do not. */
    CANCEL
}
