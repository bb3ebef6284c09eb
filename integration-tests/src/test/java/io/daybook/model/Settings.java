package io.daybook.model;

/** The configuration of an exchange that can change a result code, and the budgets, which only tests change. */
public record Settings(boolean marginTrading, boolean resetAllowed, Budgets budgets) {
    public static final Settings DEFAULT = new Settings(true, true);

    public Settings(final boolean marginTrading, final boolean resetAllowed) {
        this(marginTrading, resetAllowed, Budgets.CONTRACT);
    }
}
