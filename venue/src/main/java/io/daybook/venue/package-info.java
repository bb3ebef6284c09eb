/**
 * The one assembly of a venue: from a file to an exchange (this process's own, or the log of a cluster's node) with its
 * doors, its feed and its followers, and their end in order. Nothing else opens a door of a venue. It takes no command,
 * parses no arguments and prints nothing: lines for people go to the caller.
 */
@NullMarked
package io.daybook.venue;

import org.jspecify.annotations.NullMarked;
