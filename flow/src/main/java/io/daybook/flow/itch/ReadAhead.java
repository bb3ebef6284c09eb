package io.daybook.flow.itch;

import io.daybook.client.book.BookAhead;
import io.daybook.client.book.OrderLevels;

/** Announces the orders of the next messages to the books, before these messages are passed on one by one. */
final class ReadAhead {
    /** Half the number of orders that can be announced, because a replacement has two. */
    private static final int MESSAGES = BookAhead.CAPACITY / 2;

    private final BookAhead books;
    private final AddOrder add = new AddOrder();
    private final OrderReplaced replaced = new OrderReplaced();

    ReadAhead(final BookAhead books) {
        this.books = books;
    }

    /**
     * Prefetches for complete messages of correct lengths. Returns the offset of the first message that it did not
     * reach.
     */
    int look(final byte[] bytes, final int from, final int end) {
        int at = from;
        for (int i = 0; i < MESSAGES && end - at > Short.BYTES; i++) {
            final int length = ItchParser.lengthOf(bytes[at + Short.BYTES]);
            if (length == 0 || length != ItchMessage.u16(bytes, at) || end - at - Short.BYTES < length) {
                break;
            }
            announce(bytes, at + Short.BYTES);
            at += Short.BYTES + length;
        }
        books.fetch();
        return at;
    }

    private void announce(final byte[] bytes, final int at) {
        switch (bytes[at]) {
            case AddOrder.TYPE, AddAttributedOrder.TYPE -> {
                add.wrap(bytes, at);
                final int side = add.side() == 'S' ? OrderLevels.ASK : OrderLevels.BID;
                books.arrival(add.locate(), side, add.price(), add.reference());
            }
            case OrderExecuted.TYPE, OrderExecutedAtPrice.TYPE, OrderCancelled.TYPE, OrderDeleted.TYPE -> {
                replaced.wrap(bytes, at);
                books.order(replaced.reference());
            }
            case OrderReplaced.TYPE -> {
                replaced.wrap(bytes, at);
                books.order(replaced.reference());
                books.order(replaced.newReference());
            }
            default -> {}
        }
    }
}
