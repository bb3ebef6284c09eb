/** Commands that run a venue, or work on its folder: serving, sessions, the feed, backups and their checks. */
@NullMarked
package io.daybook.cli.venue;

import org.jspecify.annotations.NullMarked;
