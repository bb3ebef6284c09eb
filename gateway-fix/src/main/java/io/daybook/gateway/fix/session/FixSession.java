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
 * A session while the process runs. Any thread may call the methods for handlers; all other methods belong to the
 * layer, under its lock.
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

    /** True if QuickFIX/J has accepted the session's Logon. */
    public volatile boolean isLoggedOn;

    /** True if the client sent Logout on this connection. */
    public volatile boolean saidLogout;

    @Nullable
    FixStore store;

    /**
     * True if the session's numbers are those of the log. On a shared log that holds only after the session was opened
     * for a Logon: until then, commands of other nodes may still come.
     */
    boolean isCurrent;

    /**
     * On a log that nodes share: the number after the last report that the last request for proof of reading covers.
     */
    volatile long asked;

    /**
     * On a log that nodes share: the first report that the client has not confirmed as read, and in {@link #heardSaid}
     * the value that was last journaled; otherwise 0.
     */
    volatile long heard;

    long heardSaid;

    /**
     * The number of the first Logon to this process: messages with higher numbers were first sent to this process. 0 if
     * no Logon has come.
     */
    private int firstLogon;

    /** True if the numbers are to begin anew, and the book has not recorded it yet. */
    boolean isResetDue;

    /** True if a reservation was sent, and its result has not come yet. */
    boolean isReserving;

    /** The last request that was sent to the ring. */
    public long lastSent;

    /** Orders of requests whose outcome is not known yet, by ClOrdID, as they were sent. */
    public final Map<String, InFlight> inFlight = new LinkedHashMap<>();

    /** The next report to be sent. */
    long nextOut = 1;

    /** The first report that no earlier process can have sent. */
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

    /** Records the number of a Logon that is sent to the journal, if it is the first one or resets the numbers. */
    void loggingOn(final int number, final boolean isReset) {
        if (isReset || firstLogon == 0) {
            firstLogon = number;
        }
    }

    /** Called when another node may have received messages in the meantime. */
    void wasElsewhere() {
        firstLogon = 0;
    }

    /** Returns whether a message was first sent to this process, which therefore has its outcome. Under the lock. */
    public boolean isFirstSentHere(final int number) {
        return firstLogon != 0 && number > firstLogon;
    }

    /**
     * Returns whether all reports that an earlier process may have sent were sent again, so that the next one is new.
     */
    boolean isToldAgain() {
        return nextOut >= replayedBelow;
    }

    /** The session's CompIDs, the venue's first. */
    public SessionID id() {
        return id;
    }

    /**
     * Sends a message that is not journaled: it uses a number, and is not sent again. Sends nothing if the session is
     * not logged on.
     *
     * @return whether the message was passed to the network
     */
    public boolean send(final Message message) {
        final Session session = Session.lookupSession(id);
        return session != null && session.isLoggedOn() && session.send(message);
    }

    /**
     * Returns whether there are more reserved numbers than the session level needs. Senders of many messages wait until
     * further numbers are journaled.
     */
    public boolean hasNumbers() {
        final FixStore own = store;
        return own != null && own.left() > SessionNumbers.SPARE;
    }

    /** The bytes that the network has not taken yet. Senders of many messages wait while there are many. */
    public long unsentBytes() {
        final DoorConnection open = connection();
        return open == null ? 0 : open.unsentBytes();
    }

    /** Records that the client has read all reports before one. Called on the dispatcher's thread. */
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
     * The ClOrdID that an order will have after all requests without an outcome; null if none of them names the order.
     * Under the layer's lock.
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

    /** The order of a ClOrdID, also of a request without an outcome; see {@link FixBookSession#orderOf}. */
    public long orderOf(final FixBookSession known, final String clOrdId) {
        final InFlight request = inFlight.get(clOrdId);
        return request == null ? known.orderOf(clOrdId) : request.order();
    }
}
