/**
 * The feed's messages in files, from which they are sent again on request: a cache of the messages that the fold makes
 * from the journal. The package uses no sockets and no clock.
 */
@NullMarked
package io.daybook.feed.log;

import org.jspecify.annotations.NullMarked;
