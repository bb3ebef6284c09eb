/** The common parts of the flows of orders: the destinations of their commands. Uses no console. */
@NullMarked
package io.daybook.flow;

import org.jspecify.annotations.NullMarked;
