package io.daybook.testvenue;

import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.CommandResult;
import io.daybook.api.Listing;
import io.daybook.api.PlaceOrder;
import io.daybook.api.RestingOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.UserReportQuery;
import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import io.daybook.wire.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Two users with unlimited money, whose ordinary orders make a book, a print or a fill for a test. Any thread. */
final class House {
    /** The largest amount of one adjustment. */
    static final long MOST_UNITS = 1L << 53;

    private static final long MAKER = 901;
    private static final long TAKER = 902;
    private static final int MOST_LEVELS = 1_000;
    private static final int MOST_NAMED = 20;

    private final Life life;
    private long lastOrderId;

    House(final Life life) {
        this.life = life;
    }

    static boolean isHouse(final long uid) {
        return uid == MAKER || uid == TAKER;
    }

    /**
     * Continues after the ids of a process that was killed: each of its orders took a seq, so no id is above the last
     * seq.
     */
    void goOn(final long seq) {
        lastOrderId = seq;
    }

    /** Adds the two users. */
    void arrive() {
        life.require(new AddUser(MAKER));
        life.require(new AddUser(TAKER));
    }

    /** The orders that rest in a book, by side, price and rank, all ascending. */
    List<RestingOrder> resting(final Listing listing) {
        return life.exchange().query(new RestingQuery(listing.symbol())).join().orders();
    }

    private static long best(final List<RestingOrder> resting, final Side side) {
        return resting.stream()
                .filter(order -> order.side() == side)
                .mapToLong(RestingOrder::price)
                .reduce(side == Side.BID ? Math::max : Math::min)
                .orElse(side == Side.BID ? 0 : Long.MAX_VALUE);
    }

    private CommandResult place(
            final Listing listing,
            final long uid,
            final Side side,
            final long price,
            final long size,
            final boolean rests) {
        final long id = ++lastOrderId;
        final PlaceOrder order = rests
                ? PlaceOrder.gtc(uid, listing.symbol(), id, side, price, size)
                : PlaceOrder.ioc(uid, listing.symbol(), id, side, price, size);
        CommandResult result = life.send(order);
        for (int i = 0; i < 4 && result.code() == ResultCode.RISK_NSF; i++) {
            endow(uid, listing.base());
            endow(uid, listing.quote());
            result = life.send(order);
        }
        if (!result.isSuccess()) {
            throw Problem.badForm(
                    "",
                    "the house cannot place its order: " + result.code() + " for " + size + " lots at "
                            + listing.price(price).toPlainString());
        }
        return result;
    }

    private void endow(final long uid, final Listing.Currency currency) {
        final long last =
                life.exchange().query(UserReportQuery.accounts(uid)).join().lastTransactionId();
        life.require(new AdjustBalance(uid, currency.id(), MOST_UNITS, last + 1));
    }

    private void cancel(final RestingOrder order) {
        final CancelOrder command = new CancelOrder(order.uid(), order.symbol(), order.orderId());
        final CommandResult result = isHouse(order.uid()) ? life.send(command) : life.sendForDoors(command);
        if (!result.isSuccess()) {
            throw new IllegalStateException(command + " must succeed: " + result.code());
        }
    }

    // ---- books ---------------------------------------------------------------------------------------------------

