/**
 * The requests, reports and orders of FIX sessions: a pure fold over results, and its records. It uses neither
 * QuickFIX/J nor decimals: prices are ticks, quantities lots.
 */
@NullMarked
package io.daybook.gateway.fix.book;

import org.jspecify.annotations.NullMarked;
