package io.daybook.perf.minimal;

import static io.daybook.perf.minimal.MinimalOrders.NONE;

import io.daybook.api.CommandType;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.perf.workload.BookImage;
import io.daybook.perf.workload.Market;
import io.daybook.perf.workload.SymbolSetup;
import io.daybook.perf.workload.WorkloadSetup;
import java.util.ArrayList;
import java.util.List;

/**
 * The least that an engine for one future can do with the commands of the margin workload and still be right: orders by
 * id, a ladder over the whole range, dense users, positions with margin and realised results, fees, checked products,
 * an event for every trade. It has no other order types, no second symbol, no reserve prices, no growth beyond
 * doubling, no hash, no snapshot. It is a measure, not an exchange.
 */
public final class MinimalEngine {
    private static final int PLACE = CommandType.PLACE_ORDER.code();
    private static final int MOVE = CommandType.MOVE_ORDER.code();
    private static final int REDUCE = CommandType.REDUCE_ORDER.code();
    private static final int BID = Side.BID.code();
    private static final int GTC = OrderType.GTC.code();

    private static final int EVENTS = 16_384;
    private static final int EVENT_SHIFT = 3;
    private static final int TRADED = 0;
    private static final int REDUCED = 1;
    private static final int REJECTED = 2;

    private static final int USER_SHIFT = 3;
    private static final int BALANCE = 0;
    private static final int HELD = 1;
    private static final int VOLUME = 2;
    private static final int PRICE_SUM = 3;
    private static final int PENDING = 4; // the pending lots of bids, then of asks

    private final MinimalOrders orders = new MinimalOrders();
    private final MinimalLadder[] sides;
    private final long[] users;
    private final int userCount;
    private final long[] events = new long[EVENTS << EVENT_SHIFT];
    private final long minPrice;
    private final long maxPrice;
    private final long tickValue;
    private final long takerFee;
    private final long makerFee;
    private final long marginPerLot = 0; // 0 in the workload, but multiplied all the same

    private long fees;
    private long eventCount;
    private long trades;
    private long tradedLots;

    /** An engine with the users and the one symbol of a workload. */
    public MinimalEngine(final WorkloadSetup setup) {
        if (!isFor(setup)) {
            throw new IllegalArgumentException("symbols must be one future: symbols=" + setup.symbols());
        }
        final SymbolSetup symbol = setup.symbols().get(0);
        minPrice = symbol.minPrice();
        maxPrice = symbol.maxPrice();
        tickValue = symbol.tickValue();
        takerFee = symbol.takerFee();
        makerFee = symbol.makerFee();
        final int keys = Math.toIntExact(maxPrice - minPrice + 1);
        sides = new MinimalLadder[] {new MinimalLadder(orders, keys), new MinimalLadder(orders, keys)};
        userCount = setup.users();
        users = new long[(userCount + 1) << USER_SHIFT];
        setup.forEachAccount((uid, currency, amount) -> {
            if (currency == symbol.quoteCurrency()) {
                users[((int) uid << USER_SHIFT) + BALANCE] = amount;
            }
        });
    }

    /** Whether this engine can run a setup: it must have one symbol, a future. */
    public static boolean isFor(final WorkloadSetup setup) {
        return setup.symbols().size() == 1 && setup.symbols().get(0).market() == Market.FUTURES;
    }

    /** Carries out one command. */
    public void apply(final CommandSlot slot) {
        final int type = slot.type();
        slot.remaining(0);
        if (type == MOVE) {
            move(slot);
        } else if (type == PLACE) {
            place(slot);
        } else {
            takeOff(slot, type == REDUCE ? slot.size() : Long.MAX_VALUE);
        }
    }

