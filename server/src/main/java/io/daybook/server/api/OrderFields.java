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
            new BodyField("money", "string", false, "for a market order that buys, instead of size"),
            new BodyField("budget", "string", false, "for a fok order, instead of price"),
            new BodyField(
                    "reservePrice", "string", false, "for a bid: the highest price to which it may be moved later"),
            new BodyField("trigger", "string", false, "the price at which the order becomes active"),
            new BodyField(
                    "when", "string", false, "rises or falls: the direction in which the price reaches the trigger"),
            new BodyField("stopPrice", "string", false, "a term"),
            new BodyField("trail", "string", false, "the distance at which the trigger follows the last price"),
            new BodyField("trailStep", "string", false, "the size of the steps in which the trigger follows"),
            new BodyField("slippage", "string", false, "how far from the best price it may trade"),
            new BodyField(
                    "exit", "object", false, "the exit of a bracket: price, or trigger and stopPrice, or all three"),
            new BodyField("display", "string", false, "a term"),
            new BodyField("hidden", "boolean", false, "a term"),
            new BodyField("minSize", "string", false, "a term"),
            new BodyField("slide", "boolean", false, "a term"),
            new BodyField("flagged", "boolean", false, "a term"),
            new BodyField("expireAt", "integer", false, "a term, microseconds since the epoch"),
            new BodyField("stp", "string", false, "a term: what happens when the order meets an own order"),
            new BodyField("account", "string", false, "required if the key has several accounts"),
            new BodyField("clientOrderId", "string", false, "makes the request safe to send again"));

    static final List<BodyField> CHANGE = List.of(
            new BodyField("price", "string", false, "a multiple of the tick"),
            new BodyField("size", "string", false, "the total, a multiple of the lot"),
            new BodyField("account", "string", false, "required if the key has several accounts"));

    private OrderFields() {}
}
