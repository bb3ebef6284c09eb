/** Orders by id and by user: indexes over the slab of orders. */
@NullMarked
package io.daybook.engine.matching.ids;

import org.jspecify.annotations.NullMarked;
