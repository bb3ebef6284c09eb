package io.daybook.model;

/** What of an exchange's configuration can change a result code. */
public record Settings(boolean marginTrading, boolean resetAllowed) {
    public static final Settings DEFAULT = new Settings(true, true);
}
