package io.daybook.gateway.session;

import io.daybook.api.ExchangeClosedException;
import io.daybook.sessions.SessionConnection;
import io.daybook.sessions.SessionLayer;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.OutboxSender;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.sessions.outbox.Transport;
import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.Frame;
import io.daybook.wire.GatewayCode;
import io.daybook.wire.HeartbeatDescriptor;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.MessageCheck;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.RequestDescriptor;
import io.daybook.wire.StatusDescriptor;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client, from accept to end: reads frames, sends their requests to the exchange, and its session's
 * stream to the client. A frame that cannot be handled at the moment stays in the buffer, and the socket is not read.
 * Used by the thread that owns the sessions.
 */
public final class Connection extends SessionConnection {
    private static final int INPUT_BYTES = 32 << 10;
    private static final int LONGEST_CONTROL = 128;

    /** The place of the template in a frame. */
    private static final int TEMPLATE_PLACE = 8;

    /** The frames that may come next. */
    private enum State {
        /** A LOGIN. */
        NEW,
        /** None until the LOGON comes back. */
        LOGGING_IN,
        /** Requests. */
        LOGGED_IN,
        /** None until the END comes back. */
        LOGGING_OUT,
        /** Over. */
        ENDED
    }

    private final TcpLayer door;
    private final SessionLayer<TcpSession, Connection> layer;
    private final Transport transport;
    private final byte[] input = new byte[INPUT_BYTES];
    private final byte[] control = new byte[LONGEST_CONTROL];
    private int begin;
    private int end;

    private State state = State.NEW;
    private boolean isBlocked;
    private @Nullable TcpSession live;
    private @Nullable BookSession book;
    private @Nullable OutboxSender sender;
    private final ConnectionViews views;

    /** True if this connection is in the layer's list of due connections. */
    boolean isDue;

    private final long acceptedNs;
    private long lastReadNs;
    private long lastSentNs;
    private long heartbeatNs;

    /** The number of the next message that the LOGIN requests. */
    private long askedNextOut;

    /** The program that the LOGIN names. */
    private String program = "";

    /** The number of this connection's LOGON. */
    private long logon;

    /** The session's last request at the time when the LOGON came back. */
    private long welcomeLast;

    /** The number of the session's next message at that time. */
    private long welcomeNextOut;

    /** True if no request of the session was carried out between the last restore of a backup and that time. */
    private boolean welcomeIsLost;

    private boolean isWelcomeDue;
    private boolean isEndSent;
    private boolean isEndSeen;

    private final ReadingWatch reading;
    private final RefusalLimit refusals;
    private long requests;

    Connection(final TcpLayer door, final Transport transport, final InetAddress address) {
        super(address);
        this.door = door;
        this.layer = door.sessions();
        this.transport = transport;
        final long nowNs = layer.nowNs();
        this.acceptedNs = nowNs;
        this.lastReadNs = nowNs;
        this.lastSentNs = nowNs;
        this.reading = new ReadingWatch(transport, nowNs);
        this.views = new ConnectionViews(transport, reading);
        this.refusals = new RefusalLimit(nowNs);
    }

    // ---- input ---------------------------------------------------------------------------------------------------

    /** The buffer for bytes read, from {@link #inputOffset} on, at most {@link #inputRoom}. */
    public byte[] input() {
        return input;
    }

    /** The offset in {@link #input} at which the next bytes belong. */
    public int inputOffset() {
        return end;
    }

    /** The room left in {@link #input}; 0 if nothing should be read at the moment, or ever. */
    public int inputRoom() {
        return state == State.ENDED ? 0 : input.length - end;
    }

    /** Handles bytes that were put into {@link #input}. */
    public void received(final int length) {
        if (state == State.ENDED) {
            return;
        }
        end += length;
        lastReadNs = layer.nowNs();
        if (!isBlocked) {
            process();
        }
    }

    /** Called after the socket has closed: {@code reason} is for the audit log. */
    public void closed(final String reason) {
        if (state != State.ENDED) {
            detach(reason);
        }
    }

