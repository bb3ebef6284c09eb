package io.daybook.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The venues of a run of tests. Classes that run one after the other share a venue; classes that run in parallel have
 * one each.
 */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes only this deprecated type
final class Pool implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    private final Map<Running.Settings, Deque<Running>> free = new HashMap<>();
    private final List<Running> all = new ArrayList<>();

    static Pool of(final ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(Pool.class))
                .getOrComputeIfAbsent(Pool.class, type -> new Pool(), Pool.class);
    }

    /** Takes a free venue, or starts one. */
    Running take(final Running.Settings settings) {
        synchronized (this) {
            final Running running = queue(settings).poll();
            if (running != null) {
                return running;
            }
        }
        final Running started = Running.start(settings);
        synchronized (this) {
            all.add(started);
        }
        return started;
    }

    synchronized void giveBack(final Running.Settings settings, final Running running) {
        queue(settings).add(running);
    }

    private Deque<Running> queue(final Running.Settings settings) {
        return free.computeIfAbsent(settings, key -> new ArrayDeque<>());
    }

    @Override
    public synchronized void close() {
        all.forEach(Running::close);
        all.clear();
    }
}
