package io.daybook.cli.trading;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The plan of a floor.
 *
 * @param folder the folder for all files
 * @param symbolCount the number of pairs, numbered from 1
 * @param forNs the time that the traders trade
 * @param kills whether a trader, and the venue, are killed during the run
 */
record FloorPlan(Path folder, List<FloorTrader> traders, int symbolCount, long forNs, boolean kills) {
    /** The initial balance of each user in each currency, in minor units. */
    static final long BALANCE = 1_000_000_000_000L;

    /** The currency of all prices. */
    static final int QUOTE = 1;

    private static final int FIRST_BASE = 10;

    /** The trader that is killed, if the plan kills one. */
    FloorTrader killed() {
        return traders.get(0);
    }

    List<Integer> symbols() {
        return IntStream.rangeClosed(1, symbolCount).boxed().toList();
    }

    /** The base currency of a symbol; a lot is one minor unit of it. */
    static int base(final int symbol) {
        return FIRST_BASE + symbol;
    }

    Path data() {
        return folder.resolve("data");
    }

    /** The folder in which the traders leave the times of their orders. */
    Path hops() {
        return folder.resolve("hops");
    }
}
