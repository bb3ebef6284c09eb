/**
 * Futures positions: open and pending lots of each user and symbol, and per user and currency a portfolio that sums
 * them up. The package computes profits and margins and never writes a balance.
 */
@NullMarked
package io.daybook.risk.position;

import org.jspecify.annotations.NullMarked;
