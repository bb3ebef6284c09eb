package io.daybook.server.orders;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Term;
import io.daybook.wire.OrderNumbers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands of HTTP and of bots into the ring without waiting, and returns their results. An order with a client
 * id is placed at most once, even if it is sent again. Any thread.
 */
public final class OrderDoor implements OperatorDoor {
    /**
     * The difference between the id of a list and the id of its waiting order. No other order or command gets that id.
     */
    public static final int STOP_OF_LIST = 1;

    private static final byte[] NO_TAG = {};

    private final Exchange exchange;
    private final OrdersBook book;
    private final OrdersFollower follower;
    private final AtomicLong lastId;

    private volatile BooleanSupplier isOpen = () -> true;
    private volatile ClientIds clientIds = ClientIds.USUAL;

    /** Orders that were sent and have no result yet, by user and client id; guarded by itself. */
    private final Map<Named, InFlight> inFlight = new HashMap<>();

    private record Named(long uid, String clientOrderId) {}

    private record InFlight(long bodyHash, CompletableFuture<Outcome> answer) {}

    /**
     * The result of a request to place an order.
     *
     * @param outcome completes with the first answer, on a thread of the exchange: the caller must continue on another
     *     thread
     * @param isDuplicate whether the order had been sent before
     */
    public record Placed(CompletableFuture<Outcome> outcome, boolean isDuplicate) {}

    /** Thrown if the client id was used for another order. */
    public static final class UsedIdException extends Exception {
        private static final long serialVersionUID = 1;

        UsedIdException(final String clientOrderId) {
            super("the client id was used for another order: " + clientOrderId, null, false, false);
        }
    }

    /** Makes a door to an exchange. The follower must have received all results of the recovery. */
    public OrderDoor(final Exchange exchange, final OrdersBook book, final OrdersFollower follower) {
        this.exchange = exchange;
        this.book = book;
        this.follower = follower;
        this.lastId = new AtomicLong(book.lastId());
    }

    /** Sets another source of client ids. */
    public void clientIds(final ClientIds names) {
        clientIds = names;
    }

    /** Makes the client id of an order; see {@link ClientIds#name}. */
    public String clientId(final @Nullable String signed, final Supplier<String> usual) {
        return clientIds.name(signed, usual);
    }

    /** Sets the condition for orders with client ids: that an operator has admitted them after a restore. */
    public void namedWhile(final BooleanSupplier open) {
        isOpen = open;
    }

    /**
     * Returns whether orders are accepted whose client ids come from their senders. After a restore, such an order may
     * already have been placed in the lost history, and its sender may not want to place it again.
     */
    public boolean takesNamed() {
        final BooleanSupplier open = isOpen;
        if (!open.getAsBoolean()) {
            return false;
        }
        isOpen = () -> true; // stays true: the disk is not read again
        return true;
    }

    /**
     * The result of an order that this user has sent with a client id before, if the order is in progress or its id is
     * still kept; null for a new id.
     *
     * @throws UsedIdException if the client id belongs to another request
     */
    public @Nullable Placed before(final long uid, final String clientOrderId, final long bodyHash)
            throws UsedIdException {
        synchronized (inFlight) {
            for (final String name : ListNames.names(clientOrderId)) {
                final InFlight before = inFlight.get(new Named(uid, name));
                if (before != null) {
                    return new Placed(same(before.bodyHash, bodyHash, name, before.answer), true);
                }
                final OrdersBook.Known known = book.known(uid, name);
                if (known != null) {
                    final CompletableFuture<Outcome> first = CompletableFuture.completedFuture(known.first());
                    return new Placed(same(known.bodyHash(), bodyHash, name, first), true);
                }
            }
            return null;
        }
    }

    /** Places an order whose sender gave a price; see {@link #place(int, PlaceOrder, String, long, boolean)}. */
    public Placed place(final int key, final PlaceOrder order, final String clientOrderId, final long bodyHash)
            throws RingFullException, UsedIdException {
        return place(key, order, clientOrderId, bodyHash, false);
    }

