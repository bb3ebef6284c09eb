package io.daybook.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The book of a listing, which orders of the house fill. */
public final class VenueBook {
    private final Door control;
    private final String symbol;

    VenueBook(final Door control, final String symbol) {
        this.control = control;
        this.symbol = symbol;
    }

    /**
     * A price level.
     *
     * @param isBid whether it is a level of bids
     * @param price in the quote currency
     * @param size in the base currency
     */
    public record Level(boolean isBid, String price, String size) {}

    /** A level of bids. */
    public static Level bid(final String price, final String size) {
        return new Level(true, price, size);
    }

    /** A level of asks. */
    public static Level ask(final String price, final String size) {
        return new Level(false, price, size);
    }

    /**
     * Makes the book have these levels. Orders of users count towards them; levels that are not named keep orders of
     * users only.
     *
     * @throws TestVenueException if orders of users cross the levels or exceed one
     */
    public void is(final Level... levels) {
        set(false, levels);
    }

    /** Makes the book have these levels, and cancels orders of users that are in the way. */
    public void isOnly(final Level... levels) {
        set(true, levels);
    }

    private void set(final boolean clears, final Level... levels) {
        final List<Object> bids = new ArrayList<>();
        final List<Object> asks = new ArrayList<>();
        for (final Level level : levels) {
            (level.isBid ? bids : asks).add(List.of(level.price, level.size));
        }
        final Map<String, Object> body = new LinkedHashMap<>(Map.of("bids", bids, "asks", asks));
        if (clears) {
            body.put("clear", true);
        }
        control.ask("POST", "/books/" + symbol, JsonText.write(body));
    }

    /** Makes a trade of the house inside the spread, so that stops fire. */
    public void trade(final String price, final String size) {
        control.ask("POST", "/trade/" + symbol, JsonText.write(Map.of("price", price, "size", size)));
    }

    /** Makes a trade at a price, after trades with all better orders. */
    public void tradeThrough(final String price, final String size) {
        control.ask("POST", "/trade/" + symbol, JsonText.write(Map.of("price", price, "size", size, "through", true)));
    }
}
