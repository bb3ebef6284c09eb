package io.daybook.perf.workload;

/** Writes commands to a stream and counts what they are and do. */
final class StreamRecorder {
    private final CommandStream stream;
    private final long[] placed = new long[CommandRecord.FOK_BUDGET + 1];
    private long cancels;
    private long moves;
    private long reduces;
    private long tradingCommands;
    private long trades;
    private long tradedLots;
    private long rejections;
    private long rejectedLots;

    StreamRecorder(int commands) {
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
                tradingCommands,
                trades,
                tradedLots,
                rejections,
                rejectedLots);
    }

    void place(int symbol, int type, boolean bid, long uid, long orderId, long price, long reserve, long size) {
        stream.appendPlace(
                symbol, type, bid ? CommandRecord.BID : CommandRecord.ASK, uid, orderId, price, reserve, size);
        placed[type]++;
    }

    void move(int symbol, RestingOrder order, long price) {
        stream.appendMove(symbol, order.uid, order.orderId, price);
        moves++;
    }

    void reduce(int symbol, RestingOrder order, long size) {
        stream.appendReduce(symbol, order.uid, order.orderId, size);
        reduces++;
    }

    void cancel(int symbol, RestingOrder order) {
        stream.appendCancel(symbol, order.uid, order.orderId);
        cancels++;
    }

    /** The command just written traded so often and so much. */
    void traded(long times, long lots) {
        if (times == 0) return;
        tradingCommands++;
        trades += times;
        tradedLots += lots;
    }

    /** The command just written had these lots rejected. */
    void rejected(long lots) {
        rejections++;
        rejectedLots += lots;
    }
}
