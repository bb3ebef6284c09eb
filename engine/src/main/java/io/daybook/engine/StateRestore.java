package io.daybook.engine;

import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.terms.SpecialRestore;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.OrderTraits;
import io.daybook.kernel.money.Amounts;
import io.daybook.kernel.state.BookRecord;
import io.daybook.kernel.state.InvalidStateException;
import io.daybook.kernel.state.OrderRecord;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.risk.RiskEngine;

/** Restores a state record by record and rejects impossible records. */
final class StateRestore {
    private final RiskEngine risk;
    private final BookShards shards;

    private final SpecialRestore specials;

    StateRestore(final RiskEngine risk, final BookShards shards) {
        this.risk = risk;
        this.shards = shards;
        this.specials = shards.newSpecialRestore();
    }

    /**
     * Ends the restore after the last record.
     *
     * @throws InvalidStateException if records are missing
     */
    void end() {
        specials.end();
    }

    /**
     * Restores the reader's current record.
     *
     * @throws InvalidStateException if the record is impossible; the message names the fault
     */
    void restore(final StateReader reader) {
        switch (reader.type()) {
            case SYMBOL -> {
                risk.restore(reader);
                shards.restoreSymbol(risk.spec(risk.symbolCount() - 1));
            }
            case BOOK -> {
                risk.restore(reader);
                final long nextTradeId = BookRecord.nextTradeId(reader);
                require(reader, nextTradeId >= 1, "next trade id must be at least 1", nextTradeId);
                shards.restoreBook(reader, knownSymbol(reader, BookRecord.symbol(reader)));
            }
            case ORDER, DORMANT -> restoreOrder(reader);
            case TERMS -> specials.restoreTerms(reader, knownSymbol(reader, reader.get(0)));
            case SYMBOL_STATE -> specials.restoreState(reader, knownSymbol(reader, reader.get(0)));
            case EXIT -> restoreExit(reader);
            case CURRENCY, USER, ACCOUNT, POSITION, USER_SETTING -> risk.restore(reader);
        }
    }

    private void restoreExit(final StateReader reader) {
        final int symbolIndex = knownSymbol(reader, reader.get(0));
        final long uid = reader.get(3);
        final int userIndex = risk.userIndex(uid);
        require(reader, userIndex != CommandSlot.UNKNOWN_INDEX, "unknown user", uid);
        if (specials.restoreExit(reader, symbolIndex, userIndex)) {
            risk.restoreOrder(userIndex);
        }
        final long entryId = reader.get(2);
        if (entryId != 0 && risk.spec(symbolIndex).isFutures()) {
            final long lots = specials.lotsOf(symbolIndex, entryId);
            final boolean isBid = reader.get(4) == Side.ASK.code(); // the entry of an exit is on the other side
            require(
                    reader,
                    risk.restoreBracket(userIndex, symbolIndex, isBid, lots),
                    "lots of an entry must be pending",
                    lots);
        }
    }

    private void restoreOrder(final StateReader reader) {
        final int symbolIndex = knownSymbol(reader, OrderRecord.symbol(reader));
        final SymbolSpec spec = risk.spec(symbolIndex);
        final long side = OrderRecord.side(reader);
        final long price = OrderRecord.price(reader);
        final long orderId = OrderRecord.orderId(reader);
        final long uid = OrderRecord.uid(reader);
        final long type = OrderRecord.type(reader);
        final long reserve = OrderRecord.reserve(reader);
        final long size = OrderRecord.size(reader);
        final long remaining = OrderRecord.remaining(reader);
        final boolean isBid = side == Side.BID.code();
        final int userIndex = risk.userIndex(uid);
        require(reader, isBid || side == Side.ASK.code(), "unknown side", side);
        require(reader, price >= spec.minPrice() && price <= spec.maxPrice(), "price out of limits", price);
        require(reader, orderId >= 1, "order id must be at least 1", orderId);
        require(reader, userIndex != CommandSlot.UNKNOWN_INDEX, "unknown user", uid);
        final boolean isDormant = reader.type() == StateRecordType.DORMANT;
        final String noneSuch = isDormant ? "type cannot wait for a trigger" : "type cannot rest";
        require(reader, type == (int) type && mayLive((int) type, isDormant), noneSuch, type);
        require(reader, isBid || price >= Amounts.lowestCoveredAsk(spec), "price below the fee", price);
        final boolean isReserveRight =
                isBid && !spec.isFutures() ? reserve >= price && reserve <= spec.maxPrice() : reserve == 0;
        require(reader, isReserveRight, "reserve price contradicts side and price", reserve);
        require(reader, size >= 1 && size <= Limits.MAX_SIZE, "size out of limits", size);
        require(reader, remaining >= 1 && remaining <= size, "remaining must be 1 to size", remaining);
        if (isDormant) {
            specials.restoreDormant(reader, symbolIndex, userIndex);
        } else {
            shards.restoreOrder(reader, symbolIndex, userIndex);
        }
        risk.restoreOrder(userIndex);
    }

    /**
     * Whether orders of a type may live: an order that waits for a trigger may have any type except those with a
     * budget.
     */
    private static boolean mayLive(final int type, final boolean isDormant) {
        return isDormant ? OrderType.isKnown(type) && !OrderTraits.isBudget(type) : OrderTraits.rests(type);
    }

    private int knownSymbol(final StateReader reader, final long symbol) {
        final int index = symbol == (int) symbol ? risk.symbolIndex((int) symbol) : CommandSlot.UNKNOWN_INDEX;
        require(reader, index != CommandSlot.UNKNOWN_INDEX, "unknown symbol", symbol);
        return index;
    }

    private static void require(
            final StateReader reader, final boolean holds, final String otherwise, final long value) {
        if (!holds) {
            throw new InvalidStateException(reader.type(), otherwise + ": " + value);
        }
    }
}
