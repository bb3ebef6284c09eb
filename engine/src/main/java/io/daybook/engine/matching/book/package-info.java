/**
 * The book of one symbol and its plain orders: price-time priority. It calls {@code BookTerms} if the book has orders
 * with terms.
 */
@NullMarked
package io.daybook.engine.matching.book;

import org.jspecify.annotations.NullMarked;
