package io.daybook.server.orders;

import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.RestingOrder;
import io.daybook.api.ResultView;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.slab.LongIndex;
import io.daybook.sessions.Tags;
import io.daybook.sessions.order.OrderListener;
import io.daybook.sessions.order.OrderReader;
import io.daybook.sessions.outbox.Histories;
import io.daybook.wire.OffReason;
import io.daybook.wire.OrderNumbers;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of the book of orders, and its changes by results. An order of another door is only numbers in arrays while
 * no query asks for its owner, so results about it allocate nothing. Guarded by {@link OrdersBook}; only the follower's
 * thread writes.
 */
final class OrdersFold implements OrderListener {
    private static final int ADD_SYMBOL = CommandType.ADD_SYMBOL.code();
    private static final int NOP = CommandType.NOP.code();

    final OrderRecords records = new OrderRecords(HashSecret.of(new SecureRandom().nextLong()));
    final LiveCounts counts = new LiveCounts();
    UpdateListener listener = (uid, update) -> {};
    long lastId = OrderNumbers.FIRST_HTTP - 1;

    private final OrderReader reader = new OrderReader(this);
    private long history;

    /**
     * Whether woken orders have updates. Before the command that switches this on they have none, because the updates
     * of earlier commands must keep the numbers that peers got.
     */
    private boolean tellsWoken;

