package io.daybook.engine;

import io.daybook.api.ResultCode;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.BookTypes;
import io.daybook.engine.matching.BooksCopy;
import io.daybook.engine.matching.OrderBooks;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.book.OrderVisitor;
import io.daybook.engine.matching.terms.DueListener;
import io.daybook.engine.matching.terms.MassCancelling;
import io.daybook.engine.matching.terms.SpecialRestore;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import io.daybook.risk.ReplacedOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * All books, in one or several shards: the book with index i is in shard i modulo the number of shards. Each matching
 * thread has a shard with its own event ring; a caller that works on all shards at once must stop these threads first.
 */
final class BookShards {
    private final OrderBooks[] shards;

    /** Creates one shard for each event ring. */
    BookShards(final BookTypes types, final List<EventRing> events, final HashSecret secret) {
        this.shards = new OrderBooks[events.size()];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new OrderBooks(types, events.get(i), i, shards.length, secret);
        }
    }

    int count() {
        return shards.length;
    }

    OrderBooks shard(final int index) {
        return shards[index];
    }

    /** Does the match step of a command on all shards, one after the other. */
    void match(final CommandSlot slot) {
        for (final OrderBooks shard : shards) {
            shard.match(slot);
        }
    }

    /** See {@link OrderBooks#dueListener}. */
    void dueListener(final DueListener listener, final long timeNs) {
        for (final OrderBooks shard : shards) {
            shard.dueListener(listener, timeNs);
        }
    }

    /** See {@link OrderBooks#maxLook}. */
    void maxLook(final int levels) {
        for (final OrderBooks shard : shards) {
            shard.maxLook(levels);
        }
    }

    OrderBook book(final int symbolIndex) {
        return shards[symbolIndex % shards.length].book(symbolIndex);
    }

    /** See {@link OrderBooks#watch}. */
    void watch(final int symbolIndex, final boolean on) {
        shards[symbolIndex % shards.length].watch(symbolIndex, on);
    }

    int orderCount() {
        int count = 0;
        for (final OrderBooks shard : shards) {
            count += shard.orderCount();
        }
        return count;
    }

    void ordersOf(final int userIndex, final OrderVisitor visitor) {
        for (final OrderBooks shard : shards) {
            shard.ordersOf(userIndex, visitor);
        }
    }

    void validate() {
        for (final OrderBooks shard : shards) {
            shard.validate();
        }
    }

    void hashState(final StateHasher hasher) {
        for (final OrderBooks shard : shards) {
            shard.hashState(hasher);
        }
    }

    /**
     * Writes the BOOK records of all books, then the ORDER records, then those of orders with terms, each kind by
     * symbol id; the number of shards makes no difference.
     */
    void writeState(final StateWriter writer) {
        final List<OrderBook> sorted = new ArrayList<>();
        for (int index = 0; index < shards[0].bookCount(); index++) {
            sorted.add(book(index));
        }
        sorted.sort(Comparator.comparingInt(book -> book.spec().symbol()));
        sorted.forEach(book -> OrderBooks.writeBook(book, writer));
        sorted.forEach(book -> OrderBooks.writeOrders(book, writer));
        for (final StateRecordType type : OrderBooks.specialRecords()) {
            sorted.forEach(book -> OrderBooks.writeSpecials(type, book, writer));
        }
    }

    /** Copies the state that {@link #writeState} writes. */
    List<BooksCopy> copyState() {
        return Stream.of(shards).map(OrderBooks::copyState).toList();
    }

    /** Adds the next symbol of a restored state, in the order in which symbols were added. */
    void restoreSymbol(final SymbolSpec spec) {
        for (final OrderBooks shard : shards) {
            shard.restoreSymbol(spec);
        }
    }

    void restoreBook(final StateReader reader, final int symbolIndex) {
        shards[symbolIndex % shards.length].restoreBook(reader, symbolIndex);
    }

    /** Creates the object that restores orders with terms. */
    SpecialRestore newSpecialRestore() {
        return OrderBooks.newSpecialRestore(index -> shards[index % shards.length]);
    }

    /** Does the checks of a REPLACE_ORDER that need its book. */
    ResultCode checkReplace(final CommandSlot slot, final ReplacedOrder order) {
        return shards[slot.symbolIndex() % shards.length].checkReplace(slot, order);
    }

    /** Does the checks of a REPLACE_ORDER that follow those of its funds. */
    ResultCode checkReplacedPrices(final CommandSlot slot) {
        return shards[slot.symbolIndex() % shards.length].checkReplacedPrices(slot);
    }

    /**
     * Carries out a MASS_CANCEL of all symbols for an existing user: cancels its orders by symbol and id, up to the
     * limit of a command.
     *
     * @param ring the ring of the events
     */
    void massCancel(final CommandSlot slot, final EventRing ring) {
        final List<long[]> found = new ArrayList<>();
        for (final OrderBooks shard : shards) {
            shard.massCancelling().begin(slot);
            shard.massCancelling()
                    .collectOf(
                            slot.userIndex(),
                            (id, index) ->
                                    found.add(new long[] {book(index).spec().symbol(), id, index}));
        }
        found.sort(Comparator.<long[]>comparingLong(row -> row[0]).thenComparingLong(row -> row[1]));
        final MassCancelling mass = shards[0].massCancelling();
        mass.begin(slot);
        boolean goesOn = true;
        for (int i = 0; i < found.size() && goesOn; i++) {
            final int index = (int) found.get(i)[2];
            goesOn = mass.cancel(shards[index % shards.length].specialBook(index), found.get(i)[1], ring);
        }
        if (mass.isFull()) {
            slot.more(true);
        }
    }

    void restoreOrder(final StateReader reader, final int symbolIndex, final int userIndex) {
        shards[symbolIndex % shards.length].restoreOrder(reader, symbolIndex, userIndex);
    }
}
