package io.daybook.gateway.fix;

import io.daybook.host.Clock;
import io.daybook.host.RateLimit;
import io.daybook.host.TokenBucket;
import java.util.function.Consumer;

/**
 * Logs the faults of clients in short lines, on average at most one a second, because strangers could otherwise fill
 * the log. Any thread.
 */
final class ClientNotes {
    private static final RateLimit LIMIT = new RateLimit(1, 20);
    private static final int MAX_LENGTH = 1_024;

    private final Consumer<String> lines;
    private final Clock clock;
    private final TokenBucket bucket;
    private long dropped;

    ClientNotes(final Consumer<String> lines, final Clock clock) {
        this.lines = lines;
        this.clock = clock;
        this.bucket = new TokenBucket(LIMIT, clock.nanoTime());
    }

    /** Logs a line, or counts it as dropped; the next line reports the count. */
    synchronized void tell(final String text) {
        if (!bucket.take(clock.nanoTime())) {
            dropped++;
            return;
        }
        final String cut = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
        lines.accept(dropped == 0 ? cut : cut + " (" + dropped + " more lines were dropped)");
        dropped = 0;
    }
}
