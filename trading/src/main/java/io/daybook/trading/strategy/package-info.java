/** Three strategies, and how one is made by its name. They know the trader's interfaces only. */
@NullMarked
package io.daybook.trading.strategy;

import org.jspecify.annotations.NullMarked;
