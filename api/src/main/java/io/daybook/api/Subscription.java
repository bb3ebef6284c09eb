package io.daybook.api;

/** The subscription of a listener that was added to a running exchange by {@link Exchange#addListener}. Any thread. */
public interface Subscription extends AutoCloseable {

    /**
     * Ends this subscription and the listener's book subscriptions; idempotent. Calls about the current command are
     * completed; then the listener receives nothing more, not even the end of the exchange. This never waits for the
     * listener, so a listener may end its own subscription.
     */
    @Override
    void close();
}
