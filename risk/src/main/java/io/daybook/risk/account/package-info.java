/**
 * Users, their accounts per currency, and the exchange's own accounts for fees and adjustments. Balances are written by
 * the {@link io.daybook.risk.account.Ledger} alone. No rule of acceptance lives here.
 */
@NullMarked
package io.daybook.risk.account;

import org.jspecify.annotations.NullMarked;
