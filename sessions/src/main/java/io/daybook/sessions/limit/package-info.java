/** Limits of doors, sessions and addresses, and what counts against them. Bounded, however many connect. */
@NullMarked
package io.daybook.sessions.limit;

import org.jspecify.annotations.NullMarked;
