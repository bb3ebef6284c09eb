/**
 * Numbers about a book and its trades, one class each. A number is absent if it would mean nothing: a side is empty,
 * the book is stale, or too little has happened.
 */
@NullMarked
package io.daybook.trading.feature;

import org.jspecify.annotations.NullMarked;
