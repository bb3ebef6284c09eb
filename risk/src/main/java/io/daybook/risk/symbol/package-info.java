/** The table of symbols, with the specification and the last price of each. It does not depend on users or orders. */
@NullMarked
package io.daybook.risk.symbol;

import org.jspecify.annotations.NullMarked;
