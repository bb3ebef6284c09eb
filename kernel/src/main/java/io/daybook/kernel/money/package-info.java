/**
 * The arithmetic of amounts: every multiplication, rounding and wide sum of money is here, checked. Pure functions and
 * one accumulator; it has no state of the exchange and does not depend on users, symbols or commands.
 */
@NullMarked
package io.daybook.kernel.money;

import org.jspecify.annotations.NullMarked;
