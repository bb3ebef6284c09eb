/**
 * The book of one symbol and its plain orders: price-time priority. Asks {@code BookTerms} where orders with terms
 * live.
 */
@NullMarked
package io.daybook.engine.matching.book;

import org.jspecify.annotations.NullMarked;
