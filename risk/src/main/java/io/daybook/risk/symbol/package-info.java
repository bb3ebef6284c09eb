/**
 * The table of symbols: the rules for specifications, and the last price of each symbol. It does not depend on users or
 * orders.
 */
@NullMarked
package io.daybook.risk.symbol;

import org.jspecify.annotations.NullMarked;
