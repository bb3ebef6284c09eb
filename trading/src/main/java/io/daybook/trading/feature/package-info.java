/**
 * Numbers about a book and its trades, one class each. A number that means nothing is absent: a side is empty, the book
 * is stale, or too little has happened.
 */
@NullMarked
package io.daybook.trading.feature;

import org.jspecify.annotations.NullMarked;
