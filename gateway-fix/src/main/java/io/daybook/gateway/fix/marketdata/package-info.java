/**
 * Market data over FIX: V asks, W shows a book, X tells what has changed, Y refuses. One thread owns the books and the
 * subscriptions; the exchange's delivery thread and the dispatcher of FIX only hand it what they have.
 */
@NullMarked
package io.daybook.gateway.fix.marketdata;

import org.jspecify.annotations.NullMarked;
