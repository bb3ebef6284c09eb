package io.daybook.flow.market;

import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.RestingOrders;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedEvent.Kind;
import io.daybook.flow.RecordedListener;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a recorded day on an exchange, so that orders of outsiders can rest between the recorded ones.
 * docs/research.md has the rules. Without a {@link MarketGround} the exchange has no threads and no other orders, and
 * an event allocates nothing once there is room. Used by one thread.
 */
public final class RecordedMarket implements RecordedListener {
    /** The first id of an outsider's orders; the ids of recorded orders are lower. */
    public static final long FIRST_OUTSIDER_ID = 1L << 61;

    /** The owner of the outsider's orders. */
    public static final long OUTSIDER = 1;

    private static final int ASK = Side.ASK.code();
    private static final int SUCCESS = ResultCode.SUCCESS.code();
    private static final int UNKNOWN_ORDER = ResultCode.MATCHING_UNKNOWN_ORDER_ID.code();
    private static final int FIRST_SYMBOLS = 16;

    private final MarketGround ground;
    private final boolean isShared;
    private final MarketIds ids;
    private final CommandDoor door;
    private final OutsiderListener fills;
    private final MarketCounts counts = new MarketCounts();
    private final Consumed consumed = new Consumed();
    private final Aggressor aggressor = new Aggressor();
    private @Nullable House[] houses = new House[FIRST_SYMBOLS];
    private long nextTakerId;
    private long nextOutsiderId = FIRST_OUTSIDER_ID;
    private long timeNs;

    /** The sender of the command that is being carried out. */
    private Sender sender = Sender.NEW_ORDER;

    private long sentId;
    private long sentUid;
    private int refusal = SUCCESS;
    private ResultCode outcome = ResultCode.SUCCESS;

    /** The senders of commands. A trade is handled according to its sender. */
    private enum Sender {
        NEW_ORDER,
        AGGRESSOR,
        HIDDEN,
        OUTSIDER
    }

    /**
     * Creates a day on a new exchange.
     *
     * @throws UnsupportedOperationException at the first order, if the exchange has threads
     */
    public RecordedMarket(final Exchange exchange, final OutsiderListener fills) {
        this(new OwnGround(exchange), fills, false);
    }

    /** Creates a day on an exchange whose outsiders send their orders themselves. */
    public RecordedMarket(final MarketGround ground, final OutsiderListener fills) {
        this(ground, fills, true);
    }

    private RecordedMarket(final MarketGround ground, final OutsiderListener fills, final boolean isShared) {
        this.isShared = isShared;
        this.ground = ground;
        this.ids = ground.ids();
        this.door = ground.exchange().newDoor();
        this.fills = fills;
        this.nextTakerId = ids.firstTaker();
        ground.results(new Results());
    }

    /** Returns the owner of a recorded order, or of an aggressor, by its id and side. */
    public static long owner(final int symbol, final long id, final boolean isAsk) {
        return House.owner(symbol, id, isAsk);
    }

    /** Returns the owners of the orders of a symbol. */
    public static LongStream owners(final int symbol) {
        return House.users(symbol);
    }

    /** The differences between the day and the recording so far. */
    public MarketCounts counts() {
        return counts;
    }

    /** The time of the last event or order, in ns after midnight. */
    public long timeNs() {
        return timeNs;
    }

    /** Returns whether the last aggressor is not complete yet, so that the books are not yet those of the recording. */
    public boolean isUnderWay() {
        return aggressor.count() > 0;
    }

    /** The id that the outsider's next order gets. */
    public long nextOutsiderId() {
        return nextOutsiderId;
    }

    /** The result code of the outsider's last order, replacement or cancel. */
    public ResultCode outcome() {
        return outcome;
    }

    /** The orders in the book of a symbol, null before its first order. */
    public @Nullable RestingOrders orders(final int symbol) {
        final House house = house(symbol);
        return house == null ? null : house.orders();
    }

    /** Returns whether an id belongs to an order of the outsider, on an exchange without a {@link MarketGround}. */
    public static boolean isOutsiders(final long orderId) {
        return !OwnGround.IDS.isOfDay(orderId);
    }

    /** Returns the id of a recorded order, on an exchange without a {@link MarketGround}. */
    public static long idOf(final long reference) {
        return reference + 1;
    }

