/**
 * Ticks that nobody has to send: when books are due, and who sends the TICK then. Knows neither the ring nor the state:
 * the books tell it, and it sends ordinary commands.
 */
@NullMarked
package io.daybook.core.ticking;

import org.jspecify.annotations.NullMarked;
