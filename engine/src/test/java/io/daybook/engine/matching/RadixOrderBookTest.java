package io.daybook.engine.matching;

import io.daybook.api.OrderBookType;
import io.daybook.engine.matching.book.OrderBookContractTest;

/** The contract of order books on the index RADIX. */
class RadixOrderBookTest extends OrderBookContractTest {
    @Override
    protected OrderBookType type() {
        return OrderBookType.RADIX;
    }
}