    @Override
    public void onEvent(final RecordedEvent event) {
        final long id = ids.of(event.reference());
        if (event.kind() == Kind.LISTED || event.kind() == Kind.CROSS) {
            return;
        }
        if (event.kind() == Kind.ADDED && ids.isPossible(id) && event.symbol() > 0) {
            end();
            timeNs = event.timeNs();
            add(open(event.symbol()), event, id);
            return;
        }
        final House house = house(event.symbol());
        if (house == null || event.kind() == Kind.ADDED) {
            counts.unknown++;
        } else if (event.kind() == Kind.EXECUTED) {
            execute(house, event, id);
        } else {
            end();
            timeNs = event.timeNs();
            change(house, event, id);
        }
    }

    /**
     * Sends the last aggressor, because no more executions belong to it. Called at the end of a day, or before a book
     * is read.
     */
    public void end() {
        if (aggressor.count() > 0) {
            final House house = house(aggressor.symbol());
            if (house != null) {
                attack(house);
            }
            aggressor.clear();
        }
    }

    /**
     * Sends an order of the outsider after all events so far; only without a {@link MarketGround}.
     *
     * @return the id of the order; the listener gets its first fills before this method returns, and {@link #outcome}
     *     has its result code
     */
    public long place(
            final int symbol,
            final long atNs,
            final Side side,
            final OrderType type,
            final long price,
            final long size) {
        end();
        timeNs = Math.max(timeNs, atNs);
        final House house = open(symbol);
        final long id = nextOutsiderId++;
        begin(Sender.OUTSIDER, id, OUTSIDER);
        send(symbol, side == Side.ASK, type, price, size);
        takeOutcome();
        if (house.orders().lots(id) > 0) {
            house.addOutsider(id);
        }
        return id;
    }

    /**
     * Gives an order of the outsider another price and size after all events so far. {@link #outcome} has the result
     * code; the listener gets the first fills before this method returns.
     *
     * @param size the total size, including traded lots
     */
    public void replace(final int symbol, final long atNs, final long orderId, final long price, final long size) {
        end();
        timeNs = Math.max(timeNs, atNs);
        if (house(symbol) == null) {
            outcome = ResultCode.MATCHING_UNKNOWN_ORDER_ID;
            return;
        }
        begin(Sender.OUTSIDER, orderId, OUTSIDER);
        door.replace()
                .uid(OUTSIDER)
                .symbol(symbol)
                .orderId(orderId)
                .price(price)
                .size(size)
                .timestampNs(ground.stampNs(timeNs))
                .publish();
        takeOutcome();
    }

    /**
     * Cancels an order of the outsider after all events so far. {@link #outcome} has the result code.
     *
     * @return the lots that the order still had
     */
    public long cancel(final int symbol, final long atNs, final long orderId) {
        end();
        timeNs = Math.max(timeNs, atNs);
        final House house = house(symbol);
        if (house == null) {
            outcome = ResultCode.MATCHING_UNKNOWN_ORDER_ID;
            return 0;
        }
        final long lots = house.orders().lots(orderId);
        door.cancel()
                .uid(OUTSIDER)
                .symbol(symbol)
                .orderId(orderId)
                .timestampNs(ground.stampNs(timeNs))
                .publish();
        takeOutcome();
        return lots;
    }

    private void takeOutcome() {
        outcome = ResultCode.of(refusal);
        refusal = SUCCESS;
    }

    private @Nullable House house(final int symbol) {
        return symbol < houses.length ? houses[symbol] : null;
    }

    private House open(final int symbol) {
        final House known = house(symbol);
        if (known != null) {
            return known;
        }
        if (symbol >= houses.length) {
            houses = Arrays.copyOf(houses, Math.max(symbol + 1, 2 * houses.length));
        }
        final House opened = House.open(ground, symbol, timeNs);
        houses[symbol] = opened;
        return opened;
    }

    // ---- the recorded day ----------------------------------------------------------------------------------------

    private boolean isKnown(final House house, final long id) {
        return (isShared || house.mayKnow(id)) && (house.orders().lots(id) > 0 || consumed.lots(id) > 0);
    }

    private void add(final House house, final RecordedEvent event, final long id) {
        if (isKnown(house, id) || event.size() == 0) {
            counts.unknown++;
        } else {
            house.name(id);
            rest(house, id, event.side() == Side.ASK, event.price(), event.size());
        }
    }

