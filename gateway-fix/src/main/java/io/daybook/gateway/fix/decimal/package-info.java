/**
 * Converts between the decimals of FIX and the ticks, lots and minor units of the engine, exactly: a value that does
 * not fit is refused, with the nearest values that do. Uses strings and longs only, never a double.
 */
@NullMarked
package io.daybook.gateway.fix.decimal;

import org.jspecify.annotations.NullMarked;
