package io.daybook.server.api;

import io.daybook.server.http.BodyField;
import java.util.List;

/** The keys of requests about orders, for the description of the API; docs/http-api.md describes each in full. */
final class OrderFields {
    static final List<BodyField> PLACE = List.of(
            new BodyField("symbol", "string", true, "a listing"),
            new BodyField("side", "string", true, "buy or sell"),
            new BodyField("type", "string", true, "limit or market"),
            new BodyField("timeInForce", "string", false, "gtc, ioc, fok or post_only"),
            new BodyField("price", "string", false, "a multiple of the tick"),
            new BodyField("size", "string", false, "a multiple of the lot"),
            new BodyField("money", "string", false, "of a market order that buys, instead of size"),
            new BodyField("budget", "string", false, "of a fok order, instead of price"),
            new BodyField("reservePrice", "string", false, "of a bid: the highest price of a later move"),
            new BodyField("trigger", "string", false, "the price that wakes it"),
            new BodyField("when", "string", false, "rises or falls"),
            new BodyField("stopPrice", "string", false, "a term"),
            new BodyField("trail", "string", false, "how far its trigger follows the last price"),
            new BodyField("trailStep", "string", false, "in steps of this size"),
            new BodyField("slippage", "string", false, "how far from the best price it may trade"),
            new BodyField("exit", "object", false, "price, or trigger and stopPrice, or all, of what sells it again"),
            new BodyField("display", "string", false, "a term"),
            new BodyField("hidden", "boolean", false, "a term"),
            new BodyField("minSize", "string", false, "a term"),
            new BodyField("slide", "boolean", false, "a term"),
            new BodyField("flagged", "boolean", false, "a term"),
            new BodyField("expireAt", "integer", false, "a term, microseconds since the epoch"),
            new BodyField("stp", "string", false, "a term: what happens where it meets an own order"),
            new BodyField("account", "string", false, "needed where the key has several"),
            new BodyField("clientOrderId", "string", false, "makes the request safe to send again"));

    static final List<BodyField> CHANGE = List.of(
            new BodyField("price", "string", false, "a multiple of the tick"),
            new BodyField("size", "string", false, "the total, a multiple of the lot"),
            new BodyField("account", "string", false, "needed where the key has several"));

    private OrderFields() {}
}
