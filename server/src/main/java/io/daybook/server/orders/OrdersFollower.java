package io.daybook.server.orders;

import io.daybook.api.CommandType;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.RestingOrder;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.sessions.outbox.Histories;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Gives the book of orders every result once, keeps the book in the snapshots of the exchange, and answers senders. */
public final class OrdersFollower implements Follower {
    /** The name of the follower in a folder; doors with this follower may use ids above 2^42. */
    public static final String NAME = "orders";

    private static final int NAMED_ORDERS = 5;

    private final OrdersBook book;
    private final UserIds users = new UserIds();
    private Histories.Current history = Histories.Current.FIRST;
    private final Map<Long, CompletableFuture<Outcome>> waiting = new ConcurrentHashMap<>();

    public OrdersFollower(final OrdersBook book) {
        this.book = book;
    }

    /** Sets the history of the folder. Called before the follower's part is restored. */
    public void in(final Histories.Current present) {
        history = present;
    }

    /**
     * Registers a sender that waits for the result with a cookie.
     *
     * @return the answer, which completes on the follower's thread: the caller must continue on another thread
     */
    CompletableFuture<Outcome> await(final long cookie) {
        final CompletableFuture<Outcome> answer = new CompletableFuture<>();
        waiting.put(cookie, answer);
        return answer;
    }

    /** Ends the wait for a result. */
    void forget(final long cookie) {
        waiting.remove(cookie);
    }

    /** Fails a wait if the exchange ended before there was a result. */
    void fail(final long cookie, final Throwable cause) {
        final CompletableFuture<Outcome> answer = waiting.remove(cookie);
        if (answer != null) {
            answer.completeExceptionally(cause);
        }
    }

    /** The number of results that senders wait for. */
    int waitingCount() {
        return waiting.size();
    }

    /** All users. No part of a snapshot has them, because the recovered state does. */
    public UserIds users() {
        return users;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
        book.seq(seq);
        state.forEachUser(users::add);
        final long begun = history.beginningBehind(seq);
        if (part != null) {
            book.in(begun);
            final OrdersPart.Copy copy = OrdersPart.read(part);
            book.restore(copy);
            if (!copy.hasTerms()) {
                state.forEachOrder(book::recall);
            }
            return;
        }
        book.beginIdsBehind(seq);
        if (begun != 0) {
            book.raise(begun); // the lost history may have given ids that the copied journal lacks
        }
        final List<String> alien = new ArrayList<>();
        state.forEachOrder((final RestingOrder order) -> {
            if (OrderNumbers.isOfHttp(order.orderId()) && alien.size() < NAMED_ORDERS) {
                alien.add("symbol " + order.symbol() + " order " + order.orderId() + " of user " + order.uid());
            }
            book.begin(order);
        });
        if (!alien.isEmpty()) {
            throw new IllegalStateException("live orders have ids that belong to a server, and no server was attached"
                    + " when they were placed: " + String.join(", ", alien)
                    + "; cancel them before you start a server");
        }
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        final Outcome outcome = book.onResult(result);
        if (result.isSuccess() && result.typeCode() == CommandType.ADD_USER.code()) {
            users.add(result.uid());
        } else if (result.isSuccess() && result.typeCode() == CommandType.RESET.code()) {
            users.clear();
        }
        if (outcome != null) {
            final CompletableFuture<Outcome> answer = waiting.remove(result.cookie());
            if (answer != null) {
                answer.complete(outcome);
            }
        }
    }

    @Override
    public FollowerPart capture() {
        return OrdersPart.of(book.copy());
    }
}
