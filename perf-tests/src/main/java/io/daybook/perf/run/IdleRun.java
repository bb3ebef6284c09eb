package io.daybook.perf.run;

import com.sun.management.OperatingSystemMXBean;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.IdleStrategy;
import io.daybook.api.ResultView;
import io.daybook.core.DaybookExchange;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.report.Durations;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange costs that has nothing to do, and how long the first command then takes: processor time of the whole
 * virtual machine in percent of one processor, and the way of one command to its result after the exchange has slept,
 * with each idle strategy that sleeps. A virtual machine in which nothing runs stands beside it.
 */
public final class IdleRun {
    private static final Set<IdleStrategy> SLEEPERS = EnumSet.of(IdleStrategy.BACK_OFF, IdleStrategy.BLOCK);
    private static final long SETTLE_MS = 2_000;
    private static final long SLEEP_MS = 50;
    private static final int WAKE_UPS = 100;
    private static final double PERCENT = 100;

    private final PrintStream out;
    private final int seconds;

    private IdleRun(final PrintStream out, final int seconds) {
        this.out = out;
        this.seconds = seconds;
    }

    /** See the class. */
    public static void main(final String[] args) throws InterruptedException {
        final PrintStream out = System.out;
        Machine.print(out);
        final IdleRun run = new IdleRun(out, PerfProperties.number("seconds", 10));
        out.printf("idle       %d s each; then a command every %d ms, %d times%n%n", run.seconds, SLEEP_MS, WAKE_UPS);
        out.printf("%-22s %14s %14s %14s%n", "", "of a processor", "first command", "slowest");
        Thread.sleep(SETTLE_MS);
        out.printf(Locale.ROOT, "%-22s %13.2f%%%n", "no exchange", run.percentOfProcessor());
        for (final IdleStrategy strategy : SLEEPERS) {
            run.measure(strategy, null);
            final Path folder = LatencyFiles.newJournal();
            try {
                run.measure(strategy, folder);
            } finally {
                Folders.delete(folder);
            }
        }
        out.printf(Locale.ROOT, "%nload       %.2f at the end%n", Machine.load());
    }

    private void measure(final IdleStrategy strategy, final @Nullable Path journal) throws InterruptedException {
        final ExchangeConfig config =
                ExchangeConfig.builder().idleStrategy(strategy).journal(journal).build();
        final Arrival arrival = new Arrival();
        try (Exchange exchange = DaybookExchange.start(config, arrival)) {
            Thread.sleep(SETTLE_MS);
            final double percent = percentOfProcessor();
            final CommandDoor door = exchange.newDoor();
            final Series wakeUps = new Series();
            for (int i = 1; i <= WAKE_UPS; i++) {
                Thread.sleep(SLEEP_MS);
                wakeUps.add(roundTripNs(door, arrival, i));
            }
            out.printf(
                    Locale.ROOT,
                    "%-22s %13.2f%% %14s %14s%n",
                    strategy + (journal == null ? "" : ", journal"),
                    percent,
                    Durations.format(wakeUps.median()),
                    Durations.format(wakeUps.max()));
        }
    }

    private double percentOfProcessor() throws InterruptedException {
        final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        final long cpuNs = system.getProcessCpuTime();
        final long startNs = System.nanoTime();
        TimeUnit.SECONDS.sleep(seconds);
        return PERCENT * (system.getProcessCpuTime() - cpuNs) / (System.nanoTime() - startNs);
    }

    private static double roundTripNs(final CommandDoor door, final Arrival arrival, final long cookie) {
        final long startNs = System.nanoTime();
        door.cancel().cookie(cookie).uid(1).symbol(1).orderId(1).publish();
        while (arrival.cookie != cookie) {
            Thread.onSpinWait();
        }
        return System.nanoTime() - startNs;
    }

    /** Tells which result came last. */
    private static final class Arrival implements ExchangeListener {
        private volatile long cookie;

        @Override
        public void onResult(final ResultView result) {
            cookie = result.cookie();
        }
    }
}
