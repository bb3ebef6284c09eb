package io.daybook.perf.peer;

import exchange.core2.core.ExchangeApi;
import exchange.core2.core.ExchangeCore;
import exchange.core2.core.common.L2MarketData;
import exchange.core2.core.common.api.ApiAddUser;
import exchange.core2.core.common.api.ApiAdjustUserBalance;
import exchange.core2.core.common.api.ApiCommand;
import exchange.core2.core.common.api.binary.BatchAddSymbolsCommand;
import exchange.core2.core.common.api.reports.TotalCurrencyBalanceReportQuery;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.config.ExchangeConfiguration;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.GcPauses;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.run.Folders;
import io.daybook.perf.run.Workloads;
import io.daybook.perf.workload.BookImage;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.collections.impl.set.mutable.primitive.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Measures the commands per second of the peer as {@code ThroughputRun} measures Daybook's: the same streams, commands
 * created before the timing, a fresh exchange for each iteration, the clock stopped by the last result, and the same
 * checks: nothing refused, totals zero, and books equal to the generator's.
 *
 * <p>Arguments: the name of a workload, a {@link PeerConfiguration}, and {@code journal} for its journal.
 */
public final class PeerThroughputRun {
    private static final int SHUTDOWN_SECONDS = 30;
    private static final double COMMANDS_PER_US = 1e3;

    private final GeneratedWorkload workload;
    private final PeerConfiguration configuration;
    private final @Nullable Path journals;
    private final ApiCommand[] prefill;
    private final ApiCommand[] timed;

    private PeerThroughputRun(
            final GeneratedWorkload workload, final PeerConfiguration configuration, final @Nullable Path journals) {
        this.workload = workload;
        this.configuration = configuration;
        this.journals = journals;
        this.prefill = PeerCommands.of(workload.prefill());
        this.timed = PeerCommands.of(workload.timed());
    }

