package io.daybook.engine.matching;

import io.daybook.api.OrderBookType;

/** The contract of order books on the index AVL. */
class AvlOrderBookTest extends OrderBookContractTest {
    @Override
    OrderBookType type() {
        return OrderBookType.AVL;
    }
}
