/**
 * Market data over FIX: V is a request, W a book, X its changes, Y a refusal. One thread owns the books and the
 * subscriptions; the exchange's delivery thread and the dispatcher of FIX only hand over their input.
 */
@NullMarked
package io.daybook.gateway.fix.marketdata;

import org.jspecify.annotations.NullMarked;
