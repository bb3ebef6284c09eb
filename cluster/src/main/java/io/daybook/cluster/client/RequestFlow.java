package io.daybook.cluster.client;

import io.daybook.api.ResultView;
import io.daybook.cluster.state.Refusal;
import io.daybook.cluster.state.Reply;
import io.daybook.cluster.state.Request;
import io.daybook.cluster.state.RequestKind;
import io.daybook.engine.codec.CodecException;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the commands of one session. It numbers them, packs commands that arrive while a message is in flight into the
 * next one, keeps every message until it is answered, and sends again from the first unanswered message on a new
 * connection, after a GAP, and after a second of silence. So each command is carried out once, whatever is lost.
 *
 * <pre>
 *  OPENING ── OPENED ──► OPEN ── taken over, history lost, refused ──► LOST
 * </pre>
 *
 * <p>Pure: the caller passes time and connection in. Used by one thread.
 */
public final class RequestFlow {
    /** The most requests that are unanswered at a time. */
    public static final int WINDOW = 4_096;

    /** A message of this many bytes takes no further command, so that it stays at about one frame of Aeron. */
    private static final int FULL_BLOCK = 1_200;

    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(1);

    /** Receives the fate of requests. Called inside {@link #onReply}. */
    public interface Listener {
        /** The session belongs to the caller; the next request is the one after {@code last}. */
        void onOpened(long epoch, long last);

        /** A request was carried out; the view is valid during the call only. */
        void onResult(long request, ResultView result);

        /** A request was carried out, but its result is no longer kept. */
        void onForgotten(long request);

        /** The session ended for this client; requests without an answer may have been carried out. */
        void onLost(RuntimeException cause);
    }

    private enum State {
        OPENING,
        OPEN,
        LOST
    }

    /** A message that is kept until it is answered. */
    private static final class Message {
        final byte[] bytes;
        final long first;
        final int count;
        final Parts parts = new Parts();
        boolean isAnswered;

        /** The round in which it was last sent. */
        long round;

        Message(final byte[] bytes, final long first, final int count) {
            this.bytes = bytes;
            this.first = first;
            this.count = count;
        }
    }

    private final int session;
    private final long openNumber;
    private final Listener listener;
    private final CommandBlockEncoder batch = new CommandBlockEncoder(FULL_BLOCK);
    private final ResultDecoder results = new ResultDecoder();
    private final ArrayDeque<Message> unsent = new ArrayDeque<>();

    /** Messages without an answer that were sent at least once, oldest first. */
    private final List<Message> sent = new ArrayList<>();

    private State state = State.OPENING;
    private long epoch;
    private long next;
    private long answered;
    private int open;

    /** How many of {@link #sent} were sent in this round. */
    private int cursor;

    private long round = 1;
    private boolean isOpenSent;
    private long lastHeardNs;

    /**
     * Creates a session that is not opened yet.
     *
     * @param session its number, 1 to {@link OrderNumbers#MAX_SESSION}
     * @param openNumber the number of this client's OPEN, drawn at random so that no other is equal; 1 to
     *     {@link OrderNumbers#MAX_REQUEST}
     * @param answered the last request whose answer an earlier client of this session received; 0 if there is none or
     *     it is unknown
     */
    public RequestFlow(final int session, final long openNumber, final long answered, final Listener listener) {
        if (session < 1 || session > OrderNumbers.MAX_SESSION) {
            throw new IllegalArgumentException(
                    "session must be from 1 to " + OrderNumbers.MAX_SESSION + ": session=" + session);
        }
        this.session = session;
        this.openNumber = openNumber;
        this.answered = answered;
        this.listener = listener;
        batch.reset();
    }

    /** Returns whether the cluster has given the session to this client and not to another since. */
    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** Returns whether there is room for another command. */
    public boolean hasRoom() {
        return state == State.OPEN && open < WINDOW;
    }

    /** Returns how many requests are unanswered. */
    public int unanswered() {
        return open;
    }

    /**
     * Accepts a command, if there is room; one of the next polls sends it.
     *
     * @param command copied; its cookie stays here, and the log has the request instead
     * @return the number of the request
     */
    public long submit(final CommandSlot command) {
        if (!hasRoom()) {
            throw new IllegalStateException("a session must be open and have room: state=" + state + ", open=" + open);
        }
        if (batch.isFull() || batch.count() == Request.MAX_COMMANDS) {
            seal();
        }
        final long cookie = command.cookie();
        command.cookie(0);
        batch.append(command, 0);
        command.cookie(cookie);
        open++;
        return next++;
    }

    private void seal() {
        final int count = batch.count();
        final byte[] bytes = new byte[Request.HEAD_LENGTH + batch.length()];
        System.arraycopy(batch.buffer(), 0, bytes, Request.HEAD_LENGTH, batch.length());
        unsent.add(new Message(bytes, next - count, count));
        batch.reset();
    }

    /** Called when there is a connection to the leader: all unanswered messages are sent again. */
    public void onConnected(final long nowNs) {
        isOpenSent = false;
        rewind(nowNs);
    }

    private void rewind(final long nowNs) {
        cursor = 0;
        round++;
        lastHeardNs = nowNs;
    }

