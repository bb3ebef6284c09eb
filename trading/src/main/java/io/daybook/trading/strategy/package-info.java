/** Three strategies, and how one is made by its name. They use only the trader's interfaces. */
@NullMarked
package io.daybook.trading.strategy;

import org.jspecify.annotations.NullMarked;
