/**
 * The price levels of a side: queues of orders by price, in one of three indexes. It depends on no order type and no
 * command.
 */
@NullMarked
package io.daybook.engine.matching.levels;

import org.jspecify.annotations.NullMarked;
