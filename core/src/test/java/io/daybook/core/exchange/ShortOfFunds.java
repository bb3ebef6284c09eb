package io.daybook.core.exchange;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Commands of a few users who can afford only a few orders, so that the next command depends on the last fill. */
final class ShortOfFunds {
    private static final int USERS = 12;
    private static final int PAIRS = 4;
    private static final int FUTURE = 5;

    private ShortOfFunds() {}

    /** Draws commands from a seed. */
    static List<Command> commands(final long seed, final int count) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Command> commands = new ArrayList<>();
        for (int symbol = 1; symbol <= PAIRS; symbol++) {
            commands.add(new AddSymbol(SymbolSpec.exchangePair(symbol, 10 + symbol, 20)
                    .feesPerLot(2, 1)
                    .build()));
        }
        commands.add(new AddSymbol(SymbolSpec.futuresContract(FUTURE, 11, 20)
                .margins(50, 50)
                .feesPerLot(1, 1)
                .prices(1, 10_000)
                .build()));
        final long[] transactions = new long[USERS + 1];
        for (int uid = 1; uid <= USERS; uid++) {
            commands.add(new AddUser(uid));
            commands.add(new AdjustBalance(uid, 20, 2_000, ++transactions[uid]));
            for (int symbol = 1; symbol <= PAIRS; symbol++) {
                commands.add(new AdjustBalance(uid, 10 + symbol, 20, ++transactions[uid]));
            }
        }
        while (commands.size() < count) {
            final int uid = 1 + random.nextInt(USERS);
            final int symbol = 1 + random.nextInt(PAIRS);
            final long live = Math.max(1, commands.size() - random.nextInt(60));
            final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
            final long price = 100 + random.nextInt(7) - 3;
            final long size = 1 + random.nextInt(9);
            commands.add(
                    switch (random.nextInt(16)) {
                        case 0, 1 -> new CancelOrder(uid, symbol, live);
                        case 2, 3 -> new MoveOrder(uid, symbol, live, price);
                        case 4 -> new AdjustBalance(uid, 20, random.nextInt(600) - 300, ++transactions[uid]);
                        case 5 -> PlaceOrder.gtc(1 + uid % 3, FUTURE, commands.size(), side, price, size);
                        case 6, 7 ->
                            PlaceOrder.ioc(uid, symbol, commands.size(), side, price, size)
                                    .withType(size > 4 ? OrderType.IOC : OrderType.FOK);
                        default -> PlaceOrder.gtc(uid, symbol, commands.size(), side, price, size);
                    });
        }
        return commands;
    }
}
