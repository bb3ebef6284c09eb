/** What the flows of orders share: where the commands go that are made of them. Knows no console. */
@NullMarked
package io.daybook.flow;

import org.jspecify.annotations.NullMarked;
