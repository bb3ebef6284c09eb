/**
 * The sessions of TCP and FIX: the layer over a log ({@link io.daybook.sessions.SessionLayer}) and its interface to a
 * protocol, the interface of that log, the follower that gives a door's book every result, the commands that a door
 * sends for its sessions, and the setup of a door. The package has no socket, no thread and no protocol; its callers
 * provide time and disk. The HTTP door has no such sessions: it uses only {@link io.daybook.sessions.Tags}, and the
 * packages {@code audit}, {@code member}, {@code order}, {@code outbox} and {@code tls}.
 */
@NullMarked
package io.daybook.sessions;

import org.jspecify.annotations.NullMarked;
