/**
 * The reference model: the contract of the exchange core in the simplest possible Java, with which the product is
 * compared.
 *
 * <p>The package owns the reading of scenario lines, the state, the rules and the result lines, all written a second
 * time: nothing here may use a class of the product, or give up clarity for speed. Amounts are
 * {@link java.math.BigInteger}, books are maps of lists, and almost every figure is computed anew when it is needed.
 */
@NullMarked
package io.daybook.model;

import org.jspecify.annotations.NullMarked;
