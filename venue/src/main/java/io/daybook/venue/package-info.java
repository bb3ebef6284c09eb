/**
 * The one assembly of a venue: it turns a file into an exchange (in this process, or the log of a cluster's node) with
 * its doors, its feed and its followers, and ends them in order. No other package opens a door of a venue. The package
 * is no command: it parses no arguments and prints nothing; lines for people go to the caller.
 */
@NullMarked
package io.daybook.venue;

import org.jspecify.annotations.NullMarked;
