package io.daybook.flow.bots;

/** What a bot does. */
public enum BotKind {
    /** Keeps a ladder of orders about the fair price. */
    MAKER("maker"),
    /** Buys and sells at random. */
    TAKER("taker"),
    /** Trades where three pairs, or a future and its underlying, contradict each other. */
    ARBITRAGEUR("arbitrageur");

    private final String text;

    BotKind(final String text) {
        this.text = text;
    }

    /** Its name. */
    public String text() {
        return text;
    }
}
