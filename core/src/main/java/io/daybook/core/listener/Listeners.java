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
 * Who listens to an exchange. They come and go while it runs: who tells them takes {@link #current} once for each
 * command, so that a listener hears all of a command or nothing. Any thread.
 */
public final class Listeners {
    private volatile ExchangeListener[] current;

    /** Listener → symbols of the books that it asked for. Guarded by this. */
    private final IdentityHashMap<ExchangeListener, Set<Integer>> books = new IdentityHashMap<>();

    private boolean ended;

    /** Those that are there from the start. */
    public Listeners(final ExchangeListener... first) {
        this.current = first.clone();
    }

    /** Who listens now; not to be changed. */
    public ExchangeListener[] current() {
        return current;
    }

    /**
     * Adds one, behind the others.
     *
     * @return false where the end has been told: it would hear of nothing
     * @throws IllegalArgumentException where it listens already
     */
    public synchronized boolean add(final ExchangeListener listener) {
        if (contains(current, listener)) {
            throw new IllegalArgumentException("listener must not listen already: listener=" + listener);
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
     * Takes one out.
     *
     * @return the symbols of the books that it asked for; none where it had left already
     */
    public synchronized Set<Integer> remove(final ExchangeListener listener) {
        final List<ExchangeListener> fewer = new ArrayList<>(List.of(current));
        fewer.removeIf(other -> other == listener);
        current = fewer.toArray(ExchangeListener[]::new);
        final Set<Integer> symbols = books.remove(listener);
        return symbols == null ? Set.of() : symbols;
    }

    /**
     * A query is about to be sent: the levels of a book go to somebody who listens.
     *
     * @throws IllegalArgumentException where its listener does not
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

    /** The end is about to be told: from now on nobody comes. */
    public synchronized ExchangeListener[] end() {
        ended = true;
        return current;
    }

    /** Whether it is one of some. */
    public static boolean contains(final ExchangeListener[] listeners, final ExchangeListener listener) {
        for (final ExchangeListener other : listeners) {
            if (other == listener) {
                return true;
            }
        }
        return false;
    }
}
