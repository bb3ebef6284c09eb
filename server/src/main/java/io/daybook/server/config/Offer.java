package io.daybook.server.config;

/**
 * The services over HTTP that cost the exchange something with each command.
 *
 * @param orders whether orders, fills and the streams of accounts are served
 * @param history whether trades, tickers and candles are served
 */
public record Offer(boolean orders, boolean history) {
    /** The offer of everything. */
    public static final Offer ALL = new Offer(true, true);

    /** The configuration key of {@link #orders}. */
    public static final String ORDERS = "http.orders";

    /** The configuration key of {@link #history}. */
    public static final String HISTORY = "http.history";
}
