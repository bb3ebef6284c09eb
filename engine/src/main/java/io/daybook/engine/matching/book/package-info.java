/**
 * The book of one symbol and its plain orders: price-time priority. Calls {@code BookTerms} if orders with terms live.
 */
@NullMarked
package io.daybook.engine.matching.book;

import org.jspecify.annotations.NullMarked;
