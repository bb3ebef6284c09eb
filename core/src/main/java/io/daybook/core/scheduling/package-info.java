/**
 * Threads and time: a stage as a piece of work, the thread that runs it, how it idles and is woken, the clock that
 * stamps commands, and the states of a running exchange. It does not depend on commands.
 */
@NullMarked
package io.daybook.core.scheduling;

import org.jspecify.annotations.NullMarked;
