package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.server.api.Markets;
import io.daybook.server.http.Access;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Problem;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrderPlace;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.OrdersBook;
import io.daybook.wire.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Places, replaces, cancels and lists orders of the dialect. */
final class SpotOrderRoutes {
    private static final int ITEMS = 500;
    private static final int MAX_ITEMS = 1_000;
    private static final Comparator<OrderView> BY_ID = Comparator.comparingLong(OrderView::orderId);
    private static final int MOST_REPLACEMENTS = 4_096;
    private static final long US_IN_MS = 1_000;
    private static final long MAX_MS = Long.MAX_VALUE / 1_000_000;
    private static final Map<String, Boolean> STOPS_ON_FAILURE =
            new TreeMap<>(Map.of("STOP_ON_FAILURE", true, "ALLOW_FAILURE", false));

    private final Markets markets;
    private final SpotSymbols symbols;
    private final OrdersBook book;
    private final SpotOrders orders;
    private final FirstAnswers<Replacement> replacements =
            new FirstAnswers<>(MOST_REPLACEMENTS, Replacement::isNothing);

    SpotOrderRoutes(final Markets markets, final OrdersBook book, final SpotOrders orders) {
        this.markets = markets;
        this.symbols = new SpotSymbols(markets);
        this.book = book;
        this.orders = orders;
    }

    void addTo(final Router router) {
        final Router withBooks = router.with(markets::withBooks); // a market order needs the best price
        add(withBooks, "POST", "/api/v3/order", Cost.ORDER, "Places an order", this::place);
        add(router, "GET", "/api/v3/order", Cost.REQUEST, "One of the caller's orders", this::one);
        add(router, "DELETE", "/api/v3/order", Cost.CANCEL, "Cancels an order", this::cancel);
        add(withBooks, "POST", "/api/v3/order/test", Cost.REQUEST, "Checks an order", this::test);
        add(withBooks, "POST", "/api/v3/order/cancelReplace", Cost.ORDER, "Cancels, then places", this::replace);
        add(router, "GET", "/api/v3/openOrders", Cost.REQUEST, "The caller's live orders", this::open);
        add(router, "DELETE", "/api/v3/openOrders", Cost.CANCEL, "Cancels all orders of a pair", this::cancelAll);
        add(router, "GET", "/api/v3/allOrders", Cost.REQUEST, "The caller's orders of a pair", this::all);
    }

    /** Adds a route of traders. A repeated request that places orders gets its first answer again. */
    static void add(
            final Router router,
            final String method,
            final String path,
            final Cost cost,
            final String summary,
            final Route.Handler handler) {
        final Route route =
                Route.of(method + " " + path, Access.TRADER, summary, handler).costing(cost);
        router.add(cost == Cost.ORDER ? route.answeringAgain() : route);
    }

    private CompletionStage<Response> place(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final SpotOrderForm form = SpotOrderForm.read(symbols, given);
        final String clientId = given.clientId("newClientOrderId");
        given.finish();
        return orders.place(request, form, orders.check(request, form, clientId))
                .thenApply(taken -> {
                    final Json json = given.json();
                    SpotOrderShapes.placed(json, form, taken.order(), taken.fills(), taken.timeNs());
                    return Response.json(json).seq(taken.order().seq());
                });
    }

    private CompletionStage<Response> test(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final SpotOrderForm form = SpotOrderForm.read(symbols, given);
        given.clientId("newClientOrderId");
        final boolean asksRates = given.flag("computeCommissionRates");
        given.finish();
        SpotOrders.uid(request.caller());
        final Json json = given.json().object();
        if (asksRates) {
            SpotRates.commissions(json, "standardCommissionForOrder", "taxCommissionForOrder", form.listing());
        }
        return Response.json(json.end()).now();
    }

    private CompletionStage<Response> cancel(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final Listing listing = given.symbol(symbols);
        final Long orderId = given.whole("orderId");
        final String clientId = given.orderName("origClientOrderId");
        final String cancelId = cancelId(given.clientId("newClientOrderId"));
        given.finish();
        return cancelled(request, listing, orderId, clientId).thenApply(taken -> {
            final Json json = given.json();
            SpotLists.cancelled(json, listing, taken, cancelId);
            return Response.json(json).seq(taken.order().seq());
        });
    }

    private CompletionStage<SpotOrders.Taken> cancelled(
            final Request request,
            final Listing listing,
            final @Nullable Long orderId,
            final @Nullable String clientId) {
        requireName(orderId, clientId, "orderId", "origClientOrderId");
        final OrderView order = orders.find(SpotOrders.uid(request.caller()), listing, orderId, clientId, true);
        if (order == null) {
            throw SpotErrors.unknownOrder();
        }
        return orders.cancel(request, order);
    }

