/**
 * A recorded day as a market: its orders are real orders on an exchange, and orders of an outsider rest between them.
 * The package keeps no book; it reads the book of the exchange.
 */
@NullMarked
package io.daybook.flow.market;

import org.jspecify.annotations.NullMarked;
