/**
 * The whole system from outside: scenarios against the reference model, real order flow, real processes that are
 * killed, the rules of the architecture, the documents. It may use every module and owns no code of the product.
 */
@NullMarked
package io.daybook.it;

import org.jspecify.annotations.NullMarked;
