package io.daybook.server;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.OnFailure;
import io.daybook.server.api.AskedUsers;
import io.daybook.server.api.Users;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.history.HistoryFollower;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.metrics.VenueCounts;
import io.daybook.server.orders.OperatorDoor;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.OrdersFollower;
import io.daybook.server.orders.PlainDoor;
import io.daybook.sessions.outbox.Histories;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The book of orders and the history of the market, each of which follows the exchange only if the venue serves its
 * data. A part that does not follow stays empty and unused.
 */
final class Folds {
    private final Offer offer;
    private final OrdersBook book = new OrdersBook();
    private final MarketHistory history = new MarketHistory();
    private final OrdersFollower orders = new OrdersFollower(book);

    /** @param history the history of the exchange's folder */
    Folds(final Offer offer, final Histories.Current history) {
        this.offer = offer;
        orders.in(history);
    }

    OrdersBook book() {
        return book;
    }

    MarketHistory history() {
        return history;
    }

    /** The followers of the parts that the venue serves data from. */
    List<Attachment> attachments() {
        final List<Attachment> attachments = new ArrayList<>();
        if (offer.orders()) {
            attachments.add(new Attachment(orders, OnFailure.HALT));
        }
        if (offer.history()) {
            attachments.add(new Attachment(new HistoryFollower(history), OnFailure.DETACH));
        }
        return attachments;
    }

    /** The seq up to which these parts have followed a recovery; 0 if neither follows. */
    long recoveredSeq() {
        return Math.max(book.seq(), history.seq());
    }

    /**
     * The tag of the command that must run before woken orders (orders whose trigger was met) have updates; empty if
     * that command has run.
     */
    byte[] mark() {
        return offer.orders() && !book.tellsWoken() ? OrdersBook.markOfWoken() : new byte[0];
    }

    /** The door of orders; unused if the venue serves no orders. */
    OrderDoor orderDoor(final Exchange exchange) {
        return new OrderDoor(exchange, book, orders);
    }

    /** The door of operators. */
    OperatorDoor commandDoor(final Exchange exchange, final OrderDoor ofOrders) {
        return offer.orders() ? ofOrders : new PlainDoor(exchange);
    }

    /** The users of the exchange. */
    Users users(final Waiting waiting, final VenueCounts counts) {
        return offer.orders()
                ? (uid, most) -> CompletableFuture.completedFuture(
                        new Users.Part(boxed(orders.users().above(uid, most)), book.seq()))
                : new AskedUsers(waiting, counts::userChanges);
    }

    private static List<Long> boxed(final long[] uids) {
        return Arrays.stream(uids).boxed().toList();
    }

    /** The number of live orders; null if they are not counted. */
    @Nullable
    IntSupplier ordersLive() {
        return offer.orders() ? book::liveCount : null;
    }

    /** The last command whose effect a book can show. */
    LongSupplier delivered(final VenueCounts counts) {
        return offer.history() ? history::seq : counts::seq;
    }
}