    /**
     * Places an order, unless this user has placed one with the same client id before.
     *
     * @param key the number of the sender's key
     * @param order the order, without an id: it gets one, and also the next id if it is a list or has an exit
     * @param clientOrderId the sender's own id, or {@link ListNames#text}
     * @param bodyHash the hash of the request
     * @param isMarket whether the sender gave no price
     * @throws RingFullException if nothing was sent
     * @throws UsedIdException if the client id belongs to another request
     */
    public Placed place(
            final int key,
            final PlaceOrder order,
            final String clientOrderId,
            final long bodyHash,
            final boolean isMarket)
            throws RingFullException, UsedIdException {
        synchronized (inFlight) {
            final Placed before = before(order.uid(), clientOrderId, bodyHash);
            if (before != null) {
                return before;
            }
            final boolean hasExit = order.terms().has(Term.EXIT_ORDER_ID);
            final long id = nextId();
            final long last = hasExit || ListNames.of(clientOrderId) != null ? nextId() : id;
            final PlaceOrder named = new PlaceOrder(
                    order.uid(),
                    order.symbol(),
                    id,
                    order.side(),
                    order.orderType(),
                    order.price(),
                    order.reservePrice(),
                    order.size(),
                    hasExit ? withExit(order.terms(), last) : order.terms());
            final CompletableFuture<Outcome> answer =
                    send(named, id, last, new OrderTag(key, bodyHash, clientOrderId, isMarket).encode());
            final InFlight sent = new InFlight(bodyHash, answer);
            final List<Named> names = ListNames.names(clientOrderId).stream()
                    .map(name -> new Named(order.uid(), name))
                    .toList();
            names.forEach(name -> inFlight.put(name, sent));
            final CompletableFuture<?> unused = answer.whenComplete((outcome, failure) -> remove(names));
            return new Placed(answer, false);
        }
    }

    private static OrderTerms withExit(final OrderTerms terms, final long id) {
        final OrderTerms.Builder builder = OrderTerms.builder();
        for (final Term term : Term.values()) {
            if (terms.has(term)) {
                builder.set(term, term == Term.EXIT_ORDER_ID ? id : terms.get(term));
            }
        }
        return builder.build();
    }

    @Override
    public CompletableFuture<Outcome> submit(final Command command) throws RingFullException {
        synchronized (inFlight) {
            final long id = nextId();
            return send(command, id, id, NO_TAG);
        }
    }

    @Override
    public int inFlight() {
        return follower.waitingCount();
    }

    /** Removes the names of orders that are in the book now, or were not placed. */
    private void remove(final List<Named> names) {
        synchronized (inFlight) {
            names.forEach(inFlight::remove);
        }
    }

    private static CompletableFuture<Outcome> same(
            final long before, final long now, final String clientOrderId, final CompletableFuture<Outcome> answer)
            throws UsedIdException {
        if (before != now) {
            throw new UsedIdException(clientOrderId);
        }
        return answer;
    }

    /** Sends a command with the ids that were taken last; the last id is its cookie. Guarded by {@link #inFlight}. */
    private CompletableFuture<Outcome> send(final Command command, final long first, final long id, final byte[] tag)
            throws RingFullException {
        final CompletableFuture<Outcome> answer = follower.await(id);
        boolean isSent = false;
        try {
            final Optional<CompletableFuture<CommandResult>> sent =
                    exchange.trySubmit(OrdersFollower.NAME, command, id, tag);
            if (sent.isEmpty()) {
                throw new RingFullException();
            }
            final CompletableFuture<?> unused = sent.get().whenComplete((result, failure) -> abandon(id, failure));
            isSent = true;
        } finally {
            if (!isSent) {
                follower.forget(id);
                lastId.set(first - 1); // OrdersBook.beginIdsBehind relies on at most two ids per command
            }
        }
        return answer;
    }

    /** Fails the wait for a command if the exchange ended before the command had a result. */
    private void abandon(final long id, final @Nullable Throwable failure) {
        if (failure != null) {
            follower.fail(id, failure);
        }
    }

    private long nextId() {
        final long id = lastId.incrementAndGet();
        if (id > OrderNumbers.LAST_HTTP) {
            throw new IllegalStateException("the ids of HTTP are used up: id=" + id);
        }
        return id;
    }
}
