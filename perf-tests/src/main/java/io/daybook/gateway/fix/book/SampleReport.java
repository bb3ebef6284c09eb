package io.daybook.gateway.fix.book;

import java.util.Arrays;

/** Gives a benchmark a report of a trade as the outbox keeps it; hence in this package. */
public final class SampleReport {
    private static final int ROOM = 512;
    private static final long TIME_NS = 1_700_000_000_123_000_000L;

    private SampleReport() {}

    /** A taker's trade of one lot in a listing. */
    public static byte[] encoded(final int symbol) {
        final Report report = new Report();
        report.execType = 'F';
        report.ordStatus = '1';
        report.ordType = '2';
        report.timeInForce = '1';
        report.side = 1;
        report.flags = Report.FLAG_TAKER;
        report.symbol = symbol;
        report.ordinal = 1;
        report.seq = 1_234_567;
        report.timeNs = TIME_NS;
        report.uid = 1;
        report.orderId = (17L << 44) + 12_345;
        report.price = 15_400;
        report.size = 12;
        report.leaves = 11;
        report.cum = 1;
        report.sumLow = 15_400;
        report.lastSize = 1;
        report.lastPrice = 15_400;
        report.fee = 2;
        report.tradeId = 7_654_321;
        report.clOrdId = "order-12345";
        final ByteCursor out = new ByteCursor(ROOM);
        report.encode(out);
        return Arrays.copyOf(out.array(), out.position());
    }
}
