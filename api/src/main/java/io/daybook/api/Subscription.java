package io.daybook.api;

/** A listener that came to a running exchange by {@link Exchange#addListener}, and may leave it. Any thread. */
public interface Subscription extends AutoCloseable {

    /**
     * Ends it, and with it the books that the listener subscribed to; idempotent. What the listener is told at this
     * moment, all of one command, it is told to its end; it hears nothing of later commands, nor of the end of the
     * exchange. This never waits for the listener, so that a listener may end its own subscription.
     */
    @Override
    void close();
}
