/**
 * Four small programs around an embedded exchange, each to be read on its own and run from its {@code main}; nothing
 * here is part of the product.
 */
@NullMarked
package io.daybook.examples;

import org.jspecify.annotations.NullMarked;
