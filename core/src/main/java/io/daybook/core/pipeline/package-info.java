/**
 * Threads around the engine: the ring of commands, the stages that work on it (engine, journal, delivery), the doors that fill
 * it, and the life of a running exchange. The only package that knows the Disruptor; it holds no rule of the exchange and no
 * format.
 */
@NullMarked
package io.daybook.core.pipeline;

import org.jspecify.annotations.NullMarked;