    private final LongIndex userPlaces = new LongIndex();
    private final List<UserOrders> users = new ArrayList<>();
    private final ClosedClients closedClients = new ClosedClients();
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];
    private final List<Fill> ownFills = new ArrayList<>();
    private final List<OrderView> cancelled = new ArrayList<>();
    private final Set<Long> shown = new HashSet<>();
    private final Consumer<ClientEntry> forgetting = this::forget;

    /** The order that the command named. */
    private long namedOrderId;

    /** The order that the command placed, while it is live. */
    private int placed;

    /** The order that the command placed or moved, until its update is made. */
    private int untold;

    /** The order whose trigger was met in the present act, until it has an update. */
    private int woken;

    /** The tag of the order that the command placed; null if it did not come over HTTP. */
    private @Nullable OrderTag own;

    /** Whether a sender waits for the result of the command. */
    private boolean isOutcomeWanted;

    /** The order that the command named and closed; only if an outcome is wanted. */
    private @Nullable OrderView namedClosed;

    /** Whether the command cancels orders that it does not name. */
    private boolean isMassCancel;

    /**
     * Takes the result of a settled command. Returns the answer to its sender; null if neither the cookie nor the tag
     * is this server's.
     */
    @Nullable
    Outcome onResult(final ResultView result) {
        final long cookie = result.cookie();
        final boolean isAwaited = isOwn(cookie);
        if (isAwaited) {
            lastId = Math.max(lastId, cookie);
        }
        ownFills.clear();
        cancelled.clear();
        namedClosed = null;
        placed = OrderRecords.NONE;
        untold = OrderRecords.NONE;
        woken = OrderRecords.NONE;
        final int type = result.typeCode();
        if (!tellsWoken && result.tagLength() == 1 && (type == ADD_SYMBOL || type == NOP)) {
            result.copyTag(tag, 0);
            tellsWoken = tag[0] == OrderTag.WOKEN;
        }
        final long history = Histories.begunBy(result, tag);
        if (history != 0) {
            raise(history);
        }
        isMassCancel = type == CommandType.MASS_CANCEL.code();
        namedOrderId = result.orderId();
        closedClients.dropOlder(result.timestampNs(), forgetting);
        own = type == CommandType.PLACE_ORDER.code() ? OrderTag.of(result, tag) : null;
        isOutcomeWanted = isAwaited || own != null; // most commands of other doors allocate nothing here
        reader.read(result);
        if (untold != OrderRecords.NONE && untold == placed) {
            tell(owner(placed), placed, null);
        } else if (untold != OrderRecords.NONE) {
            changed(result, untold, null);
        }
        if (!isOutcomeWanted) {
            return null;
        }
        final Outcome outcome = outcome(result);
        final OrderTag said = own;
        if (said != null) {
            name(result, said, outcome);
        }
        return outcome;
    }

    boolean tellsWoken() {
        return tellsWoken;
    }

    /** Begins a new history, which reuses no id of the lost history. */
    void raise(final long number) {
        history = number;
        lastId = Histories.httpId(lastId, OrderNumbers.FIRST_HTTP, number);
        for (final UserOrders user : users) {
            user.raise(number);
        }
    }

    private Outcome outcome(final ResultView result) {
        return new Outcome(
                result.seq(),
                result.timestampNs(),
                result.code(),
                namedOrderId == 0 ? null : named(result),
                ownFills.size() <= Outcome.MAX_FILLS ? ownFills : ownFills.subList(0, Outcome.MAX_FILLS),
                ownFills.size() > Outcome.MAX_FILLS,
                result.more(),
                cancelled);
    }

    private @Nullable OrderView named(final ResultView result) {
        final int order = records.find(result.symbol(), namedOrderId);
        return order == OrderRecords.NONE
                ? namedClosed
                : records.uid(order) == result.uid() ? records.view(order) : null;
    }

    /** Adds an order of the state with which the book begins. */
    void begin(final RestingOrder resting) {
        final int order = records.add(
                resting.symbol(),
                resting.orderId(),
                resting.uid(),
                resting.side().code(),
                resting.type().code(),
                resting.price(),
                resting.size(),
                0,
                0);
        records.remaining(order, resting.remaining());
        records.putExtra(order, resting.terms(), resting.reservePrice(), resting.price());
        if (isOwn(resting.orderId())) {
            lastId = Math.max(lastId, resting.orderId());
        }
        live(order);
    }

    /** Takes the terms of an order from the state, because a part of an earlier version has none. */
    void recall(final RestingOrder resting) {
        final int order = records.find(resting.symbol(), resting.orderId());
        if (order != OrderRecords.NONE) {
            records.putExtra(order, resting.terms(), resting.reservePrice(), resting.price());
        }
    }

    /** Makes a copy of the whole book, for a snapshot. */
    OrdersPart.Copy copy() {
        final OrderRecords frozen = records.copy();
        final List<OrdersPart.UserCopy> copies = new ArrayList<>(users.size());
        for (final UserOrders user : users) {
            copies.add(new OrdersPart.UserCopy(
                    user.uid,
                    user.lastUpdate,
                    frozen.views(user.live()),
                    frozen.views(user.closed.handles()),
                    new Fills(user.fills),
                    user.clients.values().stream()
                            .filter(entry -> entry.closedNs == ClientEntry.LIVE)
                            .distinct()
                            .map(OrdersPart.ClientCopy::of)
                            .toList()));
        }
        return new OrdersPart.Copy(lastId, copies, closedClients.copy(), true, tellsWoken);
    }

    /** Continues in a history that began before the restored part. */
    void in(final long number) {
        history = number;
    }

    /** Fills an empty book. */
    void restore(final OrdersPart.Copy copy) {
        lastId = copy.lastId();
        tellsWoken = copy.tellsWoken();
        for (final OrdersPart.UserCopy one : copy.users()) {
            final UserOrders user = user(one.uid());
            user.lastUpdate = one.lastUpdate();
            one.live().forEach(view -> live(records.add(view)));
            one.closed().forEach(view -> close(user, records.add(view)));
            one.fills().forEach(user.fills::put);
            for (final OrdersPart.ClientCopy client : one.liveClients()) {
                final ClientEntry entry = client.entry();
                put(user, entry);
                final OrderView placed = entry.first.order();
                final int order = live(user, entry, placed);
                if (order != OrderRecords.NONE) {
                    records.entry(order, entry);
                }
            }
        }
        for (final OrdersPart.ClientCopy client : copy.closedClients()) {
            final ClientEntry entry = client.entry();
            final UserOrders user = user(entry.uid);
            put(user, entry);
            closedClients.add(entry, user, forgetting);
        }
    }

    /** Finds the live order of an entry. The id of the order may have changed since the entry was made. */
    private int live(final UserOrders user, final ClientEntry entry, final @Nullable OrderView placed) {
        final int same = placed == null ? OrderRecords.NONE : records.find(placed.symbol(), placed.orderId());
        return same == OrderRecords.NONE || records.uid(same) != user.uid ? user.live(entry.clientOrderId) : same;
    }

    /** Keeps the client id of an order with its first answer, even if this is a refusal. */
    private void name(final ResultView result, final OrderTag own, final Outcome outcome) {
        final UserOrders user = user(result.uid());
        final ClientEntry entry = new ClientEntry(result.uid(), own.clientOrderId(), own.bodyHash(), outcome);
        put(user, entry);
        final int order = result.isSuccess() ? records.find(result.symbol(), namedOrderId) : OrderRecords.NONE;
        if (order != OrderRecords.NONE) {
            records.entry(order, entry);
        } else {
            close(entry, result.timestampNs(), user);
        }
    }

    private void put(final UserOrders user, final ClientEntry entry) {
        for (final String name : ListNames.names(entry.clientOrderId)) {
            final ClientEntry before = user.clients.put(name, entry);
            if (before != null && before != entry) {
                closedClients.replaced(before);
                remove(user, before);
            }
        }
    }

    private static void remove(final UserOrders user, final ClientEntry entry) {
        ListNames.names(entry.clientOrderId).forEach(name -> user.clients.remove(name, entry));
    }

    private void close(final ClientEntry entry, final long timeNs, final UserOrders user) {
        entry.closedNs = timeNs;
        closedClients.add(entry, user, forgetting);
    }

    private void forget(final ClientEntry entry) {
        final UserOrders user = known(entry.uid);
        if (user != null) {
            remove(user, entry);
            while (!user.closedClients.isEmpty() && user.closedClients.getFirst().isDropped) {
                user.closedClients.removeFirst();
            }
        }
    }

    // ---- events of orders ----------------------------------------------------------------------------------------

    @Override
    public void onOpened(final OrderReader order) {
        placed = open(order);
        untold = placed;
        final ResultView result = order.result();
        if (result.termsMask() != 0 || result.reservePrice() > result.price()) {
            records.putExtra(placed, result.terms(), result.reservePrice(), result.price());
        }
        final OrderTag said = own;
        if (said != null) {
            records.name(placed, said.clientOrderId(), said.isMarket());
        }
        live(placed);
    }

    private int open(final OrderReader order) {
        return records.add(
                order.symbol(),
                order.orderId(),
                order.uid(),
                order.sideCode(),
                order.typeCode(),
                order.price(),
                order.size(),
                order.result().timestampNs(),
                order.result().seq());
    }

    /** Leaves the update to the end of the command, unless an event makes one before. */
    @Override
    public void onMoved(final OrderReader order) {
        untold = find(order);
        if (untold != OrderRecords.NONE) {
            records.price(untold, order.price());
        }
    }

    /** Finds an order by the symbol of its event, because a command for all symbols has symbol 0. */
    private int find(final OrderReader order) {
        return records.find(order.symbol(), order.orderId());
    }

    @Override
    public void onTraded(final OrderReader trade) {
        final int order = find(trade);
        if (order == OrderRecords.NONE) {
            return;
        }
        final ResultView result = trade.result();
        final UserOrders user = owner(order);
        user.fills.add(
                result.seq(),
                trade.index(),
                result.timestampNs(),
                trade.symbol(),
                trade.orderId(),
                trade.tradeId(),
                records.sideCode(order),
                trade.isMaker(),
                trade.price(),
                trade.size(),
                trade.fee());
        records.trade(order, trade.price(), trade.size(), trade.remaining());
        records.traded(order, trade.fee(), trade.remaining() == 0);
        final boolean isOwn = isOutcomeWanted && !trade.isMaker() && trade.orderId() == namedOrderId;
        final Fill fill = isOwn || user.updates != null ? user.fills.get(user.fills.size() - 1) : null;
        if (isOwn && fill != null) {
            ownFills.add(fill);
        }
        changed(result, order, fill);
    }

    @Override
    public void onTakenOff(final OrderReader off) {
        final int order = find(off);
        if (order != OrderRecords.NONE) {
            if (order == placed && off.isRejected()) {
                records.reject(order);
            }
            records.remaining(order, off.remaining());
            if (off.remaining() == 0) {
                records.end(order, reason(off));
            }
            changed(off.result(), order, null);
        }
    }

    /**
     * The reason why an order ended. If a door for sessions cancelled it, not its member, the tag of the cancel has the
     * reason.
     */
    private OffReason reason(final OrderReader off) {
        final ResultView result = off.result();
        if (off.offReason() != OffReason.REDUCED
                || result.typeCode() != CommandType.CANCEL_ORDER.code()
                || OrderNumbers.session(result.cookie()) == 0
                || OrderNumbers.request(result.cookie()) != 0) {
            return off.offReason();
        }
        result.copyTag(tag, 0);
        final boolean isOfDoor = Tags.is(Tags.CANCEL, tag, result.tagLength());
        final boolean isOfDay = isOfDoor && Tags.cancelReason(tag) == Tags.CANCEL_DAY;
        return isOfDay ? OffReason.DAY : isOfDoor ? OffReason.CANCELLED_BY_OTHER : OffReason.REDUCED;
    }

    @Override
    public void onTriggered(final OrderReader triggered) {
        final int order = find(triggered);
        if (order != OrderRecords.NONE && tellsWoken) {
            records.trigger(order, triggered.price(), triggered.result().timestampNs());
            woken = order;
        } else if (order != OrderRecords.NONE) {
            records.trigger(order, records.price(order), triggered.result().timestampNs());
        }
    }

    /** Makes the update of a woken order, unless a later event of its act made one. */
    @Override
    public void onActEnds() {
        if (woken != OrderRecords.NONE) {
            changed(reader.result(), woken, null);
        }
    }

    @Override
    public void onRepriced(final OrderReader repriced) {
        final int order = find(repriced);
        if (order != OrderRecords.NONE) {
            records.price(order, repriced.price());
            changed(repriced.result(), order, null);
        }
    }

    @Override
    public void onReplaced(final OrderReader replaced) {
        final int order = find(replaced);
        if (order != OrderRecords.NONE) {
            records.replaced(order, replaced.result(), replaced.price());
            owner(order).replace(order, replaced.newOrderId(), replaced.price(), replaced.remaining());
            changed(replaced.result(), order, null);
        }
    }

    @Override
    public void onExit(final OrderReader exit) {
        final int known = find(exit);
        if (known != OrderRecords.NONE) {
            records.grow(known, exit.size());
            return;
        }
        final int order = open(exit);
        records.putExitTerms(order);
        live(order);
        tell(owner(order), order, null);
    }

    /**
     * Ends all live orders. Holds the lock for as long as this takes, which delays no server, because a server's
     * configuration cannot allow the command.
     */
    @Override
    public void onReset() {
        for (final UserOrders user : users) {
            for (final int order : user.live()) {
                records.remaining(order, 0);
                records.end(order, OffReason.CANCELLED_BY_OTHER);
                changed(reader.result(), order, null);
            }
        }
    }

    private void changed(final ResultView result, final int order, final @Nullable Fill fill) {
        records.change(order, result.timestampNs(), result.seq());
        final UserOrders user = owner(order);
        if (records.remaining(order) > 0) {
            tell(user, order, fill);
            return;
        }
        counts.add(records.symbol(order), -1);
        user.remove(order);
        final ClientEntry entry = records.entry(order);
        if (entry != null) {
            close(entry, result.timestampNs(), user);
            records.entry(order, null);
        }
        tell(user, order, fill);
        if (isOutcomeWanted && user.uid == result.uid()) {
            closed(result, records.view(order));
        }
        if (order == placed) {
            placed = OrderRecords.NONE;
        }
        close(user, order);
    }

    /** Handles the end of an order of the sender. */
    private void closed(final ResultView result, final OrderView order) {
        if (order.orderId() == namedOrderId && order.symbol() == result.symbol()) {
            namedClosed = order;
        }
        if (isMassCancel) {
            cancelled.add(order);
        }
    }

    private void close(final UserOrders user, final int order) {
        final int oldest = user.closed.add(order);
        if (oldest != OrderRecords.NONE) {
            records.free(oldest);
        }
    }

    private void tell(final UserOrders user, final int order, final @Nullable Fill fill) {
        if (order == untold) {
            untold = OrderRecords.NONE;
        }
        if (order == woken) {
            woken = OrderRecords.NONE;
        }
        final long number = ++user.lastUpdate;
        if (user.updates != null) {
            final Update update = new Update(number, records.view(order), fill);
            user.tell(update);
            listener.onUpdate(user.uid, update);
        }
    }

    private void live(final int order) {
        counts.add(records.symbol(order), 1);
        final UserOrders owner = user(records.uid(order));
        records.owner(order, owner.place);
        owner.add(order);
    }

    /** The orders of the owner of a live order. */
    private UserOrders owner(final int order) {
        return users.get(records.owner(order));
    }

    /**
     * Keeps the updates of a user from now on. Any thread. This method adds no user, because a copy of the users is
     * made without the lock.
     */
    void keepUpdates(final long uid) {
        shown.add(uid);
        final UserOrders known = known(uid);
        if (known != null) {
            known.keepUpdates();
        }
    }

    /** The orders of a user; null if there are none yet. */
    @Nullable
    UserOrders known(final long uid) {
        final int place = uid == 0 ? LongIndex.MISSING : userPlaces.get(uid); // no user has the uid 0
        return place == LongIndex.MISSING ? null : users.get(place);
    }

    /** The orders of a user, which are made if there are none. */
    UserOrders user(final long uid) {
        final UserOrders known = known(uid);
        if (known != null) {
            return known;
        }
        final UserOrders first = new UserOrders(uid, users.size(), records);
        if (history != 0) {
            first.raise(history); // the lost history may have sent updates of this user
        }
        if (shown.contains(uid)) {
            first.keepUpdates();
        }
        userPlaces.put(uid, users.size());
        users.add(first);
        return first;
    }

    private static boolean isOwn(final long id) {
        return OrderNumbers.isOfHttp(id);
    }
}
