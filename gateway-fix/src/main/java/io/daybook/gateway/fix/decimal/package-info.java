/**
 * Decimals of FIX and the ticks, lots and minor units of the engine, both ways, exactly: a value that does not fit is
 * refused, with the nearest values that do. Strings and longs only, never a double.
 */
@NullMarked
package io.daybook.gateway.fix.decimal;

import org.jspecify.annotations.NullMarked;
