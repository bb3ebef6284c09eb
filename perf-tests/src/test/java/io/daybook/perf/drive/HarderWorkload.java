package io.daybook.perf.drive;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbols;
import io.daybook.api.Command;
import io.daybook.api.SymbolSpec;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.perf.workload.Workload;
import java.util.SortedMap;
import java.util.TreeMap;

/** Workloads of a size for tests, with a setup under which some commands are refused. */
final class HarderWorkload {
    private static final int MOST_POVERTY = 50;

    private HarderWorkload() {}

    /** A workload with this many commands, and with fewer orders and users if it has many. */
    static GeneratedWorkload generate(final Workload kind, final int commands) {
        return kind.builder().dividedBy(divisor(kind)).commands(commands).generate();
    }

    /**
     * Makes a setup harder: workloads have futures without margins, and money for everything; this adds margins, and
     * leaves much less money.
     */
    static Command harder(final Command setup) {
        if (setup instanceof AddSymbols symbols) {
            return new AddSymbols(
                    symbols.specs().stream().map(HarderWorkload::withMargin).toList());
        }
        final TreeMap<Long, SortedMap<Integer, Long>> users = new TreeMap<>();
        ((AddAccounts) setup).accounts().forEach((uid, accounts) -> {
            final TreeMap<Integer, Long> poor = new TreeMap<>();
            accounts.forEach((currency, amount) -> poor.put(currency, 1 + amount / (1 + uid % MOST_POVERTY)));
            users.put(uid, poor);
        });
        return new AddAccounts(users);
    }

    private static SymbolSpec withMargin(final SymbolSpec spec) {
        if (!spec.isFutures()) {
            return spec;
        }
        final long margin = (spec.maxPrice() - spec.minPrice()) * spec.tickValue() / 4;
        return SymbolSpec.futuresContract(spec.symbol(), spec.baseCurrency(), spec.quoteCurrency())
                .lotSize(spec.lotSize())
                .tickValue(spec.tickValue())
                .feesPerLot(spec.takerFee(), spec.makerFee())
                .prices(spec.minPrice(), spec.maxPrice())
                .margins(margin, margin + 1)
                .build();
    }

    private static int divisor(final Workload kind) {
        return switch (kind) {
            case MARGIN, EXCHANGE, PEAK, AVALANCHE, SPOT, SPOT_TRADES -> 1;
            case SMALL, DEEP, STATIC, NORMAL, SWING25, SWING40, CRASH -> 10;
            case WIDE -> 100;
            case MEDIUM, LARGE -> 500;
        };
    }
}
