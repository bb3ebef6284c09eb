package io.daybook.model.generate;

import io.daybook.model.Spec;
import java.util.ArrayList;
import java.util.List;

/** The symbols of a scenario, by its kind. */
final class Instruments {
    private static final long NO_LIMIT = 1L << 40;

    private final Dice dice;
    private final List<Instrument> instruments = new ArrayList<>();

    private Instruments(final Dice dice) {
        this.dice = dice;
    }

    static List<Instrument> of(final Kind kind, final Dice dice) {
        final Instruments choice = new Instruments(dice);
        switch (kind) {
            case SPOT -> choice.spot();
            case FEES -> choice.fees();
            case DEEP -> choice.deep();
            case FUTURES -> choice.futures();
            case MIXED -> choice.mixed();
            case STOPS, COMPLEX -> choice.modest();
            case FUTURES_STOPS -> choice.futures();
            case ORDERS -> choice.mixed();
            case HOSTILE -> {
                choice.mixed();
                choice.big();
            }
        }
        return choice.instruments;
    }

    /** A pair or a future whose price limits no order reaches. */
    static List<Instrument> one(final Dice dice) {
        final Instruments choice = new Instruments(dice);
        if (dice.chance(0.5)) {
            choice.add(pair(1, 10, 20, 1, 1, Spec.FeeType.PER_LOT, dice.of(0, 3), 0, 1, NO_LIMIT), 100);
        } else {
            choice.add(contract(11, 20, 1, dice.of(0, 2), 0, 5, 5, 1, 10_000), 200);
        }
        return choice.instruments;
    }

    private void spot() {
        perLot(1, 10, 20, 100);
        proportional(2, 11, 20, 60);
        if (dice.chance(0.7)) {
            perLot(3, 10, 11, 22);
        }
    }

    private void modest() {
        perLot(1, 10, 20, 100);
        proportional(2, 11, 20, 60);
    }

    private void fees() {
        proportional(1, 10, 20, dice.between(4, 12));
        perLot(2, 11, 20, dice.between(9, 20));
        proportional(3, 10, 11, dice.between(3, 9));
    }

    private void deep() {
        add(pair(1, 10, 20, 1, 1, Spec.FeeType.PER_LOT, 2, 1, 2500, 5004), 4000);
        add(pair(2, 10, 20, 1, 2, Spec.FeeType.PROPORTIONAL, 1500, 500, 1, NO_LIMIT), 400);
    }

    private void futures() {
        future(11, 20, 200);
        future(12, 20, 50);
        if (dice.chance(0.7)) {
            future(13, 21, 1000);
        }
    }

    private void mixed() {
        perLot(1, 10, 20, 100);
        proportional(2, 11, 20, 60);
        future(11, 20, 200);
        future(12, 20, 50);
        perLot(5, 20, 10, 9);
    }

    /** Adds symbols whose amounts come near every limit, in currencies of their own. */
    private void big() {
        final long fee = 1L << dice.between(20, 34);
        final long margin = 1L << dice.between(20, 50);
        add(contract(21, 31, dice.of(1, 8), fee - 1, 0, 5, 5, 1, 524_288), 1000);
        add(contract(22, 31, 16, fee, dice.of(0, fee), margin, margin + 1, 1, 32_768), 2000);
        add(contract(23, 31, dice.of(1, 32), 3, 0, margin, 0, 1, dice.of(1, 2048)), 1);
        final long lotSize = 1L << dice.between(20, 30);
        final long tickValue = 1L << dice.between(15, 30);
        add(pair(24, 32, 31, lotSize, tickValue, Spec.FeeType.PER_LOT, fee, 1, 1, NO_LIMIT), 8192);
        add(
                pair(
                        25,
                        33,
                        31,
                        1,
                        dice.of(1, tickValue + 7),
                        Spec.FeeType.PROPORTIONAL,
                        999_999,
                        333_333,
                        1,
                        NO_LIMIT),
                5);
    }

    private void perLot(final int symbol, final int base, final int quote, final long mid) {
        final long tickValue = dice.of(1, 1, 3, 7, 10);
        final long takerFee = dice.of(0, 1, 3, 4, mid * tickValue, mid * tickValue - 1);
        final long fee = dice.chance(0.7) ? Math.min(takerFee, 9) : takerFee;
        final boolean limited = dice.chance(0.3);
        add(
                pair(
                        symbol,
                        base,
                        quote,
                        dice.of(1, 1, 2, 3, 1000),
                        tickValue,
                        Spec.FeeType.PER_LOT,
                        fee,
                        dice.of(0, fee, fee / 2),
                        limited ? mid - mid / 20 : 1,
                        limited ? mid + dice.between(2, mid) : NO_LIMIT),
                mid);
    }

    private void proportional(final int symbol, final int base, final int quote, final long mid) {
        final long takerFee = dice.of(1, 700, 1000, 2500, 123_457, 333_333, 999_999, 1_000_000);
        final boolean limited = dice.chance(0.4);
        add(
                pair(
                        symbol,
                        base,
                        quote,
                        dice.of(1, 2, 5, 1009),
                        dice.of(1, 3, 7, 101),
                        Spec.FeeType.PROPORTIONAL,
                        takerFee,
                        dice.of(0, takerFee, takerFee / 3),
                        limited ? mid - mid / 2 : 1,
                        limited ? mid + dice.between(2, 8) : NO_LIMIT),
                mid);
    }

    private void future(final int symbol, final int quote, final long mid) {
        final long takerFee = dice.of(0, 1, 2, 3, 100);
        final boolean limited = dice.chance(0.5);
        add(
                contract(
                        symbol,
                        quote,
                        dice.of(1, 2, 5),
                        takerFee,
                        dice.of(0, takerFee, takerFee / 2),
                        dice.of(0, 30, 50, 100, 500),
                        dice.of(0, 50, 60, 130, 600),
                        limited ? mid - mid / 2 : 1,
                        limited ? mid + mid / 2 : NO_LIMIT),
                mid);
    }

    private void add(final Spec spec, final long mid) {
        instruments.add(new Instrument(spec, mid));
    }

    private static Spec pair(
            final int symbol,
            final int base,
            final int quote,
            final long lotSize,
            final long tickValue,
            final Spec.FeeType feeType,
            final long takerFee,
            final long makerFee,
            final long minPrice,
            final long maxPrice) {
        return new Spec(
                symbol,
                Spec.Type.EXCHANGE_PAIR,
                base,
                quote,
                lotSize,
                tickValue,
                feeType,
                takerFee,
                makerFee,
                0,
                0,
                minPrice,
                maxPrice);
    }

    private static Spec contract(
            final int symbol,
            final int quote,
            final long tickValue,
            final long takerFee,
            final long makerFee,
            final long marginBuy,
            final long marginSell,
            final long minPrice,
            final long maxPrice) {
        return new Spec(
                symbol,
                Spec.Type.FUTURES_CONTRACT,
                100 + symbol,
                quote,
                1,
                tickValue,
                Spec.FeeType.PER_LOT,
                takerFee,
                makerFee,
                marginBuy,
                marginSell,
                minPrice,
                maxPrice);
    }
}
