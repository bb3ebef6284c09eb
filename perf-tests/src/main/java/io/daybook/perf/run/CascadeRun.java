package io.daybook.perf.run;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TriggerWhen;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.matching.BookTypes;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The longest commands of orders with terms: stops at as many prices that one trade fires, and trailing orders that all
 * follow one trade. The result of a run is its longest command. Printed is the median over the runs, in processor time
 * of the engine's thread and in wall-clock time.
 *
 * <p>Argument: the kind of books.
 */
public final class CascadeRun {
    private static final int SYMBOL = 1;
    private static final int BASE = 1;
    private static final int QUOTE = 2;
    private static final long MIDDLE = 1_000_000;
    private static final int OWNERS = 64;
    private static final long SELLER = 1_000;
    private static final long BUYER = 1_001;
    private static final int FOLLOWED_TRADES = 100;

    private final EventRing events = new EventRing(1 << 14);
    private final ExchangeEngine engine;
    private final CommandSlot slot = new CommandSlot();

    private long longestCpuNs;
    private long longestWallNs;
    private int commands;
    private long allEvents;
    private long nextId = 1L << 32;

    private CascadeRun(final OrderBookType books) {
        this.engine = new ExchangeEngine(
                new EngineConfig(BookTypes.all(books), true, false, 0, Set.of(), HashSecret.of(1)), events);
        apply(new AddSymbol(SymbolSpec.exchangePair(SYMBOL, BASE, QUOTE).build()));
        for (long uid = 1; uid <= OWNERS; uid++) {
            apply(AddAccounts.of(Map.of(uid, Map.of(QUOTE, 1L << 50, BASE, 1L << 40))));
        }
        apply(AddAccounts.of(
                Map.of(SELLER, Map.of(BASE, 1L << 40, QUOTE, 1L), BUYER, Map.of(QUOTE, 1L << 53, BASE, 1L))));
    }

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final OrderBookType books = OrderBookType.valueOf(args[0]);
        final int stops = PerfProperties.number("stops", 100_000);
        measure(
                out,
                books,
                String.format(Locale.ROOT, "%,d stops, nothing to meet", stops),
                run -> run.fire(stops, false));
        measure(out, books, String.format(Locale.ROOT, "%,d stops, each trades", stops), run -> run.fire(stops, true));
        measure(out, books, String.format(Locale.ROOT, "%,d trailing orders", Limits.MAX_TRAILING), CascadeRun::follow);
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private interface Task {
        void run(CascadeRun run);
    }

    private static void measure(final PrintStream out, final OrderBookType books, final String what, final Task task) {
        final int warmups = PerfProperties.warmups(4);
        final int iterations = PerfProperties.iterations(7);
        final Series cpu = new Series();
        final Series wall = new Series();
        int commands = 0;
        long events = 0;
        for (int i = 1 - warmups; i <= iterations; i++) {
            final CascadeRun run = new CascadeRun(books);
            System.gc();
            task.run(run);
            commands = run.commands;
            events = run.allEvents;
            if (i > 0) {
                cpu.add(run.longestCpuNs / 1e6);
                wall.add(run.longestWallNs / 1e6);
            }
        }
        out.printf(
                Locale.ROOT,
                "%-6s %-32s %,d commands, %,d events; the longest: CPU %.2f ms (%.2f to %.2f), wall %.2f ms (%.2f to"
                        + " %.2f)%n",
                books,
                what,
                commands,
                events,
                cpu.median(),
                cpu.min(),
                cpu.max(),
                wall.median(),
                wall.min(),
                wall.max());
    }

    /** Makes one trade that meets the triggers of all stops; sends ticks until none is left. */
    private void fire(final int stops, final boolean trades) {
        final long top = MIDDLE + stops;
        for (int i = 0; i < stops; i++) {
            apply(PlaceOrder.ioc(1L + i % OWNERS, SYMBOL, 1L + i, Side.BID, top, 1)
                    .withTerms(OrderTerms.builder()
                            .trigger(MIDDLE + 1 + i, TriggerWhen.RISES)
                            .build()));
        }
        place(SELLER, Side.ASK, OrderType.GTC, top, 1);
        if (trades) {
            final long lots = 1L + (long) stops / (Limits.MAX_LIVE_ORDERS - 1);
            for (int i = 0; i < Limits.MAX_LIVE_ORDERS - 1; i++) {
                place(SELLER, Side.ASK, OrderType.GTC, top, lots);
            }
        }
        clear();
        place(BUYER, Side.BID, OrderType.IOC, top, 1);
        while (slot.more()) {
            slot.clear();
            slot.type(CommandType.TICK.code());
            slot.symbol(SYMBOL);
            carryOut();
        }
        if (allEvents != 1 + 2L * stops || commands != 1 + (stops - 1) / Limits.MAX_ACTS) {
            throw new IllegalStateException("every stop must fire once: commands=" + commands + " events=" + allEvents);
        }
    }

    /** Trades at one rising price after another; all trailing stops follow each trade. */
    private void follow() {
        place(SELLER, Side.ASK, OrderType.GTC, MIDDLE, 1);
        place(BUYER, Side.BID, OrderType.IOC, MIDDLE, 1);
        for (int i = 0; i < Limits.MAX_TRAILING; i++) {
            final long trail = 10_000L + i;
            apply(PlaceOrder.ioc(1L + i % OWNERS, SYMBOL, 1L + i, Side.ASK, 1, 1)
                    .withTerms(OrderTerms.builder()
                            .trigger(MIDDLE - trail, TriggerWhen.FALLS)
                            .trail(trail, trail / 10)
                            .build()));
        }
        clear();
        for (int i = 1; i <= FOLLOWED_TRADES; i++) {
            final long price = MIDDLE + i * 2_000L;
            place(SELLER, Side.ASK, OrderType.GTC, price, 1);
            place(BUYER, Side.BID, OrderType.IOC, price, 1);
        }
        final long last = MIDDLE + FOLLOWED_TRADES * 2_000L;
        place(BUYER, Side.BID, OrderType.GTC, last - 10_000, 1);
        place(SELLER, Side.ASK, OrderType.IOC, last - 10_000, 1); // meets the first trigger, if all have followed
        if (allEvents != FOLLOWED_TRADES + 3) {
            throw new IllegalStateException("all trailing orders must follow every trade: events=" + allEvents);
        }
    }

    private void place(final long uid, final Side side, final OrderType type, final long price, final long size) {
        slot.clear();
        slot.type(CommandType.PLACE_ORDER.code());
        slot.uid(uid);
        slot.symbol(SYMBOL);
        slot.orderId(nextId++);
        slot.sentOrder(side.code(), type.code(), 0);
        slot.price(price);
        slot.size(size);
        carryOut();
    }

    private void carryOut() {
        final long wallBefore = System.nanoTime();
        final long cpuBefore = ThreadCosts.cpuNs();
        engine.apply(slot);
        longestCpuNs = Math.max(longestCpuNs, ThreadCosts.cpuNs() - cpuBefore);
        longestWallNs = Math.max(longestWallNs, System.nanoTime() - wallBefore);
        requireSuccess();
        commands++;
        allEvents += slot.eventCount();
        ExchangeEngine.releaseEvents(slot);
    }

    private void clear() {
        longestCpuNs = 0;
        longestWallNs = 0;
        commands = 0;
        allEvents = 0;
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
