package io.daybook.server.orders;

import io.daybook.api.ActCause;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.RestingOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The orders and fills of all users, and the client ids of orders over HTTP: a pure fold over results. The follower
 * writes, any thread reads; each method sees the book between two commands.
 */
public final class OrdersBook {
    /** Ids and cookies of HTTP are above this, and below {@link #LAST_ID}. */
    public static final long FIRST_ID = (1L << 42) + 1;

    /** The last id. */
    public static final long LAST_ID = (1L << 43) - 1;

    private static final Comparator<OrderView> NEWEST_FIRST =
            Comparator.comparing((OrderView order) -> OrderPlace.of(order)).reversed();

    private final LiveOrders live = new LiveOrders();
    private final Map<Long, UserOrders> users = new HashMap<>();
    private final ClosedClients closedClients = new ClosedClients();
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];
    private final List<Fill> ownFills = new ArrayList<>();
    private final List<OrderView> cancelled = new ArrayList<>();
    private UpdateListener listener = (uid, update) -> {};
    private long lastId = FIRST_ID - 1;

    /** Asked without the lock; whoever then asks for more waits until the command of this seq is told whole. */
    private volatile long seq;

    /** The order that the command named. */
    private long namedOrderId;

    /** Whether the command cancels what it does not name. */
    private boolean isMassCancel;

    /** From now on somebody hears of updates. */
    public synchronized void listener(final UpdateListener hearing) {
        listener = hearing;
    }

    /** The last command that it was told. */
    public long seq() {
        return seq;
    }

    /** The largest id of HTTP that it has seen; one below the first where there was none. */
    public synchronized long lastId() {
        return lastId;
    }

    /** How many orders live. */
    public synchronized int liveCount() {
        return live.size();
    }

    /** The same of each symbol that ever had one; does not wait. */
    public Map<Integer, Integer> liveBySymbol() {
        return live.bySymbol();
    }

    // ---- what is asked -------------------------------------------------------------------------------------------

    /** The number of the last update of a user; 0 before the first. */
    public synchronized long lastUpdate(final long uid) {
        final UserOrders user = users.get(uid);
        return user == null ? 0 : user.lastUpdate;
    }

    /** All live orders of a user who has few of them, as bots do, in the order in which they came. */
    public synchronized List<OrderView> live(final long uid) {
        final UserOrders user = users.get(uid);
        return user == null ? List.of() : user.live().stream().map(Order::view).toList();
    }

    /**
     * The orders of a user that came before a place, the newest first. Its time does not grow with how many live.
     *
     * @param symbol theirs; 0 for all
     * @param withLive whether live ones are wanted
     * @param withClosed whether closed ones are wanted, of which the last are kept
     * @param most how many live ones at most
     */
    public synchronized List<OrderView> before(
            final OrderPlace place,
            final long uid,
            final int symbol,
            final boolean withLive,
            final boolean withClosed,
            final int most) {
        final UserOrders user = users.get(uid);
        final List<OrderView> orders = new ArrayList<>();
        if (user != null && withLive) {
            user.liveBefore(symbol, place).stream().limit(most).map(Order::view).forEach(orders::add);
        }
        if (user != null && withClosed) {
            user.closed.stream()
                    .filter(order -> symbol == 0 || order.symbol() == symbol)
                    .filter(order -> OrderPlace.of(order).compareTo(place) < 0)
                    .forEach(orders::add);
        }
        orders.sort(NEWEST_FIRST);
        return orders;
    }

    /** The first live orders of a user in a symbol from an id on, by ascending id. */
    public synchronized List<OrderView> liveFrom(final long uid, final int symbol, final long orderId, final int most) {
        final UserOrders user = users.get(uid);
        return user == null
                ? List.of()
                : user.liveFrom(symbol, orderId).stream()
                        .limit(most)
                        .map(Order::view)
                        .toList();
    }

    /**
     * Live orders of a user in a symbol that were placed from one place to before another.
     *
     * @param isFirst whether the first so many are wanted, or the last
     */
    public synchronized List<OrderView> livePlaced(
            final long uid,
            final int symbol,
            final OrderPlace from,
            final OrderPlace to,
            final int most,
            final boolean isFirst) {
        final UserOrders user = users.get(uid);
        if (user == null || from.compareTo(to) >= 0) {
            return List.of();
        }
        final NavigableMap<OrderPlace, Order> placed = user.livePlaced(symbol, from, to);
        return (isFirst ? placed : placed.descendingMap())
                .values().stream().limit(most).map(Order::view).toList();
    }

    /** The order of a user that was placed with a client id, the newest of those that are kept; null for none. */
    public synchronized @Nullable OrderView byClient(final long uid, final String clientOrderId) {
        final UserOrders user = users.get(uid);
        final Order live = user == null ? null : user.live(clientOrderId);
        if (user == null || live != null) {
            return live == null ? null : live.view();
        }
        return user.closed.stream()
                .filter(order -> clientOrderId.equals(order.clientOrderId()))
                .min(NEWEST_FIRST)
                .orElse(null);
    }

    /** The last closed orders of a user, the newest first. */
    public synchronized List<OrderView> closed(final long uid) {
        final UserOrders user = users.get(uid);
        final List<OrderView> orders = new ArrayList<>();
        if (user != null) {
            user.closed.descendingIterator().forEachRemaining(orders::add);
        }
        return orders;
    }

    /** The last fills of a user, the newest first. */
    public synchronized List<Fill> fills(final long uid) {
        final UserOrders user = users.get(uid);
        final List<Fill> fills = new ArrayList<>();
        if (user != null) {
            user.fills.descendingIterator().forEachRemaining(fills::add);
        }
        return fills;
    }

    /** The first updates of a user from a number on; null where not all of them are kept any more. */
    public synchronized @Nullable List<Update> updates(final long uid, final long from, final int limit) {
        final UserOrders user = users.get(uid);
        final long last = user == null ? 0 : user.lastUpdate;
        if (user == null || from > last) {
            return from == last + 1 ? List.of() : null;
        }
        return from <= last - user.updates.size()
                ? null
                : user.updates.stream()
                        .filter(update -> update.n() >= from)
                        .limit(limit)
                        .toList();
    }

    /** The orders of a user with an id, in all symbols: live ones, and closed ones that are kept. */
    public synchronized List<OrderView> find(final long uid, final long orderId) {
        final UserOrders user = users.get(uid);
        final List<OrderView> found = new ArrayList<>();
        if (user != null) {
            user.live(orderId).stream().map(Order::view).forEach(found::add);
            user.closed.stream()
                    .filter(order -> order.orderId() == orderId
                            && found.stream().noneMatch(one -> one.symbol() == order.symbol()))
                    .forEach(found::add);
        }
        return found;
    }

    /** What is known of a client id of a user: a live order, or a closed one in the window. */
    public synchronized @Nullable Known known(final long uid, final String clientOrderId) {
        final UserOrders user = users.get(uid);
        final ClientEntry entry = user == null ? null : user.clients.get(clientOrderId);
        return entry == null ? null : new Known(entry.bodyHash, entry.first);
    }

    /**
     * A client id that was used.
     *
     * @param bodyHash of what was asked for with it
     * @param first what was answered
     */
    public record Known(long bodyHash, Outcome first) {}

    // ---- the fold ------------------------------------------------------------------------------------------------

    /** A command was settled: what its sender is told; null where neither cookie nor tag are this server's. */
    synchronized @Nullable Outcome onResult(final ResultView result) {
        seq = result.seq();
        final long cookie = result.cookie();
        final boolean isAwaited = cookie >= FIRST_ID && cookie <= LAST_ID;
        if (isAwaited) {
            lastId = Math.max(lastId, cookie);
        }
        ownFills.clear();
        cancelled.clear();
        isMassCancel = result.typeCode() == CommandType.MASS_CANCEL.code();
        namedOrderId = result.orderId();
        closedClients.dropOlder(result.timestampNs(), this::forget);
        final int type = result.typeCode();
        final OrderTag own = type == CommandType.PLACE_ORDER.code() ? OrderTag.of(result, tag) : null;
        final Order placed = type == CommandType.PLACE_ORDER.code() && result.isSuccess() ? place(result, own) : null;
        final Order moved = type == CommandType.MOVE_ORDER.code() && result.isSuccess() ? move(result) : null;
        onEvents(result);
        if (placed != null && placed.toldSeq != seq) {
            tell(placed, null);
        } else if (moved != null && moved.toldSeq != seq) {
            changed(result, moved, null);
        } else if (type == CommandType.RESET.code() && result.isSuccess()) {
            reset(result);
        }
        if (!isAwaited && own == null) {
            return null; // an outcome is two fifths of what a command by another door would allocate
        }
        final Outcome outcome = outcome(result, placed);
        if (own != null) {
            name(result, own, placed, outcome);
        }
        return outcome;
    }

    private Outcome outcome(final ResultView result, final @Nullable Order placed) {
        final OrderKey key = new OrderKey(result.symbol(), namedOrderId);
        final OrderView view = placed != null ? placed.view() : namedOrderId == 0 ? null : viewOf(result, key);
        return new Outcome(
                result.seq(),
                result.timestampNs(),
                result.code(),
                view,
                ownFills.size() <= Outcome.MAX_FILLS ? ownFills : ownFills.subList(0, Outcome.MAX_FILLS),
                ownFills.size() > Outcome.MAX_FILLS,
                result.more(),
                cancelled);
    }

    /** An order of the state from which the book begins. */
    synchronized void begin(final RestingOrder resting) {
        final Order order = new Order(
                resting.symbol(),
                resting.orderId(),
                resting.uid(),
                resting.side(),
                resting.type(),
                resting.price(),
                resting.size(),
                0);
        order.remaining = resting.remaining();
        order.filled = 0;
        if (resting.orderId() >= FIRST_ID && resting.orderId() <= LAST_ID) {
            lastId = Math.max(lastId, resting.orderId());
        }
        add(order);
    }

    synchronized void seq(final long value) {
        seq = value;
    }

    /**
     * A copy of everything, for a snapshot. Without the lock: the follower's thread alone writes, and it is this one,
     * so those who ask need not wait while it copies.
     */
    OrdersPart.Copy copy() {
        final List<OrdersPart.UserCopy> copies = new ArrayList<>();
        for (final UserOrders user : users.values()) {
            copies.add(new OrdersPart.UserCopy(
                    user.uid,
                    user.lastUpdate,
                    user.live().stream().map(Order::view).toList(),
                    List.copyOf(user.closed),
                    List.copyOf(user.fills),
                    user.clients.values().stream()
                            .filter(entry -> entry.closedNs == ClientEntry.LIVE)
                            .map(OrdersPart.ClientCopy::of)
                            .toList()));
        }
        return new OrdersPart.Copy(lastId, copies, closedClients.copy());
    }

    /** Fills an empty book. */
    synchronized void restore(final OrdersPart.Copy copy) {
        lastId = copy.lastId();
        for (final OrdersPart.UserCopy one : copy.users()) {
            final UserOrders user = user(one.uid());
            user.lastUpdate = one.lastUpdate();
            one.live().forEach(view -> add(Order.of(view)));
            user.closed.addAll(one.closed());
            user.fills.addAll(one.fills());
            for (final OrdersPart.ClientCopy client : one.liveClients()) {
                final ClientEntry entry = client.entry();
                user.clients.put(entry.clientOrderId, entry);
                final OrderView placed = entry.first.order();
                final Order order = live(user, entry, placed);
                if (order != null) {
                    order.client = entry;
                }
            }
        }
        for (final OrdersPart.ClientCopy client : copy.closedClients()) {
            final ClientEntry entry = client.entry();
            final UserOrders user = user(entry.uid);
            user.clients.put(entry.clientOrderId, entry);
            closedClients.add(entry, user, this::forget);
        }
    }

    /** The id may be another by now. */
    private static @Nullable Order live(
            final UserOrders user, final ClientEntry entry, final @Nullable OrderView placed) {
        final Order same = placed == null ? null : user.live(placed.key());
        return same == null ? user.live(entry.clientOrderId) : same;
    }

    private @Nullable OrderView viewOf(final ResultView result, final OrderKey key) {
        final Order order = live.get(key);
        if (order != null) {
            return order.uid == result.uid() ? order.view() : null;
        }
        final UserOrders user = users.get(result.uid());
        final OrderView last = user == null ? null : user.closed.peekLast();
        return last != null && last.key().equals(key) && last.seq() == result.seq() ? last : null;
    }

    private Order place(final ResultView result, final @Nullable OrderTag own) {
        final Order order = new Order(
                result.symbol(),
                namedOrderId,
                result.uid(),
                Side.of(result.sideCode()),
                OrderType.of(result.orderTypeCode()),
                result.price(),
                result.size(),
                result.timestampNs());
        order.seq = result.seq();
        order.placedSeq = result.seq();
        if (own != null) {
            order.clientOrderId = own.clientOrderId();
            order.isMarket = own.isMarket();
        }
        add(order);
        return order;
    }

    /** The sender's name for an order, with what was answered first, refusals too. */
    private void name(
            final ResultView result, final OrderTag own, final @Nullable Order placed, final Outcome outcome) {
        final UserOrders user = user(result.uid());
        final ClientEntry entry = new ClientEntry(result.uid(), own.clientOrderId(), own.bodyHash(), outcome);
        final ClientEntry before = user.clients.put(entry.clientOrderId, entry);
        if (before != null) {
            closedClients.replaced(before);
        }
        if (placed != null && placed.remaining > 0) {
            placed.client = entry;
        } else {
            close(entry, result.timestampNs(), user);
        }
    }

    private void close(final ClientEntry entry, final long timeNs, final UserOrders user) {
        entry.closedNs = timeNs;
        closedClients.add(entry, user, this::forget);
    }

    private void forget(final ClientEntry entry) {
        final UserOrders user = users.get(entry.uid);
        if (user != null) {
            user.clients.remove(entry.clientOrderId, entry);
            while (!user.closedClients.isEmpty() && user.closedClients.getFirst().isDropped) {
                user.closedClients.removeFirst();
            }
        }
    }

    private void onEvents(final ResultView result) {
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            switch (EventKind.of(event.kindCode())) {
                case TRADE -> {
                    traded(result, event, i, false);
                    traded(result, event, i, true);
                }
                case REDUCE -> remain(result, event, event.takerOrderId(), event.takerRemaining());
                case REJECT -> rejected(result, event, event.takerOrderId());
                case CANCEL -> remain(result, event, event.makerOrderId(), event.makerRemaining());
                case REPLACE -> replaced(result, event);
                case REPRICE -> {
                    final Order order = find(event, event.makerOrderId());
                    if (order != null) {
                        order.price = event.price();
                        changed(result, order, null);
                    }
                }
                case ACT -> act(result, event);
                case REFRESH -> {}
            }
        }
    }

    /** The order of an event: a mass cancel of all symbols names none, but its events do. */
    private @Nullable Order find(final EventView event, final long orderId) {
        return live.get(new OrderKey(event.symbol(), orderId));
    }

    private void traded(final ResultView result, final EventView event, final int index, final boolean isMaker) {
        final Order order = find(event, isMaker ? event.makerOrderId() : event.takerOrderId());
        if (order == null) {
            return;
        }
        final long fee = isMaker ? event.makerFee() : event.takerFee();
        final Fill fill = new Fill(
                result.seq(),
                index,
                result.timestampNs(),
                order.symbol,
                order.orderId,
                event.tradeId(),
                order.side,
                isMaker,
                event.price(),
                event.size(),
                fee);
        order.filled += event.size();
        order.notional =
                order.notional.add(BigInteger.valueOf(event.price()).multiply(BigInteger.valueOf(event.size())));
        order.fees += fee;
        order.remaining = isMaker ? event.makerRemaining() : event.takerRemaining();
        order.isTradedOut = order.remaining == 0;
        user(order.uid).fill(fill);
        if (!isMaker && order.orderId == namedOrderId) {
            ownFills.add(fill);
        }
        changed(result, order, fill);
    }

    private void remain(final ResultView result, final EventView event, final long orderId, final long remaining) {
        final Order order = find(event, orderId);
        if (order != null) {
            order.remaining = remaining;
            changed(result, order, null);
        }
    }

    private void rejected(final ResultView result, final EventView event, final long orderId) {
        final Order order = find(event, orderId);
        if (order != null) {
            order.isRejected = order.placedSeq == result.seq();
            order.remaining = 0;
            changed(result, order, null);
        }
    }

    /** The order at its new price; null where it is not known. */
    private @Nullable Order move(final ResultView result) {
        final Order order = live.get(new OrderKey(result.symbol(), namedOrderId));
        if (order != null) {
            order.price = result.price();
        }
        return order;
    }

    private void replaced(final ResultView result, final EventView event) {
        final Order order = find(event, event.makerOrderId());
        if (order == null) {
            return;
        }
        final UserOrders user = user(order.uid);
        live.remove(order);
        user.remove(order);
        order.orderId = event.newOrderId();
        order.price = event.price();
        order.size += event.makerRemaining() - order.remaining;
        order.remaining = event.makerRemaining();
        live.add(order);
        user.add(order);
        changed(result, order, null);
    }

    /** An exit comes to life with the first lots of its entry, and grows with further ones. */
    private void act(final ResultView result, final EventView event) {
        if (event.causeCode() != ActCause.EXIT.code()) {
            return;
        }
        final Order known = find(event, event.takerOrderId());
        if (known != null) {
            known.size += event.size() - known.remaining;
            known.remaining = event.size();
            return;
        }
        final Order exit = new Order(
                result.symbol(),
                event.takerOrderId(),
                event.takerUid(),
                Side.of(event.takerSideCode()),
                OrderType.of(event.orderTypeCode()),
                event.price(),
                event.size(),
                result.timestampNs());
        exit.seq = result.seq();
        add(exit);
        tell(exit, null);
    }

    /** As long as there are orders, under the lock: the file of a server cannot allow the command. */
    private void reset(final ResultView result) {
        for (final Order order : List.copyOf(live.all())) {
            order.remaining = 0;
            changed(result, order, null);
        }
    }

    private void changed(final ResultView result, final Order order, final @Nullable Fill fill) {
        order.changedNs = result.timestampNs();
        order.seq = result.seq();
        if (order.remaining > 0) {
            tell(order, fill);
            return;
        }
        final UserOrders user = user(order.uid);
        live.remove(order);
        user.remove(order);
        final ClientEntry client = order.client;
        if (client != null) {
            close(client, result.timestampNs(), user);
        }
        final OrderView closed = tell(order, fill);
        user.close(closed);
        if (isMassCancel && order.uid == result.uid()) {
            cancelled.add(closed);
        }
    }

    private OrderView tell(final Order order, final @Nullable Fill fill) {
        final UserOrders user = user(order.uid);
        final OrderView view = order.view();
        order.toldSeq = seq;
        final Update update = user.update(new Update(++user.lastUpdate, view, fill));
        listener.onUpdate(order.uid, update);
        return view;
    }

    private void add(final Order order) {
        live.add(order);
        user(order.uid).add(order);
    }

    private UserOrders user(final long uid) {
        return Objects.requireNonNull(users.computeIfAbsent(uid, UserOrders::new));
    }
}
