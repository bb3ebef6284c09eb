package io.daybook.gateway.fix.order;

import io.daybook.api.FeeType;
import io.daybook.api.Listing;
import io.daybook.api.OrderType;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.gateway.fix.book.FixTerms;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.decimal.DecimalStep;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.Tags;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import quickfix.Message;

/**
 * Reads price, quantity and terms of a D or G, in ticks and lots, by the left column of the tables in docs/fix.md. Each
 * instance reads one message.
 */
final class OrderTermsReader {
    static final long NONE = FixTerms.NONE;

    /** A value of ExecInst (18): the order rests, or is rejected. */
    static final String POST_ONLY = "6";

    private static final long SECOND_NS = 1_000_000_000L;

    /** Fields of other kinds of orders, none of which the door supports. */
    private static final int[] NOT_OFFERED = {
        Tags.EFFECTIVE_TIME,
        Tags.ORDER_QTY_2,
        Tags.PEG_OFFSET_VALUE,
        Tags.NO_TRADING_SESSIONS,
        Tags.DISCRETION_INST,
        Tags.DISCRETION_OFFSET_VALUE,
        Tags.ORDER_PERCENT,
        Tags.PRICE_2,
        Tags.TARGET_STRATEGY,
        Tags.PARTICIPATION_RATE
    };

    private static final String MISSING = "it is missing";
    private static final String PER_UNIT = "2";
    private static final String UNITS = "0";
    private static final String CONTRACTS = "1";

    private final Message message;
    private final Decimals decimals;

    OrderType type = OrderType.GTC;
    char ordType;
    char timeInForce;
    long price;
    long size;
    long reserve;
    long stop;
    long display = NONE;
    long minSize = NONE;
    long slippage = NONE;
    long expireAtNs = NONE;

    /** Why the message is refused, or null. */
    @Nullable
    Refusal refusal;

    int field;
    String value = "";

    OrderTermsReader(final Message message, final Decimals decimals) {
        this.message = message;
        this.decimals = decimals;
    }

    /** Reads all fields of a new order. */
    OrderTermsReader order(final int side, final long marketSlippage) {
        ordType = charOf(Tags.ORD_TYPE, '2');
        timeInForce = charOf(Tags.TIME_IN_FORCE, '0');
        timeInForce();
        switch (ordType) {
            case '1' -> market(side, marketSlippage);
            case '2' -> limit();
            case '3' -> stop(side, marketSlippage);
            case '4' -> {
                limit();
                stop = price(Tags.STOP_PX, true);
            }
            default -> refuse(Tags.ORD_TYPE);
        }
        if (message.isSetField(Tags.MAX_FLOOR)) {
            display = quantity(Tags.MAX_FLOOR);
        }
        if (message.isSetField(Tags.MIN_QTY)) {
            minSize = quantity(Tags.MIN_QTY);
        }
        if (message.isSetField(Tags.RESERVE_PRICE)) {
            reserve = price(Tags.RESERVE_PRICE, true);
        }
        instructions();
        refuse(Tags.PRICE, ordType == '1' || ordType == '3');
        refuse(Tags.STOP_PX, ordType != '3' && ordType != '4');
        refuse(Tags.CASH_ORDER_QTY, ordType != '1');
        refuse(Tags.EXPIRE_TIME, timeInForce != '6');
        refuse(Tags.EXPIRE_DATE, timeInForce != '6');
        refuseOthers();
        return this;
    }

    /** Reads price, quantity and trigger of a replacement. */
    OrderTermsReader replacement() {
        size = quantity(Tags.ORDER_QTY);
        price = price(Tags.PRICE, true);
        stop = message.isSetField(Tags.STOP_PX) ? price(Tags.STOP_PX, true) : 0;
        reserve = message.isSetField(Tags.RESERVE_PRICE) ? price(Tags.RESERVE_PRICE, true) : 0;
        refuse(Tags.CASH_ORDER_QTY, true);
        refuseOthers();
        return this;
    }

    /** Refuses fields that would change an order and are not supported. */
    private void refuseOthers() {
        for (final int tag : NOT_OFFERED) {
            refuse(tag, true);
        }
        final Listing listing = decimals.listing();
        refuse(Tags.CURRENCY, !listing.quote().name().equals(Fields.of(message, Tags.CURRENCY)));
        refuse(Tags.PRICE_TYPE, !PER_UNIT.equals(Fields.of(message, Tags.PRICE_TYPE)));
        final String quantities = listing.spec().type() == SymbolType.FUTURES_CONTRACT ? CONTRACTS : UNITS;
        refuse(Tags.QTY_TYPE, !quantities.equals(Fields.of(message, Tags.QTY_TYPE)));
    }

    private void refuse(final int tag, final boolean isNotOffered) {
        if (isNotOffered && message.isSetField(tag)) {
            refuse(tag);
        }
    }

    private void timeInForce() {
        switch (timeInForce) {
            case '0', '1' -> type = OrderType.GTC;
            case '3' -> type = OrderType.IOC;
            case '4' -> type = OrderType.FOK;
            case '6' -> {
                type = OrderType.GTC;
                expireAtNs = expireAt();
            }
            default -> refuse(Tags.TIME_IN_FORCE);
        }
    }

    private long expireAt() {
        final long at = expireAtNs(message);
        if (at == NONE) {
            final boolean isDate = !message.isSetField(Tags.EXPIRE_TIME) && message.isSetField(Tags.EXPIRE_DATE);
            refuse(isDate ? Tags.EXPIRE_DATE : Tags.EXPIRE_TIME);
        }
        return at;
    }

