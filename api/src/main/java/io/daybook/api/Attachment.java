package io.daybook.api;

import org.jspecify.annotations.Nullable;

/**
 * A follower with the terms on which it is attached to an exchange.
 *
 * @param follower the follower
 * @param onFailure what happens to the exchange if the follower throws or hangs
 * @param wakeUp null if a thread of the exchange runs the follower. Otherwise the owner's thread runs it by
 *     {@link Exchange#poller}: it polls until the result is 0, then waits for this hook, which a thread of the exchange
 *     calls when there is something new after a poll that returned 0, and once before the first poll. The hook must be
 *     short and must not throw. With {@link Topology#INLINE} this must be null
 */
public record Attachment(
        Follower follower, OnFailure onFailure, @Nullable Runnable wakeUp) {

    /** Checks the name. */
    public Attachment {
        final String name = follower.name();
        if (name.isEmpty()
                || name.length() > Follower.MAX_NAME_LENGTH
                || !name.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-')) {
            throw new IllegalArgumentException("the name of a follower must have 1 to " + Follower.MAX_NAME_LENGTH
                    + " lower-case letters, digits and dashes: name=" + name);
        }
    }

    /** Attaches a follower that a thread of the exchange runs. */
    public Attachment(final Follower follower, final OnFailure onFailure) {
        this(follower, onFailure, null);
    }
}
