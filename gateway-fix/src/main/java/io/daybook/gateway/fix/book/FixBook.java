package io.daybook.gateway.fix.book;

import io.daybook.api.CommandType;
import io.daybook.api.FollowerPart;
import io.daybook.api.Limits;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.api.Term;
import io.daybook.sessions.ProtocolBook;
import io.daybook.sessions.SessionOrders;
import io.daybook.sessions.Tags;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.sessions.outbox.StreamWriter;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests, reports and orders of FIX sessions: a pure fold over results. It depends on no clock, file or order of
 * a map, so that every start, machine and replay makes the same reports.
 *
 * <p>From each result it makes the reports for the session of the cookie, and for the session of each order that an
 * event names; sessions with drop copies of the order's owner get the same reports. It keeps orders of other doors from
 * their PLACE on, if a session gets copies of them. Readers hold the lock of the book's owner.
 */
public final class FixBook implements ProtocolBook, SessionOrders {
    private static final char NEW = '0';
    private static final char CANCELED = '4';
    private static final char REJECTED = '8';
    private static final int FIRST_SESSIONS = 64;

    private final Outboxes outboxes;
    private final int closedKept;
    private final Reports reports = new Reports();
    private final FixOrders orders;
    private final OrderEvents events;
    private final byte[] tagBytes = new byte[Limits.MAX_TAG_BYTES];

    private @Nullable FixBookSession[] sessions = new FixBookSession[FIRST_SESSIONS];
    private @Nullable FenceListener fences;

    /** The history that the last restore of a backup began; 0 without one. */
    private long history;

    /** Receives the events that sessions wait for. */
    public interface FenceListener {

        /**
         * Called when a LOGON came back.
         *
         * @param number the number that the LOGON was given on a log that nodes share; else 0
         */
        void onLogon(FixBookSession session, long number);

        /** Called when an END came back. */
        void onEnd(FixBookSession session);

        /** Called when the numbers of a session begin anew. */
        void onReset(FixBookSession session);

        /** Called when numbers were reserved. */
        void onReservation(FixBookSession session);

        /** Called when the day of a session is over. */
        void onRoll(FixBookSession session);

        /** Called when the outcome of a request is known. */
        void onSettled(FixBookSession session, long request, String clOrdId);
    }

    /** The request of the current result, if a FIX session sent it. */
    private record Request(FixBookSession sender, RequestTag tag) {}

    /**
     * Creates an empty book.
     *
     * @param closedKept the number of closed orders whose outcome the book keeps, and of ClOrdIDs that it keeps per
     *     session
     */
    public FixBook(final Outboxes outboxes, final int closedKept) {
        this.outboxes = outboxes;
        this.closedKept = closedKept;
        this.orders = new FixOrders(closedKept);
        this.events = new OrderEvents(orders, reports);
    }

    /** Sets the listener that waits for events. */
    public void fences(final FenceListener listener) {
        fences = listener;
    }

    // ---- queries -------------------------------------------------------------------------------------------------

    /** A session that has logged in at some time, or null. */
    public @Nullable FixBookSession session(final int number) {
        return number > 0 && number < sessions.length ? sessions[number] : null;
    }

    /** An order that is live or was closed recently, or null. */
    public @Nullable FixOrder order(final long id) {
        return orders.find(id);
    }

    /** The live orders of a session, in order of arrival. */
    public List<FixOrder> orders(final FixBookSession session) {
        return orders.of(session.orders);
    }

    /** The answer to a status request for an order. */
    public Report status(final FixOrder order) {
        final Report report = reports.report(order);
        report.execType = 'I';
        return report;
    }

    @Override
    public @Nullable SessionStream stream(final int session) {
        return session(session);
    }

    @Override
    public long[] liveOrders(final int session) {
        final FixBookSession known = session(session);
        return known == null
                ? new long[0]
                : orders(known).stream().mapToLong(FixOrder::id).toArray();
    }

    @Override
    public @Nullable LiveOrder liveOrder(final long orderId) {
        final FixOrder order = orders.live(orderId);
        return order == null ? null : new LiveOrder(order.uid(), order.symbol());
    }

    @Override
    public StreamWriter streams() {
        return reports.streams();
    }

    @Override
    public void seq(final long value) {
        reports.begin(value, 0);
    }

    @Override
    public void forEach(final Consumer<SessionStream> visitor) {
        for (final FixBookSession session : sessions) {
            if (session != null) {
                visitor.accept(session);
            }
        }
    }

    @Override
    public void decode(final PartReader part) {
        FixBookPart.decode(part, this);
    }

    /** Marks the orders that wait for their trigger, if the part is of an earlier build, which did not record them. */
    @Override
    public void recall(final StateView state) {
        if (!tellsTerms() && orders.hasStops()) {
            state.forEachOrder(resting -> {
                final FixOrder order = orders.live(resting.orderId());
                if (order != null && order.symbol() == resting.symbol()) {
                    orders.waits(order, order.stop() != 0 && resting.dormant());
                }
            });
        }
    }

