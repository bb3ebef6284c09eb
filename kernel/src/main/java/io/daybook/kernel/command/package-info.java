/**
 * One command on its way through the engine: the slot that holds it and the ring that holds its events. Plain memory
 * with accessors; no rule of the exchange is here. One stage at a time writes a slot, in the order hold, match, settle;
 * the caller of those stages is responsible for threads.
 */
@NullMarked
package io.daybook.kernel.command;

import org.jspecify.annotations.NullMarked;
