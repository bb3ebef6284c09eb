package io.daybook.server.api;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Listing;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.Signatures;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OperatorDoor;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrderPlace;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.Outcome;
import io.daybook.sessions.member.Account;
import io.daybook.wire.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Places, changes, cancels and lists orders. */
public final class OrderRoutes {
    private static final Pattern CLIENT_ID = Pattern.compile("[A-Za-z0-9._:/-]{1,36}");
    private static final String CLIENT_ID_FORM = "must have 1 to 36 letters, digits and . _ : / -";
    private static final int DERIVED_ID_DIGITS = 34;

    private final Markets markets;
    private final OrdersBook book;
    private final OrderDoor door;
    private final Shapes shapes;
    private final OrderWords words;
    private final Waiting waiting;
    private final Refusals refusals;
    private final int timeoutMs;

    public OrderRoutes(
            final Markets markets,
            final OrdersBook book,
            final OrderDoor door,
            final Waiting waiting,
            final int timeoutMs) {
        this.markets = markets;
        this.book = book;
        this.door = door;
        this.shapes = new Shapes(markets);
        this.words = new OrderWords(markets);
        this.waiting = waiting;
        this.refusals = new Refusals(markets, waiting);
        this.timeoutMs = timeoutMs;
    }

    public void addTo(final Router router) {
        final Route.Handler place = markets.withBooks(this::place); // a market order needs the best price
        router.add(own("POST /v1/orders", "Places an order", place)
                .body(OrderFields.PLACE)
                .costing(Cost.ORDER)
                .answeringAgain()); // its client id is the given one, or is made from the signed text
        router.add(own("GET /v1/orders", "The caller's orders, the newest first", this::list));
        router.add(own("DELETE /v1/orders", "Cancels all orders of a listing", this::cancelAll)
                .costing(Cost.CANCEL));
        router.add(own(
                "GET /v1/orders/by-client/{clientOrderId}",
                "One of the caller's orders, by client id",
                this::byClient));
        router.add(own("GET /v1/orders/{id}", "One of the caller's orders", this::one));
        router.add(own("PATCH /v1/orders/{id}", "Changes price or size of an order", this::change)
                .body(OrderFields.CHANGE)
                .costing(Cost.ORDER));
        router.add(
                own("DELETE /v1/orders/{id}", "Cancels an order", this::cancel).costing(Cost.CANCEL));
        router.add(own("GET /v1/fills", "The caller's fills, the newest first", this::fills));
    }

    private static Route own(final String methodAndPath, final String summary, final Route.Handler handler) {
        return Route.of(methodAndPath, Access.TRADER, summary, handler);
    }

    // ---- placing -------------------------------------------------------------------------------------------------

    private CompletionStage<Response> place(final Request request) {
        request.onlyAsked();
        final Body body = request.body();
        final Account account = NamedAccount.of(request.caller(), body.optionalText("account"));
        final String clientOrderId = clientOrderId(request, body);
        final long hash = hash(request.bytes());
        try {
            OrderDoor.Placed placed = door.before(account.uid(), clientOrderId, hash);
            PlaceOrder order = null;
            if (placed == null) {
                if (body.optionalText("clientOrderId") != null && !door.takesNamed()) {
                    throw Problem.of(
                                    ProblemCode.HISTORY_LOST,
                                    "the venue was restored from a backup, and may have had this order before: check"
                                            + " your orders, and ask the operator to admit such orders again")
                            .with("clientOrderId", clientOrderId);
                }
                order = words.order(account.uid(), body);
                final ApiKey key = request.caller().key();
                placed = door.place(
                        key == null ? 0 : key.number(), order, clientOrderId, hash, OrderWords.isMarket(body));
            }
            final boolean isDuplicate = placed.isDuplicate();
            final PlaceOrder sent = order;
            return answered(
                    request,
                    placed.outcome(),
                    clientOrderId,
                    outcome -> outcome.isSuccess()
                            ? placed(outcome, isDuplicate).now()
                            : refusals.of(outcome, sent, clientOrderId, isDuplicate));
        } catch (OrderDoor.UsedIdException e) {
            throw Problem.of(
                            ProblemCode.DUPLICATE_ID,
                            "this clientOrderId was sent with another body: use a new one for another order")
                    .with("clientOrderId", clientOrderId);
        } catch (OperatorDoor.RingFullException e) {
            throw Waiting.busy().with("clientOrderId", clientOrderId);
        }
    }

    private Response placed(final Outcome outcome, final boolean isDuplicate) {
        final Json json = orderOf(outcome);
        if (isDuplicate) {
            json.put("duplicate", true);
        }
        return Response.json(201, json.end()).seq(outcome.seq());
    }

