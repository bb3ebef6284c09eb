package io.daybook.model;

/**
 * How much one command may do beside its own act.
 *
 * @param acts further acts that it starts
 * @param events events from which on it starts no act
 * @param expiries orders that a tick lets expire
 * @param cancels orders that a mass cancel takes off
 */
public record Budgets(int acts, int events, int expiries, int cancels) {
    /** Those of the contract. */
    public static final Budgets CONTRACT = new Budgets(1_024, 4_096, 1_024, 4_096);
}
