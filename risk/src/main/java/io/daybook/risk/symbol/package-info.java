/**
 * What is traded: the table of symbols, the rules that a specification must keep, and the last price of each. It knows
 * nothing of users or orders.
 */
@NullMarked
package io.daybook.risk.symbol;

import org.jspecify.annotations.NullMarked;
