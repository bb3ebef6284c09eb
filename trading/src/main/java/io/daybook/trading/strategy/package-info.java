/** Three strategies, and a class that makes one by its name. They use only the trader's interfaces. */
@NullMarked
package io.daybook.trading.strategy;

import org.jspecify.annotations.NullMarked;
