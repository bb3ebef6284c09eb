/**
 * The arithmetic of amounts: every multiplication, rounding and wide sum of money is here, checked. Pure functions and
 * one accumulator; it holds no state of the exchange and knows no users, symbols tables or commands.
 */
@NullMarked
package io.daybook.kernel.money;

import org.jspecify.annotations.NullMarked;
