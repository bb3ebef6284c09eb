package io.daybook.gateway.fix.book;

import io.daybook.api.OrderTerms;
import io.daybook.api.Term;

/**
 * The terms of a new order (D) besides price, quantity and trigger. A replacement (G) must not contradict them, because
 * the exchange cannot replace them.
 *
 * @param ordType OrdType (40)
 * @param timeInForce TimeInForce (59)
 * @param isPostOnly whether ExecInst (18) is 6
 * @param display MaxFloor (111) in lots, {@link #NONE}, or {@link #UNKNOWN}
 * @param minSize MinQty (110) in lots, {@link #NONE}, or {@link #UNKNOWN}
 * @param expireAtNs ExpireTime (126) or ExpireDate (432), ns since the epoch, {@link #NONE}, or {@link #UNKNOWN}
 */
public record FixTerms(
        char ordType, char timeInForce, boolean isPostOnly, long display, long minSize, long expireAtNs) {
    /** The value of a term that the order does not have. */
    public static final long NONE = -1;

    /** The value of a term of an order that was placed by a build that did not record it. */
    public static final long UNKNOWN = -2;

    static final char STOP_LIMIT = '4';
    static final char LIMIT = '2';

    /** A value of 59: good till cancelled. */
    static final char TILL_CANCELLED = '1';

    /** A value of 59: good until 126. */
    static final char UNTIL = '6';

    static final int POST_ONLY = 1;
    static final int DISPLAY = 1 << 1;
    static final int MIN_SIZE = 1 << 2;
    static final int EXPIRE_AT = 1 << 3;
    static final int NOT_KNOWN = 1 << 7;

    /** The terms of an order with only a type and a time in force. */
    static FixTerms unknown(final char ordType, final char timeInForce) {
        return new FixTerms(ordType, timeInForce, false, UNKNOWN, UNKNOWN, UNKNOWN);
    }

    /**
     * The terms of an order of another door. An order that rests at its price until its trigger is met is a limit
     * order.
     */
    static FixTerms of(final OrderTerms said, final char timeInForce, final boolean isPostOnly) {
        final boolean isStop = said.has(Term.TRIGGER) && !said.has(Term.STOP_PRICE);
        final boolean hasEnd = said.has(Term.EXPIRE_AT);
        return new FixTerms(
                isStop ? STOP_LIMIT : LIMIT,
                hasEnd && timeInForce == TILL_CANCELLED ? UNTIL : timeInForce,
                isPostOnly,
                said.has(Term.DISPLAY) ? said.get(Term.DISPLAY) : NONE,
                said.has(Term.MIN_SIZE) ? said.get(Term.MIN_SIZE) : NONE,
                hasEnd ? said.get(Term.EXPIRE_AT) : NONE);
    }

    /** Returns whether 40 of a request matches the type; for a stop-limit order, 40 may also be limit. */
    public boolean isType(final String said) {
        return said.length() == 1 && (said.charAt(0) == ordType || ordType == STOP_LIMIT && said.charAt(0) == LIMIT);
    }

    /** Returns whether 59 of a request matches the time in force. */
    public boolean isGoodFor(final String said) {
        return said.length() == 1 && said.charAt(0) == timeInForce;
    }

    /** Returns whether only the type and the time in force are known. */
    public boolean isUnknown() {
        return display == UNKNOWN;
    }

    /** Reads terms that {@link #put} wrote. */
    static FixTerms get(final ByteCursor bytes, final char ordType, final char timeInForce) {
        final int flags = bytes.remaining() == 0 ? NOT_KNOWN : bytes.getU8();
        if (flags == NOT_KNOWN) {
            return unknown(ordType, timeInForce);
        }
        final long display = (flags & DISPLAY) == 0 ? NONE : bytes.getI64();
        final long minSize = (flags & MIN_SIZE) == 0 ? NONE : bytes.getI64();
        final long expireAtNs = (flags & EXPIRE_AT) == 0 ? NONE : bytes.getI64();
        return new FixTerms(ordType, timeInForce, (flags & POST_ONLY) != 0, display, minSize, expireAtNs);
    }

    /** Writes the flags, and the numbers that they announce. */
    void put(final ByteCursor bytes) {
        final int flags = flags();
        bytes.putU8(flags);
        if ((flags & DISPLAY) != 0) {
            bytes.putI64(display);
        }
        if ((flags & MIN_SIZE) != 0) {
            bytes.putI64(minSize);
        }
        if ((flags & EXPIRE_AT) != 0) {
            bytes.putI64(expireAtNs);
        }
    }

    /** The flags of the fields that are encoded, and the flag of post-only. */
    int flags() {
        if (isUnknown()) {
            return NOT_KNOWN;
        }
        return (isPostOnly ? POST_ONLY : 0)
                | (display == NONE ? 0 : DISPLAY)
                | (minSize == NONE ? 0 : MIN_SIZE)
                | (expireAtNs == NONE ? 0 : EXPIRE_AT);
    }
}