    /** The client id: the sender's own, or one made from the signed text of a signed request, or a random one. */
    private String clientOrderId(final Request request, final Body body) {
        final String given = body.optionalText("clientOrderId");
        if (given != null) {
            if (!CLIENT_ID.matcher(given).matches()) {
                throw body.wrong("clientOrderId", CLIENT_ID_FORM);
            }
            return given;
        }
        final String signed = request.caller().signed();
        return door.clientId(
                signed,
                () -> signed == null
                        ? UUID.randomUUID().toString()
                        : "s-"
                                + HexFormat.of()
                                        .formatHex(Signatures.sha256(signed.getBytes(StandardCharsets.UTF_8)))
                                        .substring(0, DERIVED_ID_DIGITS));
    }

    private static long hash(final byte[] body) {
        return ByteBuffer.wrap(Signatures.sha256(body)).getLong();
    }

    // ---- changing ------------------------------------------------------------------------------------------------

    private CompletionStage<Response> change(final Request request) {
        final Body body = request.body();
        final OrderView order = own(request, body.optionalText("account"));
        request.onlyAsked();
        final Listing listing = markets.listing(order.symbol());
        if (listing == null) {
            throw Problem.of(ProblemCode.NOT_FOUND, "the symbol of this order is not listed here");
        }
        final String price = body.optionalText("price");
        final String size = body.optionalText("size");
        body.finish();
        final long ticks = price == null ? 0 : Decimals.ticks(listing, "price", price);
        final long lots = size == null ? 0 : Decimals.lots(listing, "size", size);
        final Command command;
        if (price == null && size == null) {
            throw Problem.badForm("/price", "price or size must be given");
        } else if (size == null) {
            command = new MoveOrder(order.uid(), order.symbol(), order.orderId(), ticks);
        } else {
            // The size is a total, not a difference, because the book may lag, and a request may come twice.
            command = ReplaceOrder.of(
                    order.uid(), order.symbol(), order.orderId(), price == null ? order.price() : ticks, lots);
        }
        return changed(request, command, order);
    }

    private CompletionStage<Response> cancel(final Request request) {
        final OrderView order = own(request, request.query("account"));
        request.onlyAsked();
        return changed(request, new CancelOrder(order.uid(), order.symbol(), order.orderId()), order);
    }

    private CompletionStage<Response> changed(final Request request, final Command command, final OrderView order) {
        return answered(
                request,
                submit(command),
                order.clientOrderId(),
                outcome -> outcome.isSuccess()
                        ? Response.json(orderOf(outcome).end())
                                .seq(outcome.seq())
                                .now()
                        : refusals.ofChange(outcome, command, order));
    }

    private CompletionStage<Response> cancelAll(final Request request) {
        final Account account = NamedAccount.of(request.caller(), request.query("account"));
        final String symbol = request.query("symbol");
        final String side = request.query("side");
        request.onlyAsked();
        if (side != null && !OrderWords.SIDES.containsKey(side)) {
            throw Problem.badForm("?side", "side must be buy or sell");
        }
        final Side only = side == null ? null : OrderWords.SIDES.get(side);
        final int number = symbol == null ? 0 : markets.listing(symbol).symbol();
        return massCancel(request, new MassCancel(account.uid(), number, only, false, false));
    }

    private CompletionStage<Response> massCancel(final Request request, final MassCancel command) {
        return answered(request, submit(command), null, outcome -> {
            if (!outcome.isSuccess()) {
                return refusals.of(outcome, null, null, false);
            }
            return Response.json(new Json()
                            .object()
                            .put("seq", outcome.seq())
                            .put("more", outcome.more())
                            .end())
                    .seq(outcome.seq())
                    .now();
        });
    }

    private CompletableFuture<Outcome> submit(final Command command) {
        try {
            return door.submit(command);
        } catch (OperatorDoor.RingFullException e) {
            throw Waiting.busy();
        }
    }

    /** Answers a command on the event loop, within the timeout. */
    private CompletionStage<Response> answered(
            final Request request,
            final CompletableFuture<Outcome> outcome,
            final @Nullable String clientOrderId,
            final Function<Outcome, CompletionStage<Response>> answer) {
        return Outcomes.within(outcome, timeoutMs, () -> unknown(clientOrderId))
                .thenComposeAsync(answer, request.loop());
    }

    private static Problem unknown(final @Nullable String clientOrderId) {
        return Problem.of(
                        ProblemCode.OUTCOME_UNKNOWN,
                        clientOrderId == null
                                ? "the result has not come yet: query the order"
                                : "the result has not come yet: send the same order again with this clientOrderId,"
                                        + " which places no second order")
                .with("clientOrderId", clientOrderId);
    }

