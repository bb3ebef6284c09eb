package io.daybook.venue;

import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import io.daybook.server.StartException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Ends overdue orders before the doors of a venue open: orders whose time came while the venue did not run must not
 * trade.
 */
final class OverdueOrders {
    private static final int POLL_LIMIT = 1_024;

    private OverdueOrders() {}

    /**
     * Waits until no order is overdue and the doors' followers have received the results. Polls these followers,
     * because no thread does so until the doors open: results left in the ring would keep it full, and commands of the
     * start would wait.
     *
     * @param unstarted the pollers of doors that are not open yet; without them the events of many orders would fill
     *     the exchange, which waits for its followers
     * @param notes takes a line for people if orders have ended
     * @throws StartException if the disk has no room for the commands, or the exchange has ended
     */
    static void end(final Exchange exchange, final List<FollowerPoller> unstarted, final Consumer<String> notes)
            throws StartException {
        final CompletableFuture<Integer> ended = exchange.overdueEnded();
        boolean isEnded = ended.isDone();
        int polled = poll(unstarted);
        while (!isEnded || polled > 0) {
            if (polled == 0) {
                requireRoom(exchange);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            isEnded = ended.isDone();
            polled = poll(unstarted);
        }
        final int count;
        try {
            count = ended.join();
        } catch (final CompletionException e) {
            throw new StartException(false, "the exchange has stopped while overdue orders ended: " + e.getCause());
        }
        if (count > 0) {
            notes.accept(
                    count == 1
                            ? "1 order whose time ended while the venue did not run has ended now"
                            : count + " orders whose time ended while the venue did not run have ended now");
        }
    }

    private static int poll(final List<FollowerPoller> unstarted) {
        int polled = 0;
        for (final FollowerPoller poller : unstarted) {
            polled += poller.poll(POLL_LIMIT);
        }
        return polled;
    }

    private static void requireRoom(final Exchange exchange) throws StartException {
        if (exchange.metrics().isOutOfRoom()) {
            throw new StartException(
                    false,
                    "orders are overdue, and the disk of " + exchange.config().journal()
                            + " has no room to end them. Free some space, and start again");
        }
    }
}
