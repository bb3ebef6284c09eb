/**
 * The times at which commands pass the measuring points on their way through a venue's doors. Depends on no other
 * package of the doors.
 */
@NullMarked
package io.daybook.sessions.hops;

import org.jspecify.annotations.NullMarked;
