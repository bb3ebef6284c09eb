package io.daybook.model;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The command of a scenario line, with the values of the line, in range or not. */
public sealed interface Command {

    /** Whether this is a query, which changes nothing and takes no number. */
    default boolean isQuery() {
        return false;
    }

    /** Both {@code add_symbol} and {@code add_symbols}. */
    record AddSymbols(List<Spec> specs) implements Command {}

    record AddUser(long uid) implements Command {}

    record AddAccounts(SortedMap<Long, SortedMap<Integer, Long>> amounts) implements Command {}

    record Adjust(long uid, int currency, long amount, long txid) implements Command {}

    record SuspendUser(long uid) implements Command {}

    record ResumeUser(long uid) implements Command {}

    record Place(
            long uid,
            int symbol,
            long orderId,
            Side side,
            OrderType type,
            long price,
            long reservePrice,
            long size,
            Terms terms)
            implements Command {

        /** Creates a command for an order without terms. */
        public Place(
                final long uid,
                final int symbol,
                final long orderId,
                final Side side,
                final OrderType type,
                final long price,
                final long reservePrice,
                final long size) {
            this(uid, symbol, orderId, side, type, price, reservePrice, size, Terms.NONE);
        }

        /** The same order at another price, and with the default reserve price. */
        public Place withPrice(final long otherPrice) {
            return new Place(uid, symbol, orderId, side, type, otherPrice, 0, size, terms);
        }

        /** The same order with another size. */
        public Place withSize(final long otherSize) {
            return new Place(uid, symbol, orderId, side, type, price, reservePrice, otherSize, terms);
        }
    }

    /** A new order id, trigger or stop price of 0 keeps the old one. */
    record Replace(
            long uid,
            int symbol,
            long orderId,
            long newOrderId,
            long price,
            long size,
            long reservePrice,
            long trigger,
            long stopPrice)
            implements Command {}

    /** A uid or symbol of 0, and no side, stand for all. */
    record MassCancel(long uid, int symbol, @Nullable Side side, boolean flagged, boolean suspend) implements Command {}

    record Tick(int symbol) implements Command {}

    /** Fields that are null stay as they are. */
    record SetUser(
            long uid,
            int symbol,
            @Nullable StpMode stpMode,
            @Nullable Long stpGroup,
            @Nullable Long maxOpenOrders) implements Command {}

    record Move(long uid, int symbol, long orderId, long price) implements Command {}

    record Reduce(long uid, int symbol, long orderId, long size) implements Command {}

    record Cancel(long uid, int symbol, long orderId) implements Command {}

    record Snapshot() implements Command {}

    record Nop() implements Command {}

    record Reset() implements Command {}

    record BookRequest(int symbol, int depth) implements Command {
        @Override
        public boolean isQuery() {
            return true;
        }
    }

    record UserReport(long uid, int maxOrders, int afterSymbol, long afterOrderId) implements Command {
        @Override
        public boolean isQuery() {
            return true;
        }
    }

    record TotalsReport() implements Command {
        @Override
        public boolean isQuery() {
            return true;
        }
    }

    record StateHash() implements Command {
        @Override
        public boolean isQuery() {
            return true;
        }
    }
}
