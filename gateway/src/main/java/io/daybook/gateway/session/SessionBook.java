package io.daybook.gateway.session;

import io.daybook.api.CommandType;
import io.daybook.api.FollowerPart;
import io.daybook.api.Limits;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.sessions.ProtocolBook;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.SessionOrders;
import io.daybook.sessions.Tags;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.order.OrderList;
import io.daybook.sessions.order.OrderReader;
import io.daybook.sessions.order.OrderTable;
import io.daybook.sessions.order.OwnedOrders;
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
 * The requests, messages and live orders of the TCP sessions: a pure fold over results. It depends on no clock, file or
 * map order, so that every start, machine and replay makes the same messages.
 *
 * <p>From each result it makes the answer for the session of the cookie, and a message for the session of each order's
 * id that an event names. Sessions with drop copies of a user get these messages too. Only growth allocates.
 */
final class SessionBook extends OwnedOrders<BookSession> implements ProtocolBook, SessionOrders {
    /** The least number of orders left after an unfinished mass cancel, for its ANSWER. */
    private static final int MORE = 1;

    /** The most orders that one mass cancel takes. */
    private static final int ORDERS_OF_A_MASS_CANCEL = 4_096;

    private static final int NO_CAUSE = 0;

    private static final int FIRST_SESSIONS = 64;