    /** The end of an order by 126, or by 432 if there is no 126; {@link #NONE} if there is neither. */
    static long expireAtNs(final Message message) {
        final String time = Fields.of(message, Tags.EXPIRE_TIME);
        final String date = Fields.of(message, Tags.EXPIRE_DATE);
        try {
            long at = NONE;
            if (time != null) {
                final Instant instant = UtcTimes.read(time);
                at = Math.addExact(Math.multiplyExact(instant.getEpochSecond(), SECOND_NS), (long) instant.getNano());
            } else if (date != null) {
                final LocalDate next = UtcTimes.date(date).plusDays(1);
                at = Math.multiplyExact(next.atStartOfDay().toEpochSecond(ZoneOffset.UTC), SECOND_NS);
            }
            return Math.max(at, NONE);
        } catch (DateTimeException | ArithmeticException e) {
            return NONE;
        }
    }

    /** The terms of the order besides its price, quantity and trigger, for its tag. */
    FixTerms terms() {
        return new FixTerms(ordType, timeInForce, type == OrderType.POST_ONLY, display, minSize, expireAtNs);
    }

    private void limit() {
        size = quantity(Tags.ORDER_QTY);
        price = price(Tags.PRICE, true);
    }

    /** Reads a market order: a budget if it has an amount of money, else a limit at the venue's slippage. */
    private void market(final int side, final long marketSlippage) {
        if (message.isSetField(Tags.CASH_ORDER_QTY)) {
            budget();
            return;
        }
        size = quantity(Tags.ORDER_QTY);
        if (marketSlippage < 0) {
            refuse(Tags.ORD_TYPE);
            return;
        }
        slippage = marketSlippage;
        if (timeInForce != '4') {
            type = OrderType.IOC;
        }
        price = worst(side);
        expireAtNs = NONE;
    }

    /** The worst price of a market order. If field 9998 is given, a bid of a pair pays at most its value. */
    private long worst(final int side) {
        final SymbolSpec spec = decimals.listing().spec();
        if (side == 2) {
            return lowest(spec);
        }
        return message.isSetField(Tags.RESERVE_PRICE) ? price(Tags.RESERVE_PRICE, true) : spec.maxPrice();
    }

    /**
     * The lowest price of an ask, at which a sale still pays its fee: the exchange refuses a lower ask, whatever price
     * it would trade at.
     */
    private static long lowest(final SymbolSpec spec) {
        final boolean isFeePerLot = spec.type() == SymbolType.EXCHANGE_PAIR && spec.feeType() == FeeType.PER_LOT;
        final long feeTicks = isFeePerLot ? (spec.takerFee() + spec.tickValue() - 1) / spec.tickValue() : 0;
        return Math.max(spec.minPrice(), feeTicks);
    }

    private void budget() {
        if (timeInForce == '4') {
            type = OrderType.FOK_BUDGET;
        } else if (timeInForce == '3' || timeInForce == '0') {
            type = OrderType.IOC_BUDGET;
        } else {
            refuse(Tags.TIME_IN_FORCE);
        }
        size = quantity(Tags.ORDER_QTY);
        final long steps = Cash.ticksTimesLots(decimals.listing(), Fields.orEmpty(message, Tags.CASH_ORDER_QTY));
        if (steps < 0) {
            fault(
                    Refusal.BAD_DECIMAL,
                    Tags.CASH_ORDER_QTY,
                    Cash.refusal(decimals.listing(), Fields.orEmpty(message, Tags.CASH_ORDER_QTY)));
        }
        price = steps;
    }

    /** Reads a stop order, which, once its trigger is met, trades within the slippage of the listing. */
    private void stop(final int side, final long marketSlippage) {
        size = quantity(Tags.ORDER_QTY);
        stop = price(Tags.STOP_PX, true);
        if (marketSlippage < 0 || timeInForce == '4' || timeInForce == '3') {
            refuse(marketSlippage < 0 ? Tags.ORD_TYPE : Tags.TIME_IN_FORCE);
            return;
        }
        type = OrderType.IOC;
        final SymbolSpec spec = decimals.listing().spec();
        price = side == 2
                ? Math.max(lowest(spec), stop - marketSlippage)
                : Math.min(spec.maxPrice(), stop + marketSlippage);
    }

    private void instructions() {
        final String instructions = Fields.of(message, Tags.EXEC_INST);
        if (instructions == null) {
            return;
        }
        if (!POST_ONLY.equals(instructions) || type != OrderType.GTC) {
            refuse(Tags.EXEC_INST);
        } else {
            type = OrderType.POST_ONLY;
        }
    }

    private char charOf(final int tag, final char otherwise) {
        final String text = Fields.of(message, tag);
        return text == null || text.isEmpty() ? otherwise : text.charAt(0);
    }

    private long quantity(final int tag) {
        return steps(decimals.quantity(), tag, tag == Tags.ORDER_QTY);
    }

    private long price(final int tag, final boolean isNeeded) {
        return steps(decimals.price(), tag, isNeeded);
    }

    private long steps(final DecimalStep step, final int tag, final boolean isNeeded) {
        final String text = Fields.orEmpty(message, tag);
        if (text.isEmpty() && isNeeded) {
            fault(Refusal.UNSUPPORTED, tag, MISSING);
            return 0;
        }
        final long steps = step.steps(text);
        if (steps < 0) {
            fault(Refusal.BAD_DECIMAL, tag, text);
        }
        return steps;
    }

    private void refuse(final int tag) {
        fault(Refusal.UNSUPPORTED, tag, Fields.orEmpty(message, tag));
    }

    private void fault(final Refusal reason, final int tag, final String said) {
        if (refusal == null) {
            refusal = reason;
            field = tag;
            value = said;
        }
    }
}
