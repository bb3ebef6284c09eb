package io.daybook.gateway.fix.order;

import io.daybook.api.CommandDoor;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.NoSpaceException;
import io.daybook.api.NopWriter;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.book.FixTerms;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.book.RequestTag;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.DoorConnection;
import io.daybook.gateway.fix.session.FixLayer;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.gateway.fix.session.FixSession.InFlight;
import io.daybook.host.Scheduler;
import io.daybook.sessions.member.Right;
import io.daybook.wire.ByeReason;
import io.daybook.wire.OrderNumbers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import quickfix.Message;

/**
 * Sends requests and refusals of sessions to the ring, each with the next request number of its session. Used by the
 * dispatcher's thread.
 */
final class Intake {
    /**
     * How long a request waits for room in the ring. Then its connection ends, and its number stays the next expected.
     */
    private static final long PATIENCE_NS = 100_000_000L;

    private static final long PAUSE_NS = 200_000L;
    private static final int NOT_AVAILABLE = 4;
    private static final int NOT_AUTHORIZED = 6;

    private final FixLayer layer;
    private final Scheduler scheduler;
    private final RequestGate gate;
    private @Nullable CommandDoor door;
    private final RequestTag tag = new RequestTag();

    /** Sends one command; returns whether there was room. Called under the layer's lock. */
    @FunctionalInterface
    interface Attempt {
        boolean send(CommandDoor door, long cookie);
    }

    Intake(final FixLayer layer, final Scheduler scheduler, final RequestGate gate) {
        this.layer = layer;
        this.gate = gate;
        this.scheduler = scheduler;
    }

    FixLayer layer() {
        return layer;
    }

    /** The book's state of a session that is logged on. Under the layer's lock. */
    FixBookSession known(final FixSession session) {
        final FixBookSession known = layer.book().session(session.session());
        if (known == null) {
            throw new IllegalStateException("a session that is logged on must be in the book: " + session.id());
        }
        return known;
    }

    /** The tag of a new order. */
    RequestTag place(final Message message, final FixTerms terms, final long stop) {
        return tag.place(inbound(message), terms, stop, Fields.orEmpty(message, Tags.CL_ORD_ID));
    }

    /** The tag of another request that is being processed. */
    RequestTag request(
            final Message message, final char ordType, final char timeInForce, final long stop, final String orig) {
        return tag.request(inbound(message), ordType, timeInForce, stop, Fields.orEmpty(message, Tags.CL_ORD_ID), orig);
    }

    static int inbound(final Message message) {
        return Integer.parseInt(Fields.header(message, Tags.MSG_SEQ_NUM));
    }

    /**
     * Returns the reason to refuse a message because it is a repetition or its ClOrdID was used, or because of the
     * gate; null if there is none. Under the layer's lock.
     */
    @Nullable
    Refusal repetition(final FixSession session, final Message message, final String clOrdId) {
        final boolean isPossDup = "Y".equals(Fields.header(message, Tags.POSS_DUP_FLAG));
        final boolean isPossResend = "Y".equals(Fields.header(message, Tags.POSS_RESEND));
        final FixBookSession known = known(session);
        final boolean isUsed = session.orderOf(known, clOrdId) != FixBookSession.UNKNOWN;
        if (!isPossDup && !isPossResend) {
            return isUsed ? Refusal.DUPLICATE_ID : gate.refusal(session.session(), message);
        }
        final boolean mayBeLost = isPossDup && layer.sessions().isLossy() && !session.isFirstSentHere(inbound(message));
        if (mayBeLost || layer.sessions().history().isRestored() && !isUsed) {
            return Refusal.PERHAPS_LOST;
        }
        return known.hasForgotten() ? Refusal.PERHAPS_REPEATED : null;
    }

    /**
     * Returns whether a message was sent before, and its ClOrdID shows that its outcome is known. Under the layer's
     * lock.
     */
    boolean isRepeated(final FixSession session, final Message message, final String clOrdId) {
        final boolean isSentAgain = "Y".equals(Fields.header(message, Tags.POSS_DUP_FLAG))
                || "Y".equals(Fields.header(message, Tags.POSS_RESEND));
        return isSentAgain && session.orderOf(known(session), clOrdId) != FixBookSession.UNKNOWN;
    }

