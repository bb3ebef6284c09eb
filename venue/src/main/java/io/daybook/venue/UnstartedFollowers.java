package io.daybook.venue;

import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends an exchange some of whose followers were never started. Its end waits for all followers, so these are polled.
 */
public final class UnstartedFollowers {
    private static final int POLL_LIMIT = 1_024;

    private UnstartedFollowers() {}

    /** Closes the exchange, and meanwhile polls the followers that were not started. Returns when it has ended. */
    public static void close(final Exchange exchange, final List<FollowerPoller> pollers) {
        final Thread closing = new Thread(exchange::close, "daybook-close");
        closing.start();
        while (closing.isAlive() || !pollers.stream().allMatch(FollowerPoller::isDrained)) {
            int polled = 0;
            for (final FollowerPoller poller : pollers) {
                polled += poller.poll(POLL_LIMIT);
            }
            if (polled == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }
}
