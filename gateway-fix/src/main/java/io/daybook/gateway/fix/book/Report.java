package io.daybook.gateway.fix.book;

/**
 * One message of a session's stream, as the book makes it: the content of an execution report (8), a cancel reject (9)
 * or a mass cancel report (r), in ticks and lots, without the header. Immutable once it is encoded.
 *
 * <pre>
 *  0           1            2           3       4      5      6      7        8          9          10
 * | MsgType u8 | version u8 | 150 u8    | 39 u8 | 40 u8| 59 u8| 54 u8| flags u8| source u8| why u8  | 434 u8 |
 * | code u32 | symbol i32 | ordinal i32 | field i32 | 533 i32 | seq i64 | time i64 | uid i64 | order id i64 |
 * | 44 i64 | 99 i64 | 38 i64 | 151 i64 | 14 i64 | Σ price × lots, two i64 | 32 i64 | 31 i64 | fee i64 | trade i64 |
 * | ClOrdID | OrigClOrdID | 55 as the client wrote it | value |
 * | of version 2: 636 u8 | terms, as {@link RequestTag} has them |
 * </pre>
 */
public final class Report {
    /** An execution report. */
    public static final char EXECUTION = '8';

    /** A cancel reject. */
    public static final char CANCEL_REJECT = '9';

    /** A mass cancel report. */
    public static final char MASS_CANCEL = 'r';

    /** The {@link #source} of a report without a code. */
    public static final int SOURCE_NONE = 0;

    /** The {@link #source} if {@link #code} is a {@link io.daybook.api.ResultCode}. */
    public static final int SOURCE_ENGINE = 1;

    /** The {@link #source} if {@link #code} is a {@link Refusal}. */
    public static final int SOURCE_GATEWAY = 2;

    static final int FLAG_DROP_COPY = 1;
    static final int FLAG_MAKER = 2;
    static final int FLAG_TAKER = 4;

    private static final int VERSION = 1;
    private static final int VERSION_WITH_TERMS = 2;
    private static final int INITIAL = 256;
    private static final FixTerms UNKNOWN = FixTerms.unknown('\0', '\0');

    char msgType = EXECUTION;
    char execType;
    char ordStatus;
    char ordType;
    char timeInForce;
    int side;
    int flags;
    int source;
    Why why = Why.NONE;
    char responseTo;
    int code;
    int symbol;
    int ordinal;
    int field;
    int affected;
    long seq;
    long timeNs;
    long uid;
    long orderId;
    long price;
    long stop;
    long size;
    long leaves;
    long cum;
    long sumHigh;
    long sumLow;
    long lastSize;
    long lastPrice;
    long fee;
    long tradeId;
    String clOrdId = "";
    String origClOrdId = "";
    String symbolText = "";
    String value = "";
    char working;
    FixTerms terms = UNKNOWN;

    /** True if the order came through another door. Sessions without terms get it as a plain order. */
    boolean isOfOtherDoor;

    Report() {}

    /** Reads a report that {@link #encode} wrote. */
    public static Report decode(final byte[] array, final int offset, final int length) {
        final ByteCursor in = new ByteCursor(array, offset, length);
        final Report report = new Report();
        report.msgType = (char) in.getU8();
        final int version = in.getU8();
        if (version != VERSION && version != VERSION_WITH_TERMS) {
            throw new IllegalStateException(
                    "a report must be of version " + VERSION + " or " + VERSION_WITH_TERMS + ": version=" + version);
        }
        report.execType = (char) in.getU8();
        report.ordStatus = (char) in.getU8();
        report.ordType = (char) in.getU8();
        report.timeInForce = (char) in.getU8();
        report.side = in.getU8();
        report.flags = in.getU8();
        report.source = in.getU8();
        report.why = Why.of(in.getU8());
        report.responseTo = (char) in.getU8();
        report.code = in.getI32();
        report.symbol = in.getI32();
        report.ordinal = in.getI32();
        report.field = in.getI32();
        report.affected = in.getI32();
        report.seq = in.getI64();
        report.timeNs = in.getI64();
        report.uid = in.getI64();
        report.orderId = in.getI64();
        report.price = in.getI64();
        report.stop = in.getI64();
        report.size = in.getI64();
        report.leaves = in.getI64();
        report.cum = in.getI64();
        report.sumHigh = in.getI64();
        report.sumLow = in.getI64();
        report.lastSize = in.getI64();
        report.lastPrice = in.getI64();
        report.fee = in.getI64();
        report.tradeId = in.getI64();
        report.clOrdId = in.getText();
        report.origClOrdId = in.getText();
        report.symbolText = in.getText();
        report.value = in.getText();
        if (version == VERSION_WITH_TERMS) {
            report.working = (char) in.getU8();
            report.terms = FixTerms.get(in, report.ordType, report.timeInForce);
        }
        return report;
    }