    private void move(final CommandSlot slot) {
        final long price = slot.price();
        final int order = ownOrder(slot);
        if (order == NONE || price < minPrice || price > maxPrice) {
            slot.refuse(ResultCode.INVALID_PRICE);
            return;
        }
        final long[] records = orders.records();
        final int at = MinimalOrders.at(order);
        final int side = (int) records[at + MinimalOrders.SIDE];
        final int key = key(side, price);
        long left = records[at + MinimalOrders.REMAINING];
        if (records[at + MinimalOrders.KEY] != key) {
            sides[side].remove(order);
            if (sides[side ^ 1].best() <= key(side ^ 1, price)) {
                left = trade(side, (int) slot.uid(), price, left);
                records[at + MinimalOrders.REMAINING] = left;
            }
            if (left == 0) {
                orders.forget(order);
            } else {
                sides[side].append(order, key);
            }
        }
        slot.remaining(left);
        slot.refuse(ResultCode.SUCCESS);
    }

    private void place(final CommandSlot slot) {
        final long price = slot.price();
        final long size = slot.size();
        final long uid = slot.uid();
        if (uid < 1 || uid > userCount || price < minPrice || price > maxPrice || size < 1) {
            slot.refuse(ResultCode.INVALID_PRICE);
            return;
        }
        if (orders.find(slot.orderId()) != NONE) {
            slot.refuse(ResultCode.MATCHING_DUPLICATE_ORDER_ID);
            return;
        }
        final int side = slot.sentSide() - BID;
        final int user = (int) uid << USER_SHIFT;
        final long fee = Math.multiplyExact(size, takerFee);
        final long bids = users[user + PENDING] + users[user + VOLUME] + (side == 0 ? size : 0);
        final long asks = users[user + PENDING + 1] - users[user + VOLUME] + (side == 0 ? 0 : size);
        final long margin = Math.multiplyExact(Math.max(bids, asks), marginPerLot);
        if (users[user + BALANCE] - users[user + HELD] - margin < fee) {
            slot.refuse(ResultCode.RISK_NSF);
            return;
        }
        users[user + HELD] += fee;
        users[user + PENDING + side] += size;
        long left = size;
        if (sides[side ^ 1].best() <= key(side ^ 1, price)) {
            left = trade(side, (int) uid, price, size);
        }
        if (left > 0 && slot.sentOrderType() == GTC) {
            final int order = orders.add(slot.orderId(), size, left, (int) uid, side);
            sides[side].append(order, key(side, price));
            slot.remaining(left);
        } else if (left > 0) {
            release(user, side, left);
            event(REJECTED, slot.orderId(), uid, price, left, 0);
        }
        slot.refuse(ResultCode.SUCCESS);
    }

    private void takeOff(final CommandSlot slot, final long lots) {
        final int order = ownOrder(slot);
        if (order == NONE || lots < 1) {
            slot.refuse(ResultCode.MATCHING_UNKNOWN_ORDER_ID);
            return;
        }
        final long[] records = orders.records();
        final int at = MinimalOrders.at(order);
        final int side = (int) records[at + MinimalOrders.SIDE];
        final long remaining = records[at + MinimalOrders.REMAINING];
        final long off = Math.min(lots, remaining);
        event(
                REDUCED,
                slot.orderId(),
                slot.uid(),
                price(side, (int) records[at + MinimalOrders.KEY]),
                off,
                remaining - off);
        if (off < remaining) {
            sides[side].reduce((int) records[at + MinimalOrders.KEY], off);
            records[at + MinimalOrders.REMAINING] = remaining - off;
        } else {
            sides[side].remove(order);
            orders.forget(order);
        }
        release((int) slot.uid() << USER_SHIFT, side, off);
        slot.remaining(remaining - off);
        slot.refuse(ResultCode.SUCCESS);
    }

