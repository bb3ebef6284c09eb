package io.daybook.engine.matching;

import io.daybook.api.CommandType;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.kernel.command.CommandSlot;
import java.util.SplittableRandom;

/**
 * Commands of an erratic market: most are around a wandering price, some far from it, at the limits of prices and
 * sizes, on ids that are not live, or on orders of other users. Left out are only commands that the hold step would
 * refuse.
 */
public final class RandomCommands {
    private static final int USERS = 50;
    private static final int BUILDING = 6;

    private final SplittableRandom random;
    private final int symbols;
    private final boolean pairs;
    private final int recent;
    private final long[] recentIds;
    private final int[] recentUsers;
    private final int[] recentSymbols;
    private final long[] middle;
    private long sequence;
    private int placed;
    private int mood;
    private int spread;

    /**
     * Creates a stream of commands.
     *
     * @param recent how many of the last orders later commands may name, a power of two; about as many will be live
     */
    public RandomCommands(final long seed, final int symbols, final boolean pairs, final int recent) {
        this.recent = recent;
        this.recentIds = new long[recent];
        this.recentUsers = new int[recent];
        this.recentSymbols = new int[recent];
        this.random = new SplittableRandom(seed);
        this.symbols = symbols;
        this.pairs = pairs;
        this.middle = new long[symbols];
        for (int i = 0; i < symbols; i++) {
            middle[i] = 1 + random.nextLong(1L << 1 + random.nextInt(30));
        }
    }

    public void next(final CommandSlot slot) {
        if (random.nextInt(20_000) == 0) {
            mood = random.nextInt(7);
            spread = 1 << random.nextInt(17);
        }
        slot.clear();
        final int kind = random.nextInt(100);
        // Books grow and shrink: in even moods more orders are placed than removed, and in the last mood hardly any
        // trade.
        final int placing = mood == BUILDING ? 85 : mood % 2 == 0 ? 50 : 25;
        if (kind < placing) {
            place(slot);
        } else {
            pick(slot);
            if (mood == BUILDING || kind < placing + 25) {
                slot.type(CommandType.MOVE_ORDER.code());
                slot.price(price(slot.symbolIndex()));
            } else if (kind < placing + 35) {
                slot.type(CommandType.REDUCE_ORDER.code());
                slot.size(random.nextInt(50) == 0 ? Long.MAX_VALUE : size());
            } else {
                slot.type(CommandType.CANCEL_ORDER.code());
            }
        }
    }

    private void place(final CommandSlot slot) {
        final int symbol = random.nextInt(symbols);
        final int user = random.nextInt(USERS);
        final boolean bid = random.nextBoolean();
        slot.type(CommandType.PLACE_ORDER.code());
        slot.symbolIndex(symbol);
        slot.side((bid ? Side.BID : Side.ASK).code());
        slot.size(size());
        final OrderType type = orderType(bid);
        slot.orderType(type.code());
        slot.price(type.isBudget() ? budget(slot.size(), symbol) : price(symbol));
        if (mood == BUILDING) {
            final long away = 1 + random.nextInt(1 << 16);
            slot.price(Math.max(1, bid ? middle[symbol] - away : middle[symbol] + away));
        }
        if (bid && pairs) {
            slot.reservePrice(slot.price() + (random.nextInt(3) == 0 ? 0 : random.nextLong(1L << random.nextInt(40))));
        }
        owner(slot, user);
        slot.orderId(random.nextInt(30) == 0 ? recentIds[random.nextInt(recent)] : newId());
        final int at = placed++ & (recent - 1);
        recentIds[at] = slot.orderId();
        recentUsers[at] = user;
        recentSymbols[at] = symbol;
    }

    private void pick(final CommandSlot slot) {
        final int at = random.nextInt(recent);
        slot.symbolIndex(random.nextInt(40) == 0 ? random.nextInt(symbols) : recentSymbols[at]);
        slot.orderId(random.nextInt(40) == 0 ? random.nextLong() >>> 1 : recentIds[at]);
        owner(slot, random.nextInt(40) == 0 ? random.nextInt(USERS) : recentUsers[at]);
    }

    private static void owner(final CommandSlot slot, final int user) {
        slot.uid(1_000_000_007L * (user + 1));
        slot.userIndex(user * 37);
    }

    private long newId() {
        return random.nextInt(8) == 0 ? random.nextLong() >>> 1 | 1 : ++sequence;
    }

    private OrderType orderType(final boolean bid) {
        if (mood == BUILDING) {
            return random.nextBoolean() ? OrderType.POST_ONLY : OrderType.GTC;
        }
        return switch (random.nextInt(20)) {
            case 0, 1 -> OrderType.IOC;
            case 2 -> OrderType.FOK;
            case 3 -> OrderType.FOK_BUDGET;
            case 4 -> bid ? OrderType.IOC_BUDGET : OrderType.IOC;
            case 5, 6 -> OrderType.POST_ONLY;
            default -> OrderType.GTC;
        };
    }

    private long price(final int symbol) {
        if (random.nextInt(64) == 0) {
            middle[symbol] = Math.max(1, middle[symbol] + random.nextInt(-spread - 1, spread + 2));
        }
        final int kind = random.nextInt(1000);
        if (kind == 0 && mood == 3) {
            middle[symbol] = 1 + random.nextLong(1L << 1 + random.nextInt(61));
        }
        if (kind < 10) {
            return switch (kind) {
                case 0, 1, 2 -> 1;
                case 3, 4 -> (1L << 40) - random.nextInt(3);
                case 5, 6 -> (1L << 62) - random.nextInt(3);
                default -> 1 + (random.nextLong() >>> 2 + random.nextInt(60));
            };
        }
        final int width = 1 + (spread >>> random.nextInt(8));
        return Math.max(1, middle[symbol] + random.nextInt(-width, width + 1));
    }

    private long size() {
        return switch (random.nextInt(200)) {
            case 0 -> 1L << 40;
            case 1 -> (1L << 40) - random.nextInt(100);
            case 2 -> 1 + random.nextLong(1L << 40);
            case 3, 4, 5 -> 1 + random.nextInt(10_000);
            default -> 1 + random.nextInt(20);
        };
    }

    private long budget(final long size, final int symbol) {
        if (random.nextInt(10) == 0) {
            return 1 + (random.nextLong() >>> 2 + random.nextInt(61));
        }
        final long total =
                Math.multiplyHigh(size, middle[symbol] + 1) == 0 ? size * (middle[symbol] + 1) : Long.MAX_VALUE;
        return Math.max(1, Math.min(1L << 62, total <= 0 ? 1L << 62 : total + random.nextInt(-2, 3)));
    }
}