    private void process() {
        try {
            boolean goesOn = true;
            while (goesOn && state != State.ENDED) {
                final int length = Frame.scan(input, begin, end - begin);
                if (length == 0) {
                    break;
                }
                if (length < 0) {
                    bad(~length);
                } else {
                    final int fault = MessageCheck.ofClient(input, begin);
                    if (fault != Frame.OK) {
                        bad(fault);
                    } else {
                        goesOn = take(begin);
                        begin += goesOn ? length : 0;
                    }
                }
            }
            if (state != State.ENDED) {
                compact();
                block(!goesOn);
            }
        } catch (ExchangeClosedException e) {
            bye(ByeReason.HALTED, 0, "the exchange has stopped");
        } catch (RuntimeException e) {
            layer.fail(this, e);
        }
    }

    private boolean bad(final int place) {
        return bye(ByeReason.BAD_FRAME, place, "byte " + place + " of a frame is wrong");
    }

    private void compact() {
        if (begin > 0) {
            System.arraycopy(input, begin, input, 0, end - begin);
            end -= begin;
            begin = 0;
        }
    }

    private void block(final boolean blocked) {
        if (blocked != isBlocked) {
            isBlocked = blocked;
            door.due(this);
            transport.reading(!blocked);
            lastReadNs = layer.nowNs();
        }
    }

    /** Handles a checked frame; returns false if it must wait. */
    private boolean take(final int offset) {
        final int template = Frame.template(input, offset);
        return switch (state) {
            case NEW -> takeNew(template, offset);
            case LOGGED_IN -> takeLoggedIn(template, offset);
            default -> false;
        };
    }

    private boolean takeNew(final int template, final int offset) {
        if (template == Templates.LOGIN) {
            return layer.leads()
                    ? login(offset)
                    : bye(ByeReason.NOT_LEADER, 0, layer.log().leader());
        }
        return bye(ByeReason.NOT_LOGGED_IN, 0, "the first message must be LOGIN");
    }

    private boolean takeLoggedIn(final int template, final int offset) {
        return switch (template) {
            case Templates.CLIENT_HEARTBEAT -> true;
            case Templates.STATUS ->
                status(StatusDescriptor.id(input, offset), StatusDescriptor.orderId(input, offset));
            case Templates.LOGOUT -> logout();
            case Templates.LOGIN -> bad(TEMPLATE_PLACE);
            case Templates.SUBSCRIBE -> subscribe(offset);
            default -> request(template, offset);
        };
    }

    // ---- login and logout ----------------------------------------------------------------------------------------

    private boolean login(final int offset) {
        final int session = LoginDescriptor.session(input, offset);
        final SessionSettings settings = layer.roster().settings(session);
        final int secret = LoginDescriptor.secretOffset(offset);
        final String fault =
                layer.connections().fault(this, settings, input, secret, LoginDescriptor.secretLength(input, offset));
        final TcpSession own = layer.upkeep().session(session);
        if (settings == null || own == null || fault != null) {
            layer.connections().failed(this, session, fault == null ? "UNKNOWN_SESSION" : fault);
            return bye(ByeReason.LOGIN_REFUSED, 0, "session, secret or address are not right");
        }
        if (own.connection() != null) {
            layer.connections().refused(this, session, "ALREADY_LOGGED_IN");
            return bye(ByeReason.ALREADY_LOGGED_IN, 0, "the session has another connection");
        }
        if (!layer.isAdmitted(session)) {
            layer.connections().refused(this, session, "HISTORY_LOST");
            return bye(ByeReason.AHEAD_OF_JOURNAL, 0, "history was lost: the operator has to admit the session");
        }
        final BookSession known = door.book().session(session);
        if (known != null && known.outbox().isAhead()) {
            ahead(session);
            return true;
        }
        final long number = own.isBusy() || layer.isStuck()
                ? SessionLog.UNDER_WAY
                : layer.log().open(session);
        if (number == SessionLog.REFUSED) {
            layer.connections().refused(this, session, "NOT_OF_DOORS");
            return bye(ByeReason.LOGIN_REFUSED, 0, "a session with this number cannot log in at a door");
        }
        if (number == SessionLog.UNDER_WAY) {
            return false;
        }
        state = State.LOGGING_IN;
        live = own;
        own.connection(this);
        logon = own.logonSent(number);
        heartbeatNs = LoginDescriptor.heartbeatMs(input, offset) * TcpLayer.MS;
        askedNextOut = LoginDescriptor.nextOut(input, offset);
        program = LoginDescriptor.program(input, offset);
        if (!layer.commands().logon(settings, (int) number)) {
            own.logonNotSent(number);
            own.connection(null);
            live = null;
            state = State.NEW;
            return false;
        }
        return true;
    }

