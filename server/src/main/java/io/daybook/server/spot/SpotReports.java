package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.server.api.Decimals;
import io.daybook.server.http.Frame;
import io.daybook.server.http.Json;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OrderState;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.Update;
import org.jspecify.annotations.Nullable;

/** What happens to own orders. */
final class SpotReports {
    private static final long NONE = -1;
    private static final String NO_PRICE = "0";

    private final SpotSymbols symbols;

    SpotReports(final SpotSymbols symbols) {
        this.symbols = symbols;
    }

    /** An update; of an order of something that is not shown here, that there was one. */
    Frame frame(final SpotFrames frames, final Update update) {
        final Listing listing = symbols.find(update.order().symbol());
        return frames.frame("", json -> {
            if (listing == null) {
                json.object()
                        .put("e", "executionReportElsewhere")
                        .put("E", SpotMarketShapes.millis(update.order().changedNs()))
                        .end();
            } else {
                report(json, listing, update);
            }
        });
    }

    private static void report(final Json json, final Listing listing, final Update update) {
        final OrderView order = update.order();
        final Fill fill = update.fill();
        final long time = SpotMarketShapes.millis(order.changedNs());
        final long placed = SpotMarketShapes.millis(order.placedNs());
        final String type = executionType(order, fill);
        json.object()
                .put("e", "executionReport")
                .put("E", time)
                .put("s", SpotSymbols.name(listing))
                .put("c", SpotOrderShapes.clientId(order))
                .put("S", SpotOrderShapes.side(order.side()))
                .put("o", SpotOrderShapes.type(order))
                .put("f", SpotOrderShapes.timeInForce(order))
                .put("q", SpotOrderShapes.size(listing, order))
                .put("p", SpotOrderShapes.price(listing, order))
                .put("P", Decimals.price(listing, 0))
                .put("F", Decimals.size(listing, 0))
                .put("g", NONE)
                .put("C", type.equals("CANCELED") ? SpotOrderShapes.clientId(order) : "")
                .put("x", type)
                .put("X", SpotOrderShapes.status(order))
                .put("r", "NONE")
                .put("i", order.orderId());
        fill(json, listing, fill);
        json.put("z", Decimals.size(listing, order.filled()))
                .put("Z", Decimals.money(listing, order.notional()))
                .put("Q", SpotOrderShapes.money(listing, order))
                .put("T", time)
                .put("O", placed)
                .put("W", placed)
                .put("w", order.remaining() > 0)
                .put("I", order.seq())
                .put("M", fill != null)
                .put("V", "NONE")
                .end();
    }

    private static void fill(final Json json, final Listing listing, final @Nullable Fill fill) {
        if (fill == null) {
            json.put("l", Decimals.size(listing, 0))
                    .put("L", NO_PRICE)
                    .put("Y", NO_PRICE)
                    .put("n", NO_PRICE)
                    .putNull("N")
                    .put("t", NONE)
                    .put("m", false);
        } else {
            json.put("l", Decimals.size(listing, fill.size()))
                    .put("L", Decimals.price(listing, fill.price()))
                    .put("Y", SpotMarketShapes.money(listing, fill.price(), fill.size()))
                    .put("n", Decimals.amount(listing.quote(), fill.fee()))
                    .put("N", listing.quote().name())
                    .put("t", fill.tradeId())
                    .put("m", fill.isMaker());
        }
    }

    private static String executionType(final OrderView order, final @Nullable Fill fill) {
        if (fill != null) {
            return "TRADE";
        }
        if (order.remaining() > 0) {
            return order.state() == OrderState.OPEN && order.placedNs() == order.changedNs() ? "NEW" : "REPLACED";
        }
        final String status = SpotOrderShapes.status(order);
        return status.equals("FILLED") ? "EXPIRED" : status; // its money was spent, and what is left expires
    }
}
