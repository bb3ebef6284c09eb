/**
 * Users, their accounts per currency, and the exchange's own accounts for fees and adjustments. Only the
 * {@link io.daybook.risk.account.Ledger} writes balances. No rule of acceptance is here.
 */
@NullMarked
package io.daybook.risk.account;

import org.jspecify.annotations.NullMarked;
