package io.daybook.engine;

import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.state.InvalidStateException;
import io.daybook.kernel.state.StateReader;
import io.daybook.risk.RiskEngine;

/** Takes a state back, record by record, and believes none that cannot be. */
final class StateRestore {
    private final RiskEngine risk;
    private final BookShards shards;

    StateRestore(final RiskEngine risk, final BookShards shards) {
        this.risk = risk;
        this.shards = shards;
    }

    /**
     * Takes the reader's current record.
     *
     * @throws InvalidStateException naming what is wrong with it
     */
    void restore(final StateReader reader) {
        switch (reader.type()) {
            case SYMBOL -> {
                risk.restore(reader);
                shards.restoreSymbol(risk.spec(risk.symbolCount() - 1));
            }
            case BOOK -> {
                risk.restore(reader);
                final long nextTradeId = reader.get(1);
                require(reader, nextTradeId >= 1, "trade ids count from 1", nextTradeId);
                shards.restoreBook(reader, knownSymbol(reader));
            }
            case ORDER -> restoreOrder(reader);
            case CURRENCY, USER, ACCOUNT, POSITION -> risk.restore(reader);
        }
    }

    private void restoreOrder(final StateReader reader) {
        final int symbolIndex = knownSymbol(reader);
        final SymbolSpec spec = risk.spec(symbolIndex);
        final long side = reader.get(1);
        final long price = reader.get(2);
        final long orderId = reader.get(4);
        final long uid = reader.get(5);
        final long type = reader.get(6);
        final long reserve = reader.get(7);
        final long size = reader.get(8);
        final long remaining = reader.get(9);
        final boolean isBid = side == Side.BID.code();
        final int userIndex = risk.userIndex(uid);
        require(reader, isBid || side == Side.ASK.code(), "unknown side", side);
        require(reader, price >= spec.minPrice() && price <= spec.maxPrice(), "price out of limits", price);
        require(reader, orderId >= 1, "order id must be from 1", orderId);
        require(reader, userIndex != CommandSlot.UNKNOWN_INDEX, "unknown user", uid);
        require(
                reader,
                type == OrderType.GTC.code() || type == OrderType.POST_ONLY.code(),
                "no such order rests",
                type);
        final boolean isReserveRight =
                isBid && !spec.isFutures() ? reserve >= price && reserve <= spec.maxPrice() : reserve == 0;
        require(reader, isReserveRight, "reserve price against side and price", reserve);
        require(reader, size >= 1 && size <= Limits.MAX_SIZE, "size out of limits", size);
        require(reader, remaining >= 1 && remaining <= size, "remaining must be 1 to size", remaining);
        shards.restoreOrder(reader, symbolIndex, userIndex);
        risk.restoreOrder(userIndex);
    }

    private int knownSymbol(final StateReader reader) {
        final long symbol = reader.get(0);
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
