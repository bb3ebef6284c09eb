package io.daybook.engine.matching;

import io.daybook.api.OrderBookType;
import io.daybook.engine.matching.book.OrderBookContractTest;

/** The contract of order books on the index AVL. */
class AvlOrderBookTest extends OrderBookContractTest {
    @Override
    protected OrderBookType type() {
        return OrderBookType.AVL;
    }
}