    /** Sends a recorded order, which trades with the orders that it crosses. */
    private void rest(final House house, final long id, final boolean isAsk, final long price, final long size) {
        house.spend(id, isAsk, price, size, timeNs);
        begin(Sender.NEW_ORDER, id, house.owner(id, isAsk));
        send(house.symbol(), isAsk, OrderType.GTC, price, size);
        requireTaken(house.symbol(), id);
    }

    private void execute(final House house, final RecordedEvent event, final long id) {
        final boolean isThere = house.orders().lots(id) > 0;
        if (isThere || consumed.lots(id) > 0) {
            final boolean isAsk = isThere ? house.orders().sideCode(id) == ASK : consumed.isAsk(id);
            if (!aggressor.goesOnWith(event.symbol(), event.timeNs(), isAsk)) {
                end();
                timeNs = event.timeNs();
                aggressor.begin(event.symbol(), event.timeNs(), isAsk);
            }
            aggressor.add(id, event.size(), event.isFromBefore());
            return;
        }
        end();
        timeNs = event.timeNs();
        counts.unknown++;
        if (event.hasTerms()) {
            tradeUnseen(house, event);
        }
    }

    private void change(final House house, final RecordedEvent event, final long id) {
        if (event.kind() == Kind.HIDDEN_TRADE) {
            tradeUnseen(house, event);
            return;
        }
        final long there = house.orders().lots(id);
        if (there == 0 && consumed.lots(id) == 0) {
            counts.unknown++;
        } else if (event.kind() == Kind.DELETED) {
            cut(house, id, there, there);
            consumed.set(id, false, 0);
        } else if (event.kind() == Kind.REPLACED) {
            replace(house, event, id, there);
        } else {
            final long cut = cut(house, id, event.size(), there);
            forget(id, event.size() - cut);
        }
    }

    /** Removes consumed lots that a message names. Returns the number of removed lots. */
    private long forget(final long id, final long lots) {
        final long had = consumed.lots(id);
        final long forgotten = Math.min(lots, had);
        if (forgotten > 0) {
            consumed.set(id, consumed.isAsk(id), had - forgotten);
        }
        return forgotten;
    }

    private void replace(final House house, final RecordedEvent event, final long id, final long there) {
        final long newId = ids.of(event.newReference());
        if (newId != id && (isKnown(house, newId) || !ids.isPossible(newId))) {
            counts.unknown++;
            return;
        }
        house.name(newId);
        final boolean wasAsk = house.orders().sideCode(id) == ASK;
        cut(house, id, there, there);
        final long gone = consumed.lots(id); // read after the cut, before which an outsider may have traded
        final boolean isAsk = gone > 0 ? consumed.isAsk(id) : wasAsk;
        consumed.set(id, false, 0);
        final long size = event.size() - gone;
        consumed.set(newId, isAsk, Math.min(gone, event.size()));
        if (size > 0) {
            rest(house, newId, isAsk, event.price(), size);
        }
    }

    /** Sends the aggressor, and then cuts the orders that it hit to their recorded sizes. */
    private void attack(final House house) {
        final RestingOrders orders = house.orders();
        long size = 0;
        long limit = 0;
        for (int i = 0; i < aggressor.count(); i++) {
            final long id = aggressor.id(i);
            final long price = orders.price(id); // read before the lots: an order without lots has no price
            final long there = orders.lots(id);
            final long taken = Math.min(aggressor.size(i), there);
            aggressor.target(i, there - taken, price);
            counts.missed += forget(id, aggressor.size(i) - taken);
            size += taken;
            limit = there > 0 ? aggressor.price(i) : limit;
        }
        if (size == 0) {
            return;
        }
        take(house, Sender.AGGRESSOR, !aggressor.hitsAsks(), limit, size);
        for (int i = 0; i < aggressor.count(); i++) {
            final long there = orders.lots(aggressor.id(i));
            final long more = there - aggressor.target(i);
            if (more > 0) {
                counts.displaced += cut(house, aggressor.id(i), more, there);
            } else {
                counts.odd -= more;
            }
        }
    }

    /**
     * Handles a trade with an order that the book does not show: orders of the outsider at a better price trade first.
     */
    private void tradeUnseen(final House house, final RecordedEvent event) {
        if (!house.hasOutsiders()) {
            return;
        }
        long left = event.size();
        for (int side = 0; side < 2; side++) {
            final boolean asks = side == 1;
            final long size = Math.min(left, house.lotsThrough(asks, event.price()));
            if (size > 0) {
                left -= size;
                take(house, Sender.HIDDEN, !asks, event.price() + (asks ? -1 : 1), size);
            }
        }
        counts.doubtful += Math.min(left, house.lotsAt(event.price()));
    }

