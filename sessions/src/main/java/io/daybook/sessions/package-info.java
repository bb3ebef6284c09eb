/**
 * What the sessions of all doors are made of: the seam to the log that they stand on, the follower that tells a door's
 * book every result, the commands that a door sends for its sessions, and how a door is set up. Has no socket and no
 * protocol of its own; time and disk are given in.
 */
@NullMarked
package io.daybook.sessions;

import org.jspecify.annotations.NullMarked;
