/**
 * The times at which commands of a venue's doors pass the places on their way. Depends on no other package of the
 * doors.
 */
@NullMarked
package io.daybook.sessions.hops;

import org.jspecify.annotations.NullMarked;
