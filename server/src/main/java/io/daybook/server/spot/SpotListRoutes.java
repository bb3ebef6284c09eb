package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.server.api.Markets;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Router;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.OrdersBook;
import io.daybook.wire.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Places, cancels and shows lists of two orders, one of which cancels the other. */
final class SpotListRoutes {
    private static final int ITEMS = 500;
    private static final int MAX_ITEMS = 1_000;
    private static final long MAX_MS = Long.MAX_VALUE / 1_000_000;

    private final Markets markets;
    private final SpotSymbols symbols;
    private final OrdersBook book;
    private final SpotOrders orders;

    SpotListRoutes(final Markets markets, final OrdersBook book, final SpotOrders orders) {
        this.markets = markets;
        this.symbols = new SpotSymbols(markets);
        this.book = book;
        this.orders = orders;
    }

    void addTo(final Router router) {
        final Router withBooks = router.with(markets::withBooks); // the limit order must not trade at once
        SpotOrderRoutes.add(
                withBooks,
                "POST",
                "/api/v3/orderList/oco",
                Cost.ORDER,
                "Places two orders, one of which cancels the other",
                request -> {
                    final SpotParameters given = new SpotParameters(request.parameters());
                    return place(request, given, SpotListForm.read(symbols, given, name(request)));
                });
        SpotOrderRoutes.add(
                withBooks, "POST", "/api/v3/order/oco", Cost.ORDER, "The older form of orderList/oco", request -> {
                    final SpotParameters given = new SpotParameters(request.parameters());
                    return place(request, given, SpotListForm.readOlder(symbols, given, name(request)));
                });
        SpotOrderRoutes.add(router, "DELETE", "/api/v3/orderList", Cost.CANCEL, "Cancels a list", this::cancel);
        SpotOrderRoutes.add(router, "GET", "/api/v3/orderList", Cost.REQUEST, "One of the caller's lists", this::one);
        SpotOrderRoutes.add(
                router, "GET", "/api/v3/openOrderList", Cost.REQUEST, "The caller's live lists", this::open);
        SpotOrderRoutes.add(router, "GET", "/api/v3/allOrderList", Cost.REQUEST, "The caller's lists", this::all);
    }

    private static String name(final Request request) {
        return SpotOrders.derivedName(request.caller());
    }

    private CompletionStage<Response> place(
            final Request request, final SpotParameters given, final SpotListForm form) {
        given.finish();
        return orders.place(
                        request, form, orders.check(request, form, form.names().text()))
                .thenApply(taken -> {
                    final Json json = given.json();
                    SpotLists.list(
                            json,
                            form.listing(),
                            taken.order(),
                            taken.timeNs(),
                            one -> SpotOrderShapes.placed(
                                    json,
                                    form,
                                    one,
                                    SpotLists.isStop(one) ? List.of() : taken.fills(),
                                    taken.timeNs()));
                    return Response.json(json).seq(taken.order().seq());
                });
    }

    private CompletionStage<Response> cancel(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final Listing listing = given.symbol(symbols);
        final OrderView list = list(request, given, "listClientOrderId");
        final String cancelId = SpotOrderRoutes.cancelId(given.clientId("newClientOrderId"));
        given.finish();
        if (list == null || list.remaining() == 0 || list.symbol() != listing.symbol()) {
            throw SpotErrors.unknownOrder();
        }
        return orders.cancel(request, list).thenApply(taken -> {
            final Json json = given.json();
            SpotLists.cancelled(json, listing, taken, cancelId);
            return Response.json(json).seq(taken.order().seq());
        });
    }

    private @Nullable OrderView list(final Request request, final SpotParameters given, final String nameOf) {
        final Long listId = given.whole("orderListId");
        final String name = given.clientId(nameOf);
        SpotOrderRoutes.requireName(listId, name, "orderListId", nameOf);
        return orders.list(SpotOrders.uid(request.caller()), listId, name);
    }

    private CompletionStage<Response> one(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final OrderView list = list(request, given, "origClientOrderId");
        given.finish();
        final Listing listing = list == null ? null : symbols.find(list.symbol());
        if (list == null || listing == null) {
            throw SpotErrors.of(SpotErrors.NO_SUCH_ORDER, "Order list does not exist.");
        }
        final Json json = given.json();
        SpotLists.list(json, listing, list);
        return Response.json(json).seq(list.seq()).now();
    }

    private CompletionStage<Response> open(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        given.finish();
        return told(given.json(), orders.live(SpotOrders.uid(request.caller()), 0), all -> all);
    }

    private CompletionStage<Response> all(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final Long fromId = given.whole("fromId");
        final boolean hasStart = given.has("startTime");
        final long start = given.time("startTime", 0);
        final long end = given.time("endTime", MAX_MS);
        final int limit = (int) given.whole("limit", ITEMS, 1, MAX_ITEMS);
        given.finish();
        final long uid = SpotOrders.uid(request.caller());
        final List<OrderView> found = new ArrayList<>(orders.live(uid, 0));
        found.addAll(book.closed(uid));
        found.removeIf(order -> fromId != null && order.orderId() < fromId || !SpotOrders.isPlaced(order, start, end));
        found.sort(Comparator.comparingLong(OrderView::orderId));
        return told(given.json(), found, lists -> SpotOrderRoutes.part(lists, limit, fromId != null || hasStart));
    }

    private CompletionStage<Response> told(
            final Json json, final List<OrderView> found, final Function<List<OrderView>, List<OrderView>> part) {
        json.list();
        final List<OrderView> lists = found.stream()
                .filter(order -> SpotLists.isOfList(order) && symbols.find(order.symbol()) != null)
                .toList();
        for (final OrderView list : part.apply(lists)) {
            final Listing listing = symbols.find(list.symbol());
            if (listing != null) {
                SpotLists.list(json, listing, list);
            }
        }
        return Response.json(json.endList()).now();
    }
}
