package io.daybook.gateway.session;

import io.daybook.api.ActCause;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.FollowerPart;
import io.daybook.api.Limits;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.sessions.ProtocolBook;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.SessionOrders;
import io.daybook.sessions.Tags;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.sessions.outbox.StreamWriter;
import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.FillDescriptor;
import io.daybook.wire.OffReason;
import io.daybook.wire.OrderNumbers;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the sessions of TCP have asked, have been told and still own: a pure fold over results. Neither a clock nor a
 * file nor the order of a map reaches it, so that every start, machine and replay makes the same messages.
 *
 * <p>From each result it makes the answer for the session of the cookie, and a message for the session of each order's
 * id that an event names. Who hears drop copies of a user gets the same. Allocates only where it grows.
 */
final class SessionBook implements ProtocolBook, SessionOrders {
    /** Of an ANSWER to a mass cancel that was not through: so many orders, at least, are left. */
    private static final int MORE = 1;

    /** One cancels no more at once. */
    private static final int ORDERS_OF_A_MASS_CANCEL = 4_096;

    private static final int NO_CAUSE = 0;

    /** The sum of the codes of both sides. */
    private static final int BOTH_SIDES = 3;

    private static final int FIRST_SESSIONS = 64;

    private final Outboxes outboxes;
    private final TcpMessages messages = new TcpMessages();
    private final LiveOrders orders = new LiveOrders();
    private final ClosedOrders closed;
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];

    /** By number; null for those that have never logged in. */
    private @Nullable BookSession[] sessions = new BookSession[FIRST_SESSIONS];

    private int sessionCount;

    /** Those that hear drop copies, by ascending number. */
    private BookSession[] listeners = {};

    private long seq;

    /** The history that the last restore of a backup began; 0 without one. */
    private long history;

    /** Of the order of the command, up to the end of its own act, as {@link #fillsOfOwnAct} has counted last. */
    private long lotsOfOwnAct;

    private @Nullable FenceListener fences;

    /** Hears what the session layer waits for. */
    interface FenceListener {

        /**
         * A LOGON came back.
         *
         * @param number that {@link SessionLog#open} gave for it
         */
        void onLogon(BookSession session, long number);

        /** An END came back. */
        void onEnd(BookSession session);
    }

    /**
     * A book of nobody.
     *
     * @param closedKept of how many closed orders it tells what they traded, a power of two
     */
    SessionBook(final Outboxes outboxes, final int closedKept) {
        this.outboxes = outboxes;
        this.closed = new ClosedOrders(closedKept);
    }

    /** From now on somebody waits. */
    void fences(final FenceListener listener) {
        fences = listener;
    }

    // ---- what is known -------------------------------------------------------------------------------------------

    /** A session that has logged in at some time, or null. */
    @Nullable
    BookSession session(final int number) {
        return number >= 0 && number < sessions.length ? sessions[number] : null;
    }

    /** One above the largest number that {@link #session} knows. */
    int sessionLimit() {
        return sessions.length;
    }

    int sessionCount() {
        return sessionCount;
    }

    LiveOrders orders() {
        return orders;
    }

    ClosedOrders closed() {
        return closed;
    }

    @Override
    public StreamWriter streams() {
        return messages.streams();
    }

    @Override
    public void forEach(final Consumer<SessionStream> visitor) {
        for (final BookSession session : sessions) {
            if (session != null) {
                visitor.accept(session);
            }
        }
    }

    @Override
    public void decode(final PartReader part) {
        BookPart.decode(part, this);
    }

    @Override
    public FollowerPart encode() {
        return BookPart.encode(this);
    }

    @Override
    public @Nullable SessionStream stream(final int session) {
        return session(session);
    }

    @Override
    public long[] liveOrders(final int session) {
        final BookSession known = session(session);
        if (known == null) {
            return new long[0];
        }
        final long[] ids = new long[known.liveOrders];
        int count = 0;
        for (int row = known.firstOrder; row != LiveOrders.NONE; row = orders.next(row)) {
            ids[count++] = orders.id(row);
        }
        return ids;
    }

    @Override
    public @Nullable LiveOrder liveOrder(final long orderId) {
        final int row = orders.find(orderId);
        return row == LiveOrders.NONE ? null : new LiveOrder(orders.uid(row), orders.symbol(row));
    }

    /** The last result that it was told. */
    long seq() {
        return seq;
    }

    @Override
    public void seq(final long value) {
        seq = value;
    }

    @Override
    public void beginIn(final long number) {
        history = number;
    }

    long history() {
        return history;
    }

    private void raise(final long number) {
        history = number;
        for (final BookSession session : sessions) {
            if (session != null) {
                session.raise(number);
            }
        }
    }

    /** Adds a session that it does not know. */
    BookSession add(final int number, final Protocol protocol, final long owner) {
        if (number >= sessions.length) {
            sessions = Arrays.copyOf(sessions, Math.max(number + 1, 2 * sessions.length));
        }
        final BookSession session = new BookSession(number, protocol, owner, outboxes.of(number));
        sessions[number] = session;
        sessionCount++;
        return session;
    }

    /** Whose drop copies go where has changed, or was read from a part. */
    void listenersChanged() {
        int count = 0;
        final BookSession[] hearing = new BookSession[sessionCount];
        for (final BookSession session : sessions) {
            if (session != null && session.dropCopies().length > 0) {
                hearing[count++] = session;
            }
        }
        listeners = Arrays.copyOf(hearing, count);
    }

    // ---- the fold ------------------------------------------------------------------------------------------------

    @Override
    public void onResult(final ResultView result) {
        seq = result.seq();
        messages.begin(seq, result.timestampNs());
        final int type = result.typeCode();
        final long cookie = result.cookie();
        final BookSession sender = sessionOf(cookie);
        if (type == CommandType.NOP.code()) {
            final long begun = Histories.begunBy(result, tag);
            if (begun != 0) {
                raise(begun);
                return;
            }
            if (cookie >= OrderNumbers.cookie(1, 0) && result.tagLength() > 0) {
                onNop(result, sender);
            }
            return;
        }
        final long request = sender == null ? 0 : OrderNumbers.request(cookie);
        if (type >= CommandType.PLACE_ORDER.code() && type <= CommandType.MASS_CANCEL.code()) {
            onOrderCommand(result, request == 0 ? null : sender, request);
        } else if (request != 0) {
            throw notOfASession(result);
        }
        if (result.eventCount() > 0) {
            onEvents(result, request == 0 ? null : sender);
        }
        if (type == CommandType.RESET.code() && result.isSuccess()) {
            onReset();
        }
    }

    private @Nullable BookSession sessionOf(final long cookieOrOrderId) {
        final int number = OrderNumbers.session(cookieOrOrderId);
        return number != 0 && number < sessions.length ? sessions[number] : null;
    }

    private static IllegalStateException notOfASession(final ResultView result) {
        return new IllegalStateException("only orders and NOPs may have the cookie of a session's request: seq="
                + result.seq() + " cookie=" + result.cookie() + " type=" + result.typeCode());
    }

    private void onNop(final ResultView result, final @Nullable BookSession sender) {
        final int length = result.tagLength();
        result.copyTag(tag, 0);
        if (Tags.is(Tags.LOGON, tag, length)) {
            onLogon(OrderNumbers.session(result.cookie()), sender);
        } else if (sender == null) {
            return;
        } else if (Tags.is(Tags.REFUSAL, tag, length)) {
            final long request = OrderNumbers.request(result.cookie());
            settle(sender, request, result);
            messages.answer(
                    sender,
                    request,
                    Tags.refusedOrderId(tag),
                    0,
                    0,
                    Tags.refusalReason(tag),
                    AnswerDescriptor.SOURCE_GATEWAY,
                    templateOf(Tags.refusedCommand(tag)),
                    0);
        } else if (Tags.is(Tags.END, tag, length)) {
            if (fences != null) {
                fences.onEnd(sender);
            }
        } else if (Tags.is(Tags.DROP_COPY, tag, length)) {
            onDropCopy(sender);
        }
    }

    /**
     * The first LOGON says for ever whose the session is; those of another protocol's sessions are not for this book.
     */
    private void onLogon(final int number, final @Nullable BookSession known) {
        BookSession session = known;
        if (session == null) {
            if (Tags.logonProtocol(tag) != Protocol.TCP.code()) {
                return;
            }
            session = add(number, Protocol.TCP, Tags.logonOwner(tag));
            if (history != 0) {
                session.raise(history); // the lost history may have known it
            }
            outboxes.open(session);
        }
        if (fences != null) {
            fences.onLogon(session, Integer.toUnsignedLong(Tags.logonInbound(tag)));
        }
    }

    /** A session speaks of itself alone. */
    private void onDropCopy(final BookSession sender) {
        if (Tags.dropCopySession(tag) != sender.session()) {
            return;
        }
        if (Tags.dropCopyAdds(tag)) {
            sender.hear(Tags.dropCopyUid(tag));
        } else {
            sender.hearNoMore(Tags.dropCopyUid(tag));
        }
        listenersChanged();
    }

    /** Requests have their fates in their order, each one. */
    private static void settle(final BookSession session, final long request, final ResultView result) {
        if (request != session.lastRequest + 1) {
            throw new IllegalStateException("a request of a session must follow the one before: seq=" + result.seq()
                    + " session=" + session.session() + " request=" + request + " after=" + session.lastRequest);
        }
        session.lastRequest = request;
    }

    private void onOrderCommand(final ResultView result, final @Nullable BookSession sender, final long request) {
        final boolean isSuccess = result.isSuccess();
        final boolean isPlace = result.typeCode() == CommandType.PLACE_ORDER.code();
        final long orderId = result.orderId();
        if (sender != null) {
            settle(sender, request, result);
        }
        if (isPlace && isSuccess) {
            final BookSession owner = sessionOf(orderId);
            if (owner != null) {
                orders.add(owner, orderId, result.uid(), result.symbol(), result.size());
            }
        }
        if (sender == null && listeners.length == 0) {
            return;
        }
        final int fills = fillsOfOwnAct(result);
        final int row = isSuccess && orderId != 0 ? orders.find(orderId) : LiveOrders.NONE;
        final long traded = row == LiveOrders.NONE ? 0 : orders.traded(row) + lotsOfOwnAct;
        final long remaining =
                result.typeCode() == CommandType.MASS_CANCEL.code() ? moreOfMassCancel(result) : result.remaining();
        final int template = templateOf(result.typeCode());
        if (sender != null) {
            messages.answer(
                    sender,
                    request,
                    orderId,
                    remaining,
                    traded,
                    result.resultCode(),
                    AnswerDescriptor.SOURCE_ENGINE,
                    template,
                    fills);
        }
        for (final BookSession listener : listeners) {
            if (listener.hearsOf(result.uid())) {
                messages.answer(
                        listener,
                        result.cookie(),
                        orderId,
                        remaining,
                        isSuccess && row == LiveOrders.NONE ? lotsOfOwnAct : traded,
                        result.resultCode(),
                        AnswerDescriptor.SOURCE_ENGINE,
                        template,
                        fills);
            }
        }
    }

    private int fillsOfOwnAct(final ResultView result) {
        lotsOfOwnAct = 0;
        int fills = 0;
        long before = 0;
        boolean isOwn = true;
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            if (event.kindCode() == EventKind.ACT.code()) {
                isOwn = event.causeCode() == ActCause.COMMAND.code();
                lotsOfOwnAct += isOwn ? before : 0;
            } else if (!isOwn && event.kindCode() == EventKind.TRADE.code()) {
                final boolean isItself =
                        event.makerOrderId() == result.orderId() || event.takerOrderId() == result.orderId();
                before += isItself ? event.size() : 0;
            } else if (isOwn && event.kindCode() == EventKind.TRADE.code()) {
                lotsOfOwnAct += event.size();
                fills++;
            }
        }
        return fills;
    }

    /**
     * A mass cancel says {@code more} for triggers and exits that wait, too, which the same again would not go on with.
     */
    private static long moreOfMassCancel(final ResultView result) {
        return result.more() && result.eventCount() >= ORDERS_OF_A_MASS_CANCEL ? MORE : 0;
    }

    /** Templates of requests are the codes of their commands + 1. */
    private static int templateOf(final int commandCode) {
        return commandCode + 1;
    }

    private void onEvents(final ResultView result, final @Nullable BookSession sender) {
        int cause = NO_CAUSE;
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            final int kind = event.kindCode();
            if (kind == EventKind.TRADE.code()) {
                onTrade(result.symbol(), event, cause);
            } else if (kind == EventKind.ACT.code()) {
                cause = event.causeCode() == ActCause.COMMAND.code() ? NO_CAUSE : event.causeCode();
                onAct(result.symbol(), event);
            } else if (kind == EventKind.REDUCE.code()) {
                final long orderId = event.takerOrderId();
                final boolean isOther = sessionOf(orderId) != sender;
                off(
                        orderId,
                        event.takerUid(),
                        event.size(),
                        event.takerRemaining(),
                        (isOther ? OffReason.CANCELLED_BY_OTHER : OffReason.REDUCED).code());
            } else if (kind == EventKind.REJECT.code()) {
                off(event.takerOrderId(), event.takerUid(), event.size(), 0, OffReason.REJECTED.code());
            } else if (kind == EventKind.CANCEL.code()) {
                off(
                        event.makerOrderId(),
                        event.makerUid(),
                        event.size(),
                        event.makerRemaining(),
                        OffReason.codeOfCancelReason(event.causeCode()));
            } else if (kind == EventKind.REPLACE.code()) {
                onReplace(event);
            }
        }
    }

    private void onTrade(final int symbol, final EventView event, final int cause) {
        final int takerSide = event.takerSideCode();
        fill(
                event.takerOrderId(),
                event.takerUid(),
                event,
                event.takerRemaining(),
                event.takerFee(),
                symbol,
                takerSide,
                FillDescriptor.ROLE_TAKER,
                cause);
        fill(
                event.makerOrderId(),
                event.makerUid(),
                event,
                event.makerRemaining(),
                event.makerFee(),
                symbol,
                BOTH_SIDES - takerSide,
                FillDescriptor.ROLE_MAKER,
                cause);
    }

    private void fill(
            final long orderId,
            final long uid,
            final EventView event,
            final long remaining,
            final long fee,
            final int symbol,
            final int side,
            final int role,
            final int cause) {
        final BookSession owner = sessionOf(orderId);
        if (owner != null) {
            final int row = orders.find(orderId);
            if (row != LiveOrders.NONE) {
                orders.traded(row, orders.traded(row) + event.size());
                remain(owner, row, remaining);
            }
            messages.fill(
                    owner,
                    orderId,
                    event.tradeId(),
                    event.price(),
                    event.size(),
                    remaining,
                    fee,
                    symbol,
                    side,
                    role,
                    cause);
        }
        for (final BookSession listener : listeners) {
            if (listener.hearsOf(uid)) {
                messages.fill(
                        listener,
                        orderId,
                        event.tradeId(),
                        event.price(),
                        event.size(),
                        remaining,
                        fee,
                        symbol,
                        side,
                        role,
                        cause);
            }
        }
    }

    /**
     * An exit has no PLACE of its own: it comes to life with the first lots of its entry, and, when all have traded,
     * with further ones. What it has traded counts from there: closed orders are forgotten at different times.
     */
    private void onAct(final int symbol, final EventView event) {
        final long orderId = event.takerOrderId();
        final BookSession owner = sessionOf(orderId);
        if (owner == null || event.causeCode() != ActCause.EXIT.code()) {
            return;
        }
        final int row = orders.find(orderId);
        if (row == LiveOrders.NONE) {
            orders.add(owner, orderId, event.takerUid(), symbol, event.size());
        } else {
            orders.size(row, orders.size(row) + event.size() - orders.remaining(row));
            orders.remaining(row, event.size());
        }
    }

    private void off(final long orderId, final long uid, final long size, final long remaining, final int reason) {
        final BookSession owner = sessionOf(orderId);
        if (owner != null) {
            final int row = orders.find(orderId);
            if (row != LiveOrders.NONE) {
                remain(owner, row, remaining);
            }
            messages.off(owner, orderId, size, remaining, reason);
        }
        for (final BookSession listener : listeners) {
            if (listener.hearsOf(uid)) {
                messages.off(listener, orderId, size, remaining, reason);
            }
        }
    }

    /** By another door an order can get an id that is no session's: then the session has lost it, and hears so. */
    private void onReplace(final EventView event) {
        final BookSession owner = sessionOf(event.makerOrderId());
        final int row = owner == null ? LiveOrders.NONE : orders.find(event.makerOrderId());
        if (owner == null || row == LiveOrders.NONE) {
            return;
        }
        final long before = orders.remaining(row);
        orders.size(row, orders.size(row) + event.makerRemaining() - before);
        if (event.newOrderId() == event.makerOrderId()) {
            orders.remaining(row, event.makerRemaining());
        } else if (sessionOf(event.newOrderId()) == owner) {
            orders.rename(row, event.newOrderId());
            orders.remaining(row, event.makerRemaining());
        } else {
            remain(owner, row, 0);
            messages.off(owner, event.makerOrderId(), before, 0, OffReason.CANCELLED_BY_OTHER.code());
        }
    }

    /** An order of which nothing is left is live no more. */
    private void remain(final BookSession owner, final int row, final long lots) {
        if (lots > 0) {
            orders.remaining(row, lots);
        } else {
            closed.add(orders.id(row), orders.traded(row));
            orders.remove(owner, row);
        }
    }

    private void onReset() {
        for (final BookSession session : sessions) {
            while (session != null && session.firstOrder != LiveOrders.NONE) {
                final int row = session.firstOrder;
                final long orderId = orders.id(row);
                off(orderId, orders.uid(row), orders.remaining(row), 0, OffReason.CANCELLED_BY_OTHER.code());
            }
        }
    }
}
