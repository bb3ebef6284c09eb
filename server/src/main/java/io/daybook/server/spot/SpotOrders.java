package io.daybook.server.spot;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Listing;
import io.daybook.api.MassCancel;
import io.daybook.api.PlaceOrder;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Outcomes;
import io.daybook.server.api.Waiting;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.Signatures;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OperatorDoor;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrderPlace;
import io.daybook.server.orders.OrderState;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.Outcome;
import io.daybook.sessions.member.Account;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Sends orders of the dialect to the exchange, and finds them again. Any event loop may call it. */
final class SpotOrders {
    private static final int MAX_OPEN = 10_000;
    private static final int PART = 1_000;
    private static final int DERIVED_ID_DIGITS = 34;

    private final Markets markets;
    private final OrdersBook book;
    private final OrderDoor door;
    private final int timeoutMs;

    SpotOrders(final Markets markets, final OrdersBook book, final OrderDoor door, final int timeoutMs) {
        this.markets = markets;
        this.book = book;
        this.door = door;
        this.timeoutMs = timeoutMs;
    }

    /** An order that was accepted, with its first fills. */
    record Taken(OrderView order, List<Fill> fills, long timeNs) {}

    /** The user for whom a key trades. A key must have only one, because requests of the dialect cannot name a user. */
    static long uid(final Caller caller) {
        final List<Account> accounts = caller.accounts();
        if (accounts.size() != 1) {
            throw SpotErrors.of(
                    SpotErrors.KEY, "The key must have one account here, and it has " + accounts.size() + ".");
        }
        return accounts.get(0).uid();
    }

    /**
     * The checked parts of a request to place an order, before anything is sent.
     *
     * @param clientId the sender's client id, or one that is made from the signed text
     * @param hash the hash of the request
     * @param before the result of an identical earlier request; null for a new one
     * @param order the command; null if there is already an answer
     */
    record Checked(
            String clientId,
            long hash,
            OrderDoor.@Nullable Placed before,
            @Nullable PlaceOrder order) {}

    /**
     * Checks all properties of an order that can be checked before it is sent.
     *
     * @param given the sender's client id, or null
     * @throws Problem if the order would be refused
     */
    Checked check(final Request request, final SpotWish form, final @Nullable String given) {
        final Caller caller = request.caller();
        final long uid = uid(caller);
        final byte[] signed = signed(caller);
        final String clientId = given == null ? door.clientId(caller.signed(), () -> "s-" + derived(signed)) : given;
        final long hash = ByteBuffer.wrap(signed).getLong();
        try {
            final OrderDoor.Placed before = door.before(uid, clientId, hash);
            if (before != null) {
                return new Checked(clientId, hash, before, null);
            }
        } catch (OrderDoor.UsedIdException e) {
            throw SpotErrors.of(SpotErrors.REFUSED, SpotErrors.DUPLICATE);
        }
        if (given != null && !door.takesNamed()) {
            throw Problem.of(
                    ProblemCode.HISTORY_LOST, "history was lost: the operator must admit orders with client ids");
        }
        return new Checked(clientId, hash, null, form.order(markets, uid));
    }

    /**
     * Places an order; an identical request gets the first answer again.
     *
     * @return the accepted order; the stage fails with a {@link Problem} if the order is refused
     */
    CompletionStage<Taken> place(final Request request, final SpotWish form, final Checked checked) {
        final ApiKey key = request.caller().key();
        try {
            final OrderDoor.Placed placed = checked.order == null
                    ? Objects.requireNonNull(checked.before, "answered before")
                    : door.place(
                            key == null ? 0 : key.number(),
                            checked.order,
                            checked.clientId,
                            checked.hash,
                            form.isMarket());
            return within(placed.outcome())
                    .thenComposeAsync(outcome -> taken(form.listing(), uid(request.caller()), outcome), request.loop());
        } catch (OrderDoor.UsedIdException e) {
            throw SpotErrors.of(SpotErrors.REFUSED, SpotErrors.DUPLICATE);
        } catch (OperatorDoor.RingFullException e) {
            throw Waiting.busy();
        }
    }

    /** The end of a derived client id, for requests without one. A repeated request gets the same end. */
    static String derivedName(final Caller caller) {
        return derived(signed(caller));
    }

    /** The derived id of a cancel that is sent without one. A repeated request gets the same id. */
    static String derivedCancelId(final Caller caller) {
        return "c-" + derived(signed(caller));
    }