    /**
     * Trades with the best levels of the other side, and settles each trade at once; returns the lots that are left.
     */
    private long trade(final int side, final int taker, final long limit, final long size) {
        final MinimalLadder makers = sides[side ^ 1];
        final int limitKey = key(side ^ 1, limit);
        final long[] records = orders.records();
        long open = size;
        while (open > 0 && makers.best() <= limitKey) {
            final int levelKey = makers.best();
            final long price = price(side ^ 1, levelKey);
            final int maker = makers.head(levelKey);
            final int at = MinimalOrders.at(maker);
            final long makerLots = records[at + MinimalOrders.REMAINING];
            final long lots = Math.min(open, makerLots);
            final int makerUser = (int) records[at + MinimalOrders.USER];
            open -= lots;
            settle(taker << USER_SHIFT, side, lots, price, takerFee);
            settle(makerUser << USER_SHIFT, side ^ 1, lots, price, makerFee);
            event(TRADED, records[at], makerUser, price, lots, makerLots - lots);
            trades++;
            tradedLots += lots;
            if (lots == makerLots) {
                makers.remove(maker);
                orders.forget(maker);
            } else {
                makers.reduce(levelKey, lots);
                records[at + MinimalOrders.REMAINING] = makerLots - lots;
            }
        }
        return open;
    }

    /** Settles one side of a trade: pending lots become open lots or close some; the result and the fee are booked. */
    private void settle(final int user, final int side, final long lots, final long price, final long feePerLot) {
        release(user, side, lots);
        final long volume = users[user + VOLUME];
        final long signed = side == 0 ? lots : -lots;
        long closed = 0;
        if ((volume ^ signed) < 0) {
            final long open = Math.abs(volume);
            closed = Math.min(open, lots);
            final long sum = users[user + PRICE_SUM];
            final long cost = closed == open ? sum : Math.multiplyExact(sum, closed) / open;
            final long value = Math.multiplyExact(closed, price);
            final long gain = side == 0 ? cost - value : value - cost;
            users[user + PRICE_SUM] = sum - cost;
            users[user + BALANCE] = Math.addExact(users[user + BALANCE], Math.multiplyExact(gain, tickValue));
        }
        users[user + VOLUME] = Math.addExact(volume, signed);
        users[user + PRICE_SUM] = Math.addExact(users[user + PRICE_SUM], Math.multiplyExact(lots - closed, price));
        final long fee = Math.multiplyExact(lots, feePerLot);
        users[user + BALANCE] = Math.subtractExact(users[user + BALANCE], fee);
        fees = Math.addExact(fees, fee);
    }

    private void release(final int user, final int side, final long lots) {
        users[user + HELD] -= Math.multiplyExact(lots, takerFee);
        users[user + PENDING + side] -= lots;
    }

    private int ownOrder(final CommandSlot slot) {
        final int order = orders.find(slot.orderId());
        return orders.records()[MinimalOrders.at(order) + MinimalOrders.USER] == slot.uid() ? order : NONE;
    }

    private void event(
            final int kind, final long id, final long uid, final long price, final long lots, final long left) {
        final int at = ((int) eventCount++ & EVENTS - 1) << EVENT_SHIFT;
        events[at] = kind;
        events[at + 1] = id;
        events[at + 2] = uid;
        events[at + 3] = price;
        events[at + 4] = lots;
        events[at + 5] = left;
    }

    private int key(final int side, final long price) {
        return (int) (side == 0 ? maxPrice - price : price - minPrice);
    }

    private long price(final int side, final int key) {
        return side == 0 ? maxPrice - key : minPrice + key;
    }

    /** Trades so far. */
    public long trades() {
        return trades;
    }

    /** The lots of these trades. */
    public long tradedLots() {
        return tradedLots;
    }

    /** The levels of a side, best first. */
    public List<BookImage.Level> levels(final Side side) {
        final int index = side.code() - BID;
        final MinimalLadder ladder = sides[index];
        final List<BookImage.Level> levels = new ArrayList<>();
        for (int key = ladder.best(); key != MinimalLadder.NO_KEY; key = ladder.after(key)) {
            levels.add(new BookImage.Level(price(index, key), ladder.lots(key), ladder.orderCount(key)));
        }
        return levels;
    }
}
