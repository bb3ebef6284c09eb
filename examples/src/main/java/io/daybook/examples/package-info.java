/**
 * Small programs around an exchange, each to be read on its own, and run if it has a {@code main}; nothing here is part
 * of the product.
 */
@NullMarked
package io.daybook.examples;

import org.jspecify.annotations.NullMarked;
