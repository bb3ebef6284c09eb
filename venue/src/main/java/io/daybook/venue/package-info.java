/**
 * The one assembly of a venue: it turns a file into an exchange (in this process, or the log of a cluster's node) with
 * its doors, its feed and its followers, and ends them in order. {@link io.daybook.venue.Venue} gets the file already
 * read, by {@link io.daybook.server.config.ServerSections}; {@link io.daybook.venue.NodeVenue} reads the file of a
 * node. The HTTP door is {@link io.daybook.server.HttpDoor}, which this package opens. No other package opens a door of
 * a venue; only {@code perf-tests} does, to measure doors alone. The package is no command: it parses no arguments and
 * prints nothing; lines for people go to the caller.
 */
@NullMarked
package io.daybook.venue;

import org.jspecify.annotations.NullMarked;