    public static void main(final String[] args) throws Exception {
        final PrintStream out = System.out;
        Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> {
            cause.printStackTrace(out);
            Runtime.getRuntime().halt(1); // the peer's threads would keep the virtual machine alive
        });
        Machine.print(out);
        final GeneratedWorkload workload = Workloads.generate(args[0]);
        Workloads.print(out, workload);
        final PeerConfiguration configuration = PeerConfiguration.valueOf(args[1]);
        final boolean journaling = args.length > 2 && args[2].equals("journal");
        out.printf("peer       %s%s%n%n", configuration.describe(), journaling ? ", journal" : "");
        final Path journals = journaling
                ? Files.createTempDirectory(Files.createDirectories(PerfProperties.output()), "peer-journals-")
                : null;
        final PeerThroughputRun run = new PeerThroughputRun(workload, configuration, journals);
        final Series rates = new Series();
        // An iteration of the documented configuration can take half a minute: five threads spin on
        // two processors.
        final boolean best = configuration == PeerConfiguration.BEST;
        final int warmUps = best ? PerfProperties.warmups(5) : 2;
        final int iterations = best ? PerfProperties.iterations(9) : 3;
        for (int i = 1 - warmUps; i <= iterations; i++) {
            final double rate = run.iterate(out, i <= 0 ? "warm-up" : String.valueOf(i));
            if (i > 0) {
                rates.add(rate);
            }
        }
        out.printf(
                Locale.ROOT,
                "%nRESULT     %s: median %.2f M/s, best %.2f M/s, worst %.2f M/s, %d iterations%n",
                workload.name(),
                rates.median(),
                rates.max(),
                rates.min(),
                rates.size());
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
        if (journals != null) {
            Folders.delete(journals);
        }
        System.exit(0); // the peer's threads are not daemons, and some outlive its shutdown
    }

    private double iterate(final PrintStream out, final String label) throws Exception {
        final PeerResults results = new PeerResults();
        final ExchangeCore core = ExchangeCore.builder()
                .resultsConsumer(results)
                .exchangeConfiguration(configuration())
                .build();
        core.startup();
        try {
            final ExchangeApi api = core.getApi();
            open(api);
            send(api, prefill, results);
            System.gc();
            final GcPauses pausesBefore = GcPauses.now();
            final long bytesBefore = ThreadCosts.allocatedBytes();
            final long elapsedNs = send(api, timed, results);
            final double bytes = ThreadCosts.allocatedBytes() - bytesBefore;
            final GcPauses pauses = GcPauses.now().since(pausesBefore);
            verify(api, results);
            final double rate = COMMANDS_PER_US * timed.length / elapsedNs;
            out.printf(
                    Locale.ROOT,
                    "%9s  %6.2f M/s  %6.1f ns  %,d results, %.4f bytes a command, %d collections of %d ms%n",
                    label,
                    rate,
                    (double) elapsedNs / timed.length,
                    timed.length,
                    bytes / timed.length,
                    pauses.count(),
                    pauses.millis());
            return rate;
        } finally {
            shutDown(core);
        }
    }

    private ExchangeConfiguration configuration() throws IOException {
        return journals == null
                ? configuration.build()
                : configuration.buildJournaling(Files.createTempDirectory(journals, "iteration-"));
    }

    private void open(final ExchangeApi api) throws Exception {
        require(api.submitBinaryDataAsync(new BatchAddSymbolsCommand(workload.setup().symbols().stream()
                        .map(PeerCommands::spec)
                        .toList()))
                .get());
        final LongHashSet users = new LongHashSet();
        final List<CompletableFuture<CommandResultCode>> opened = new ArrayList<>();
        workload.setup().forEachAccount((uid, currency, amount) -> {
            if (users.add(uid)) {
                opened.add(api.submitCommandAsync(ApiAddUser.builder().uid(uid).build()));
            }
            // not in bulk: the peer would skip currencies that its hash table does not return in
            // ascending order
            opened.add(api.submitCommandAsync(ApiAdjustUserBalance.builder()
                    .uid(uid)
                    .currency(currency)
                    .amount(amount)
                    .transactionId(opened.size())
                    .build()));
        });
        opened.forEach(result -> require(result.join()));
    }

    private static long send(final ExchangeApi api, final ApiCommand[] commands, final PeerResults results) {
        results.expect(commands.length);
        final long startNs = System.nanoTime();
        for (final ApiCommand command : commands) {
            api.submitCommand(command);
        }
        return results.await() - startNs;
    }

    private void verify(final ExchangeApi api, final PeerResults results) throws Exception {
        if (!results.refused().isEmpty()) {
            throw new IllegalStateException("the peer refused commands: " + results.refused());
        }
        if (!api.processReport(new TotalCurrencyBalanceReportQuery(), 1).get().isGlobalBalancesAllZero()) {
            throw new IllegalStateException("the peer's accounts do not balance");
        }
        final int symbols = workload.setup().symbols().size();
        for (int symbol = 1; symbol <= symbols; symbol++) {
            verifyBook(api, workload.book(symbol));
        }
    }

    private static void verifyBook(final ExchangeApi api, final BookImage image) throws Exception {
        final int depth = Math.max(1, Math.max(image.bids().size(), image.asks().size()));
        final L2MarketData book =
                api.requestOrderBookAsync(image.symbol(), depth).get();
        if (book.bidSize != image.bids().size()
                || book.askSize != image.asks().size()
                || !same(image.bids(), book.bidPrices, book.bidVolumes, book.bidOrders)
                || !same(image.asks(), book.askPrices, book.askVolumes, book.askOrders)) {
            throw new IllegalStateException("the book of symbol " + image.symbol() + " is not the generator's");
        }
    }

    private static boolean same(
            final List<BookImage.Level> levels, final long[] prices, final long[] lots, final long[] orders) {
        for (int i = 0; i < levels.size(); i++) {
            final BookImage.Level level = levels.get(i);
            if (level.price() != prices[i] || level.size() != lots[i] || level.orders() != orders[i]) {
                return false;
            }
        }
        return true;
    }

    private static void require(final CommandResultCode code) {
        if (code != CommandResultCode.SUCCESS) {
            throw new IllegalStateException("the peer refused the setup: " + code);
        }
    }

    private static void shutDown(final ExchangeCore core) {
        try {
            core.shutdown(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
        } catch (IllegalStateException e) {
            if (!(e.getCause() instanceof TimeoutException)) {
                throw e;
            }
        }
    }
}
