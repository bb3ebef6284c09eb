package io.daybook.server.stream;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What several sockets hear: a message is made once, goes once to each event loop, and from there to all subscriptions
 * of that loop.
 *
 * @param <M> its messages
 */
public abstract class Topic<M> {
    private final String kind;
    private final StreamObserver observer;
    private final Map<Executor, Group<M>> groups = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    /** Who hears it on one event loop. */
    private static final class Group<M> {
        private final List<Subscription<M>> members = new CopyOnWriteArrayList<>();

        /** Messages that the loop has not come to. */
        private final AtomicInteger behind = new AtomicInteger();
    }

    Topic(final String kind, final StreamObserver observer) {
        this.kind = kind;
        this.observer = observer;
    }

    /** The kind of its channel, for metrics. */
    final String kind() {
        return kind;
    }

    final StreamObserver observer() {
        return observer;
    }

    /** Whether anybody hears it. Any thread. */
    final boolean isHeard() {
        return count.get() > 0;
    }

    /** Whether an event loop has more than so many messages of it before itself. Any thread. */
    final boolean isBusy(final int most) {
        for (final Group<M> group : groups.values()) {
            if (group.behind.get() > most) {
                return true;
            }
        }
        return false;
    }

    /** Tells a message to all. In the order of the calls of one thread. */
    final void publish(final M message) {
        groups.forEach((loop, group) -> {
            if (!group.members.isEmpty()) {
                group.behind.incrementAndGet();
                try {
                    loop.execute(() -> tell(group, message));
                } catch (RejectedExecutionException e) {
                    group.behind.decrementAndGet(); // the loop has ended, and its sockets with it
                }
            }
        });
    }

    /** On the loop of the subscription; nothing where its socket has ended, for nobody would make it leave. */
    final void join(final Subscription<M> subscription) {
        if (!subscription.socket().isOpen()) {
            return;
        }
        groups.computeIfAbsent(subscription.socket().loop(), unused -> new Group<>())
                .members
                .add(subscription);
        count.incrementAndGet();
        observer.onSubscribed(kind, 1);
    }

    /** On the loop of the subscription. */
    final void leave(final Subscription<M> subscription) {
        final Group<M> group = groups.get(subscription.socket().loop());
        if (group != null && group.members.remove(subscription)) {
            count.decrementAndGet();
            observer.onSubscribed(kind, -1);
        }
    }

    /** Whether a subscription hears it. On the loop of the subscription. */
    final boolean has(final Subscription<M> subscription) {
        final Group<M> group = groups.get(subscription.socket().loop());
        return group != null && group.members.contains(subscription);
    }

    private static <M> void tell(final Group<M> group, final M message) {
        try {
            for (final Subscription<M> member : group.members) {
                if (member.socket().isOpen()) {
                    member.onMessage(message);
                }
            }
        } finally {
            group.behind.decrementAndGet();
        }
    }
}
