/**
 * A recorded day as a market: its orders are real orders on an exchange, and orders of an outsider lie between them.
 * Keeps no book of its own; it asks the exchange's.
 */
@NullMarked
package io.daybook.flow.market;

import org.jspecify.annotations.NullMarked;