    /** Returns whether the reports of some session have the terms of orders. */
    boolean tellsTerms() {
        for (final FixBookSession session : sessions) {
            if (session != null && session.tellsTerms) {
                return true;
            }
        }
        return false;
    }

    @Override
    public FollowerPart encode() {
        return FixBookPart.encode(this);
    }

    FixOrders orders() {
        return orders;
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
        for (final FixBookSession session : sessions) {
            if (session != null) {
                session.raise(number);
                session.mustReset = true;
            }
        }
    }

    FixBookSession add(final int number, final long owner) {
        if (number >= sessions.length) {
            sessions = Arrays.copyOf(sessions, Math.max(number + 1, 2 * sessions.length));
        }
        final FixBookSession session = new FixBookSession(number, owner, outboxes.of(number), orders);
        sessions[number] = session;
        return session;
    }

    void listenersChanged() {
        final List<FixBookSession> hearing = new ArrayList<>();
        for (final FixBookSession session : sessions) {
            if (session != null && session.dropCopies().length > 0) {
                hearing.add(session);
            }
        }
        reports.listeners(hearing);
    }

    // ---- the fold ------------------------------------------------------------------------------------------------

    @Override
    public void onResult(final ResultView result) {
        reports.begin(result.seq(), result.timestampNs());
        final FixBookSession sender = sessionOf(result.cookie());
        final int type = result.typeCode();
        final int tagLength = result.tagLength();
        if (tagLength > 0) {
            result.copyTag(tagBytes, 0);
        }
        if (type == CommandType.NOP.code()) {
            final long begun = Histories.begunBy(result, tagBytes);
            if (begun != 0) {
                raise(begun);
            } else if (tagLength > 0 && OrderNumbers.session(result.cookie()) != 0) {
                onNop(result, sender, tagLength);
            }
            return;
        }
        final Request request = request(result, sender, tagLength);
        if (request != null) {
            onAnswer(result, request);
        } else if (type == CommandType.PLACE_ORDER.code()) {
            onPlaceElsewhere(result);
        }
        events.on(
                result,
                request == null ? null : request.sender,
                request == null ? null : request.tag,
                cancelWhy(result, sender, tagLength));
        if (request != null) {
            onAnswered(result, request);
        }
        if (type == CommandType.RESET.code() && result.isSuccess()) {
            onReset();
        }
    }

    private @Nullable FixBookSession sessionOf(final long cookieOrOrderId) {
        return session(OrderNumbers.session(cookieOrOrderId));
    }

    private @Nullable Request request(
            final ResultView result, final @Nullable FixBookSession sender, final int tagLength) {
        if (sender == null || OrderNumbers.request(result.cookie()) == 0) {
            return null;
        }
        if (tagLength == 0 || tagBytes[0] != RequestTag.REQUEST) {
            throw new IllegalStateException(
                    "a request of a FIX session must have a tag: seq=" + result.seq() + " cookie=" + result.cookie());
        }
        return new Request(sender, RequestTag.decode(tagBytes, tagLength));
    }

    private Why cancelWhy(final ResultView result, final @Nullable FixBookSession sender, final int tagLength) {
        if (sender == null
                || result.typeCode() != CommandType.CANCEL_ORDER.code()
                || OrderNumbers.request(result.cookie()) != 0
                || !Tags.is(Tags.CANCEL, tagBytes, tagLength)) {
            return Why.OTHER_DOOR;
        }
        return Tags.cancelReason(tagBytes) == Tags.CANCEL_DAY ? Why.DAY : Why.CANCEL_ON_DISCONNECT;
    }

