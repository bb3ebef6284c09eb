package io.daybook.perf.drive;

import io.daybook.api.CommandType;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.perf.workload.SymbolSetup;
import io.daybook.perf.workload.WorkloadSetup;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Spoils one command in ten, so that checks refuse it or it does not do what the generator meant: another user, order,
 * symbol, price, size, side, type of order or type of command. Now and then a user is suspended, resumed, or loses
 * money.
 */
final class Mutations {
    private static final int PLACE = CommandType.PLACE_ORDER.code();
    private static final int MOVE = CommandType.MOVE_ORDER.code();
    private static final int REDUCE = CommandType.REDUCE_ORDER.code();
    private static final int CANCEL = CommandType.CANCEL_ORDER.code();
    private static final int REPLACE = CommandType.REPLACE_ORDER.code();
    private static final int[] TRADING = {PLACE, MOVE, REDUCE, CANCEL, REPLACE};
    private static final int ONE_IN = 10;
    private static final int KINDS = 14;

    private static final int TIGHT_ONE_IN = 4;

    private final SplittableRandom random;
    private final int users;
    private final List<SymbolSetup> symbols;
    private final int currencies;
    private long transactionId = 1;
    private long lastOrderId = 1;
    private long lastUid = 1;

    Mutations(final long seed, final WorkloadSetup setup) {
        this.random = new SplittableRandom(seed);
        this.users = setup.users();
        this.symbols = setup.symbols();
        this.currencies = setup.fundings().size();
    }

    /** Spoils a command that a producer has filled, or leaves it as it is. */
    void apply(final CommandSlot slot) {
        if (random.nextInt(ONE_IN) == 0) {
            spoil(slot, random.nextInt(KINDS));
        } else if (slot.type() == PLACE && slot.sentReservePrice() > 0 && random.nextInt(TIGHT_ONE_IN) == 0) {
            slot.sentReservePrice(slot.price() + random.nextInt(3)); // not refused, but cannot be moved up far
        }
        lastOrderId = slot.orderId();
        lastUid = slot.uid();
    }

    private void spoil(final CommandSlot slot, final int kind) {
        switch (kind) {
            case 0 -> slot.uid(random.nextInt(users + 3) - 1);
            case 1 -> slot.orderId(random.nextInt(8) == 0 ? -random.nextInt(3) : slot.orderId() - random.nextInt(20));
            case 2 -> slot.symbol(random.nextInt(symbols.size() + 2));
            case 3 -> slot.price(slot.price() + random.nextInt(2_000) - 1_000);
            case 4 -> slot.price(random.nextBoolean() ? random.nextLong() >> random.nextInt(64) : random.nextInt(3));
            case 5 -> slot.size(random.nextBoolean() ? random.nextLong() >> random.nextInt(64) : random.nextInt(5));
            case 6 -> slot.sentOrder(random.nextInt(4), slot.sentOrderType(), slot.sentReservePrice());
            case 7 -> slot.sentOrder(slot.sentSide(), random.nextInt(9), slot.sentReservePrice());
            case 8 -> slot.sentOrder(slot.sentSide(), slot.sentOrderType(), slot.price() + random.nextInt(40) - 20);
            case 9 -> slot.type(TRADING[random.nextInt(TRADING.length)]);
            case 10 -> {
                slot.orderId(lastOrderId);
                slot.uid(lastUid);
            }
            case 11 -> slot.price(edgeOfPrices(slot.symbol()));
            case 12 -> slot.type((random.nextInt(4) == 0 ? CommandType.SUSPEND_USER : CommandType.RESUME_USER).code());
            default -> loseMoney(slot);
        }
    }

    /** A price at a limit of its symbol, or a tick or two to either side. */
    private long edgeOfPrices(final int symbol) {
        final SymbolSetup setup = symbols.get(symbol - 1);
        return (random.nextBoolean() ? setup.minPrice() : setup.maxPrice()) + random.nextInt(5) - 2;
    }

    /** Withdraws so much that some later order is not covered. */
    private void loseMoney(final CommandSlot slot) {
        slot.type(CommandType.ADJUST_BALANCE.code());
        slot.currency(1 + random.nextInt(currencies));
        slot.amount(random.nextInt(3) == 0 ? 1_000 : -(random.nextLong() >>> 24 + random.nextInt(30)));
        slot.transactionId(transactionId++);
    }
}