    private static byte[] signed(final Caller caller) {
        return Signatures.sha256(String.valueOf(caller.signed()).getBytes(StandardCharsets.UTF_8));
    }

    private static String derived(final byte[] signed) {
        return HexFormat.of().formatHex(signed).substring(0, DERIVED_ID_DIGITS);
    }

    private CompletionStage<Taken> taken(final Listing listing, final long uid, final Outcome outcome) {
        final OrderView order = outcome.order();
        if (!outcome.isSuccess() || order == null) {
            return CompletableFuture.failedFuture(SpotErrors.refused(outcome.code(), SpotErrors.REFUSED));
        }
        if (SpotOrderShapes.wouldHaveTraded(order)) {
            return CompletableFuture.failedFuture(SpotErrors.of(SpotErrors.REFUSED, SpotErrors.WOULD_TRADE));
        }
        List<Fill> fills = outcome.fills();
        if (outcome.moreFills()) {
            fills = new ArrayList<>(book.fills(uid).stream()
                    .filter(fill -> fill.seq() == outcome.seq()
                            && fill.symbol() == listing.symbol()
                            && fill.orderId() == order.orderId()
                            && !fill.isMaker())
                    .toList());
            Collections.reverse(fills);
        }
        return CompletableFuture.completedFuture(new Taken(order, fills, outcome.timeNs()));
    }

    /**
     * Cancels a live order; for an order of a list, cancels the whole list.
     *
     * @return the cancelled order; the stage fails with a {@link Problem} if the cancel is refused
     */
    CompletionStage<Taken> cancel(final Request request, final OrderView order) {
        return settled(new CancelOrder(order.uid(), order.symbol(), SpotLists.listId(order)))
                .thenComposeAsync(
                        outcome -> {
                            final OrderView after = outcome.order();
                            return outcome.isSuccess() && after != null
                                    ? CompletableFuture.completedFuture(new Taken(after, List.of(), outcome.timeNs()))
                                    : CompletableFuture.failedFuture(
                                            SpotErrors.refused(outcome.code(), SpotErrors.CANCEL_REFUSED));
                        },
                        request.loop());
    }

    /** The answer to the earlier cancel of an order; null if the order is not known as cancelled. */
    @Nullable
    Taken cancelledBefore(
            final long uid, final Listing listing, final @Nullable Long orderId, final @Nullable String clientId) {
        final OrderView shown = find(uid, listing, orderId, clientId, false);
        final OrderView order =
                shown == null || !SpotLists.isOfList(shown) ? shown : list(uid, SpotLists.listId(shown), null);
        return order == null || order.state() != OrderState.CANCELLED
                ? null
                : new Taken(order, List.of(), order.changedNs());
    }

    /** Cancels all orders of a user in a pair, with as many commands as needed; returns the cancelled orders. */
    CompletionStage<List<Taken>> cancelAll(final Request request, final long uid, final Listing listing) {
        return cancelMore(request, uid, listing, new ArrayList<>());
    }

    private CompletionStage<List<Taken>> cancelMore(
            final Request request, final long uid, final Listing listing, final List<Taken> before) {
        return settled(new MassCancel(uid, listing.symbol(), null, false, false))
                .thenComposeAsync(
                        outcome -> {
                            if (!outcome.isSuccess()) {
                                return CompletableFuture.failedFuture(
                                        SpotErrors.refused(outcome.code(), SpotErrors.CANCEL_REFUSED));
                            }
                            for (final OrderView order : outcome.cancelled()) {
                                before.add(new Taken(order, List.of(), outcome.timeNs()));
                            }
                            return outcome.more()
                                    ? cancelMore(request, uid, listing, before)
                                    : CompletableFuture.completedFuture(before);
                        },
                        request.loop());
    }

    private CompletableFuture<Outcome> settled(final Command command) {
        try {
            return within(door.submit(command));
        } catch (OperatorDoor.RingFullException e) {
            throw Waiting.busy();
        }
    }

    private CompletableFuture<Outcome> within(final CompletableFuture<Outcome> outcome) {
        return Outcomes.within(outcome, timeoutMs, () -> Problem.of(ProblemCode.OUTCOME_UNKNOWN, ""));
    }

