package io.daybook.perf.run;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.matching.BookTypes;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Measures the work that a hostile client can cause on the engine's thread: FOK and FOK_BUDGET orders that search a
 * deep book without a trade, under both semantics, one order that takes all that one user may offer, and a page of that
 * user's report. The result is the processor time of the one thread, the best of several tries.
 */
public final class HostileRun {
    private static final int TRIES = 15;
    private static final int SYMBOL = 1;
    private static final int BASE = 1;
    private static final int QUOTE = 2;
    private static final int SELLERS = 64;
    private static final long TAKER = 1_000;
    private static final long MIDDLE = 1_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final PrintStream out;
    private final EventRing events = new EventRing(1 << 14);
    private final ExchangeEngine engine;
    private final CommandSlot slot = new CommandSlot();

    private HostileRun(final PrintStream out, final OrderBookType books) {
        this.out = out;
        this.engine = new ExchangeEngine(
                new EngineConfig(BookTypes.all(books), true, false, 0, Set.of(), HashSecret.of(1)), events);
        apply(new AddSymbol(SymbolSpec.exchangePair(SYMBOL, BASE, QUOTE).build()));
        for (long uid = 1; uid <= SELLERS; uid++) {
            apply(AddAccounts.of(Map.of(uid, Map.of(BASE, 1L << 40))));
        }
        apply(AddAccounts.of(Map.of(TAKER, Map.of(QUOTE, 1L << 53, BASE, 1L << 40))));
    }

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final int levels = PerfProperties.number("levels", 300_000);
        for (final OrderBookType books : OrderBookType.values()) {
            out.printf("%n%s, %,d levels of one lot%n", books, levels);
            final HostileRun run = new HostileRun(out, books);
            run.rest(levels);
            for (int semantics = 1; semantics <= ExchangeEngine.SEMANTICS_VERSION; semantics++) {
                run.lookInVain(semantics, levels);
            }
        }
        for (final OrderBookType books : OrderBookType.values()) {
            out.printf("%n%s, all the orders that a user may have%n", books);
            new HostileRun(out, books).takeAll("another user, a level for each", TAKER, 1);
            new HostileRun(out, books).takeAll("another user, one level", TAKER, 0);
            new HostileRun(out, books).takeAll("the same user, a level for each", 1, 1);
            new HostileRun(out, books).report();
        }
    }

    private void rest(final int levels) {
        for (int i = 0; i < levels; i++) {
            place(1 + i % SELLERS, Side.ASK, OrderType.GTC, 1 + i, MIDDLE + i, 1);
            requireSuccess();
        }
    }

    private void lookInVain(final int semantics, final int levels) {
        engine.semanticsVersion(semantics);
        final long all = MIDDLE + levels;
        final long budget = 1L << 50;
        measure(semantics, "FOK of one lot too many", OrderType.FOK, all, levels + 1L);
        measure(semantics, "FOK, all but two levels", OrderType.FOK, all - 3, levels);
        measure(semantics, "FOK_BUDGET, one lot too many", OrderType.FOK_BUDGET, budget, levels + 1L);
        measure(semantics, "FOK_BUDGET, a tick too little", OrderType.FOK_BUDGET, cost(levels) - 1, levels);
    }

    private static long cost(final int levels) {
        return levels * MIDDLE + (long) levels * (levels - 1) / 2;
    }

    private void measure(
            final int semantics, final String what, final OrderType type, final long price, final long size) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            final long start = THREADS.getCurrentThreadCpuTime();
            place(TAKER, Side.BID, type, Long.MAX_VALUE, price, size);
            best = Math.min(best, THREADS.getCurrentThreadCpuTime() - start);
            requireSuccess();
            if (slot.remaining() != 0 || slot.eventCount() != 1) {
                throw new IllegalStateException("nothing may trade: " + what);
            }
            ExchangeEngine.releaseEvents(slot);
        }
        out.printf(Locale.ROOT, "semantics %d  %-30s %9.3f ms%n", semantics, what, best / 1e6);
    }

    /**
     * Makes one order take all orders that user 1 may offer. If user 1 is also the taker, it offers one order fewer,
     * because the taker's order counts too.
     */
    private void takeAll(final String what, final long taker, final int step) {
        final int offered = Limits.MAX_LIVE_ORDERS - (taker == 1 ? 1 : 0);
        apply(new AdjustBalance(1, QUOTE, 1L << 53, 1));
        long best = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            for (int n = 0; n < offered; n++) {
                place(1, Side.ASK, OrderType.GTC, 1 + n, MIDDLE + (long) n * step, 1);
                requireSuccess();
            }
            final long start = THREADS.getCurrentThreadCpuTime();
            place(taker, Side.BID, OrderType.IOC, Long.MAX_VALUE, MIDDLE + offered, offered);
            best = Math.min(best, THREADS.getCurrentThreadCpuTime() - start);
            requireSuccess();
            if (slot.eventCount() != offered) {
                throw new IllegalStateException("all must trade: " + what);
            }
            ExchangeEngine.releaseEvents(slot);
        }
        out.printf(
                Locale.ROOT, "taken by %-32s %9.3f us each, %.1f ms in all%n", what, best / 1e3 / offered, best / 1e6);
    }

    /** Measures the most expensive page of a user with the maximum of orders. */
    private void report() {
        for (int n = 0; n < Limits.MAX_LIVE_ORDERS; n++) {
            place(1, Side.ASK, OrderType.GTC, 1 + n, MIDDLE + n, 1);
            requireSuccess();
        }
        walk(); // a warm-up, so that the code is compiled
        final long[] bests = walk();
        out.printf(
                Locale.ROOT,
                "a page of the report, %d pages      %9.3f to %.3f ms%n",
                bests.length,
                Arrays.stream(bests).min().orElseThrow() / 1e6,
                Arrays.stream(bests).max().orElseThrow() / 1e6);
    }

    /** The best time of several tries, for each page. */
    private long[] walk() {
        final long[] bests = new long[Limits.MAX_LIVE_ORDERS / Limits.MAX_REPORT_ORDERS];
        UserReportQuery query = new UserReportQuery(1);
        boolean more = true;
        for (int at = 0; at < bests.length; at++) {
            long best = Long.MAX_VALUE;
            for (int i = 0; i < TRIES; i++) {
                slot.clear();
                slot.type(query.type().code());
                slot.payload(query);
                final long start = THREADS.getCurrentThreadCpuTime();
                engine.execute(slot);
                best = Math.min(best, THREADS.getCurrentThreadCpuTime() - start);
            }
            bests[at] = best;
            final UserReport page = (UserReport) Objects.requireNonNull(slot.report());
            more = page.moreOrders();
            query = more ? page.following() : query;
        }
        if (more) {
            throw new IllegalStateException("more orders than a user may have");
        }
        return bests;
    }

    private void place(
            final long uid, final Side side, final OrderType type, final long id, final long price, final long size) {
        slot.clear();
        slot.type(CommandType.PLACE_ORDER.code());
        slot.uid(uid);
        slot.symbol(SYMBOL);
        slot.orderId(id);
        slot.sentOrder(side.code(), type.code(), 0);
        slot.price(price);
        slot.size(size);
        engine.apply(slot);
    }

    private void apply(final Command command) {
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        engine.apply(slot);
        requireSuccess();
    }

    private void requireSuccess() {
        if (!slot.isSuccess()) {
            throw new IllegalStateException("refused: " + ResultCode.of(slot.resultCode()));
        }
    }
}