    private final Outboxes outboxes;
    private final TcpMessages messages = new TcpMessages();
    private final ClosedOrders closed;
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];

    /** The sessions by number; null for those that have never logged in. */
    private @Nullable BookSession[] sessions = new BookSession[FIRST_SESSIONS];

    private int sessionCount;

    /** The sessions with drop copies, by ascending number. */
    private BookSession[] listeners = {};

    private long seq;

    /** The history that the last restore of a backup began; 0 without one. */
    private long history;

    /** The session whose request this result answers; null if no session sent it. */
    private @Nullable BookSession sender;

    private @Nullable FenceListener fences;

    /** Receives the fences that the session layer waits for. */
    interface FenceListener {

        /**
         * Called after a LOGON came back.
         *
         * @param number the number that {@link SessionLog#open} returned for it
         */
        void onLogon(BookSession session, long number);

        /** Called after an END came back. */
        void onEnd(BookSession session);
    }

    /**
     * Creates a book without sessions.
     *
     * @param closedKept the number of closed orders that keep their traded lots, a power of two
     */
    SessionBook(final Outboxes outboxes, final int closedKept) {
        this.outboxes = outboxes;
        this.closed = new ClosedOrders(closedKept);
    }

    /** Sets the listener of fences. */
    void fences(final FenceListener listener) {
        fences = listener;
    }

    // ---- queries -------------------------------------------------------------------------------------------------

    /** A session that has logged in at some time, or null. */
    @Nullable
    BookSession session(final int number) {
        return number >= 0 && number < sessions.length ? sessions[number] : null;
    }

    /** One above the largest known session number. */
    int sessionLimit() {
        return sessions.length;
    }

    int sessionCount() {
        return sessionCount;
    }

    OrderTable orders() {
        return live();
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
        final long[] ids = new long[known.orders.count()];
        int count = 0;
        for (int row = known.orders.first(); row != OrderTable.NONE; row = live().next(row)) {
            ids[count++] = live().orderId(row);
        }
        return ids;
    }

    @Override
    public @Nullable LiveOrder liveOrder(final long orderId) {
        final int row = find(orderId);
        return row == OrderTable.NONE ? null : new LiveOrder(live().uid(row), live().symbol(row));
    }

    /** The last result that it has received. */
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

    /** Adds an unknown session. */
    BookSession add(final int number, final Protocol protocol, final long owner) {
        if (number >= sessions.length) {
            sessions = Arrays.copyOf(sessions, Math.max(number + 1, 2 * sessions.length));
        }
        final BookSession session = new BookSession(number, protocol, owner, outboxes.of(number));
        sessions[number] = session;
        sessionCount++;
        return session;
    }

    /** Called when drop copies have changed, or were read from a part. */
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
        final BookSession named = sessionOf(cookie);
        if (type == CommandType.NOP.code()) {
            final long begun = Histories.begunBy(result, tag);
            if (begun != 0) {
                raise(begun);
                return;
            }
            if (OrderNumbers.isOfSession(cookie) && result.tagLength() > 0) {
                onNop(result, named);
            }
            return;
        }
        final long request = named == null ? 0 : OrderNumbers.request(cookie);
        sender = request == 0 ? null : named;
        final boolean isOfOrders = type >= CommandType.PLACE_ORDER.code() && type <= CommandType.MASS_CANCEL.code();
        if (!isOfOrders && request != 0) {
            throw notOfASession(result);
        }
        if (isOfOrders && sender != null) {
            settle(sender, request, result);
        }
        read(result, isOfOrders && (sender != null || listeners.length > 0));
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
     * Handles a LOGON. The first one fixes the owner of the session for good; sessions of another protocol do not
     * belong to this book.
     */
    private void onLogon(final int number, final @Nullable BookSession known) {
        BookSession session = known;
        if (session == null) {
            if (Tags.logonProtocol(tag) != Protocol.TCP.code()) {
                return;
            }
            session = add(number, Protocol.TCP, Tags.logonOwner(tag));
            if (history != 0) {
                session.raise(history); // the session may have existed in the lost history
            }
            outboxes.open(session);
        }
        if (fences != null) {
            fences.onLogon(session, Integer.toUnsignedLong(Tags.logonInbound(tag)));
        }
    }

    /** Handles a change of drop copies; a session can change only its own. */
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

    /** Records the fate of a request; each request has one, in order. */
    private static void settle(final BookSession session, final long request, final ResultView result) {
        if (request != session.lastRequest + 1) {
            throw new IllegalStateException("a request of a session must follow the one before: seq=" + result.seq()
                    + " session=" + session.session() + " request=" + request + " after=" + session.lastRequest);
        }
        session.lastRequest = request;
    }

    @Override
    protected void answer(final ResultView result, final int fills, final long traded) {
        final BookSession asking = sender;
        final long orderId = result.orderId();
        final long remaining =
                result.typeCode() == CommandType.MASS_CANCEL.code() ? moreOfMassCancel(result) : result.remaining();
        final int template = templateOf(result.typeCode());
        if (asking != null) {
            messages.answer(
                    asking,
                    OrderNumbers.request(result.cookie()),
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
                        isOfNoSession(result) ? reader().ownLots() : traded,
                        result.resultCode(),
                        AnswerDescriptor.SOURCE_ENGINE,
                        template,
                        fills);
            }
        }
    }

    /** Returns whether a command was carried out on an order, or on orders, that this book does not have. */
    private boolean isOfNoSession(final ResultView result) {
        return result.isSuccess() && (result.orderId() == 0 || find(result.orderId()) == OrderTable.NONE);
    }

    /**
     * The number of orders left, for the answer to a mass cancel: {@link #MORE} if another mass cancel would continue
     * this one. {@code more} alone may also mean waiting triggers and exits, which another mass cancel would not
     * continue.
     */
    private static long moreOfMassCancel(final ResultView result) {
        return result.more() && result.eventCount() >= ORDERS_OF_A_MASS_CANCEL ? MORE : 0;
    }

    /** The template of a request is the code of its command + 1. */
    private static int templateOf(final int commandCode) {
        return commandCode + 1;
    }

    // ---- events of orders ----------------------------------------------------------------------------------------

    @Override
    protected @Nullable BookSession ownerOf(final long orderId) {
        return sessionOf(orderId);
    }

    @Override
    protected OrderList ordersOf(final BookSession owner) {
        return owner.orders;
    }

    @Override
    protected void closed(final long orderId, final long traded) {
        closed.add(orderId, traded);
    }

    @Override
    protected void fill(final @Nullable BookSession owner, final OrderReader order) {
        if (owner != null) {
            send(owner, order);
        }
        for (final BookSession listener : listeners) {
            if (listener.hearsOf(order.uid())) {
                send(listener, order);
            }
        }
    }

    private void send(final BookSession session, final OrderReader order) {
        messages.fill(
                session,
                order.orderId(),
                order.tradeId(),
                order.price(),
                order.size(),
                order.remaining(),
                order.fee(),
                order.symbol(),
                order.sideCode(),
                order.isMaker() ? FillDescriptor.ROLE_MAKER : FillDescriptor.ROLE_TAKER,
                order.isOwnAct() ? NO_CAUSE : order.cause());
    }

    @Override
    protected void off(
            final @Nullable BookSession owner,
            final long orderId,
            final long uid,
            final long size,
            final long remaining,
            final OffReason reason) {
        final boolean isOther = reason == OffReason.REDUCED && owner != sender;
        final int code = (isOther ? OffReason.CANCELLED_BY_OTHER : reason).code();
        if (owner != null) {
            messages.off(owner, orderId, size, remaining, code);
        }
        for (final BookSession listener : listeners) {
            if (listener.hearsOf(uid)) {
                messages.off(listener, orderId, size, remaining, code);
            }
        }
    }

    @Override
    protected void lost(final BookSession owner, final long orderId, final long size) {
        messages.off(owner, orderId, size, 0, OffReason.CANCELLED_BY_OTHER.code());
    }

    @Override
    public void onReset() {
        for (final BookSession session : sessions) {
            if (session != null) {
                forget(session);
            }
        }
    }
}
