/**
 * Futures positions: open and pending lots of each user and symbol, and per currency of a user a portfolio that sums
 * them up. It computes profits and margins and never touches a balance.
 */
@NullMarked
package io.daybook.risk.position;

import org.jspecify.annotations.NullMarked;
