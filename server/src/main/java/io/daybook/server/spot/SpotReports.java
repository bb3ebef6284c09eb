package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.server.api.Decimals;
import io.daybook.server.http.TextFrame;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OrderState;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.TriggerMet;
import io.daybook.server.orders.Update;
import io.daybook.wire.json.Json;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports the changes of a user's orders. */
final class SpotReports {
    private static final long NONE = -1;
    private static final String NO_PRICE = "0";

    private final SpotSymbols symbols;

    SpotReports(final SpotSymbols symbols) {
        this.symbols = symbols;
    }

    /**
     * Makes the message of an update. For an order in a listing that the dialect does not show, it is only a notice.
     */
    TextFrame frame(final SpotFrames frames, final Update update) {
        final OrderView order = update.order();
        final Listing listing = symbols.find(order.symbol());
        if (listing == null) {
            return frames.frame("", json -> json.object()
                    .put("e", "executionReportElsewhere")
                    .putTime("E", order.changedNs())
                    .end());
        }
        final Fill fill = update.fill();
        if (SpotLists.isOfList(order)) {
            return TextFrame.of(ofList(frames, listing, order, fill));
        }
        final TextFrame report = report(frames, listing, order, fill);
        return isFirst(order, fill)
                ? TextFrame.of(List.of(report(frames, listing, asPlaced(order), null), report))
                : report;
    }

    /**
     * Returns whether this update is the first of its order, and already has a trade or the order's end. Clients expect
     * {@code NEW} first for each accepted order: some ignore reports that come without it.
     */
    private static boolean isFirst(final OrderView order, final @Nullable Fill fill) {
        if (order.placedNs() != order.changedNs() || order.met() != null) {
            return false;
        }
        return fill == null
                ? order.filled() == 0 && SpotOrderShapes.status(order).equals("EXPIRED")
                : !fill.isMaker() && fill.size() == order.filled();
    }

    private static OrderView asPlaced(final OrderView order) {
        return new OrderView(
                order.symbol(),
                order.orderId(),
                order.uid(),
                order.side(),
                order.type(),
                order.isMarket(),
                order.price(),
                order.size(),
                order.size(),
                0,
                BigInteger.ZERO,
                0,
                OrderState.OPEN,
                order.clientOrderId(),
                order.placedNs(),
                order.changedNs(),
                order.seq(),
                order.terms(),
                order.reservePrice(),
                null,
                null);
    }

    /** Reports a change of a list for both its orders: if one trades out or is triggered, the other ends. */
    private static List<TextFrame> ofList(
            final SpotFrames frames, final Listing listing, final OrderView list, final @Nullable Fill fill) {
        final OrderView limit = SpotLists.orders(list).get(0);
        final OrderView stop = SpotLists.orders(list).get(1);
        final TriggerMet met = list.met();
        final List<TextFrame> told = new ArrayList<>();
        if (executionType(list, fill).equals("NEW")) {
            told.add(status(frames, listing, list));
            told.add(report(frames, listing, stop, null));
        }
        if (met == null || list.filled() - (fill == null ? 0 : fill.size()) == met.filled()) {
            told.add(report(frames, listing, limit, met == null ? fill : null));
        }
        if (met != null || list.remaining() == 0) {
            told.add(report(frames, listing, stop, met == null ? null : fill));
        }
        if (list.remaining() == 0) {
            told.add(status(frames, listing, list));
        }
        return told;
    }

    private static TextFrame status(final SpotFrames frames, final Listing listing, final OrderView list) {
        final long time = list.changedNs();
        return frames.frame("", json -> {
            json.object()
                    .put("e", "listStatus")
                    .putTime("E", time)
                    .put("s", SpotSymbols.name(listing))
                    .put("g", SpotLists.listId(list))
                    .put("c", "OCO")
                    .put("l", SpotLists.statusType(list))
                    .put("L", SpotLists.orderStatus(list))
                    .put("r", "NONE")
                    .put("C", SpotLists.listName(list))
                    .putTime("T", time)
                    .list("O");
            for (final OrderView one : SpotLists.orders(list)) {
                json.object()
                        .put("s", SpotSymbols.name(listing))
                        .put("i", one.orderId())
                        .put("c", SpotLists.clientId(one))
                        .end();
            }
            json.endList().end();
        });
    }

    private static TextFrame report(
            final SpotFrames frames, final Listing listing, final OrderView order, final @Nullable Fill fill) {
        return frames.frame("", json -> report(json, listing, order, fill));
    }

    private static void report(
            final Json json, final Listing listing, final OrderView order, final @Nullable Fill fill) {
        final long time = order.changedNs();
        final String type = executionType(order, fill);
        json.object()
                .put("e", "executionReport")
                .putTime("E", time)
                .put("s", SpotSymbols.name(listing))
                .put("c", SpotOrderShapes.clientId(order))
                .put("S", SpotOrderShapes.side(order.side()))
                .put("o", SpotType.of(order).name())
                .put("f", SpotOrderShapes.timeInForce(order))
                .put("q", SpotOrderShapes.size(listing, order))
                .put("p", SpotOrderShapes.price(listing, order))
                .put("P", SpotOrderShapes.stopPrice(listing, order))
                .put("F", SpotOrderShapes.iceberg(listing, order))
                .put("g", SpotOrderShapes.listId(order))
                .put("C", type.equals("CANCELED") ? SpotOrderShapes.clientId(order) : "")
                .put("x", type)
                .put("X", SpotOrderShapes.status(order))
                .put("r", "NONE")
                .put("i", order.orderId());
        fill(json, listing, fill);
        json.put("z", Decimals.size(listing, order.filled()))
                .put("Z", Decimals.money(listing, order.notional()))
                .put("Q", SpotOrderShapes.money(listing, order))
                .putTime("T", time)
                .putTime("O", order.placedNs());
        SpotOrderShapes.workingTime(json, "W", order);
        json.put("w", order.remaining() > 0 && !SpotOrderShapes.isWaiting(order))
                .put("I", order.seq())
                .put("M", fill != null)
                .put("V", SpotOrderForm.selfTrade(order.terms()))
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
            final TriggerMet met = order.met();
            final long newNs = met == null ? order.placedNs() : met.timeNs();
            return order.state() == OrderState.OPEN && newNs == order.changedNs() ? "NEW" : "REPLACED";
        }
        final String status = SpotOrderShapes.status(order);
        return status.equals("FILLED") ? "EXPIRED" : status; // its money was spent, and the rest of the order expires
    }
}
