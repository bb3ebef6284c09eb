package io.daybook.engine;

import io.daybook.engine.matching.BooksCopy;
import io.daybook.engine.matching.OrderBooks;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import io.daybook.risk.RiskStateCopy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The whole logical state of one moment, in two parts that can be written by two threads. It does not depend on the
 * engine that it was copied from, on the price indexes of its books or on the number of matching threads.
 */
public final class EngineStateCopy {
    private final RiskStateCopy risk;
    private final List<BooksCopy> shards;

    EngineStateCopy(final RiskStateCopy risk, final List<BooksCopy> shards) {
        this.risk = risk;
        this.shards = List.copyOf(shards);
    }

    /** Whether users have settings; their records are of a kind that older versions of the program cannot read. */
    public boolean hasSettings() {
        return risk.hasSettings();
    }

    /** Whether orders have terms; their records are of kinds that older versions of the program cannot read. */
    public boolean hasTerms() {
        return shards.stream().anyMatch(BooksCopy::hasSpecials);
    }

    /** Writes symbols, currencies, users, accounts and positions in canonical order. */
    public void writeRisk(final StateWriter writer) {
        risk.writeState(writer);
    }

    /** Writes books and orders in canonical order. */
    public void writeBooks(final StateWriter writer) {
        final List<Book> books = new ArrayList<>();
        for (final BooksCopy shard : shards) {
            final BooksCopy.Orders orders = shard.sortOrders(risk::uid);
            for (int at = 0; at < shard.bookCount(); at++) {
                books.add(new Book(shard, orders, at));
            }
        }
        books.sort(Comparator.comparingInt(book -> book.shard.symbol(book.at)));
        books.forEach(book -> book.shard.writeBook(book.at, writer));
        books.forEach(book -> book.orders.write(book.at, writer));
        for (final StateRecordType type : OrderBooks.specialRecords()) {
            books.forEach(book -> book.shard.writeSpecials(book.at, type, writer));
        }
    }

    /** A book in its shard. */
    private record Book(BooksCopy shard, BooksCopy.Orders orders, int at) {}
}
