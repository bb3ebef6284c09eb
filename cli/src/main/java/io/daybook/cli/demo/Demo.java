package io.daybook.cli.demo;

import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.RecoverySummary;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateHashReport;
import io.daybook.api.Topology;
import io.daybook.api.TotalsReportQuery;
import io.daybook.core.DaybookExchange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The demonstration: a market runs in a separate process, is killed while it trades, and is restored; the same commands
 * are sent to an exchange that never crashed, and both states have the same hash. Run by one thread.
 */
public final class Demo {
    private static final int IN_FLIGHT = 1024;
    private static final int PLAIN_PICTURES = 2;
    private static final int DRAWN_LEVELS = 8;
    private static final int FIRST_JAVA_THAT_WARNS = 24;

    private final PrintStream out;
    private final Ink ink;
    private final BookPicture picture;
    private final long marketNs;

    /**
     * Creates a demonstration that has not begun.
     *
     * @param out the output
     * @param ink the drawing abilities of the output
     * @param marketMs the time that the market trades before it is killed
     */
    public Demo(final PrintStream out, final Ink ink, final long marketMs) {
        this.out = out;
        this.ink = ink;
        this.picture = new BookPicture(ink);
        this.marketNs = TimeUnit.MILLISECONDS.toNanos(marketMs);
    }

    /** The settings of all exchanges of the demonstration. */
    static ExchangeConfig.Builder config() {
        return ExchangeConfig.builder();
    }

    /**
     * Runs the demonstration.
     *
     * @param folder an empty folder for the journal; the caller deletes the folder
     * @param seed the seed of the traders
     * @return whether every answered command was restored, and the hashes agree
     * @throws IOException if the market's process cannot be started or read
     */
    public boolean run(final Path folder, final long seed) throws IOException {
        out.println(ink.strong("Daybook: a market, a crash, and nothing lost"));
        heading("1. The market opens");
        say("Forty traders trade tulips for guilders. Their exchange is a process of its own,");
        say("with its journal in " + folder);
        out.println();
        final MarketFrame last = watchAndKill(folder, seed);
        if (last == null) {
            say("The market's process ended before it reported anything; see the messages above.");
            return false;
        }

        heading("3. The restore");
        try (Exchange restored = DaybookExchange.start(config().journal(folder).build())) {
            return restored(restored, last, seed);
        }
    }

    private @Nullable MarketFrame watchAndKill(final Path folder, final long seed) throws IOException {
        final Process market = start(folder, seed);
        // Kills through the handle, because Process itself would discard the unread bytes of the
        // pipe.
        final ProcessHandle handle = market.toHandle();
        final Thread undertaker = new Thread(handle::destroyForcibly, "daybook-demo-undertaker");
        Runtime.getRuntime().addShutdownHook(undertaker);
        MarketFrame last = null;
        int drawn = 0;
        try (BufferedReader told =
                new BufferedReader(new InputStreamReader(market.getInputStream(), StandardCharsets.UTF_8))) {
            long killAtNs = 0;
            String line = told.readLine();
            while (line != null) {
                final MarketFrame frame = MarketFrame.parse(line);
                if (frame != null) {
                    if (last == null) {
                        killAtNs = System.nanoTime() + marketNs;
                    }
                    last = frame;
                    drawn = draw(frame, drawn, marketNs - (killAtNs - System.nanoTime()));
                }
                if (last != null && System.nanoTime() - killAtNs >= 0) {
                    handle.destroyForcibly();
                }
                line = told.readLine();
            }
        } finally {
            handle.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(undertaker);
        }
        if (last != null) {
            heading("2. The crash");
            say("Process " + market.pid() + " was killed (SIGKILL: no clean end, no flush), with orders still in"
                    + " flight.");
            say(String.format(Locale.ROOT, "It had answered at least %,d commands.", last.answered()));
        }
        return last;
    }

    private Process start(final Path folder, final long seed) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= FIRST_JAVA_THAT_WARNS) {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                MarketProcess.class.getName(),
                folder.toString(),
                Long.toString(seed)));
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    }

    /** Draws over the last picture on a terminal; elsewhere prints a few pictures, one below the other. */
    private int draw(final MarketFrame frame, final int drawn, final long elapsedNs) {
        if (frame.trades() == 0) {
            return drawn;
        }
        if (ink.terminal()) {
            if (drawn > 0) {
                out.print(ink.up(BookPicture.LINES));
            }
        } else if (drawn >= PLAIN_PICTURES || elapsedNs < marketNs * (drawn + 1) / (PLAIN_PICTURES + 1)) {
            return drawn;
        } else if (drawn > 0) {
            out.println();
        }
        picture.draw(frame).forEach(out::println);
        out.flush();
        return drawn + 1;
    }

    private boolean restored(final Exchange restored, final MarketFrame last, final long seed) {
        final RecoverySummary recovery = restored.recovery();
        say(String.format(
                Locale.ROOT,
                "%,d commands came back in %.2f s: all of the %,d that were answered, and %,d more that were",
                recovery.lastSeq(),
                (double) recovery.elapsedNs() / TimeUnit.SECONDS.toNanos(1),
                last.answered(),
                recovery.lastSeq() - last.answered()));
        say("already in the journal, with their answers still in flight.");
        recovery.notes().forEach(note -> say("The recovery notes: " + note));
        out.println();
        final MarketFrame now = MarketFrame.of(
                recovery.lastSeq(),
                0,
                restored.query(new TotalsReportQuery()).join().symbols().get(0).lastPrice(),
                restored.query(new OrderBookQuery(TulipMarket.SYMBOL, DRAWN_LEVELS))
                        .join());
        picture.draw(now).subList(0, 2 * DRAWN_LEVELS + 1).forEach(out::println);

        heading("4. The proof");
        final StateHashReport after = restored.query(new StateHashQuery()).join();
        final StateHashReport never = neverCrashed(recovery.lastSeq(), seed);
        say("A 64-bit hash over every balance, hold and order:");
        say("  the exchange that was killed      " + ink.strong(after.hex()) + "  at command " + after.seq());
        say("  an exchange that never crashed, with");
        say("  the same commands and no journal  " + ink.strong(never.hex()) + "  at command " + never.seq());
        out.println();
        final boolean complete = recovery.lastSeq() >= last.answered();
        final boolean equal = after.hash() == never.hash() && after.seq() == never.seq();
        if (!complete) {
            say("Answered commands are missing. This must not happen; please report it.");
        } else if (!equal) {
            say("The hashes differ. This must not happen; please report it.");
        } else {
            say(ink.strong("The hashes are equal.") + " Next: daybook exec --help");
        }
        return complete && equal;
    }

    private static StateHashReport neverCrashed(final long commands, final long seed) {
        final TulipMarket market = new TulipMarket(seed);
        try (Exchange exchange =
                DaybookExchange.start(config().topology(Topology.INLINE).build())) {
            final ArrayDeque<CompletableFuture<CommandResult>> pending = new ArrayDeque<>();
            for (long i = 0; i < commands; i++) {
                pending.add(exchange.submit(market.next()));
                if (pending.size() > IN_FLIGHT) {
                    pending.remove().join();
                }
            }
            return exchange.query(new StateHashQuery()).join();
        }
    }

    private void heading(final String text) {
        out.println();
        out.println(ink.strong(text));
    }

    private void say(final String text) {
        out.println("   " + text);
    }
}