    /**
     * Sends pending messages until the transport takes no more.
     *
     * @return how many messages were sent
     */
    public int poll(final long nowNs, final Transport transport) {
        if (state == State.LOST) {
            return 0;
        }
        final boolean isSilent = nowNs - lastHeardNs > SILENCE_NS;
        if (state == State.OPENING) {
            return isOpenSent && !isSilent ? 0 : sendOpen(nowNs, transport);
        }
        if (isSilent && !sent.isEmpty()) {
            rewind(nowNs);
        }
        int count = 0;
        while (cursor < sent.size()) {
            if (!send(sent.get(cursor), transport)) {
                return count;
            }
            cursor++;
            count++;
        }
        if (batch.count() > 0 && unsent.isEmpty()) {
            seal();
        }
        while (!unsent.isEmpty() && send(unsent.getFirst(), transport)) {
            if (sent.isEmpty()) {
                lastHeardNs = nowNs; // the wait for an answer begins with the first message in flight
            }
            sent.add(unsent.removeFirst());
            cursor++;
            count++;
        }
        return count;
    }

    private int sendOpen(final long nowNs, final Transport transport) {
        final byte[] message = new byte[Request.HEAD_LENGTH];
        Request.putHead(message, RequestKind.OPEN, 0, session, 0, openNumber);
        if (!transport.send(message, message.length)) {
            return 0;
        }
        isOpenSent = true;
        lastHeardNs = nowNs;
        return 1;
    }

    /** Sends a message. Its head acknowledges the answers received so far; its commands never change. */
    private boolean send(final Message message, final Transport transport) {
        if (message.isAnswered) {
            return true;
        }
        Request.putHead(message.bytes, RequestKind.COMMANDS, epoch, session, message.first - answered, message.first);
        Request.putCount(message.bytes, message.count);
        message.round = round;
        return transport.send(message.bytes, message.bytes.length);
    }

    /**
     * Handles a reply to this session, except those to queries.
     *
     * @throws CodecException if the reply is impossible: the client must not be used any more
     */
    public void onReply(final Reply reply, final long nowNs) {
        if (state == State.LOST) {
            return;
        }
        lastHeardNs = nowNs;
        switch (reply.kind()) {
            case OPENED -> onOpened(reply);
            case RESULTS -> onResults(reply);
            case FORGOTTEN -> onForgotten(reply);
            case GAP -> onGap(reply, nowNs);
            case REFUSED -> onRefused(reply);
            case REPORT -> throw new CodecException("a report is no answer to a command: first=" + reply.first());
        }
    }

    private void onOpened(final Reply reply) {
        if (state != State.OPENING || reply.first() != openNumber) {
            return; // a repeated reply, or the reply to another client's OPEN
        }
        if (reply.last() < answered) {
            lose(new HistoryLostException(session, answered, reply.last()));
        } else {
            state = State.OPEN;
            epoch = reply.detail();
            answered = reply.last();
            next = answered + 1;
            listener.onOpened(epoch, answered);
        }
    }

    private @Nullable Message find(final long first) {
        for (final Message message : sent) {
            if (message.first == first) {
                return message.isAnswered ? null : message;
            }
        }
        return null;
    }

    private void onResults(final Reply reply) {
        final Message message = find(reply.first());
        if (message == null || !message.parts.add(reply)) {
            return;
        }
        if (reply.count() != message.count) {
            throw new CodecException(
                    reply.count() + " results to " + message.count + " commands: first=" + reply.first());
        }
        message.isAnswered = true;
        final byte[] block = message.parts.block();
        int at = 0;
        for (int i = 0; i < message.count; i++) {
            at += results.wrap(block, at, message.parts.length() - at);
            listener.onResult(message.first + i, results);
        }
        forgetAnswered();
    }

    private void onForgotten(final Reply reply) {
        final Message message = find(reply.first());
        if (message != null) {
            message.isAnswered = true;
            for (int i = 0; i < message.count; i++) {
                listener.onForgotten(message.first + i);
            }
            forgetAnswered();
        }
    }

    private void forgetAnswered() {
        while (!sent.isEmpty() && sent.get(0).isAnswered) {
            final Message message = sent.remove(0);
            answered = message.first + message.count - 1;
            open -= message.count;
            cursor = Math.max(0, cursor - 1);
        }
    }

    /**
     * Handles a GAP. All messages after a lost one report the same gap, so a reply counts only if its message was sent
     * since the last rewind.
     */
    private void onGap(final Reply reply, final long nowNs) {
        final Message message = find(reply.first());
        if (message != null && message.round == round) {
            rewind(nowNs);
        }
    }

    private void onRefused(final Reply reply) {
        final Refusal why = reply.refusal();
        if (state == State.OPENING ? reply.first() != openNumber : find(reply.first()) == null) {
            return;
        }
        switch (why) {
            case WINDOW -> {
                // the message is sent again after a second of silence, when more replies have been acknowledged
            }
            case UNKNOWN_SESSION, HISTORY_LOST -> lose(new HistoryLostException(session, answered, reply.last()));
            case OLD_EPOCH ->
                lose(new SessionLostException("session " + session
                        + " has since been opened by another client: give each client a session of its own"));
            case NO_SETTINGS ->
                lose(new SessionLostException("the cluster has no settings yet: run daybook cluster init"));
            case NOT_ALLOWED ->
                lose(new SessionLostException("the key of this client does not allow session " + session
                        + ", or one of the commands from request " + reply.first()
                        + " on: see its sessions and rights in the cluster's keys"));
            case OTHER_KIND ->
                lose(new SessionLostException(
                        "session " + session + " belongs to the doors of the nodes: give each client a number that"
                                + " is in no members file"));
            case SEMANTICS, MALFORMED, OTHER_SETTINGS, CHANGED, ORDER_ID, SPENT, TOO_LARGE, DOORS_STAY, ORDERS_REST ->
                lose(new SessionLostException(
                        "the cluster refused request " + reply.first() + " of session " + session + ": " + why));
        }
    }

    private void lose(final RuntimeException cause) {
        state = State.LOST;
        listener.onLost(cause);
    }
}
