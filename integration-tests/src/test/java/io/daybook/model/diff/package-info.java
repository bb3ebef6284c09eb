/**
 * Comparison of two runners on the same scenarios, and the search for the shortest scenario in which they differ.
 *
 * <p>The comparison does not interpret result lines; one side may be the model, the other the product.
 */
@NullMarked
package io.daybook.model.diff;

import org.jspecify.annotations.NullMarked;
