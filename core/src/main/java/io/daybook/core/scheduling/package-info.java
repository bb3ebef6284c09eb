/**
 * Threads and time: a stage as a piece of work, the thread that runs it, how it idles and is woken, the clock that
 * stamps commands, and the life of a running exchange from state to state. It knows nothing of commands.
 */
@NullMarked
package io.daybook.core.scheduling;

import org.jspecify.annotations.NullMarked;
