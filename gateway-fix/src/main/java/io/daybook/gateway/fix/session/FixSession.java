package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.book.FixOrder;
import io.daybook.gateway.fix.book.FixTerms;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.StatusList;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.sessions.LiveSession;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.OutboxReader;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;

/**
 * A session while the process runs. Any thread may call the methods for handlers; all others belong to the layer, under
 * its lock.
 */
public final class FixSession extends LiveSession<DoorConnection> {

    /** The order of a request whose outcome is not known yet; all 0 if it is about no order. */
    public record InFlight(
            long order,
            long uid,
            int symbol,
            int side,
            @Nullable FixTerms terms) {
        public static final InFlight NONE = new InFlight(0, 0, 0, 0, null);

        /** The target for an order of the book. */
        public static InFlight of(final FixOrder order) {
            return new InFlight(order.id(), order.uid(), order.symbol(), order.side(), order.terms());
        }

        public InFlight withOrder(final long id) {
            return new InFlight(id, uid, symbol, side, terms);
        }
    }

    private static final long SECOND = 1_000_000_000L;

    private final SessionID id;

    /** Whether QuickFIX/J has taken its Logon. */
    public volatile boolean isLoggedOn;

    /** Whether its client sent Logout on this connection. */
    public volatile boolean saidLogout;

    @Nullable
    FixStore store;

    /**
     * Whether its numbers are those of the log. On a shared log that is so only after it was opened for a Logon: until
     * then, commands of other nodes may still come.
     */
    boolean isCurrent;

    /** On a log that nodes share: the report after the last one in a request for proof of reading. */
    volatile long asked;

    /**
     * On a log that nodes share: the first report that the client has not confirmed as read, and then the log's value
     * of it; otherwise 0.
     */
    volatile long heard;

    long heardSaid;

    /**
     * The number of the first Logon of this process: messages with higher numbers were first sent to it. 0 if none has
     * come.
     */
    private int firstLogon;

    /** Whether its numbers begin anew, which the book does not have yet. */
    boolean isResetDue;

    /** Whether a reservation is on its way. */
    boolean isReserving;

    /** The last request that was sent to the ring. */
    public long lastSent;

    /** Orders of requests whose outcome is not known yet, by ClOrdID, as they were sent. */
    public final Map<String, InFlight> inFlight = new LinkedHashMap<>();

    /** The next report to be sent. */
    long nextOut = 1;

    /** An earlier process may have sent reports below this one. */
    long replayedBelow;

    @Nullable
    OutboxReader reader;

    /** The rest of the answer to an AF, or null. */
    public volatile @Nullable StatusList statusList;

    long secondBeganNs;
    int refusalsInSecond;
    public long requests;
    long refusals;
    long reports;

    FixSession(final SessionID id, final SessionSettings settings, final long nowNs) {
        super(settings, nowNs);
        this.id = id;
        this.secondBeganNs = nowNs;
    }

    /** Notes that a Logon whose number counts goes to the journal. */
    void loggingOn(final int number, final boolean isReset) {
        if (isReset || firstLogon == 0) {
            firstLogon = number;
        }
    }

    /** Another node may have received messages since. */
    void wasElsewhere() {
        firstLogon = 0;
    }

    /** Whether a message was first sent to this process, which therefore has its outcome. Under the lock. */
    public boolean isFirstSentHere(final int number) {
        return firstLogon != 0 && number > firstLogon;
    }

    /** Whether everything that an earlier process may have sent was sent again, so that what follows is new. */
    boolean isToldAgain() {
        return nextOut >= replayedBelow;
    }

    /** Its CompIDs, ours first. */
    public SessionID id() {
        return id;
    }

    /**
     * Sends a message that is not journaled: it takes a number, and is not sent again. Nothing is sent if the session
     * is not logged on.
     *
     * @return whether it was handed to the network
     */
    public boolean send(final Message message) {
        final Session session = Session.lookupSession(id);
        return session != null && session.isLoggedOn() && session.send(message);
    }

    /**
     * Whether more may be sent than the session level needs: senders of many messages wait while numbers must be
     * journaled first.
     */
    public boolean hasNumbers() {
        final FixStore own = store;
        return own != null && own.left() > SessionNumbers.SPARE;
    }

    /** The bytes that the network has not taken yet: senders of many messages wait while they are many. */
    public long unsentBytes() {
        final DoorConnection open = connection();
        return open == null ? 0 : open.unsentBytes();
    }

    /** The client has read all that was sent before the TestRequest. Called on the dispatcher's thread. */
    void hasRead(final long before) {
        if (before > heard && before <= asked) {
            heard = before;
        }
    }

    /** Counts a refusal; returns how many there were within a second. Under the layer's lock. */
    public int refused(final long nowNs) {
        if (nowNs - secondBeganNs >= SECOND) {
            secondBeganNs = nowNs;
            refusalsInSecond = 0;
        }
        refusals++;
        return ++refusalsInSecond;
    }

    /** Answers a message with 35=j. */
    public void businessReject(final Message message, final int reason, final String text) {
        final Message reject = new Message();
        reject.getHeader().setString(Tags.MSG_TYPE, "j");
        reject.setString(Tags.REF_MSG_TYPE, Fields.header(message, Tags.MSG_TYPE));
        reject.setString(Tags.REF_SEQ_NUM, Fields.header(message, Tags.MSG_SEQ_NUM));
        reject.setInt(Tags.BUSINESS_REJECT_REASON, reason);
        reject.setString(Tags.TEXT, text);
        send(reject);
    }

    /**
     * The ClOrdID that an order will have after all requests on their way; null if none of them names it. Under the
     * layer's lock.
     */
    public @Nullable String pendingId(final long order) {
        String last = null;
        for (final Map.Entry<String, InFlight> request : inFlight.entrySet()) {
            if (request.getValue().order() == order) {
                last = request.getKey();
            }
        }
        return last;
    }

    /** The order of a ClOrdID, that of a request on its way included; see {@link FixBookSession#orderOf}. */
    public long orderOf(final FixBookSession known, final String clOrdId) {
        final InFlight request = inFlight.get(clOrdId);
        return request == null ? known.orderOf(clOrdId) : request.order();
    }
}