    private void onNop(final ResultView result, final @Nullable FixBookSession sender, final int length) {
        if (Tags.is(Tags.LOGON, tagBytes, length)) {
            onLogon(OrderNumbers.session(result.cookie()), sender, length);
        } else if (Tags.is(Tags.ROLL, tagBytes, length) && Tags.rollsAll(tagBytes, length)) {
            forEach(session -> roll((FixBookSession) session));
        } else if (sender == null) {
            return;
        } else if (tagBytes[0] == Tags.REFUSAL) {
            onRefusal(result, new Request(sender, RequestTag.decode(tagBytes, length)));
        } else if (Tags.is(Tags.END, tagBytes, length)) {
            if (fences != null) {
                fences.onEnd(sender);
            }
        } else if (Tags.is(Tags.RESET, tagBytes, length)) {
            sender.mustReset = false;
            sender.inbound = 0;
            sender.reservedEnd = 1;
            sender.resets++;
            sender.resetOut = sender.nextOut();
            if (Tags.resetForgets(tagBytes, length)) {
                orders.forgetClosed(sender);
                sender.forgetClosed();
            }
            if (fences != null) {
                fences.onReset(sender);
            }
        } else if (Tags.is(Tags.ROLL, tagBytes, length)) {
            roll(sender);
        } else if (Tags.is(Tags.RESERVATION, tagBytes, length)) {
            if (Tags.reservedSession(tagBytes) == sender.session()) {
                sender.reservedEnd = Math.max(sender.reservedEnd, Tags.reservedEnd(tagBytes));
                sender.heard = Math.max(sender.heard, Tags.heard(tagBytes, length));
            }
            if (fences != null) {
                fences.onReservation(sender);
            }
        } else if (Tags.is(Tags.DROP_COPY, tagBytes, length) && Tags.dropCopySession(tagBytes) == sender.session()) {
            if (Tags.dropCopyAdds(tagBytes)) {
                sender.hear(Tags.dropCopyUid(tagBytes));
            } else {
                sender.hearNoMore(Tags.dropCopyUid(tagBytes));
            }
            listenersChanged();
        }
    }

    private void roll(final FixBookSession session) {
        session.roll();
        if (fences != null) {
            fences.onRoll(session);
        }
    }

    /** The first LOGON fixes the owner of the session; this book ignores sessions of other protocols. */
    private void onLogon(final int number, final @Nullable FixBookSession known, final int tagLength) {
        FixBookSession session = known;
        if (session == null) {
            if (Tags.logonProtocol(tagBytes) != Protocol.FIX.code()) {
                return;
            }
            session = add(number, Tags.logonOwner(tagBytes));
            if (history != 0) {
                session.raise(history); // the session may have existed in the lost history
            }
            outboxes.open(session);
        }
        session.inbound = Tags.logonInbound(tagBytes);
        session.tellsTerms |= Tags.tellsTerms(tagBytes, tagLength);
        if (fences != null) {
            fences.onLogon(session, Tags.logonNumber(tagBytes, tagLength));
        }
    }

    /** Checks that the outcomes of requests come in sequence, without gaps. */
    private void settle(final ResultView result, final FixBookSession session, final RequestTag tag) {
        final long request = OrderNumbers.request(result.cookie());
        if (request != session.lastRequest + 1) {
            throw new IllegalStateException("a request of a session must follow the one before: seq=" + result.seq()
                    + " session=" + session.session() + " request=" + request + " after=" + session.lastRequest);
        }
        session.lastRequest = request;
        session.inbound = tag.inbound;
        if (fences != null) {
            fences.onSettled(session, request, tag.clOrdId);
        }
    }

    // ---- answers -------------------------------------------------------------------------------------------------

    private void onAnswer(final ResultView result, final Request request) {
        final RequestTag tag = request.tag;
        settle(result, request.sender, tag);
        final int type = result.typeCode();
        if (type == CommandType.PLACE_ORDER.code()) {
            final long orderId = result.isSuccess() ? result.orderId() : FixBookSession.NO_ORDER;
            request.sender.remember(tag.clOrdId, orderId, closedKept);
            onPlace(result, request);
        } else if (tag.ordType == RequestTag.OF_MASS_CANCEL) {
            if (tag.timeInForce == RequestTag.LAST) { // until then, a repeated message cancels the remaining orders
                request.sender.remember(tag.clOrdId, FixBookSession.NO_ORDER, closedKept);
            }
        } else {
            final boolean isKept = result.isSuccess() && type == CommandType.REPLACE_ORDER.code();
            request.sender.remember(tag.clOrdId, isKept ? result.orderId() : FixBookSession.NO_ORDER, closedKept);
            if (!result.isSuccess()) {
                reject(
                        request,
                        result.orderId(),
                        Report.SOURCE_ENGINE,
                        result.resultCode(),
                        type == CommandType.CANCEL_ORDER.code() ? '1' : '2');
            }
        }
    }

    private void onPlace(final ResultView result, final Request request) {
        final RequestTag tag = request.tag;
        final FixOrder order = orders.placed(result, request.sender, tag.terms, tag.clOrdId);
        orders.stop(order, tag.stop);
        orders.waits(order, tag.stop != 0);
        if (result.isSuccess()) {
            orders.open(order);
            reports.tell(order, reports.execution(order, NEW, 0));
        } else {
            order.status = REJECTED;
            orders.remaining(order.row, 0);
            final Report report = reports.execution(order, REJECTED, 0);
            report.source = Report.SOURCE_ENGINE;
            report.code = result.resultCode();
            reports.tell(order, report);
            orders.keep(order);
        }
    }

