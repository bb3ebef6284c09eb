package io.daybook.perf.run;

import io.daybook.api.AddAccounts;
import io.daybook.api.Command;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.TriggerWhen;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.perf.drive.EngineDriver;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.perf.workload.SymbolSetup;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the cost of distant stops for an order without terms: the engine carries out a workload with them in its
 * first symbol and without, in turn, by processor time.
 *
 * <p>Arguments: the name of a workload, and the kind of books.
 */
public final class FarStopsRun {
    private static final long OWNER = 1L << 40;

    private final GeneratedWorkload workload;
    private final OrderBookType books;
    private final int stops = PerfProperties.number("stops", 1_000);

    private FarStopsRun(final GeneratedWorkload workload, final OrderBookType books) {
        this.workload = workload;
        this.books = books;
    }

    /** See the class. */
    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final GeneratedWorkload workload = Workloads.generate(args[0]);
        Workloads.print(out, workload);
        new FarStopsRun(workload, OrderBookType.valueOf(args[1])).measure(out);
    }

    private void measure(final PrintStream out) {
        final int warmups = PerfProperties.warmups(3);
        final int iterations = PerfProperties.iterations(7);
        final Series without = new Series();
        final Series with = new Series();
        final Series ratios = new Series();
        for (int i = 1 - warmups; i <= iterations; i++) {
            final boolean isSecond = (i & 1) == 0;
            final double first = time(isSecond);
            final double second = time(!isSecond);
            if (i > 0) {
                without.add(isSecond ? second : first);
                with.add(isSecond ? first : second);
                ratios.add(isSecond ? first / second : second / first);
            }
        }
        out.printf(
                Locale.ROOT,
                "%-9s %-7s no stops %.1f, %,d far stops %.1f ns of CPU a command (medians); pair by pair %+.1f %%,"
                        + " %+.1f to %+.1f %%%n",
                workload.name(),
                books,
                without.median(),
                stops,
                with.median(),
                percent(ratios.median()),
                percent(ratios.min()),
                percent(ratios.max()));
    }

    private static double percent(final double ratio) {
        return 100 * (ratio - 1);
    }

    /** One engine, with or without stops; ns of processor time a command. */
    private double time(final boolean hasStops) {
        final EngineDriver driver = new EngineDriver(workload, books);
        if (hasStops) {
            placeStops(driver);
        }
        driver.run(workload.prefill());
        System.gc();
        final long before = ThreadCosts.cpuNs();
        driver.run(workload.timed());
        final double ns =
                (double) (ThreadCosts.cpuNs() - before) / workload.timed().size();
        if (dormant(driver) != (hasStops ? stops : 0)) {
            throw new IllegalStateException("the far stops must be there at the end, and nothing else that waits");
        }
        return ns;
    }

    private static int dormant(final EngineDriver driver) {
        final int[] found = {0};
        driver.engine().view().forEachOrder(order -> found[0] += order.dormant() ? 1 : 0);
        return found[0];
    }

    private void placeStops(final EngineDriver driver) {
        final SymbolSetup symbol = workload.setup().symbols().get(0);
        apply(
                driver,
                AddAccounts.of(
                        Map.of(OWNER, Map.of(symbol.baseCurrency(), 1L << 50, symbol.quoteCurrency(), 1L << 50))));
        for (int i = 0; i < stops; i++) {
            final long trigger = symbol.maxPrice() - i;
            apply(
                    driver,
                    PlaceOrder.ioc(OWNER, symbol.symbol(), OWNER + i, Side.BID, symbol.maxPrice(), 1)
                            .withTerms(OrderTerms.builder()
                                    .trigger(trigger, TriggerWhen.RISES)
                                    .build()));
        }
    }

    private static void apply(final EngineDriver driver, final Command command) {
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        driver.engine().apply(slot);
        if (!slot.isSuccess()) {
            throw new IllegalStateException(command + " was refused: " + ResultCode.of(slot.resultCode()));
        }
    }
}