    private CompletionStage<Response> cancelAll(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final Listing listing = given.symbol(symbols);
        given.finish();
        final String cancelId = cancelId(null);
        return orders.cancelAll(request, SpotOrders.uid(request.caller()), listing)
                .thenApply(all -> {
                    if (all.isEmpty()) {
                        throw SpotErrors.unknownOrder();
                    }
                    final Json json = given.json().list();
                    for (final SpotOrders.Taken one : all) {
                        SpotLists.cancelled(json, listing, one, cancelId);
                    }
                    return Response.json(json.endList());
                });
    }

    // ---- cancel, then place --------------------------------------------------------------------------------------

    /** The result of the cancel or of the order; empty if it was not tried. */
    private record Half(
            SpotOrders.@Nullable Taken taken, @Nullable Problem problem) {
        static final Half NOT_TRIED = new Half(null, null);

        String result() {
            return taken != null ? "SUCCESS" : problem != null ? "FAILURE" : "NOT_ATTEMPTED";
        }
    }

    /** The results of the cancel and of the order. */
    private record Replacement(Half cancel, Half place) {
        boolean isNothing() {
            return cancel.taken == null && place.taken == null;
        }
    }

    private CompletionStage<Response> replace(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final SpotOrderForm form = SpotOrderForm.read(symbols, given);
        final String clientId = given.clientId("newClientOrderId");
        final Boolean stops = given.choice("cancelReplaceMode", STOPS_ON_FAILURE, SpotErrors.NOT_VALID);
        final Long orderId = given.whole("cancelOrderId");
        final String cancelled = given.orderName("cancelOrigClientOrderId");
        final String cancelGiven = given.clientId("cancelNewClientOrderId");
        final String derivedId = SpotOrders.derivedCancelId(request.caller());
        final String cancelId = cancelGiven == null ? derivedId : cancelGiven;
        given.finish();
        if (stops == null) {
            throw SpotErrors.missing("cancelReplaceMode");
        }
        requireName(orderId, cancelled, "cancelOrderId", "cancelOrigClientOrderId");
        return replacements
                .first(derivedId, () -> {
                    final SpotOrders.Checked checked = orders.check(request, form, clientId);
                    return checked.before() != null
                            ? again(
                                    request,
                                    form,
                                    checked,
                                    () -> orders.cancelledBefore(
                                            SpotOrders.uid(request.caller()), form.listing(), orderId, cancelled))
                            : inTurn(
                                    request,
                                    form,
                                    clientId,
                                    stops,
                                    () -> cancelled(request, form.listing(), orderId, cancelled));
                })
                .thenApplyAsync(halves -> replaced(given.json(), form, cancelId, halves), request.loop());
    }

    /** Cancels, then places, in two steps, because the order must be checked again after the cancel. */
    private CompletionStage<Replacement> inTurn(
            final Request request,
            final SpotOrderForm form,
            final @Nullable String clientId,
            final boolean stops,
            final Supplier<CompletionStage<SpotOrders.Taken>> cancel) {
        return half(cancel)
                .thenComposeAsync(
                        first -> first.taken == null && stops
                                ? CompletableFuture.completedFuture(new Replacement(first, Half.NOT_TRIED))
                                : half(() -> orders.place(request, form, orders.check(request, form, clientId)))
                                        .thenApply(place -> new Replacement(first, place)),
                        request.loop());
    }

    /** The first answer to a request that was carried out before the server's last start, if its order is known. */
    private CompletionStage<Replacement> again(
            final Request request,
            final SpotOrderForm form,
            final SpotOrders.Checked checked,
            final Supplier<SpotOrders.@Nullable Taken> cancelled) {
        return half(() -> orders.place(request, form, checked)).thenApply(place -> {
            final SpotOrders.Taken cancel = cancelled.get();
            return new Replacement(
                    cancel == null ? new Half(null, SpotErrors.unknownOrder()) : new Half(cancel, null), place);
        });
    }

    private static Response replaced(
            final Json json, final SpotOrderForm form, final String cancelId, final Replacement halves) {
        final Half cancel = halves.cancel;
        final Half place = halves.place;
        final boolean isWhole = cancel.taken != null && place.taken != null;
        json.object();
        Problem problem = null;
        if (!isWhole) {
            problem = halves.isNothing()
                    ? SpotErrors.of(SpotErrors.REPLACE_FAILED, "Order cancel-replace failed.")
                    : SpotErrors.of(SpotErrors.REPLACE_PARTLY, "Order cancel-replace partially failed.");
            SpotErrors.members(json, problem);
            json.object("data");
        }
        json.put("cancelResult", cancel.result()).put("newOrderResult", place.result());
        half(json, "cancelResponse", cancel, taken -> SpotLists.cancelled(json, form.listing(), taken, cancelId));
        half(
                json,
                "newOrderResponse",
                place,
                taken -> SpotOrderShapes.placed(json, form, taken.order(), taken.fills(), taken.timeNs()));
        json.end();
        return problem == null ? Response.json(json) : Response.json(problem.status(), json.end());
    }

