package io.daybook.model.generate;

import java.util.ArrayList;
import java.util.List;

/** Commands that add symbols late, twice, or with faults. */
final class SymbolFlow {
    private final Floor floor;
    private final Dice dice;

    SymbolFlow(final Floor floor) {
        this.floor = floor;
        this.dice = floor.dice;
    }

    /** Adds the symbols of the scenario, all in one command or each in its own. */
    void addAll() {
        if (dice.chance(0.5)) {
            final List<String> specs = new ArrayList<>();
            for (final Instrument instrument : floor.instruments) {
                specs.add(Instrument.fields(instrument.spec(), Draft.nested(), dice.chance(0.5))
                        .line());
            }
            floor.say(list(specs));
        } else {
            for (final Instrument instrument : floor.instruments) {
                floor.say(Instrument.fields(instrument.spec(), Draft.of("add_symbol"), dice.chance(0.5)));
            }
        }
    }

    /** Adds one more symbol, usually with a fault, or some symbols in one command. */
    Draft any() {
        if (dice.chance(0.4)) {
            final Draft one = copy(Draft.of("add_symbol"));
            spoil(one);
            return one;
        }
        final List<String> specs = new ArrayList<>();
        for (long i = dice.between(0, 3); i > 0; i--) {
            final Draft spec = copy(Draft.nested());
            if (dice.chance(0.3)) {
                spoil(spec);
            }
            specs.add(spec.line());
            if (dice.chance(0.1)) {
                specs.add(spec.line());
            }
        }
        return list(specs);
    }

    private static Draft list(final List<String> specs) {
        return Draft.of("add_symbols").withRaw("symbols", "[" + String.join(",", specs) + "]");
    }

    private Draft copy(final Draft draft) {
        Instrument.fields(floor.anyInstrument().spec(), draft, dice.chance(0.5));
        return dice.chance(0.2) ? draft : draft.with("symbol", dice.between(900, 960));
    }

    /** Sets one value that the contract forbids, or the last one that it allows. */
    private void spoil(final Draft spec) {
        switch (dice.below(13)) {
            case 0 -> spec.with("symbol", dice.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case 1 -> spec.with("base", dice.of(0, -1, 20, Integer.MAX_VALUE));
            case 2 -> spec.with("quote", dice.of(0, -1, 10, Integer.MIN_VALUE));
            case 3 -> spec.with("lotSize", dice.of(0, -1, Long.MAX_VALUE, Long.MIN_VALUE));
            case 4 -> spec.with("tickValue", dice.of(0, -1, Long.MAX_VALUE, Long.MIN_VALUE));
            case 5 -> spec.with("takerFee", dice.of(-1, 1_000_000, 1_000_001, Long.MAX_VALUE));
            case 6 -> spec.with("makerFee", dice.of(-1, 1_000_000, 1_000_001, Long.MAX_VALUE));
            case 7 -> spec.with("takerFee", 5).with("makerFee", dice.of(5, 6));
            case 8 -> spec.with("marginBuy", dice.of(-1, 0, 1, Long.MAX_VALUE));
            case 9 -> spec.with("marginSell", dice.of(-1, 0, 1, Long.MIN_VALUE));
            case 10 -> spec.with("feeType", dice.chance(0.7) ? "PROPORTIONAL" : "PER_LOT");
            case 11 -> spec.with("minPrice", dice.of(0, -1, 7, 1L << 40)).with("maxPrice", dice.of(6, 7, 1L << 40));
            default ->
                spec.with("maxPrice", dice.of(0, -1, 1, 1L << 40, (1L << 40) + 1, Long.MAX_VALUE))
                        .with("feeType", dice.chance(0.5) ? "PER_LOT" : "PROPORTIONAL");
        }
    }
}
