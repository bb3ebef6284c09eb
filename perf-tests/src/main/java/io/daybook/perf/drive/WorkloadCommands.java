package io.daybook.perf.drive;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbols;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.Market;
import io.daybook.perf.workload.SymbolSetup;
import io.daybook.perf.workload.WorkloadSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Converts the generator's terms to Daybook's commands. */
public final class WorkloadCommands {
    private static final int SYMBOLS_PER_COMMAND = 1000;
    private static final int USERS_PER_COMMAND = 2000;

    private static final int[] ORDER_TYPES = new int[4];
    private static final int[] SIDES = new int[3];

    static {
        ORDER_TYPES[CommandRecord.GTC] = OrderType.GTC.code();
        ORDER_TYPES[CommandRecord.IOC] = OrderType.IOC.code();
        ORDER_TYPES[CommandRecord.FOK_BUDGET] = OrderType.FOK_BUDGET.code();
        SIDES[CommandRecord.BID] = Side.BID.code();
        SIDES[CommandRecord.ASK] = Side.ASK.code();
    }

    private WorkloadCommands() {}

    /** Passes on the commands that open all symbols and accounts of a workload. */
    public static void setup(final WorkloadSetup setup, final Consumer<Command> sink) {
        symbols(setup, sink);
        accounts(setup, sink);
    }

    private static void symbols(final WorkloadSetup setup, final Consumer<Command> sink) {
        final List<SymbolSpec> specs = new ArrayList<>();
        for (final SymbolSetup symbol : setup.symbols()) {
            specs.add(spec(symbol));
            if (specs.size() == SYMBOLS_PER_COMMAND) {
                sink.accept(new AddSymbols(specs));
                specs.clear();
            }
        }
        sink.accept(new AddSymbols(specs));
    }

    /** Passes on the commands that open all accounts of a workload. */
    public static void accounts(final WorkloadSetup setup, final Consumer<Command> sink) {
        final TreeMap<Long, SortedMap<Integer, Long>> users = new TreeMap<>();
        setup.forEachAccount((uid, currency, amount) -> {
            if (users.size() == USERS_PER_COMMAND && !users.containsKey(uid)) {
                sink.accept(new AddAccounts(users));
                users.clear();
            }
            users.computeIfAbsent(uid, unused -> new TreeMap<>()).put(currency, amount);
        });
        sink.accept(new AddAccounts(users));
    }

    /** The specification of a symbol of a workload. */
    public static SymbolSpec spec(final SymbolSetup symbol) {
        final SymbolSpec.Builder builder = symbol.market() == Market.FUTURES
                ? SymbolSpec.futuresContract(symbol.symbol(), symbol.baseCurrency(), symbol.quoteCurrency())
                : SymbolSpec.exchangePair(symbol.symbol(), symbol.baseCurrency(), symbol.quoteCurrency());
        return builder.lotSize(symbol.lotSize())
                .tickValue(symbol.tickValue())
                .feesPerLot(symbol.takerFee(), symbol.makerFee())
                .prices(symbol.minPrice(), symbol.maxPrice())
                .build();
    }

    /** Writes one command of a stream into a cleared slot, as a producer would have sent it. */
    public static void fill(final CommandSlot slot, final long[] chunk, final int offset) {
        slot.uid(CommandRecord.uid(chunk, offset));
        slot.symbol(CommandRecord.symbol(chunk, offset));
        slot.orderId(CommandRecord.orderId(chunk, offset));
        switch (CommandRecord.type(chunk, offset)) {
            case CommandRecord.PLACE -> {
                slot.type(CommandType.PLACE_ORDER.code());
                slot.price(CommandRecord.price(chunk, offset));
                slot.size(CommandRecord.size(chunk, offset));
                slot.sentOrder(
                        sideCode(chunk, offset),
                        orderTypeCode(chunk, offset),
                        CommandRecord.reservePrice(chunk, offset));
            }
            case CommandRecord.MOVE -> {
                slot.type(CommandType.MOVE_ORDER.code());
                slot.price(CommandRecord.price(chunk, offset));
            }
            case CommandRecord.REDUCE -> {
                slot.type(CommandType.REDUCE_ORDER.code());
                slot.size(CommandRecord.size(chunk, offset));
            }
            case CommandRecord.REPLACE -> {
                slot.type(CommandType.REPLACE_ORDER.code());
                slot.price(CommandRecord.price(chunk, offset));
                slot.size(CommandRecord.size(chunk, offset));
            }
            default -> slot.type(CommandType.CANCEL_ORDER.code());
        }
    }

    static int sideCode(final long[] chunk, final int offset) {
        return SIDES[CommandRecord.side(chunk, offset)];
    }

    static int orderTypeCode(final long[] chunk, final int offset) {
        return ORDER_TYPES[CommandRecord.orderType(chunk, offset)];
    }
}