    /** Handles a PLACE of another door, for which drop copies are sent. */
    private void onPlaceElsewhere(final ResultView result) {
        if (!result.isSuccess() || !reports.isHeard(result.uid())) {
            return;
        }
        final OrderType type = result.orderType();
        final char timeInForce =
                switch (type == null ? OrderType.GTC : type) {
                    case IOC, IOC_BUDGET -> '3';
                    case FOK, FOK_BUDGET -> '4';
                    case GTC, POST_ONLY -> '1';
                };
        final boolean isPostOnly = type == OrderType.POST_ONLY;
        final boolean hasTerms = (result.termsMask() != 0 || isPostOnly) && reports.tellsTermsOf(result.uid());
        final OrderTerms terms = hasTerms ? result.terms() : OrderTerms.NONE;
        final FixOrder order = orders.placed(
                result,
                null,
                hasTerms ? FixTerms.of(terms, timeInForce, isPostOnly) : FixTerms.unknown(FixTerms.LIMIT, timeInForce),
                Long.toString(result.orderId()));
        orders.stop(order, terms.get(Term.TRIGGER));
        orders.waits(order, order.terms.ordType() == FixTerms.STOP_LIMIT);
        orders.open(order);
        reports.tell(order, reports.execution(order, NEW, 0));
    }

    private void onRefusal(final ResultView result, final Request request) {
        final RequestTag tag = request.tag;
        settle(result, request.sender, tag);
        final boolean isRepeated = tag.reason == Refusal.DUPLICATE_ID.code();
        if (!isRepeated) {
            request.sender.remember(tag.clOrdId, FixBookSession.NO_ORDER, closedKept);
        }
        switch (tag.msgType) {
            case 'D' -> {
                final Report report = new Report();
                report.execType = REJECTED;
                report.ordStatus = REJECTED;
                report.orderId = result.cookie();
                report.side = tag.side;
                report.clOrdId = tag.clOrdId;
                report.symbolText = tag.symbol;
                refused(report, tag);
                reports.send(request.sender, report);
            }
            case 'q' -> massCancelReport(request, (char) tag.side, tag.reason);
            default -> reject(request, tag.orderId, Report.SOURCE_GATEWAY, tag.reason, tag.msgType == 'F' ? '1' : '2');
        }
    }

    private static void refused(final Report report, final RequestTag tag) {
        report.source = Report.SOURCE_GATEWAY;
        report.code = tag.reason;
        report.field = tag.field;
        report.value = tag.value;
    }

    private void reject(
            final Request request, final long orderId, final int source, final int code, final char responseTo) {
        final RequestTag tag = request.tag;
        final FixOrder order = orderId == 0 ? null : orders.find(orderId);
        final Report report = order == null || order.owner != request.sender ? new Report() : reports.report(order);
        if (order == null || order.owner != request.sender) {
            report.ordStatus = REJECTED;
        }
        report.msgType = Report.CANCEL_REJECT;
        report.ordinal = 0;
        report.clOrdId = tag.clOrdId;
        report.origClOrdId = tag.origClOrdId;
        report.responseTo = responseTo;
        report.source = source;
        report.code = code;
        report.field = tag.field;
        report.value = tag.value;
        reports.send(request.sender, report);
    }

    /** Counts the cancels of a mass cancel, after their events, and reports its end. */
    private void onAnswered(final ResultView result, final Request request) {
        final RequestTag tag = request.tag;
        if (tag.ordType != RequestTag.OF_MASS_CANCEL) {
            return;
        }
        final boolean isOne = result.typeCode() == CommandType.CANCEL_ORDER.code();
        if (result.isSuccess()) {
            request.sender.massCancelled += isOne ? 1 : events.cancels();
        }
        if (tag.timeInForce == RequestTag.LAST) {
            massCancelReport(request, (char) tag.stop, 0);
        }
    }

    /** @param reason the code of a {@link Refusal}, or 0 */
    private void massCancelReport(final Request request, final char requestType, final int reason) {
        final Report report = new Report();
        report.msgType = Report.MASS_CANCEL;
        report.execType = requestType;
        report.ordStatus = reason == 0 || reason == Refusal.NOTHING_TO_CANCEL.code() ? requestType : '0';
        report.clOrdId = request.tag.clOrdId;
        report.orderId = OrderNumbers.cookie(request.sender.session(), request.sender.lastRequest);
        report.affected = request.sender.massCancelled;
        report.source = reason == 0 ? Report.SOURCE_NONE : Report.SOURCE_GATEWAY;
        report.code = reason;
        request.sender.massCancelled = 0;
        reports.send(request.sender, report);
    }

    /** Handles a RESET of the exchange, which removes all orders: every live order ends. */
    private void onReset() {
        int ordinal = 0;
        for (final FixBookSession session : sessions) {
            if (session != null) {
                for (final FixOrder order : orders(session)) {
                    events.end(order, CANCELED, ++ordinal, Why.RESET, null);
                }
            }
        }
        orders.forgetOthers();
    }
}
