package io.daybook.perf.drive;

import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.kernel.command.CommandSlot;
import java.util.SplittableRandom;

/**
 * Places, moves, replacements, reductions and cancels of five users in two books of a few prices, so that each field is
 * often at an edge of its range, or beyond it. First no order has terms, then one in eight has a trigger, then one in
 * eight has any terms.
 */
final class EdgeCommands {
    static final long MIN_PRICE = 2;
    static final long MAX_PRICE = 9;

    private static final int[] TYPES = {
        CommandType.PLACE_ORDER.code(),
        CommandType.PLACE_ORDER.code(),
        CommandType.MOVE_ORDER.code(),
        CommandType.REPLACE_ORDER.code(),
        CommandType.REDUCE_ORDER.code(),
        CommandType.CANCEL_ORDER.code()
    };
    private static final int PLACE = CommandType.PLACE_ORDER.code();
    private static final int REPLACE = CommandType.REPLACE_ORDER.code();
    private static final int ONE_IN = 12;
    private static final int USERS = 5;

    /** Commands name one of this many recent orders, most of which are live. */
    private static final int RECENT = 20;

    private static final int KNOWN = 1 << 10;
    private static final int ERA = 500;

    private static final long[] SIZES = {0, -1, Limits.MAX_SIZE + 1, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final long[] PRICES = {0, -1, MIN_PRICE - 1, MAX_PRICE + 1, Long.MAX_VALUE, Long.MIN_VALUE};

    private final long[] owners = new long[KNOWN];
    private final int[] books = new int[KNOWN];
    private final SplittableRandom random;
    private long lastOrder;

    EdgeCommands(final long seed) {
        random = new SplittableRandom(seed);
    }

    /** Fills a slot whose command is clear, as a producer does. */
    void fill(final CommandSlot slot) {
        final int type = TYPES[random.nextInt(TYPES.length)];
        slot.type(type);
        slot.uid(isEdge() ? random.nextInt(USERS + 3) - 1 : 1 + random.nextInt(USERS));
        slot.symbol(isEdge() ? random.nextInt(4) - 1 : 1 + random.nextInt(2));
        slot.price(isEdge() ? PRICES[random.nextInt(PRICES.length)] : random.nextLong(MIN_PRICE, MAX_PRICE + 1));
        slot.size(isEdge() ? SIZES[random.nextInt(SIZES.length)] : 1 + random.nextInt(4));
        if (type != PLACE) {
            change(slot);
            return;
        }
        slot.orderId(isEdge() ? lastOrder - random.nextInt(RECENT) : ++lastOrder);
        owners[(int) lastOrder & KNOWN - 1] = slot.uid();
        books[(int) lastOrder & KNOWN - 1] = slot.symbol();
        slot.sentOrder(side(), type(), reserve(slot));
        if (era() > 0 && random.nextInt(8) == 0) {
            terms(slot);
        }
    }

    /** Changes a recent order, or an older one, mostly with its owner and its book. */
    private void change(final CommandSlot slot) {
        if (slot.type() == REPLACE) {
            slot.sentReservePrice(reserve(slot));
            if (era() > 0 && isEdge()) {
                slot.term(Term.NEW_ORDER_ID.code(), ++lastOrder);
            }
        }
        final long order = Math.max(1, lastOrder - random.nextInt(random.nextInt(6) == 0 ? KNOWN : RECENT));
        slot.orderId(isEdge() ? random.nextInt(3) - 1 : order);
        if (!isEdge()) {
            slot.uid(owners[(int) order & KNOWN - 1]);
            slot.symbol(books[(int) order & KNOWN - 1]);
        }
    }

    private long reserve(final CommandSlot slot) {
        return random.nextInt(4) == 0 ? slot.price() + random.nextInt(4) - 1 : 0;
    }

    private int side() {
        return isEdge() ? random.nextInt(4) : 1 + random.nextInt(2);
    }

    private int type() {
        final int any = random.nextInt(6);
        return any < 3 ? OrderType.GTC.code() : any < 5 ? OrderType.IOC.code() : random.nextInt(9);
    }

    private void terms(final CommandSlot slot) {
        switch (random.nextInt(era() == 1 ? 2 : 6)) {
            case 0, 1 -> {
                slot.term(Term.TRIGGER.code(), random.nextLong(MIN_PRICE, MAX_PRICE + 1));
                slot.term(Term.WHEN.code(), slot.sentSide() == Side.BID.code() ? 1 : 2);
            }
            case 2 -> slot.term(Term.DISPLAY.code(), random.nextInt(3));
            case 3 -> slot.term(Term.MIN_SIZE.code(), 1 + random.nextInt(2));
            case 4 -> slot.term(Term.STP.code(), random.nextInt(6));
            default -> {
                slot.term(Term.EXIT_ORDER_ID.code(), ++lastOrder);
                slot.term(Term.EXIT_PRICE.code(), random.nextLong(MIN_PRICE, MAX_PRICE + 1));
            }
        }
    }

    /** The terms that orders have by now: 0 none, 1 triggers alone, 2 any. */
    private int era() {
        return (int) (lastOrder / ERA % 3);
    }

    private boolean isEdge() {
        return random.nextInt(ONE_IN) == 0;
    }
}
