package io.daybook.perf.workload;

/** An order as the naive venue sees it. */
final class NaiveOrder {
    final SymbolSetup symbol;
    final int type;
    final boolean bid;
    final long uid;
    final long orderId;
    long reserve;
    long size;
    long price;
    long remaining;

    NaiveOrder(
            final SymbolSetup symbol,
            final int type,
            final boolean bid,
            final long uid,
            final long orderId,
            final long price,
            final long reserve,
            final long size) {
        this.symbol = symbol;
        this.type = type;
        this.bid = bid;
        this.uid = uid;
        this.orderId = orderId;
        this.reserve = reserve;
        this.size = size;
        this.price = price;
        remaining = size;
    }
}
