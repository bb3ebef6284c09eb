/**
 * One command on its way through the engine: the slot that carries it and the ring that carries its events. Plain
 * memory with accessors; no rule of the exchange lives here. A slot is written by one stage at a time, in the order
 * hold, match, settle; threads are the business of the caller of those stages.
 */
@NullMarked
package io.daybook.kernel.command;

import org.jspecify.annotations.NullMarked;