    private Json orderOf(final Outcome outcome) {
        final Json json = new Json().object();
        final OrderView order = outcome.order();
        if (order == null) {
            json.put("seq", outcome.seq());
        } else {
            shapes.order(json, order);
        }
        json.list("fills");
        for (final Fill fill : outcome.fills()) {
            shapes.fillOfOrder(json, fill);
        }
        json.endList();
        return outcome.moreFills() ? json.put("moreFills", true) : json;
    }

    // ---- listing -------------------------------------------------------------------------------------------------

    private CompletionStage<Response> list(final Request request) {
        final Account account = NamedAccount.of(request.caller(), request.query("account"));
        final String state = request.query("state");
        final String symbol = request.query("symbol");
        final int limit = Pages.limit(request);
        final Pages.Key behind = Pages.next(request);
        final long minSeq = request.minSeq();
        request.onlyAsked();
        if (state != null && !List.of("open", "closed", "all").contains(state)) {
            throw Problem.badForm("?state", "state must be open, closed or all");
        }
        final int only = symbol == null ? 0 : markets.listing(symbol).symbol();
        return waiting.until(minSeq, book::seq)
                .thenApplyAsync(
                        unused -> {
                            final long seq = book.seq();
                            return Response.json(Pages.page(
                                            orders(account.uid(), state == null ? "open" : state, only, behind, limit),
                                            behind,
                                            limit,
                                            OrderRoutes::key,
                                            shapes::order))
                                    .seq(seq);
                        },
                        request.loop());
    }

    private List<OrderView> orders(
            final long uid, final String state, final int only, final Pages.Key behind, final int limit) {
        return book.before(
                OrderPlace.before(behind.first(), behind.second()),
                uid,
                only,
                !state.equals("closed"),
                !state.equals("open"),
                limit + 1);
    }

    private static Pages.Key key(final OrderView order) {
        return new Pages.Key(order.placedNs() / 1_000, order.orderId());
    }

    private CompletionStage<Response> one(final Request request) {
        final String account = request.query("account");
        return shown(request, () -> own(request, account));
    }

    private CompletionStage<Response> byClient(final Request request) {
        final Account account = NamedAccount.of(request.caller(), request.query("account"));
        final String clientOrderId = request.path("clientOrderId");
        if (!CLIENT_ID.matcher(clientOrderId).matches()) {
            throw Problem.badForm("/clientOrderId", CLIENT_ID_FORM);
        }
        return shown(request, () -> {
            final OrderView order = book.byClient(account.uid(), clientOrderId);
            if (order == null) {
                throw unknownOrder();
            }
            return order;
        });
    }

    private CompletionStage<Response> shown(final Request request, final Supplier<OrderView> order) {
        final long minSeq = request.minSeq();
        return waiting.until(minSeq, book::seq)
                .thenApplyAsync(
                        unused -> {
                            final long seq = book.seq();
                            final Json json = new Json().object();
                            shapes.order(json, order.get());
                            request.onlyAsked();
                            return Response.json(json.end()).seq(seq);
                        },
                        request.loop());
    }

    private CompletionStage<Response> fills(final Request request) {
        final Account account = NamedAccount.of(request.caller(), request.query("account"));
        final int limit = Pages.limit(request);
        final Pages.Key behind = Pages.next(request);
        final long minSeq = request.minSeq();
        request.onlyAsked();
        return waiting.until(minSeq, book::seq)
                .thenApplyAsync(
                        unused -> {
                            final long seq = book.seq();
                            return Response.json(Pages.page(
                                            book.fills(account.uid()),
                                            behind,
                                            limit,
                                            fill -> new Pages.Key(
                                                    fill.seq(), 2L * fill.event() + (fill.isMaker() ? 1 : 0)),
                                            shapes::fill))
                                    .seq(seq);
                        },
                        request.loop());
    }

    /** Finds an order of the caller; the request must name the symbol if two orders have the id. */
    private OrderView own(final Request request, final @Nullable String accountName) {
        final Account account = NamedAccount.of(request.caller(), accountName);
        final String symbol = request.query("symbol");
        final long id = id(request.path("id"));
        final List<OrderView> found = new ArrayList<>(book.find(account.uid(), id));
        if (symbol != null) {
            final int only = markets.listing(symbol).symbol();
            found.removeIf(order -> order.symbol() != only);
        }
        if (found.isEmpty()) {
            throw unknownOrder();
        }
        if (found.size() > 1) {
            throw Problem.of(ProblemCode.AMBIGUOUS_ID, "name the symbol with ?symbol=");
        }
        return found.get(0);
    }

    private static Problem unknownOrder() {
        return EngineProblems.of(
                ResultCode.MATCHING_UNKNOWN_ORDER_ID,
                0,
                "the account has no such order, or the order is older than its last 1,000 closed orders");
    }

    private static long id(final String text) {
        if (text.length() > 19 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw Problem.badForm("/id", "an order id must be a whole number");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw Problem.badForm("/id", "an order id must fit in 63 bits");
        }
    }
}
