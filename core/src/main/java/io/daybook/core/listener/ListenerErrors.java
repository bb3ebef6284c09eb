package io.daybook.core.listener;

import io.daybook.api.ExchangeListener;
import io.daybook.host.Clock;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the exceptions of listeners, logs them, and reports them to the listener itself. The first exception of each
 * method of each listener is logged with its stack trace, later ones at most every ten seconds, with the count since
 * the last line. Exceptions of a listener that overrides {@link ExchangeListener#onListenerError} are logged too,
 * because a wrapper that only passes the call on overrides it as well. Any thread; costs nothing until something is
 * thrown.
 */
public final class ListenerErrors implements ResultReporter.OnError {
    private static final Logger DEFAULT_LOG = LoggerFactory.getLogger(ListenerErrors.class);
    private static final long LOG_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    private final Logger log;
    private final Clock clock;
    private final AtomicLong count = new AtomicLong();

    /** Listener → method → when it was last logged. Guarded by this. */
    private final IdentityHashMap<ExchangeListener, Map<String, Logged>> logged = new IdentityHashMap<>();

    /** Starts with a count of 0, and logs to the log of this class. */
    public ListenerErrors(final Clock clock) {
        this(DEFAULT_LOG, clock);
    }

    /**
     * Creates it with a given log and clock.
     *
     * @param clock read only after an exception
     */
    ListenerErrors(final Logger log, final Clock clock) {
        this.log = log;
        this.clock = clock;
    }

    /** How many calls of listeners threw, {@link ExchangeListener#onListenerError} included. */
    public long count() {
        return count.get();
    }

    /** Counts, logs, and reports to the listener. */
    @Override
    public void onError(
            final ExchangeListener listener, final String method, final long seq, final RuntimeException error) {
        note(listener, method, seq, error);
        try {
            listener.onListenerError(error);
        } catch (RuntimeException e) {
            note(listener, "onListenerError", seq, e);
        }
    }

    /**
     * Counts and logs only: for an {@link Error}, and for calls after which the listener receives nothing more.
     *
     * @param seq that the call was about; 0 for none
     */
    public void note(final ExchangeListener listener, final String method, final long seq, final Throwable error) {
        count.incrementAndGet();
        final long unlogged = unloggedBefore(listener, method);
        if (unlogged >= 0) {
            log.warn(
                    "listener {} threw in {}{}; exceptions not logged since the last such line: {}",
                    listener.getClass().getName(),
                    method,
                    seq == 0 ? "" : " at seq " + seq,
                    unlogged,
                    error);
        }
    }

    /** Removes the record of a listener that unsubscribed. */
    public synchronized void forget(final ExchangeListener listener) {
        logged.remove(listener);
    }

    /** How many exceptions were not logged since the last logged one; −1 if this one is not logged either. */
    private synchronized long unloggedBefore(final ExchangeListener listener, final String method) {
        final Map<String, Logged> byMethod = logged.computeIfAbsent(listener, added -> new HashMap<>());
        final long nowNs = clock.nanoTime();
        final Logged last = byMethod.get(method);
        if (last == null) {
            byMethod.put(method, new Logged(nowNs));
            return 0;
        }
        if (nowNs - last.atNs < LOG_EVERY_NS) {
            last.unlogged++;
            return -1;
        }
        final long unlogged = last.unlogged;
        last.atNs = nowNs;
        last.unlogged = 0;
        return unlogged;
    }

    /** The last line about a method of a listener. */
    private static final class Logged {
        private long atNs;
        private long unlogged;

        Logged(final long atNs) {
            this.atNs = atNs;
        }
    }
}
