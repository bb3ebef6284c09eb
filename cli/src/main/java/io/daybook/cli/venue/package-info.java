/** Commands that run a venue, or work on its folder: serving, its sessions, its feed, backups and their proof. */
@NullMarked
package io.daybook.cli.venue;

import org.jspecify.annotations.NullMarked;
