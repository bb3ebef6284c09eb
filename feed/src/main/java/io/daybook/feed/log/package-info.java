/**
 * The feed's messages in files, to be sent again on request: a cache of what the fold makes from the journal. It knows
 * no sockets and no clock.
 */
@NullMarked
package io.daybook.feed.log;

import org.jspecify.annotations.NullMarked;