    /**
     * Writes the report at the front of a buffer.
     *
     * @param tellsTerms whether the session has logged in to a build that reports the terms of orders
     */
    void encode(final ByteCursor out, final boolean tellsTerms) {
        final boolean hasTerms =
                tellsTerms && msgType == EXECUTION && (working != 0 || !terms.isUnknown() && terms.flags() != 0);
        final boolean isPlain = !tellsTerms && isOfOtherDoor;
        out.clear();
        out.putU8(msgType);
        out.putU8(hasTerms ? VERSION_WITH_TERMS : VERSION);
        out.putU8(execType);
        out.putU8(ordStatus);
        out.putU8(isPlain ? FixTerms.LIMIT : ordType);
        out.putU8(isPlain && timeInForce == FixTerms.UNTIL ? FixTerms.TILL_CANCELLED : timeInForce);
        out.putU8(side);
        out.putU8(flags);
        out.putU8(source);
        out.putU8(why.code());
        out.putU8(responseTo);
        out.putI32(code);
        out.putI32(symbol);
        out.putI32(ordinal);
        out.putI32(field);
        out.putI32(affected);
        out.putI64(seq);
        out.putI64(timeNs);
        out.putI64(uid);
        out.putI64(orderId);
        out.putI64(price);
        out.putI64(isPlain ? 0 : stop);
        out.putI64(size);
        out.putI64(leaves);
        out.putI64(cum);
        out.putI64(sumHigh);
        out.putI64(sumLow);
        out.putI64(lastSize);
        out.putI64(lastPrice);
        out.putI64(fee);
        out.putI64(tradeId);
        out.putText(clOrdId);
        out.putText(origClOrdId);
        out.putText(symbolText);
        out.putText(value);
        if (hasTerms) {
            out.putU8(working);
            terms.put(out);
        }
    }

    static ByteCursor buffer() {
        return new ByteCursor(INITIAL);
    }

    /** MsgType (35): {@link #EXECUTION}, {@link #CANCEL_REJECT} or {@link #MASS_CANCEL}. */
    public char msgType() {
        return msgType;
    }

    /** ExecType (150); in a mass cancel report MassCancelRequestType (530). */
    public char execType() {
        return execType;
    }

    /** OrdStatus (39); in a mass cancel report MassCancelResponse (531). */
    public char ordStatus() {
        return ordStatus;
    }

    /** OrdType (40), or 0. */
    public char ordType() {
        return ordType;
    }

    /** TimeInForce (59), or 0. */
    public char timeInForce() {
        return timeInForce;
    }

    /** Side (54), as 1 or 2; 0 if it is not known. */
    public int side() {
        return side;
    }

    /** Returns whether this is a copy for a session other than the order's. */
    public boolean isDropCopy() {
        return (flags & FLAG_DROP_COPY) != 0;
    }

    /** LastLiquidityInd (851): 1 for a maker, 2 for a taker, 0 for no trade. */
    public int liquidity() {
        return (flags & FLAG_MAKER) != 0 ? 1 : (flags & FLAG_TAKER) != 0 ? 2 : 0;
    }

    /** The kind of {@link #code}. */
    public int source() {
        return source;
    }

    /** The code of a result or refusal, by {@link #source}. */
    public int code() {
        return code;
    }

    /** The reason of the report. */
    public Why why() {
        return why;
    }

    /** CxlRejResponseTo (434): '1' for F, '2' for G. */
    public char responseTo() {
        return responseTo;
    }

    /** The symbol, or 0 if only {@link #symbolText} is known. */
    public int symbol() {
        return symbol;
    }

    /** Symbol (55) as the client wrote it, if no symbol is known. */
    public String symbolText() {
        return symbolText;
    }

    /** The place among the messages of one result: 0 for the answer, else the event's index + 1. */
    public int ordinal() {
        return ordinal;
    }

    /** The field at fault, or 0. */
    public int field() {
        return field;
    }

    /** The value of the field at fault; may be cut. */
    public String value() {
        return value;
    }

    /** TotalAffectedOrders (533). */
    public int affected() {
        return affected;
    }

    /** The seq of the result that the report follows from. */
    public long seq() {
        return seq;
    }

    /** TransactTime (60), ns since the epoch. */
    public long timeNs() {
        return timeNs;
    }

    /** OrderID (37); 0 for none. */
    public long orderId() {
        return orderId;
    }

    /** Price (44) in ticks; for an order with a budget the total in ticks times lots. */
    public long price() {
        return price;
    }

    /** StopPx (99) in ticks; 0 for none. */
    public long stop() {
        return stop;
    }

    /** OrderQty (38) in lots. */
    public long size() {
        return size;
    }

    /** LeavesQty (151) in lots. */
    public long leaves() {
        return leaves;
    }

    /** WorkingIndicator (636): N while the order waits for its trigger, then Y; 0 for an order without a trigger. */
    public char working() {
        return working;
    }

    /** ExecInst (18), MinQty (110), MaxFloor (111) and ExpireTime (126), if they are known. */
    public FixTerms terms() {
        return terms;
    }

    /** CumQty (14) in lots. */
    public long cum() {
        return cum;
    }

    /** The upper 64 bits of Σ price × lots. */
    public long sumHigh() {
        return sumHigh;
    }

    /** The lower 64 bits of Σ price × lots. */
    public long sumLow() {
        return sumLow;
    }

    /** LastQty (32) in lots. */
    public long lastSize() {
        return lastSize;
    }

    /** LastPx (31) in ticks. */
    public long lastPrice() {
        return lastPrice;
    }

    /** Commission (12) in minor units of the quote currency. */
    public long fee() {
        return fee;
    }

    /** SecondaryExecID (527); 0 for no trade. */
    public long tradeId() {
        return tradeId;
    }

    /** ClOrdID (11). */
    public String clOrdId() {
        return clOrdId;
    }

    /** OrigClOrdID (41); empty for none. */
    public String origClOrdId() {
        return origClOrdId;
    }
}
