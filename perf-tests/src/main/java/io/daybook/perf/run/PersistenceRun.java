package io.daybook.perf.run;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbols;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.api.Nop;
import io.daybook.api.RecoverySummary;
import io.daybook.api.ResultCode;
import io.daybook.api.SnapshotReport;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TotalsReport;
import io.daybook.api.TotalsReportQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Measures the pause of the engine for a snapshot of 1,000,000 users with 3,000,000 accounts and 1,000,000 resting
 * orders in 100 symbols, the time until that snapshot is on the disk, read back and marked, and the time of a start
 * from it, with the same state hash before and after. The system property {@code daybook.perf.divide}=10 makes the
 * state a tenth as large.
 */
public final class PersistenceRun {
    private static final int DIVIDE = Math.max(1, PerfProperties.number("divide", 1));
    private static final int USERS = 1_000_000 / DIVIDE;
    private static final int ORDERS = 1_000_000 / DIVIDE;
    private static final int SYMBOLS = 100;
    private static final int FIRST_SYMBOL = 1;
    private static final int QUOTE = 1;
    private static final int FIRST_BASE = 2;
    private static final int BASES = 2;
    private static final long BALANCE = 1L << 40;
    private static final int USERS_A_COMMAND = 2_000;
    private static final int BATCH = 256;
    private static final int PRICE = 1_000_000;
    private static final int LEVELS = 5_000;
    private static final long SEED = 20_231;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double NS_PER_MS = 1e6;

    private final PrintStream out;
    private final Path folder;
    private final Series pauses = new Series();
    private final Series writes = new Series();
    private final Series restores = new Series();
    private final Series restoresOnCpu = new Series();

