package io.daybook.flow.bots;

/** The behaviour of a bot. */
public enum BotKind {
    /** Quotes orders at a ladder of prices about the fair price. */
    MAKER("maker"),
    /** Buys and sells at random. */
    TAKER("taker"),
    /** Trades when three pairs, or a future and its underlying, contradict each other. */
    ARBITRAGEUR("arbitrageur");

    private final String text;

    BotKind(final String text) {
        this.text = text;
    }

    /** The name of the kind. */
    public String text() {
        return text;
    }
}