    private void ahead(final int session) {
        layer.connections().refused(this, session, "AHEAD_OF_JOURNAL");
        bye(ByeReason.AHEAD_OF_JOURNAL, 0, "the outbox does not match the journal");
    }

    @Override
    protected void onLogon(final SessionStream stream, final long number) {
        if (state == State.LOGGING_IN && logon == number) {
            final BookSession session = (BookSession) stream;
            book = session;
            welcomeLast = session.lastRequest;
            welcomeNextOut = session.nextOut();
            welcomeIsLost = session.isRaised();
            isWelcomeDue = true;
        }
        door.due(this);
    }

    @Override
    protected void onEnd() {
        isEndSeen |= state == State.LOGGING_OUT;
        door.due(this);
    }

    private boolean logout() {
        final TcpSession own = session();
        isEndSent = true;
        state = State.LOGGING_OUT;
        own.isEndLogout = true;
        if (!layer.commands().end(own.session())) {
            isEndSent = false;
            state = State.LOGGED_IN;
            return false;
        }
        return true;
    }

    private void welcome(final TcpSession own, final BookSession session) {
        isWelcomeDue = false;
        if (session.outbox().isAhead() || own.settings().owner() != session.owner()) {
            ahead(own.session());
            return;
        }
        state = State.LOGGED_IN;
        own.lastSent = welcomeLast;
        own.isBack();
        layer.upkeep().dropCopiesDue(own);
        final long firstOut = Math.min(session.outbox().firstOut(), welcomeNextOut);
        final long first =
                askedNextOut == 0 || askedNextOut > welcomeNextOut ? welcomeNextOut : Math.max(askedNextOut, firstOut);
        sender = new OutboxSender(
                session.outbox(), transport, first, layer.limits().unsentBytes(), door.hops());
        final int length = WelcomeDescriptor.encode(
                control,
                0,
                welcomeLast,
                welcomeNextOut,
                firstOut,
                exchangeId(),
                (int) (heartbeatNs / TcpLayer.MS),
                layer.isLossy());
        WelcomeDescriptor.putHistory(control, 0, layer.history().number(), welcomeIsLost);
        sendControl(length);
        layer.connections().up(this);
        layer.audit()
                .write(new AuditEvent.LoggedIn(
                        own.session(), own.settings().member(), address().getHostAddress(), program, welcomeLast));
        pump();
        reading.allow(behind());
        process();
    }