    /**
     * The order that a request names by its id or a client id; the newest order if several have had the id.
     *
     * @param isLive whether only live orders are considered
     */
    @Nullable
    OrderView find(
            final long uid,
            final Listing listing,
            final @Nullable Long orderId,
            final @Nullable String clientId,
            final boolean isLive) {
        final OrderView live = live(uid, listing, orderId, clientId);
        if (live != null) {
            return live;
        }
        if (!isLive) {
            return named(book.closed(uid), listing, orderId, clientId);
        }
        return null;
    }

    private @Nullable OrderView live(
            final long uid, final Listing listing, final @Nullable Long orderId, final @Nullable String clientId) {
        final List<OrderView> found = new ArrayList<>();
        final Long id = orderId == null && clientId != null ? SpotOrderShapes.idOf(clientId) : orderId;
        if (id != null) {
            found.addAll(book.find(uid, id));
            book.find(uid, id - OrderDoor.STOP_OF_LIST).stream()
                    .filter(SpotLists::isOfList)
                    .forEach(found::add);
        }
        final OrderView own = clientId == null ? null : book.byClient(uid, clientId);
        if (own != null) {
            found.add(own);
        }
        found.removeIf(order -> order.remaining() == 0);
        return named(found, listing, orderId, clientId);
    }

    /** The list with an id or a client id, live or closed; null for none. */
    @Nullable
    OrderView list(final long uid, final @Nullable Long listId, final @Nullable String name) {
        final List<OrderView> found = new ArrayList<>();
        if (listId != null) {
            found.addAll(book.find(uid, listId));
        } else if (name != null) {
            final OrderView named = book.byClient(uid, name);
            if (named != null) {
                found.add(named);
            }
        }
        return found.stream()
                .filter(SpotLists::isOfList)
                .filter(list -> name == null || SpotLists.listName(list).equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * The live orders of a user, the oldest first. They are read in parts, so that no thread waits long for the book.
     *
     * @param symbol the symbol of the orders; 0 for all
     * @throws Problem if there are more than an answer can have
     */
    List<OrderView> live(final long uid, final int symbol) {
        final List<OrderView> found = new ArrayList<>();
        OrderPlace place = OrderPlace.before(Long.MAX_VALUE, Long.MAX_VALUE);
        while (found.size() < MAX_OPEN) {
            final List<OrderView> part = book.before(place, uid, symbol, true, false, PART);
            found.addAll(part);
            if (part.size() < PART) {
                Collections.reverse(found);
                return found;
            }
            place = OrderPlace.of(part.get(PART - 1));
        }
        throw SpotErrors.of(
                SpotErrors.NOT_VALID, "More than " + MAX_OPEN + " open orders: GET /v1/orders lists them in pages.");
    }

    /**
     * The first live orders of a user from an id on, by ascending id, that were placed within a span of time.
     *
     * @param start the start of the span, in ms
     * @param end the end of the span, in ms, inclusive
     * @throws Problem if too many orders would have to be read
     */
    List<OrderView> liveFrom(
            final long uid, final int symbol, final long orderId, final long start, final long end, final int limit) {
        final List<OrderView> found = new ArrayList<>();
        long next = orderId;
        for (int read = 0; read < MAX_OPEN; read += PART) {
            final List<OrderView> part = book.liveFrom(uid, symbol, next, PART);
            part.stream().filter(order -> isPlaced(order, start, end)).forEach(found::add);
            if (part.size() < PART || found.size() >= limit) {
                return found;
            }
            next = part.get(PART - 1).orderId() + 1;
        }
        throw SpotErrors.of(
                SpotErrors.NOT_VALID,
                "More than " + MAX_OPEN + " open orders from orderId on: use startTime and endTime without orderId.");
    }

    /** Returns whether an order was placed within a span of time, both ends in ms, inclusive. */
    static boolean isPlaced(final OrderView order, final long start, final long end) {
        final long ms = SpotMarketShapes.millis(order.placedNs());
        return ms >= start && ms <= end;
    }

    private static @Nullable OrderView named(
            final List<OrderView> orders,
            final Listing listing,
            final @Nullable Long orderId,
            final @Nullable String clientId) {
        for (final OrderView order : orders) {
            if (order.symbol() == listing.symbol()) {
                for (final OrderView shown : SpotLists.orders(order)) {
                    if ((orderId == null || shown.orderId() == orderId)
                            && (clientId == null
                                    || SpotOrderShapes.clientId(shown).equals(clientId))) {
                        return shown;
                    }
                }
            }
        }
        return null;
    }
}
