package io.daybook.engine.matching;

import io.daybook.api.OrderBookType;

/** The contract of order books on the index RADIX. */
class RadixOrderBookTest extends OrderBookContractTest {
    @Override
    OrderBookType type() {
        return OrderBookType.RADIX;
    }
}
