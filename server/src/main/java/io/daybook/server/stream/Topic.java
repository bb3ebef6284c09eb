package io.daybook.server.stream;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A source of messages for several sockets. A message is made once, handed once to each event loop, and sent by the
 * loop to all its subscriptions.
 *
 * @param <M> the messages of the topic
 */
public abstract class Topic<M> {
    private final String kind;
    private final StreamObserver observer;
    private final Map<Executor, Group<M>> groups = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    /** The subscriptions on one event loop. */
    private static final class Group<M> {
        private final List<Subscription<M>> members = new CopyOnWriteArrayList<>();

        /** The number of messages that the loop has not handled yet. */
        private final AtomicInteger behind = new AtomicInteger();
    }

    Topic(final String kind, final StreamObserver observer) {
        this.kind = kind;
        this.observer = observer;
    }

    /** The kind of the topic's channel, for metrics. */
    final String kind() {
        return kind;
    }

    final StreamObserver observer() {
        return observer;
    }

    /** Returns whether the topic has subscriptions. Any thread. */
    final boolean isHeard() {
        return count.get() > 0;
    }

    /** Returns whether an event loop has more than this number of unhandled messages of the topic. Any thread. */
    final boolean isBusy(final int most) {
        for (final Group<M> group : groups.values()) {
            if (group.behind.get() > most) {
                return true;
            }
        }
        return false;
    }

    /** Sends a message to all subscriptions, in the order of the calls of one thread. */
    final void publish(final M message) {
        groups.forEach((loop, group) -> {
            if (!group.members.isEmpty()) {
                group.behind.incrementAndGet();
                try {
                    loop.execute(() -> tell(group, message));
                } catch (RejectedExecutionException e) {
                    group.behind.decrementAndGet(); // the loop has ended, and so have its sockets
                }
            }
        });
    }

    /**
     * Adds a subscription, on its loop; does nothing if its socket has ended, because the subscription would never be
     * removed.
     */
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

    /** Removes a subscription, on its loop. */
    final void leave(final Subscription<M> subscription) {
        final Group<M> group = groups.get(subscription.socket().loop());
        if (group != null && group.members.remove(subscription)) {
            count.decrementAndGet();
            observer.onSubscribed(kind, -1);
        }
    }

    /** Returns whether a subscription is in the topic. Called on the loop of the subscription. */
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
