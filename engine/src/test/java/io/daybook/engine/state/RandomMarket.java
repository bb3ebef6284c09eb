package io.daybook.engine.state;

import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Commands that leave a state with records of all kinds: active and suspended users, pairs and futures, open positions,
 * deep levels.
 */
public final class RandomMarket {
    private static final int USERS = 60;
    private static final int FIRST_TIME = 1_000_000;
    private static final int[] PAIRS = {7, 70_001};
    private static final int FUTURE = 3;

    private final SplittableRandom random;
    private long time = FIRST_TIME;
    private long nextOrder = 1;

    public RandomMarket(final long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** The commands that add symbols, users and money. */
    public List<Command> opening() {
        final List<Command> commands = new ArrayList<>();
        commands.add(new AddSymbols(List.of(
                SymbolSpec.exchangePair(PAIRS[0], 10, 20)
                        .lotSize(1000)
                        .tickValue(10)
                        .feesPerLot(3, 1)
                        .build(),
                SymbolSpec.futuresContract(FUTURE, 10, 30)
                        .feesPerLot(2, 1)
                        .margins(50, 60)
                        .prices(1, 10_000)
                        .build(),
                SymbolSpec.exchangePair(PAIRS[1], 30, 20).build())));
        for (long uid = USERS; uid > 0; uid--) {
            commands.add(new AddUser(uid * 37 % 61 * 1_000_003 + 1));
        }
        for (long uid = USERS; uid > 0; uid--) {
            for (int currency = 10; currency <= 30; currency += 10) {
                commands.add(new AdjustBalance(uid(uid), currency, 2_000_000_000L, currency / 10));
            }
        }
        commands.add(new SuspendUser(uid(5)));
        return commands;
    }

    /** Commands that trade. */
    public List<Command> trading(final int count) {
        final List<Command> commands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            commands.add(next());
        }
        return commands;
    }

    private Command next() {
        final long uid = uid(1 + random.nextInt(USERS));
        final int pick = random.nextInt(3);
        final int symbol = pick == 2 ? FUTURE : PAIRS[pick];
        final long order = 1 + random.nextLong(nextOrder);
        return switch (random.nextInt(12)) {
            case 0 -> new CancelOrder(uid, symbol, order);
            case 1 -> new ReduceOrder(uid, symbol, order, 1 + random.nextInt(5));
            case 2 -> new MoveOrder(uid, symbol, order, 90 + random.nextInt(20));
            default -> place(uid, symbol);
        };
    }

    private Command place(final long uid, final int symbol) {
        final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
        final long price = (side == Side.BID ? 85 : 95) + random.nextInt(20);
        final OrderType type = random.nextInt(4) == 0 ? OrderType.IOC : OrderType.GTC;
        final long reserve = side == Side.BID && symbol != FUTURE ? price + random.nextInt(3) : 0;
        return new PlaceOrder(uid, symbol, nextOrder++, side, type, price, reserve, 1 + random.nextInt(9));
    }

    private static long uid(final long number) {
        return number * 37 % 61 * 1_000_003 + 1;
    }

    /** Sends commands with times of the test, so that two runs journal the same bytes. */
    public void send(final Exchange exchange, final List<Command> commands) {
        CompletableFuture<CommandResult> last = CompletableFuture.completedFuture(null);
        for (final Command command : commands) {
            last = exchange.submit(command, 0, time++);
        }
        last.join();
    }

    public static String hash(final Exchange exchange) {
        return exchange.query(new StateHashQuery()).join().hex();
    }
}
