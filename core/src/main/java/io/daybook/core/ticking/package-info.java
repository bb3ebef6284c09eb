/**
 * Automatic ticks: when books are due, and the TICK that is sent then. It depends on neither the ring nor the state:
 * books report when they are due, and it sends ordinary commands.
 */
@NullMarked
package io.daybook.core.ticking;

import org.jspecify.annotations.NullMarked;
