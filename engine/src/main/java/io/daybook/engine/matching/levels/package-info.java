/**
 * The price levels of a side: queues of orders by price, in one of three indexes. Knows no order type and no command.
 */
@NullMarked
package io.daybook.engine.matching.levels;

import org.jspecify.annotations.NullMarked;
