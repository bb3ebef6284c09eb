package io.daybook.perf.run;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures the memory of state: users with three accounts each, and orders that rest in one book. The result is the
 * difference of the heap in use after a full collection, with and without them, divided by their number.
 */
public final class MemoryRun {
    private static final int USERS_PER_COMMAND = 2_000;
    private static final int SYMBOL = 1;
    private static final int BASE = 1;
    private static final int QUOTE = 2;
    private static final int OTHER = 3;
    private static final long FUNDS = 1L << 40;
    private static final int MIDDLE = 1_000_000;
    private static final int LEVELS_A_SIDE = 50_000;
    private static final int MAX_SIZE = 100;

    private final PrintStream out;
    private final EventRing events = new EventRing(1 << 14);
    private final ExchangeEngine engine;

    private MemoryRun(final PrintStream out, final OrderBookType books) {
        this.out = out;
        this.engine = new ExchangeEngine(new EngineConfig(books, true, false), events);
    }

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final int users = PerfProperties.number("users", 1_000_000);
        final int orders = PerfProperties.number("orders", 4_000_000);
        for (final OrderBookType books : OrderBookType.values()) {
            out.printf("%n%s%n", books);
            final MemoryRun run = new MemoryRun(out, books);
            run.addUsers(users);
            run.addOrders(orders, users);
            run.audit();
        }
    }

    private void addUsers(final int users) {
        final long before = usedAfterCollection();
        for (int first = 1; first <= users; first += USERS_PER_COMMAND) {
            final int end = Math.min(users + 1, first + USERS_PER_COMMAND);
            final TreeMap<Long, SortedMap<Integer, Long>> accounts = new TreeMap<>();
            for (long uid = first; uid < end; uid++) {
                accounts.put(uid, new TreeMap<>(Map.of(BASE, FUNDS, QUOTE, FUNDS, OTHER, FUNDS)));
            }
            apply(new AddAccounts(accounts));
        }
        print("user with 3 accounts", users, usedAfterCollection() - before);
    }

    private void addOrders(final int orders, final int users) {
        apply(new AddSymbol(SymbolSpec.exchangePair(SYMBOL, BASE, QUOTE).build()));
        final long before = usedAfterCollection();
        final Random random = new Random(1);
        final CommandSlot slot = new CommandSlot();
        for (int orderId = 1; orderId <= orders; orderId++) {
            final boolean bid = random.nextInt(2) == 0;
            final int distance = 1 + random.nextInt(LEVELS_A_SIDE);
            final long price = bid ? MIDDLE - distance : MIDDLE + distance;
            slot.clear();
            slot.type(CommandType.PLACE_ORDER.code());
            slot.uid(1 + random.nextInt(users));
            slot.symbol(SYMBOL);
            slot.orderId(orderId);
            slot.sentOrder((bid ? Side.BID : Side.ASK).code(), OrderType.GTC.code(), bid ? price : 0);
            slot.price(price);
            slot.size(1 + random.nextInt(MAX_SIZE));
            run(slot);
        }
        print("resting order", orders, usedAfterCollection() - before);
    }

    private void audit() {
        if (!engine.audit().isBalanced()) {
            throw new IllegalStateException(
                    "the accounts do not balance: " + engine.audit().violations());
        }
        out.println("checked    nothing refused; accounts balance");
    }

    private void apply(final Command command) {
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        run(slot);
    }

    private void run(final CommandSlot slot) {
        engine.apply(slot);
        if (!slot.isSuccess()) {
            throw new IllegalStateException("refused: " + ResultCode.of(slot.resultCode()));
        }
    }

    private void print(final String what, final int count, final long bytes) {
        out.printf(
                Locale.ROOT,
                "%-20s  %6.1f bytes each (%,d of them, %,d bytes)%n",
                what,
                (double) bytes / count,
                count,
                bytes);
    }

    private static long usedAfterCollection() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            used = Math.min(
                    used,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return used;
    }
}
