package io.daybook.model;

/**
 * The most that one command may do besides its own act.
 *
 * @param acts the further acts that it starts
 * @param events the number of events at which it starts no further act
 * @param expiries the orders that a tick lets expire
 * @param cancels the orders that a mass cancel cancels
 */
public record Budgets(int acts, int events, int expiries, int cancels) {
    /** The budgets of the contract. */
    public static final Budgets CONTRACT = new Budgets(1_024, 4_096, 1_024, 4_096);
}
