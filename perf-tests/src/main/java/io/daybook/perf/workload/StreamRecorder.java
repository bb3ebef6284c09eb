package io.daybook.perf.workload;

/** Writes commands to a stream, and counts their types and trades. */
final class StreamRecorder {
    private final CommandStream stream;
    private final long[] placed = new long[CommandRecord.FOK_BUDGET + 1];
    private long cancels;
    private long moves;
    private long reduces;
    private long replaces;
    private long tradingCommands;
    private long trades;

    StreamRecorder(final int commands) {
        stream = new CommandStream(commands);
    }

    CommandStream stream() {
        return stream;
    }

    StreamTotals totals() {
        return new StreamTotals(
                placed[CommandRecord.GTC],
                placed[CommandRecord.IOC],
                placed[CommandRecord.FOK_BUDGET],
                cancels,
                moves,
                reduces,
                replaces,
                tradingCommands,
                trades);
    }

    void place(
            final int symbol,
            final int type,
            final boolean bid,
            final long uid,
            final long orderId,
            final long price,
            final long reserve,
            final long size) {
        stream.appendPlace(
                symbol, type, bid ? CommandRecord.BID : CommandRecord.ASK, uid, orderId, price, reserve, size);
        placed[type]++;
    }

    void move(final int symbol, final RestingOrder order, final long price) {
        stream.appendMove(symbol, order.uid, order.orderId, price);
        moves++;
    }

    void reduce(final int symbol, final RestingOrder order, final long size) {
        stream.appendReduce(symbol, order.uid, order.orderId, size);
        reduces++;
    }

    /** Writes a replacement, with a new price and a new total size. */
    void replace(final int symbol, final RestingOrder order, final long price, final long size) {
        stream.appendReplace(symbol, order.uid, order.orderId, price, size);
        replaces++;
    }

    void cancel(final int symbol, final RestingOrder order) {
        stream.appendCancel(symbol, order.uid, order.orderId);
        cancels++;
    }

    /** Counts the trades of the command just written. */
    void traded(final long times) {
        if (times == 0) return;
        tradingCommands++;
        trades += times;
    }
}
