package io.daybook.gateway.fix.book;

/** Reports of an order of 12 lots at 15,400 ticks, 5 of which have traded, for tests of the texts of reports. */
public final class AnyReport {
    private static final long SIZE = 12;
    private static final long CUM = 5;
    private static final long PRICE = 15_400;

    private final Report report = new Report();

    /** Creates a report with a message type, ExecType and OrdStatus, for symbol 1. */
    public AnyReport(final char msgType, final char execType, final char ordStatus) {
        report.msgType = msgType;
        report.execType = execType;
        report.ordStatus = ordStatus;
        report.ordType = '2';
        report.timeInForce = '1';
        report.side = 1;
        report.symbol = 1;
        report.seq = 1;
        report.timeNs = 1;
        report.uid = 1;
        report.orderId = 1;
        report.price = PRICE;
        report.size = SIZE;
        report.cum = CUM;
        report.sumLow = CUM * PRICE;
        report.leaves = ordStatus == '0' || ordStatus == '1' ? SIZE - CUM : 0;
        report.clOrdId = "A";
    }

    /** Sets the reason of the report. */
    public AnyReport why(final Why why) {
        report.why = why;
        return this;
    }

    /** Sets the code for which the request was refused; {@code responseTo} is 434, or 0. */
    public AnyReport refused(final int source, final int code, final char responseTo) {
        report.source = source;
        report.code = code;
        report.responseTo = responseTo;
        report.origClOrdId = responseTo == 0 ? "" : "O";
        return this;
    }

    /** Adds a trade to the report. */
    public AnyReport traded(final boolean isMaker) {
        report.flags |= isMaker ? Report.FLAG_MAKER : Report.FLAG_TAKER;
        report.lastSize = CUM;
        report.lastPrice = PRICE;
        report.tradeId = 1;
        return this;
    }

    /** Makes the report a copy for a session other than the order's. */
    public AnyReport copied() {
        report.flags |= Report.FLAG_DROP_COPY;
        return this;
    }

    /** Removes everything about the order, so that its symbol is the text of the client. */
    public AnyReport unknown() {
        report.symbol = 0;
        report.orderId = 0;
        report.symbolText = "NONE";
        return this;
    }

    /** The report after it was written to a stream and read again. */
    public Report report() {
        final ByteCursor bytes = Report.buffer();
        report.encode(bytes, true);
        return Report.decode(bytes.array(), 0, bytes.position());
    }
}
