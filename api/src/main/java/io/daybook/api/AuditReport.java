package io.daybook.api;

import java.util.List;

/**
 * Whether the books of account balance: per currency balances + positions + fees + adjustments = 0; per account held =
 * Σ holds of the user's live orders; per position pending = Σ lots of those orders; per symbol as many lots are long as
 * short, the last price of the book is the mark of the positions, and the book is in order.
 *
 * @param seq last command whose effect is shown
 * @param users how many users were checked
 * @param orders how many live orders were checked
 * @param violations a line for each imbalance, the first 100 of them; empty if all is well
 */
public record AuditReport(long seq, long users, long orders, List<String> violations) {

    /** Copies the list. */
    public AuditReport {
        violations = List.copyOf(violations);
    }

    /** Whether everything balances. */
    public boolean isBalanced() {
        return violations.isEmpty();
    }
}