    /** Makes a book such that each level has a size; see docs/test-venue.md. */
    synchronized Json book(final Listing listing, final Body body) {
        final NavigableMap<Long, Long> bids = levels(listing, body, "bids");
        final NavigableMap<Long, Long> asks = levels(listing, body, "asks");
        final boolean clears = body.flag("clear");
        body.finish();
        if (!bids.isEmpty() && !asks.isEmpty() && bids.lastKey() >= asks.firstKey()) {
            throw Problem.badForm(
                    "/bids",
                    "the best bid must be below the best ask: the nearest is "
                            + listing.price(asks.firstKey() - 1).toPlainString());
        }
        final List<RestingOrder> resting = resting(listing);
        final List<RestingOrder> inTheWay = new ArrayList<>();
        final Map<Long, Long> ofUsers = new TreeMap<>();
        for (final RestingOrder order : resting) {
            if (!isHouse(order.uid())) {
                final boolean isBid = order.side() == Side.BID;
                final long sum = ofUsers.merge(order.price(), order.remaining(), Long::sum);
                final boolean crosses = isBid
                        ? !asks.isEmpty() && order.price() >= asks.firstKey()
                        : !bids.isEmpty() && order.price() <= bids.lastKey();
                final long most = (isBid ? bids : asks).getOrDefault(order.price(), Long.MAX_VALUE);
                if (crosses || sum > most) {
                    inTheWay.add(order);
                    ofUsers.merge(order.price(), -order.remaining(), Long::sum);
                }
            }
        }
        if (!inTheWay.isEmpty() && !clears) {
            throw Problem.badForm(
                    "",
                    "orders of users cross the requested book, or exceed a level: " + named(listing, inTheWay)
                            + "; request levels that have room for them, or send \"clear\":true, which cancels them");
        }
        inTheWay.forEach(this::cancel);
        final Map<Long, Long> kept = new TreeMap<>();
        for (final RestingOrder order : resting) {
            if (isHouse(order.uid())) {
                final long wanted = (order.side() == Side.BID ? bids : asks).getOrDefault(order.price(), 0L)
                        - ofUsers.getOrDefault(order.price(), 0L);
                if (kept.containsKey(order.price()) || order.remaining() != wanted) {
                    cancel(order);
                } else {
                    kept.put(order.price(), wanted);
                }
            }
        }
        fill(listing, Side.BID, bids, ofUsers, kept);
        fill(listing, Side.ASK, asks, ofUsers, kept);
        return shown(listing);
    }

    private void fill(
            final Listing listing,
            final Side side,
            final NavigableMap<Long, Long> levels,
            final Map<Long, Long> ofUsers,
            final Map<Long, Long> kept) {
        for (final Map.Entry<Long, Long> level : (side == Side.BID ? levels.descendingMap() : levels).entrySet()) {
            final long size = level.getValue() - ofUsers.getOrDefault(level.getKey(), 0L);
            if (size > 0 && !kept.containsKey(level.getKey())) {
                final CommandResult unused = place(listing, MAKER, side, level.getKey(), size, true);
            }
        }
    }

    private static NavigableMap<Long, Long> levels(final Listing listing, final Body body, final String side) {
        final NavigableMap<Long, Long> levels = new TreeMap<>();
        final List<List<String>> rows = body.rows(side);
        for (int i = 0; i < rows.size(); i++) {
            final String where = "/" + side + "/" + i;
            if (rows.get(i).size() != 2 || i >= MOST_LEVELS) {
                throw Problem.badForm(
                        where,
                        "a level must be [\"price\",\"size\"], and a side must have at most " + MOST_LEVELS
                                + " levels");
            }
            final long price = Decimal.positive(where + "/0", rows.get(i).get(0), listing.tick());
            final long size = Decimal.positive(where + "/1", rows.get(i).get(1), listing.lot());
            if (levels.put(price, size) != null) {
                throw Problem.badForm(
                        where, "the price occurs twice: " + rows.get(i).get(0));
            }
        }
        return levels;
    }

    private Json shown(final Listing listing) {
        final List<RestingOrder> resting = resting(listing);
        final Json json = new Json().object().put("symbol", listing.name());
        side(json.list("bids"), listing, resting, Side.BID);
        side(json.list("asks"), listing, resting, Side.ASK);
        return json.end();
    }

    private static void side(
            final Json json, final Listing listing, final List<RestingOrder> resting, final Side side) {
        final NavigableMap<Long, Long> levels = new TreeMap<>();
        resting.stream()
                .filter(order -> order.side() == side)
                .forEach(order -> levels.merge(order.price(), order.remaining(), Long::sum));
        (side == Side.BID ? levels.descendingMap() : levels).forEach((price, size) -> json.list()
                .item(listing.price(price).toPlainString())
                .item(listing.quantity(size).toPlainString())
                .endList());
        json.endList();
    }