    private static void half(
            final Json json, final String name, final Half half, final Consumer<SpotOrders.Taken> shape) {
        if (half.taken != null) {
            json.name(name);
            shape.accept(half.taken);
        } else if (half.problem != null) {
            json.object(name);
            SpotErrors.members(json, half.problem);
            json.end();
        } else {
            json.putNull(name);
        }
    }

    /** Runs one half of a cancel-replace. A problem does not fail the stage, but becomes the answer of this half. */
    private static CompletionStage<Half> half(final Supplier<CompletionStage<SpotOrders.Taken>> work) {
        CompletionStage<SpotOrders.Taken> started;
        try {
            started = work.get();
        } catch (Problem e) {
            started = CompletableFuture.failedFuture(e);
        }
        return started.handle((taken, failure) -> {
            final Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (cause == null) {
                return new Half(taken, null);
            }
            if (cause instanceof Problem problem) {
                return new Half(null, problem);
            }
            throw new CompletionException(cause);
        });
    }

    // ---- listing -------------------------------------------------------------------------------------------------

    private CompletionStage<Response> one(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final Listing listing = given.symbol(symbols);
        final Long orderId = given.whole("orderId");
        final String clientId = given.orderName("origClientOrderId");
        given.finish();
        requireName(orderId, clientId, "orderId", "origClientOrderId");
        final OrderView order = orders.find(SpotOrders.uid(request.caller()), listing, orderId, clientId, false);
        if (order == null) {
            throw SpotErrors.noSuchOrder();
        }
        final Json json = given.json();
        SpotOrderShapes.order(json, listing, order);
        return Response.json(json).seq(order.seq()).now();
    }

    private CompletionStage<Response> open(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final Listing only = given.has("symbol") ? given.symbol(symbols) : null;
        given.finish();
        final Json json = given.json().list();
        final int symbol = only == null ? 0 : only.symbol();
        for (final OrderView order : orders.live(SpotOrders.uid(request.caller()), symbol)) {
            final Listing listing = symbols.find(order.symbol());
            if (listing != null) {
                SpotLists.orders(order).forEach(one -> SpotOrderShapes.order(json, listing, one));
            }
        }
        return Response.json(json.endList()).now();
    }

    private CompletionStage<Response> all(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final Listing listing = given.symbol(symbols);
        final Long fromId = given.whole("orderId");
        final boolean hasStart = given.has("startTime");
        final long start = given.time("startTime", 0);
        final long end = given.time("endTime", MAX_MS);
        final int limit = (int) given.whole("limit", ITEMS, 1, MAX_ITEMS);
        given.finish();
        final long uid = SpotOrders.uid(request.caller());
        final List<OrderView> found = new ArrayList<>(
                fromId != null
                        ? orders.liveFrom(uid, listing.symbol(), fromId - OrderDoor.STOP_OF_LIST, start, end, limit + 1)
                        : book.livePlaced(
                                uid,
                                listing.symbol(),
                                OrderPlace.before(start * US_IN_MS, Long.MIN_VALUE),
                                OrderPlace.before((end + 1) * US_IN_MS, Long.MIN_VALUE),
                                limit,
                                hasStart));
        book.closed(uid).stream()
                .filter(order -> order.symbol() == listing.symbol() && SpotOrders.isPlaced(order, start, end))
                .forEach(found::add);
        final List<OrderView> shown = new ArrayList<>();
        found.forEach(order -> shown.addAll(SpotLists.orders(order)));
        shown.removeIf(order -> fromId != null && order.orderId() < fromId);
        shown.sort(fromId == null ? Comparator.comparing(OrderPlace::of) : BY_ID);
        final List<OrderView> told = new ArrayList<>(part(shown, limit, fromId != null || hasStart));
        told.sort(BY_ID);
        final Json json = given.json().list();
        told.forEach(order -> SpotOrderShapes.order(json, listing, order));
        return Response.json(json.endList()).now();
    }

    /** The first or the last items of a list, up to a limit. */
    static <T> List<T> part(final List<T> all, final int limit, final boolean isFirst) {
        if (all.size() <= limit) {
            return all;
        }
        return isFirst ? all.subList(0, limit) : all.subList(all.size() - limit, all.size());
    }

    static String cancelId(final @Nullable String given) {
        return given == null ? UUID.randomUUID().toString() : given;
    }

    static void requireName(
            final @Nullable Long orderId,
            final @Nullable String clientId,
            final String idName,
            final String clientIdName) {
        if (orderId == null && clientId == null) {
            throw SpotErrors.of(
                    SpotErrors.MISSING,
                    "Param '" + clientIdName + "' or '" + idName + "' must be sent, but both were empty/null!");
        }
    }
}
