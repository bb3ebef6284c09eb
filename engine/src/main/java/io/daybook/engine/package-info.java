/**
 * The exchange as a function: (state, command) → (state, result). Risk and books joined into one deterministic,
 * single-threaded object that owns no thread, file, clock, logger or random source.
 */
@NullMarked
package io.daybook.engine;

import org.jspecify.annotations.NullMarked;