    private PersistenceRun(final PrintStream out, final Path folder) {
        this.out = out;
        this.folder = folder;
    }

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final Path folder = LatencyFiles.newJournal();
        try {
            new PersistenceRun(out, folder).run(PerfProperties.iterations(5));
        } finally {
            Folders.delete(folder);
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private void run(final int iterations) {
        final ExchangeConfig config = RunOptions.exchange(IdleStrategy.BACK_OFF, folder);
        out.printf("exchange   %s%n", RunOptions.describe(config));
        long hash;
        try (Exchange exchange = DaybookExchange.start(config)) {
            fill(exchange);
            printState(exchange);
            hash = exchange.query(new StateHashQuery()).join().hash();
            snapshot(exchange, hash, 0);
        }
        for (int i = 1; i <= iterations; i++) {
            final long cpuNs = THREADS.getCurrentThreadCpuTime();
            try (Exchange exchange = DaybookExchange.start(config)) {
                checkRestored(exchange, hash, i, THREADS.getCurrentThreadCpuTime() - cpuNs);
                snapshot(exchange, hash, i);
            }
        }
        print("pause of the engine", pauses);
        print("snapshot, to the mark", writes);
        print("restore, to the start", restores);
        print("  of it on a processor", restoresOnCpu);
        out.println("checked    every start comes from the snapshot alone, with the state hash that was captured");
    }

    private static void fill(final Exchange exchange) {
        final List<SymbolSpec> specs = new ArrayList<>();
        for (int i = 0; i < SYMBOLS; i++) {
            specs.add(SymbolSpec.exchangePair(FIRST_SYMBOL + i, FIRST_BASE + i % BASES, QUOTE)
                    .feesPerLot(2, 1)
                    .build());
        }
        mustSucceed(exchange.submit(new AddSymbols(specs)).join());
        TreeMap<Long, SortedMap<Integer, Long>> users = new TreeMap<>();
        for (long uid = 1; uid <= USERS; uid++) {
            final TreeMap<Integer, Long> accounts = new TreeMap<>();
            for (int currency = QUOTE; currency < FIRST_BASE + BASES; currency++) {
                accounts.put(currency, BALANCE + (uid * 7919 + currency) % 1_000_003);
            }
            users.put(uid, accounts);
            if (users.size() == USERS_A_COMMAND || uid == USERS) {
                mustSucceed(exchange.submit(new AddAccounts(users)).join());
                users = new TreeMap<>();
            }
        }
        final SplittableRandom random = new SplittableRandom(SEED);
        final CommandDoor door = exchange.newDoor();
        for (int order = 0; order < ORDERS; order += BATCH) {
            final CommandBatch batch = door.batch(Math.min(BATCH, ORDERS - order));
            for (int i = order; batch.remaining() > 0; i++) {
                place(batch, i, random);
            }
            batch.publish();
        }
        exchange.submit(new Nop()).join();
    }

    private static void mustSucceed(final CommandResult result) {
        if (result.code() != ResultCode.SUCCESS) {
            throw new IllegalStateException("nothing may be refused: " + result);
        }
    }

    private static void place(final CommandBatch batch, final int order, final SplittableRandom random) {
        final long offset = 1L + random.nextInt(LEVELS);
        final long uid = 1L + random.nextInt(USERS);
        final int symbol = FIRST_SYMBOL + random.nextInt(SYMBOLS);
        final long size = 1L + random.nextInt(100);
        if ((order & 1) == 0) {
            batch.place()
                    .uid(uid)
                    .symbol(symbol)
                    .orderId(order + 1L)
                    .bid()
                    .gtc()
                    .price(PRICE - offset)
                    .size(size)
                    .publish();
        } else {
            batch.place()
                    .uid(uid)
                    .symbol(symbol)
                    .orderId(order + 1L)
                    .ask()
                    .gtc()
                    .price(PRICE + offset)
                    .size(size)
                    .publish();
        }
    }

    private void printState(final Exchange exchange) {
        final TotalsReport totals = exchange.query(new TotalsReportQuery()).join();
        final long orders = totals.symbols().stream()
                .mapToLong(TotalsReport.SymbolTotals::orders)
                .sum();
        if (orders != ORDERS) {
            throw new IllegalStateException("orders must all rest: orders=" + orders);
        }
        out.printf(
                Locale.ROOT,
                "state      %,d users, %,d accounts, %,d orders in %,d symbols%n%n",
                USERS,
                USERS * (BASES + 1),
                ORDERS,
                SYMBOLS);
    }

    private void snapshot(final Exchange exchange, final long hash, final int number) {
        final SnapshotReport report = exchange.snapshot().join();
        if (report.stateHash() != hash) {
            throw new IllegalStateException("the captured state has another hash");
        }
        out.printf(
                Locale.ROOT,
                "%9s  pause %6.1f ms, written in %8.1f ms, %,d bytes%n",
                number == 0 ? "first" : "#" + number,
                report.pauseNs() / NS_PER_MS,
                report.elapsedNs() / NS_PER_MS,
                report.sizeBytes());
        if (number > 0) {
            pauses.add(report.pauseNs() / NS_PER_MS);
            writes.add(report.elapsedNs() / NS_PER_MS);
        }
    }

    private void checkRestored(final Exchange exchange, final long hash, final int number, final long cpuNs) {
        final RecoverySummary recovery = exchange.recovery();
        final long found = exchange.query(new StateHashQuery()).join().hash();
        if (recovery.replayed() != 0 || found != hash) {
            throw new IllegalStateException("the state did not come back from the snapshot alone");
        }
        out.printf(
                Locale.ROOT,
                "%9s  restored in %8.1f ms, %8.1f ms of them on a processor%n",
                "#" + number,
                recovery.elapsedNs() / NS_PER_MS,
                cpuNs / NS_PER_MS);
        restoresOnCpu.add(cpuNs / NS_PER_MS);
        restores.add(recovery.elapsedNs() / NS_PER_MS);
    }

    private void print(final String what, final Series series) {
        out.printf(Locale.ROOT, "%-22s  median %8.1f ms, worst %8.1f ms%n", what, series.median(), series.max());
    }
}
