package io.daybook.cluster.client;

import io.daybook.cluster.state.Reply;
import io.daybook.cluster.state.ReplyKind;
import io.daybook.cluster.state.Request;
import io.daybook.cluster.state.RequestKind;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the commands of a door's sessions to the log. Nothing is sent again and nothing is answered: a door receives
 * results as a follower. So if a command may have been lost, the door must make all its clients begin again:
 * {@link #isBroken()}. A refusal of one session's command counts as a loss for all: no valid command is refused, so a
 * refusal shows that the connection is wrong, and the fate of everything else on it is unknown.
 *
 * <pre>
 *  of a session:  NEW ── open ──► OPENING ── OPENED ──► OPEN ── open, for the next LOGON ──► OPENING
 *                  ▲                 └── REFUSED ──► reported ───┐
 *                  └─────────────────────────────────────────────┘
 * </pre>
 *
 * <p>Commands of one session that come together travel in one message. A message is copied if another session's command
 * comes before the next poll, or the transport does not take it at once. Pure: the caller passes time, numbers and
 * connection in. Used by one thread.
 */
public final class DoorFlow {
    /** The value of {@link #open} until the cluster has answered. */
    public static final long UNDER_WAY = -1;

    /** The value of {@link #open} if the session does not belong to doors. */
    public static final long REFUSED = -2;

    /** A message of this many bytes takes no further command, so that it stays at about one frame of Aeron. */
    private static final int FULL_BLOCK = 1_200;

    private static final int FIRST_SESSIONS = 64;

    /** While this many messages wait, no command is accepted. */
    private static final int MOST_WAITING = 64;

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private enum State {
        NEW,
        OPENING,
        OPEN,
        REFUSED
    }

    private static final class Session {
        private State state = State.NEW;
        private long openNumber;
        private long epoch;

        /** The last command that was carried out before the session was opened. */
        private long openedBehind;

        /** Whether no LOGON has used this epoch yet. */
        private boolean isFresh;
    }

    private final LongSupplier numbers;
    private final CommandBlockEncoder batch = new CommandBlockEncoder(FULL_BLOCK);

    /** Messages that wait for the transport, oldest first. */
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();

    /** The sessions by number. */
    private @Nullable Session[] sessions = new Session[FIRST_SESSIONS];

    private byte[] message = new byte[Request.HEAD_LENGTH + 2 * FULL_BLOCK];
    private int batchSession;
    private long batchEpoch;
    private long batchFirst;
    private int opening;
    private long askedNs;
    private boolean isBroken;

    /**
     * Creates a flow without sessions.
     *
     * @param numbers draws the number of an OPEN, 1 to {@link OrderNumbers#MAX_REQUEST}, a different one each time
     */
    public DoorFlow(final LongSupplier numbers) {
        this.numbers = numbers;
        batch.reset();
    }

    /** Begins a connection, and drops all state of the earlier one. */
    public void begin(final long nowNs) {
        Arrays.fill(sessions, null);
        batch.reset();
        waiting.clear();
        opening = 0;
        askedNs = nowNs;
        isBroken = false;
    }

    /** Returns whether a command may have been lost: then no further command is accepted until {@link #begin}. */
    public boolean isBroken() {
        return isBroken;
    }

    /**
     * Takes a session over from any earlier sender, for one LOGON.
     *
     * @return an epoch that no LOGON has used, once it is known; else {@link #UNDER_WAY} or {@link #REFUSED}
     */
    public long open(final int number, final long nowNs) {
        final Session session = session(number);
        if (session.state == State.OPEN && session.isFresh) {
            session.isFresh = false;
            return session.epoch;
        }
        if (session.state == State.REFUSED) {
            session.state = State.NEW;
            return REFUSED;
        }
        if (session.state != State.OPENING) {
            begin(number, session, nowNs);
        }
        return UNDER_WAY;
    }

    /**
     * Returns the last command before a session was opened: once the follower has received it, no command of an earlier
     * sender follows.
     *
     * @return its seq; 0 if {@link #open} has no epoch
     */
    public long openedBehind(final int number) {
        final Session session = session(number);
        return session.state == State.OPEN && session.isFresh ? session.openedBehind : 0;
    }

    private Session session(final int number) {
        if (number >= sessions.length) {
            sessions = Arrays.copyOf(sessions, Math.max(number + 1, 2 * sessions.length));
        }
        Session session = sessions[number];
        if (session == null) {
            session = new Session();
            sessions[number] = session;
        }
        return session;
    }

    /** Returns whether commands of a session are accepted; begins to open a session that was never opened. */
    public boolean isOpen(final int number, final long nowNs) {
        final Session session = session(number);
        if (session.state == State.NEW) {
            begin(number, session, nowNs);
        }
        return session.state == State.OPEN;
    }

    /** Begins to open a session, after everything that was sent for it before. */
    private void begin(final int number, final Session session, final long nowNs) {
        seal();
        session.state = State.OPENING;
        session.openNumber = numbers.getAsLong();
        final byte[] open = new byte[Request.HEAD_LENGTH];
        Request.putHead(open, RequestKind.OPEN_DOOR, 0, number, 0, session.openNumber);
        waiting.add(open);
        askedNs = opening == 0 ? nowNs : askedNs;
        opening++;
    }

    /** Returns whether another command is accepted. */
    public boolean hasRoom() {
        return !isBroken && waiting.size() < MOST_WAITING;
    }

    /**
     * Accepts a command of an open session, if there is room; one of the next polls sends it.
     *
     * @param command a command whose cookie has its session and request; copied
     */
    public void submit(final CommandSlot command) {
        final long cookie = command.cookie();
        final int number = OrderNumbers.session(cookie);
        final long request = OrderNumbers.request(cookie);
        final Session session = number < sessions.length ? sessions[number] : null;
        if (session == null || session.state != State.OPEN) {
            throw new IllegalStateException("a session must be open before it sends: session=" + number);
        }
        final long due = batchFirst == 0 ? 0 : batchFirst + batch.count();
        if (batch.count() > 0
                && (number != batchSession
                        || session.epoch != batchEpoch
                        || request != due
                        || batch.isFull()
                        || batch.count() == Request.MAX_COMMANDS)) {
            seal();
        }
        if (batch.count() == 0) {
            batchSession = number;
            batchEpoch = session.epoch;
            batchFirst = request;
        }
        command.cookie(0);
        batch.append(command, 0);
        command.cookie(cookie);
    }

    private void seal() {
        if (batch.count() > 0) {
            waiting.add(Arrays.copyOf(message, encode()));
        }
    }

    /** Encodes the batch as a message and empties it. */
    private int encode() {
        final int length = Request.HEAD_LENGTH + batch.length();
        if (length > message.length) {
            message = new byte[2 * length];
        }
        Request.putHead(message, RequestKind.COMMANDS, batchEpoch, batchSession, 0, batchFirst);
        Request.putCount(message, batch.count());
        System.arraycopy(batch.buffer(), 0, message, Request.HEAD_LENGTH, batch.length());
        batch.reset();
        return length;
    }

    /**
     * Sends pending messages until the transport takes no more.
     *
     * @return how many messages were sent
     */
    public int poll(final long nowNs, final Transport transport) {
        if (opening > 0 && nowNs - askedNs > PATIENCE_NS) {
            isBroken = true;
        }
        if (isBroken) {
            return 0;
        }
        int count = 0;
        while (!waiting.isEmpty()) {
            final byte[] next = waiting.getFirst();
            if (!transport.send(next, next.length)) {
                return count;
            }
            waiting.removeFirst();
            count++;
        }
        if (batch.count() > 0) {
            final int length = encode();
            if (transport.send(message, length)) {
                count++;
            } else {
                waiting.add(Arrays.copyOf(message, length));
            }
        }
        return count;
    }

    /** Handles a reply of the cluster. A reply that answers no OPEN means a loss. */
    public void onReply(final Reply reply, final long nowNs) {
        final int number = reply.session();
        final Session session = number < sessions.length ? sessions[number] : null;
        if (session == null || session.state != State.OPENING || session.openNumber != reply.first()) {
            isBroken |= reply.kind() != ReplyKind.OPENED;
            return;
        }
        opening--;
        askedNs = nowNs;
        if (reply.kind() == ReplyKind.OPENED) {
            session.state = State.OPEN;
            session.epoch = reply.detail();
            session.openedBehind = reply.openedBehind();
            session.isFresh = true;
        } else {
            session.state = State.REFUSED;
        }
    }
}