    private byte[] exchangeId() {
        final UUID id = layer.log().exchangeId();
        return ByteBuffer.allocate(WelcomeDescriptor.EXCHANGE_ID_LENGTH)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    private boolean request(final int template, final int offset) {
        final TcpSession own = session();
        final long request = RequestDescriptor.request(input, offset);
        if (request != own.lastSent + 1) {
            return bye(
                    ByeReason.BAD_REQUEST_NUMBER, 0, "request " + request + " came instead of " + (own.lastSent + 1));
        }
        if (layer.isStuck()
                || own.lastSent - bookSession().lastRequest >= layer.limits().inFlight()) {
            return false;
        }
        final int notAllowed = RequestFrames.refusal(own.settings(), input, offset, template);
        final int reason = notAllowed == 0 ? door.gate().refusal(own.session(), input, offset) : notAllowed;
        final long nowNs = layer.nowNs();
        if (reason == 0 && own.passes(RequestFrames.isCancel(template), nowNs)) {
            own.lastSent = request;
            if (door.commands().request(own.session(), input, offset)) {
                requests++;
                if (door.hops().isOn()) {
                    door.hops().onPublished(OrderNumbers.cookie(own.session(), request), lastReadNs, layer.nowNs());
                }
                return true;
            }
            own.lastSent = request - 1;
            own.giveBack(RequestFrames.isCancel(template));
            return false;
        }
        return refuse(own, request, template, offset, reason == 0 ? GatewayCode.THROTTLED.code() : reason, nowNs);
    }

    private boolean refuse(
            final TcpSession own,
            final long request,
            final int template,
            final int offset,
            final int reason,
            final long nowNs) {
        if (refusals.isReached(layer.limits().refusalsPerSecond(), nowNs)) {
            return bye(ByeReason.ABUSE, refusals.inSecond(), "too many requests a second are refused");
        }
        own.lastSent = request;
        final int command = RequestFrames.commandOf(template);
        final long orderId = RequestFrames.orderId(own.session(), input, offset, template);
        if (!layer.commands().refuse(own.session(), request, reason, command, orderId)) {
            own.lastSent = request - 1;
            return false;
        }
        refusals.count();
        requests++;
        return true;
    }

    /**
     * Answers a STATUS. A client that sends many and does not read must wait, because the answers are kept only in
     * memory.
     */
    private boolean status(final long id, final long orderId) {
        if (!hasRoom()) {
            return false;
        }
        sendControl(RequestFrames.encodeStatus(control, door.book(), bookSession(), id, orderId));
        return true;
    }

    /** Handles market data, which has no request number and changes nothing. */
    private boolean subscribe(final int offset) {
        final ByeReason reason = session().settings().may(Right.VIEW)
                ? views.subscribe(door.viewSource(), input, offset)
                : ByeReason.NOT_PERMITTED;
        if (reason != null) {
            bye(reason, Frame.HEADER_LENGTH, "SUBSCRIBE cannot be served");
        }
        door.due(this);
        return true;
    }

    // ---- output --------------------------------------------------------------------------------------------------

    /** Called when the outbox of its session has written its pending messages. */
    void onWritten() {
        if (state != State.LOGGED_IN && state != State.LOGGING_OUT) {
            return;
        }
        final OutboxSender own = sender;
        if (own != null && own.sendPending()) {
            flush();
        } else {
            door.due(this);
        }
    }

    /**
     * Does the work that the last results have made due, and retries frames that had to wait.
     *
     * @return whether this connection sent or read something
     */
    boolean duty() {
        final long read = requests;
        final long written = messages();
        final TcpSession own = live;
        final BookSession session = book;
        if (isWelcomeDue && own != null && session != null) {
            welcome(own, session);
        }
        pump();
        pumpViews();
        if (isEndSeen && state == State.LOGGING_OUT && !isLagging()) {
            bye(ByeReason.LOGGED_OUT, 0, "");
        }
        if (isBlocked) {
            process();
        }
        if (state != State.ENDED && (isBlocked || isLagging() || !views.isEmpty())) {
            door.due(this);
        }
        return requests != read || messages() != written;
    }

    private boolean isLagging() {
        return sender != null && sender.isLagging();
    }

    private long messages() {
        return (sender == null ? 0 : sender.messages()) + views.frames();
    }

    private void pumpViews() {
        if (views.pump(layer.limits().unsentBytes())) {
            flush();
        }
        final ByeReason end = views.end();
        if (end != null) {
            bye(end, 0, views.whyEnded());
        }
    }

    /** Sends messages of the session's outbox as far as there is room. */
    private void pump() {
        final OutboxSender own = sender;
        if (own == null || !own.isLagging()) {
            return;
        }
        try {
            if (own.pump()) {
                flush();
            }
        } catch (IOException e) {
            layer.connections().thrown(this, e);
            bye(ByeReason.INTERNAL, 0, "the outbox cannot be read");
        }
    }

    /** Returns whether a message outside the outbox may be queued. */
    private boolean hasRoom() {
        return transport.unsent() + LONGEST_CONTROL <= layer.limits().unsentBytes();
    }

    private void sendControl(final int length) {
        transport.send(control, 0, length);
        flush();
    }

    private void flush() {
        lastSentNs = layer.nowNs();
        transport.flush();
        if (door.hops().isSending()) {
            door.hops().onSent(layer.nowNs());
        }
    }

    private long nextOut() {
        return sender == null ? 0 : sender.next();
    }

    private long behind() {
        return (sender == null ? 0 : sender.behind()) + views.behind();
    }

    // ---- time ----------------------------------------------------------------------------------------------------

    @Override
    protected void tick(final long nowNs, final long readNs) {
        switch (state) {
            case NEW, LOGGING_IN -> tickLogin(nowNs - acceptedNs, readNs - acceptedNs);
            case LOGGED_IN, LOGGING_OUT -> tickLoggedIn(nowNs, readNs);
            case ENDED -> {}
        }
    }

    private void tickLogin(final long sinceNs, final long readForNs) {
        if (isBlocked || state == State.LOGGING_IN) {
            if (sinceNs > layer.limits().stuckMs() * TcpLayer.MS) {
                bye(ByeReason.BUSY, 0, "the login could not be journaled in time");
            }
        } else if (readForNs > layer.limits().loginMs() * TcpLayer.MS) {
            bye(ByeReason.NOT_LOGGED_IN, 0, "no LOGIN came in time");
        }
    }

    private void tickLoggedIn(final long nowNs, final long readNs) {
        final String slow = reading.fault(behind(), layer.limits(), nowNs);
        if (!isBlocked && state == State.LOGGED_IN && readNs - lastReadNs > 2 * heartbeatNs) {
            bye(ByeReason.SILENT, 0, "nothing came for two heartbeats");
        } else if (slow != null) {
            bye(ByeReason.SLOW, 0, slow);
        } else if (nowNs - lastSentNs >= heartbeatNs && hasRoom()) {
            sendControl(HeartbeatDescriptor.encode(control, 0, nextOut()));
        }
    }

    // ---- end -----------------------------------------------------------------------------------------------------

    /** Sends the reason and ends the connection; always true, because the frame is then handled. */
    boolean bye(final ByeReason reason, final int detail, final String text) {
        if (state == State.ENDED) {
            return true;
        }
        sendControl(ByeDescriptor.encode(control, 0, reason.code(), detail, text));
        detach(reason.name());
        return true;
    }

    private void detach(final String reason) {
        final TcpSession own = live;
        final boolean wasLogout = state == State.LOGGING_OUT;
        state = State.ENDED;
        isBlocked = false;
        final long messages = messages();
        final OutboxSender from = sender;
        sender = null;
        views.close();
        if (from != null) {
            try {
                from.close();
            } catch (IOException e) {
                layer.connections().thrown(this, e);
            }
        }
        if (own != null) {
            own.connection(null);
            if (!isEndSent) {
                layer.upkeep().ended(own, wasLogout);
            }
            layer.audit()
                    .write(new AuditEvent.Ended(
                            own.session(),
                            own.settings().member(),
                            address().getHostAddress(),
                            reason,
                            requests,
                            messages,
                            refusals.all()));
        }
        live = null;
        final boolean unused = layer.connections().remove(this);
        transport.close();
    }

    @Override
    public long unsentBytes() {
        return transport.unsent();
    }

    private TcpSession session() {
        return Objects.requireNonNull(live, "a connection that is logged in has a session");
    }

    private BookSession bookSession() {
        return Objects.requireNonNull(book, "a connection that is logged in is in the book");
    }
}
