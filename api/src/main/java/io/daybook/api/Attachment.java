package io.daybook.api;

import org.jspecify.annotations.Nullable;

/**
 * A follower with the terms on which it is attached to an exchange.
 *
 * @param follower who hears
 * @param onFailure what becomes of the exchange when it throws or hangs
 * @param wakeUp null for a thread of the exchange that runs it; else the owner's thread does, by
 *     {@link Exchange#poller}, and a thread of the exchange calls this hook when something comes after a poll that
 *     returned 0, and once before the first poll: the owner polls until 0, then waits for it. It must be short and must
 *     not throw. With {@link Topology#INLINE} it must be null
 */
public record Attachment(
        Follower follower, OnFailure onFailure, @Nullable Runnable wakeUp) {

    /** Checks the name. */
    public Attachment {
        final String name = follower.name();
        if (name.isEmpty()
                || name.length() > Follower.MAX_NAME_LENGTH
                || !name.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-')) {
            throw new IllegalArgumentException("the name of a follower must be of 1 to " + Follower.MAX_NAME_LENGTH
                    + " lower-case letters, digits and dashes: name=" + name);
        }
    }

    /** Run by a thread of the exchange. */
    public Attachment(final Follower follower, final OnFailure onFailure) {
        this(follower, onFailure, null);
    }
}