    /** Returns whether a session may trade; a session with drop copies only gets a reject. */
    static boolean mayTrade(final FixSession session, final Message message) {
        if (session.settings().may(Right.DROPCOPY) || !session.settings().may(Right.TRADE)) {
            session.businessReject(message, NOT_AUTHORIZED, "the session may not trade");
            return false;
        }
        return true;
    }

    /**
     * Refuses a message if the exchange has the symbol of a listing with other lots or ticks, because its decimals
     * would become numbers that its sender does not mean. Returns whether it was refused.
     */
    static boolean isContradicted(
            final FixSession session, final Message message, final FixListings listings, final Decimals decimals) {
        if (!listings.isContradicted(decimals.listing().symbol())) {
            return false;
        }
        session.businessReject(
                message,
                NOT_AVAILABLE,
                decimals.listing().name() + " is listed with other lots or ticks than the exchange has: the venue must"
                        + " mend its listing");
        return true;
    }

    /** Returns whether the session's rate permits a request, and counts it. */
    boolean passes(final FixSession session, final boolean isCancel) {
        return session.passes(isCancel, layer.sessions().nowNs());
    }

    /**
     * Sends a request as the next one of its session, and waits a moment if there is no room. Without the lock.
     *
     * @param target the order that the request's ClOrdID stands for until the answer; for a new order, its id is −1
     */
    void send(final FixSession session, final String clOrdId, final InFlight target, final Attempt attempt) {
        final long beganNs = layer.sessions().nowNs();
        while (true) {
            synchronized (layer.lock()) {
                if (!layer.takes(session)) {
                    throw held(session, ByeReason.NOT_LEADER.name(), "the request is for the node that leads");
                }
                final boolean isOpen = layer.book().session(session.session()) != null;
                final boolean hasRoom = session.lastSent - known(session).lastRequest()
                        < layer.sessions().limits().inFlight();
                final long cookie = OrderNumbers.cookie(session.session(), session.lastSent + 1);
                if (isOpen && hasRoom && attempt(attempt, cookie)) {
                    session.lastSent++;
                    session.requests++;
                    session.inFlight.put(clOrdId, target.order() < 0 ? target.withOrder(cookie) : target);
                    layer.published();
                    return;
                }
            }
            if (layer.sessions().nowNs() - beganNs > PATIENCE_NS) {
                throw held(session, "BUSY", "there is no room in the ring, or on the disk");
            }
            scheduler.pause(PAUSE_NS);
        }
    }

    /** Ends the connection; the number of the request stays the next expected. */
    private static IllegalStateException held(final FixSession session, final String reason, final String why) {
        FixLayer.storeOf(session).hold();
        final DoorConnection connection = session.connection();
        if (connection != null) {
            connection.close(reason);
        }
        return new IllegalStateException(why);
    }

    private boolean attempt(final Attempt attempt, final long cookie) {
        try {
            return attempt.send(door(), cookie);
        } catch (NoSpaceException | ExchangeClosedException e) {
            return false;
        }
    }

    private CommandDoor door() {
        CommandDoor own = door;
        if (own == null) {
            own = layer.newDoor();
            door = own;
        }
        return own;
    }

    /** Journals the refusal of a request. Without the lock. */
    void refuse(
            final FixSession session,
            final Message message,
            final Refusal refusal,
            final int side,
            final String orig,
            final long order,
            final int field,
            final String value) {
        final String clOrdId = Fields.orEmpty(message, Tags.CL_ORD_ID);
        final byte[] bytes;
        synchronized (layer.lock()) {
            if (session.refused(layer.sessions().nowNs())
                    > layer.sessions().limits().refusalsPerSecond()) {
                final DoorConnection connection = session.connection();
                if (connection != null) {
                    connection.close("ABUSE");
                }
            }
            tag.refusal(
                    refusal,
                    Fields.header(message, Tags.MSG_TYPE).charAt(0),
                    inbound(message),
                    side,
                    clOrdId,
                    orig,
                    Fields.orEmpty(message, Tags.SYMBOL),
                    order,
                    field,
                    value);
            bytes = Arrays.copyOf(tag.array(), tag.length());
        }
        final boolean isKnown = refusal == Refusal.DUPLICATE_ID;
        send(session, isKnown ? "" : clOrdId, InFlight.NONE, (open, cookie) -> {
            final NopWriter nop = open.tryNop();
            if (nop == null) {
                return false;
            }
            nop.cookie(cookie).tag(bytes, 0, bytes.length).publish();
            return true;
        });
    }
}