    // ---- commands ---------------------------------------------------------------------------------------------------

    private void take(final House house, final Sender by, final boolean isAsk, final long limit, final long size) {
        final long id = nextTakerId++;
        house.spend(id, isAsk, limit, size, timeNs);
        begin(by, id, house.owner(id, isAsk));
        send(house.symbol(), isAsk, OrderType.IOC, limit, size);
        requireTaken(house.symbol(), id);
    }

    private void begin(final Sender by, final long id, final long uid) {
        sender = by;
        sentId = id;
        sentUid = uid;
    }

    private void send(final int symbol, final boolean isAsk, final OrderType type, final long price, final long size) {
        door.place()
                .uid(sentUid)
                .symbol(symbol)
                .orderId(sentId)
                .side(isAsk ? Side.ASK : Side.BID)
                .type(type)
                .price(price)
                .size(size)
                .timestampNs(ground.stampNs(timeNs))
                .publish();
        ground.awaitResult(sentUid, sentId);
    }

    /** Takes lots off a recorded order that has some. Returns the number of lots that were taken off. */
    private long cut(final House house, final long id, final long lots, final long there) {
        final long cut = Math.min(lots, there);
        if (cut == 0) {
            return 0;
        }
        final boolean isTaken =
                takeOff(house.symbol(), house.owner(id, house.orders().sideCode(id) == ASK), id, cut, there);
        return isTaken ? cut : 0;
    }

    /** Returns whether the order still existed. On a shared exchange an outsider may trade with it at any time. */
    private boolean takeOff(final int symbol, final long uid, final long id, final long lots, final long there) {
        if (lots == there) {
            door.cancel()
                    .uid(uid)
                    .symbol(symbol)
                    .orderId(id)
                    .timestampNs(ground.stampNs(timeNs))
                    .publish();
        } else {
            door.reduce()
                    .uid(uid)
                    .symbol(symbol)
                    .orderId(id)
                    .size(lots)
                    .timestampNs(ground.stampNs(timeNs))
                    .publish();
        }
        ground.awaitResult(uid, id);
        if (isShared && refusal == UNKNOWN_ORDER) {
            refusal = SUCCESS;
            return false;
        }
        requireTaken(symbol, id);
        return true;
    }

    private void requireTaken(final int symbol, final long id) {
        if (refusal != SUCCESS) {
            throw new IllegalStateException("the exchange refused order " + id + " of symbol " + symbol + " at "
                    + timeNs + " ns with " + ResultCode.of(refusal));
        }
    }

    private final class Results implements MarketResults {
        @Override
        public void onResult(final ResultView result) {
            fills.onResult(result);
        }

        @Override
        public void onRefused(final int resultCode) {
            refusal = resultCode;
        }

        @Override
        public void onTrade(
                final long takerId, final int takerSideCode, final long maker, final long price, final long size) {
            final boolean isOutsidersMaker = !ids.isOfDay(maker);
            final Sender by = ids.isOfDay(takerId) ? sender : Sender.OUTSIDER;
            if (isOutsidersMaker) {
                final boolean isDoubtful = by == Sender.AGGRESSOR && aggressor.hitFromBefore(price);
                counts.doubtful += isDoubtful ? size : 0;
                fills.onFill(maker, price, size, true, isDoubtful);
            }
            switch (by) {
                case NEW_ORDER -> {
                    if (isOutsidersMaker) {
                        consume(takerId, takerSideCode == ASK, size);
                    } else {
                        counts.odd += size;
                    }
                }
                case AGGRESSOR -> {
                    if (!isOutsidersMaker && aggressor.indexOf(maker) < 0) {
                        counts.odd += size;
                    }
                }
                case HIDDEN -> counts.odd += isOutsidersMaker ? 0 : size;
                case OUTSIDER -> {
                    if (!isOutsidersMaker) {
                        consume(maker, takerSideCode != ASK, size);
                    }
                    fills.onFill(takerId, price, size, false, false);
                }
            }
        }

        private void consume(final long id, final boolean isAsk, final long size) {
            counts.consumed += size;
            consumed.set(id, isAsk, consumed.lots(id) + size);
        }
    }
}