    /** Orders of users, as text for people. */
    String named(final Listing listing, final List<RestingOrder> orders) {
        final List<String> names = new ArrayList<>();
        for (final RestingOrder order : orders.subList(0, Math.min(MOST_NAMED, orders.size()))) {
            names.add("order " + order.orderId() + " of " + life.name(order.uid()) + ", "
                    + listing.quantity(order.remaining()).toPlainString() + " at "
                    + listing.price(order.price()).toPlainString());
        }
        return String.join("; ", names) + (orders.size() > MOST_NAMED ? "; and more" : "");
    }

    // ---- prints --------------------------------------------------------------------------------------------------

    /** Makes a trade at a price; see docs/test-venue.md. */
    synchronized Json trade(final Listing listing, final Body body) {
        final long price = Decimal.positive("/price", body.text("price"), listing.tick());
        final long size = Decimal.positive("/size", body.text("size"), listing.lot());
        final boolean goesThrough = body.flag("through");
        body.finish();
        final List<RestingOrder> resting = resting(listing);
        final long bid = best(resting, Side.BID);
        final long ask = best(resting, Side.ASK);
        if (price <= bid || price >= ask) {
            if (!goesThrough) {
                throw Problem.badForm(
                        "/price",
                        "a trade at this price would meet resting orders: " + range(listing, bid, ask)
                                + "; \"through\":true trades through them first");
            }
            final Side taking = price >= ask ? Side.BID : Side.ASK;
            final long before = resting.stream()
                    .filter(order -> taking == Side.BID
                            ? order.side() == Side.ASK && order.price() <= price
                            : order.side() == Side.BID && order.price() >= price)
                    .mapToLong(RestingOrder::remaining)
                    .sum();
            final CommandResult unused = place(listing, TAKER, taking, price, before, false);
        }
        final CommandResult unused = place(listing, MAKER, Side.ASK, price, size, true);
        final CommandResult traded = place(listing, TAKER, Side.BID, price, size, false);
        return new Json().object().put("seq", traded.seq()).end();
    }

    private static String range(final Listing listing, final long bid, final long ask) {
        final long least = bid + 1;
        if (ask != Long.MAX_VALUE && least >= ask) {
            return "no price lies between the best bid and the best ask";
        }
        return "prices without resting orders are " + listing.price(least).toPlainString()
                + (ask == Long.MAX_VALUE
                        ? " and above"
                        : " to " + listing.price(ask - 1).toPlainString());
    }

    // ---- fills ---------------------------------------------------------------------------------------------------

    /**
     * Fills one resting order at its price by orders of the house.
     *
     * @return empty on success; otherwise the reason
     */
    synchronized String take(final Listing listing, final long orderId, final long size) {
        final List<RestingOrder> resting = resting(listing);
        final RestingOrder wanted = resting.stream()
                .filter(order -> order.orderId() == orderId)
                .findFirst()
                .orElse(null);
        if (wanted == null) {
            return "the order no longer rests";
        }
        final Comparator<RestingOrder> byPrice = Comparator.comparingLong(RestingOrder::price);
        final List<RestingOrder> before = resting.stream()
                .filter(order -> order.side() == wanted.side() && order.orderId() != orderId)
                .filter(order -> (wanted.side() == Side.BID ? byPrice.reversed() : byPrice)
                                .thenComparingLong(RestingOrder::rank)
                                .compare(order, wanted)
                        < 0)
                .toList();
        final List<RestingOrder> ofUsers =
                before.stream().filter(order -> !isHouse(order.uid())).toList();
        if (!ofUsers.isEmpty()) {
            return "the order is not filled, because orders of users are ahead of it: " + named(listing, ofUsers);
        }
        before.forEach(this::cancel);
        final Side taking = wanted.side() == Side.BID ? Side.ASK : Side.BID;
        final CommandResult unused =
                place(listing, TAKER, taking, wanted.price(), Math.min(size, wanted.remaining()), false);
        return "";
    }
}
