/**
 * The sessions of all doors: the layer over a log ({@link io.daybook.sessions.SessionLayer}) and what it leaves to a
 * protocol, the seam to that log, the follower that gives a door's book every result, the commands that a door sends
 * for its sessions, and how a door is set up. Has no socket, no thread and no protocol of its own; time and disk are
 * given in.
 */
@NullMarked
package io.daybook.sessions;

import org.jspecify.annotations.NullMarked;
