/**
 * Fixed-width records of orders, terms and levels in chunks of numbers, addressed by handles. The package has no rule
 * of matching.
 */
@NullMarked
package io.daybook.engine.matching.slab;

import org.jspecify.annotations.NullMarked;
