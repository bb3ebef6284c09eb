package io.daybook.core.listener;

import io.daybook.api.ExchangeListener;
import io.daybook.api.Query;
import io.daybook.api.SubscribeBookQuery;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The listeners of an exchange, which come and go while it runs. Delivery reads {@link #current} once per command, so
 * that a listener receives all of a command or nothing. Any thread.
 */
public final class Listeners {
    private volatile ExchangeListener[] current;

    /** Listener → symbols of the books that it subscribed to. Guarded by this. */
    private final IdentityHashMap<ExchangeListener, Set<Integer>> books = new IdentityHashMap<>();

    private boolean ended;

    /** Creates the list with the listeners of the start. */
    public Listeners(final ExchangeListener... first) {
        this.current = first.clone();
    }

    /** The current listeners; not to be modified. */
    public ExchangeListener[] current() {
        return current;
    }

    /**
     * Adds a listener after the others.
     *
     * @return false if the end was already reported, so that it would receive nothing
     * @throws IllegalArgumentException if it is already registered
     */
    public synchronized boolean add(final ExchangeListener listener) {
        if (contains(current, listener)) {
            throw new IllegalArgumentException("listener must not be registered already: listener=" + listener);
        }
        if (ended) {
            return false;
        }
        final List<ExchangeListener> more = new ArrayList<>(List.of(current));
        more.add(listener);
        current = more.toArray(ExchangeListener[]::new);
        return true;
    }

    /**
     * Removes a listener.
     *
     * @return the symbols of the books that it subscribed to; none if it had already left
     */
    public synchronized Set<Integer> remove(final ExchangeListener listener) {
        final List<ExchangeListener> fewer = new ArrayList<>(List.of(current));
        fewer.removeIf(other -> other == listener);
        current = fewer.toArray(ExchangeListener[]::new);
        final Set<Integer> symbols = books.remove(listener);
        return symbols == null ? Set.of() : symbols;
    }

    /**
     * Checks a query before it is sent: only a registered listener may subscribe to a book.
     *
     * @throws IllegalArgumentException if its listener is not registered
     */
    public synchronized void require(final Query<?> query) {
        if (query instanceof SubscribeBookQuery subscribe) {
            if (!contains(current, subscribe.listener())) {
                throw new IllegalArgumentException(
                        "listener must have been added to this exchange: listener=" + subscribe.listener());
            }
            books.computeIfAbsent(subscribe.listener(), added -> new HashSet<>())
                    .add(subscribe.symbol());
        }
    }

    /** Closes the list before the end is reported; no listener can be added from now on. */
    public synchronized ExchangeListener[] end() {
        ended = true;
        return current;
    }

    public static boolean contains(final ExchangeListener[] listeners, final ExchangeListener listener) {
        for (final ExchangeListener other : listeners) {
            if (other == listener) {
                return true;
            }
        }
        return false;
    }
}
