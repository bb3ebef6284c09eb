package io.daybook.engine.matching;

import io.daybook.api.OrderBookType;

/** The contract of order books on the index LADDER. */
class LadderOrderBookTest extends OrderBookContractTest {
    @Override
    OrderBookType type() {
        return OrderBookType.LADDER;
    }
}
