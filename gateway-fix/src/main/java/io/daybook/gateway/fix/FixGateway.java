package io.daybook.gateway.fix;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import io.daybook.api.OnFailure;
import io.daybook.gateway.fix.dictionary.Fix44;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.order.OrderRequests;
import io.daybook.gateway.fix.order.RequestHandler;
import io.daybook.gateway.fix.session.FixLayer;
import io.daybook.gateway.fix.session.FixSettings;
import io.daybook.host.Clock;
import io.daybook.host.Duty;
import io.daybook.host.Scheduler;
import io.daybook.host.Task;
import io.daybook.sessions.DoorBuilder;
import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.SessionStatus;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.tls.TlsContexts;
import io.daybook.sessions.tls.TlsSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.apache.mina.filter.ssl.SslFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.Acceptor;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.DefaultSessionFactory;
import quickfix.FixVersions;
import quickfix.RuntimeError;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;

/**
 * The FIX 4.4 door of an exchange. Build it, give its {@link #attachment} to the exchange, start the exchange, then the
 * gateway. At the end {@link #stop} the gateway, close the exchange, then close the gateway: the exchange waits at its
 * end until the gateway has received everything.
 *
 * <p>Used by one thread unless a method says otherwise. The work of sessions happens on two threads of the gateway, one
 * of which processes input, and on the timer and reader threads of QuickFIX/J.
 */
public final class FixGateway implements AutoCloseable {
    /** The name of the gateway's follower. */
    public static final String FOLLOWER = FixLayer.NAME;

    private static final Logger LOG = LoggerFactory.getLogger(FixGateway.class);
    private static final SessionID TEMPLATE = new SessionID(FixVersions.BEGINSTRING_FIX44, "*", "*");
    private static final long END_MS = 5_000;
    private static final long MS = 1_000_000L;
    private static final long SPIN_NS = 50_000;
    private static final long RETRY_NS = 1_000 * MS;

    private final FixSettings settings;
    private final int sessions;
    private final Clock clock;
    private final Scheduler scheduler;
    private final AuditLog audit;
    private final FixListings listings;
    private final FixHook hook;
    private final FixLayer layer;
    private final Map<String, RequestHandler> handlers;
    private @Nullable DoorAcceptor acceptor;
    private volatile @Nullable Task task;
    private volatile boolean isOver;

    /** The attempt to open, repeated until a shared log is ready; null if there is none. */
    private volatile @Nullable Runnable opening;

    private boolean isShared;

    /** Receives the reason why the door of a shared log failed. */
    private volatile Consumer<RuntimeException> listener = cause -> {};

    /** The acceptor that listens only while this node leads, on a log that nodes share; null without such a log. */
    private volatile @Nullable DoorAcceptor leading;

    private boolean isStopped;
    private boolean isClosed;

    private FixGateway(final Builder builder, final FixSettings settings, final DoorSetup setup) {
        this.settings = settings;
        this.sessions = (int) setup.members().sessions().stream()
                .filter(session -> session.protocol() == Protocol.FIX)
                .count();
        this.clock = setup.clock();
        this.scheduler = Scheduler.threads(clock);
        this.audit = setup.audit();
        this.listings = builder.listings;
        this.hook = builder.hook;
        this.handlers = builder.handlers;
        this.layer = new FixLayer(setup, listings);
    }

    private static void failed(final String what, final Throwable cause) {
        LOG.error("{} failed", what, cause);
    }

    /** Collects the parts of a gateway. */
    public static Builder builder() {
        return new Builder();
    }

    /** The gateway's follower, to be attached before the exchange starts. The exchange must not be INLINE. */
    public Attachment attachment() {
        return new Attachment(layer.sessions().follower(), OnFailure.HALT, this::wakeUp);
    }

    private void wakeUp() {
        final Task own = task;
        if (own != null) {
            own.wake();
        }
    }

    /**
     * Returns whether the gateway's book has a session. Another gateway, which is attached later, calls this while both
     * start.
     */
    public boolean knows(final int session) {
        synchronized (layer.lock()) {
            return layer.book().session(session) != null;
        }
    }

    /**
     * Opens the door.
     *
     * @return the port that the gateway listens on
     * @throws IllegalArgumentException if exchange, members or certificates contradict each other, or the address
     *     cannot be bound
     */
    public int start(final Exchange running) {
        return openDoor(follow(running));
    }

    /**
     * Opens the door of a node with a shared log. The door listens only while this node leads, because a client's
     * engine that finds the port of its first address open does not try the next one.
     *
     * @param shared the log, as this node sees it
     * @param polled the follower of this node
     * @param onFailure called on the gateway's thread if members contradict the history of their sessions, so that the
     *     door can never open ({@link IllegalArgumentException}), or if the door has failed
     *     ({@link IllegalStateException}): the node must not lead then
     * @return the port that the door listens on while the node leads, which was free
     * @throws IllegalArgumentException if certificates do not match, or the address cannot be bound
     */
    public int start(final SessionLog shared, final FollowerPoller polled, final Consumer<RuntimeException> onFailure) {
        isShared = true;
        listener = onFailure;
        opening = () -> open(shared, polled);
        return openDoor(begin());
    }

    private void open(final SessionLog shared, final FollowerPoller polled) {
        if (!shared.isReady()) {
            return;
        }
        opening = null;
        try {
            layer.open(shared, polled, this::wakeUp);
        } catch (final IllegalArgumentException e) {
            listener.accept(e);
        }
    }

    private int openDoor(final Task own) {
        boolean isOpen = false;
        try {
            final int port = listen();
            audit.write(new AuditEvent.Started(settings.address().getHostAddress() + ":" + port + " FIX", sessions));
            isOpen = true;
            return port;
        } catch (ConfigError | IOException | RuntimeError e) {
            throw new IllegalArgumentException(
                    "the FIX door cannot listen on " + settings.address().getHostAddress() + ":" + settings.port()
                            + ": " + e.getMessage(),
                    e);
        } finally {
            if (!isOpen) {
                abandon(own);
            }
        }
    }

    /** Ends the parts that a failed start has begun; {@link #close} closes the files that the follower has opened. */
    private void abandon(final Task own) {
        final DoorAcceptor begun = acceptor;
        acceptor = null;
        leading = null;
        Closing.all(begun == null ? null : () -> begun.stop(true), () -> end(own), layer.sessions()::leaveLog);
    }

    private Task follow(final Exchange running) {
        layer.open(running);
        return begin();
    }

    private Task begin() {
        final Task own = scheduler.task("daybook-fix", new Work());
        task = own;
        own.start();
        return own;
    }

    /** Follows an exchange without opening the door, so that {@link #roll} works while the venue does not run. */
    public void startWithoutDoor(final Exchange running) {
        final Task unused = follow(running);
    }

    /**
     * Ends a day: orders that are good for the day (59=0) are cancelled (150=C), and ClOrdIDs may be used again.
     * Returns once the commands were sent; the gateway must have been started.
     *
     * @return whether the commands were sent within five seconds
     */
    public boolean roll() {
        layer.roll();
        await(layer::isRolled);
        audit.write(new AuditEvent.AdminAct("gateway", "roll", "FIX"));
        return layer.isRolled();
    }

    private int listen() throws ConfigError, IOException {
        final SessionSettings quickfix = quickfixSettings();
        final Map<String, RequestHandler> all = new HashMap<>(handlers);
        OrderRequests.handlers(layer, listings, scheduler, hook).forEach(all::putIfAbsent);
        final ClientNotes notes = new ClientNotes(LOG::info, clock);
        final SessionFactory factory = new DefaultSessionFactory(
                new FixApplication(layer, all),
                id -> FixLayer.storeOf(Objects.requireNonNull(layer.session(id))),
                new EventLog(notes),
                new DefaultMessageFactory());
        final DoorAcceptor own = new DoorAcceptor(factory, quickfix, layer.dispatcher(), scheduler, clock);
        own.setSessionProvider(
                new InetSocketAddress(settings.address(), settings.port()),
                new MemberSessionProvider(layer, factory, quickfix));
        final TlsSettings files = settings.tls();
        final SSLContext tls = files == null ? null : TlsContexts.jdk(files);
        final boolean asksClients = files != null && files.clientCertificates() != null;
        own.setIoFilterChainBuilder(chain -> addFilters(chain, new DoorFilter(layer, notes), tls, asksClients));
        acceptor = own;
        own.start();
        final int port = ((InetSocketAddress) own.address()).getPort();
        if (isShared) {
            own.listens(false);
            leading = own;
        }
        return port;
    }

    /** Adds TLS and the limit of bytes before the decoder of QuickFIX/J, and the door after it. */
    private void addFilters(
            final IoFilterChain chain,
            final DoorFilter door,
            final @Nullable SSLContext tls,
            final boolean asksClients) {
        chain.addFirst("bound", new DoorFilter.Bound());
        if (tls != null) {
            final SslFilter filter = new SslFilter(tls);
            filter.setEnabledProtocols(TlsContexts.protocols());
            filter.setNeedClientAuth(asksClients);
            chain.addFirst("tls", filter);
        }
        hook.connected(chain);
        chain.addLast("door", door);
    }

    private SessionSettings quickfixSettings() throws ConfigError {
        final SessionSettings all = new SessionSettings();
        all.setString(SessionFactory.SETTING_CONNECTION_TYPE, SessionFactory.ACCEPTOR_CONNECTION_TYPE);
        all.setString(Acceptor.SETTING_SOCKET_ACCEPT_ADDRESS, settings.address().getHostAddress());
        all.setString(Acceptor.SETTING_SOCKET_ACCEPT_PORT, Integer.toString(settings.port()));
        all.setString(Session.SETTING_NON_STOP_SESSION, "Y");
        all.setString(Session.SETTING_USE_DATA_DICTIONARY, "Y");
        all.setString(Session.SETTING_DATA_DICTIONARY, Fix44.RESOURCE);
        all.setString(Session.SETTING_VALIDATE_USER_DEFINED_FIELDS, "Y");
        all.setString(Session.SETTING_CHECK_LATENCY, "Y");
        all.setString(Session.SETTING_REJECT_MESSAGE_ON_UNHANDLED_EXCEPTION, "Y");
        all.setString("SocketTcpNoDelay", "Y");
        all.setString(TEMPLATE, Acceptor.SETTING_ACCEPTOR_TEMPLATE, "Y");
        return all;
    }

    /** The work of the only thread that follows the exchange and does the layer's duty. */
    private final class Work implements Duty {
        private long lastWorkNs = clock.nanoTime();
        private boolean isListening;
        private long nextTryNs = lastWorkNs;

        @Override
        public int doWork() {
            final Runnable due = opening;
            if (due != null) {
                due.run();
                return 0;
            }
            final int work = layer.duty();
            final long nowNs = clock.nanoTime();
            final DoorAcceptor own = leading;
            if (own != null && layer.sessions().leads() != isListening && nowNs - nextTryNs >= 0) {
                listen(own, nowNs);
            }
            if (work > 0) {
                lastWorkNs = nowNs;
                return work;
            }
            if (nowNs - lastWorkNs < SPIN_NS) {
                Thread.onSpinWait();
                return 1;
            }
            return 0;
        }

        private void listen(final DoorAcceptor own, final long nowNs) {
            try {
                own.listens(!isListening);
                isListening = !isListening;
            } catch (final IOException e) {
                nextTryNs = nowNs + RETRY_NS;
                LOG.error("the FIX door of the node that leads cannot listen on {}", own.address(), e);
            }
        }

        @Override
        public long idleNs() {
            return MS;
        }

        @Override
        public boolean isDone() {
            return isOver;
        }

        @Override
        public void failed(final Throwable cause) {
            try {
                LOG.error("the FIX door failed", cause);
                layer.failed();
            } finally {
                listener.accept(new IllegalStateException("the FIX door failed", cause));
            }
        }
    }

    /**
     * Checks whether other members could take effect, before another door adopts them.
     *
     * @throws IllegalArgumentException if they contradict the history of the sessions
     */
    public void requireFit(final Members other) {
        layer.sessions().roster().requireFit(other);
    }

    /**
     * Replaces the members, all of them or none.
     *
     * @throws IllegalArgumentException if they contradict the history of the sessions; the old members stay in effect
     */
    public void reload(final Members other) {
        layer.sessions().roster().reload(other);
    }

    /** The number of sessions that are logged on. Any thread. */
    public int upCount() {
        return layer.sessions().connections().upCount();
    }

    /** All sessions of the FIX door, by ascending number. Any thread. */
    public List<SessionStatus> sessions() {
        return layer.sessions().roster().statuses();
    }

    /**
     * Ends the connection of a session; it may log on again. Any thread.
     *
     * @return whether the session had a connection
     */
    public boolean end(final int session) {
        return layer.sessions().roster().end(session);
    }

    /** Ends all connections and accepts no more. The gateway still follows the exchange. */
    public void stop() {
        if (task == null || isStopped) {
            return;
        }
        isStopped = true;
        leading = null;
        final DoorAcceptor own = acceptor;
        Closing.all(
                layer.sessions()::end,
                () -> await(layer::isQuiet),
                own == null ? null : () -> own.stop(true),
                () -> await(layer::isQuiet),
                layer.sessions()::leaveLog);
    }

    /**
     * Follows the exchange to its end, if it was closed before, and closes all open parts; after a failed start, or
     * without a start, these are the files of the follower.
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        final Task own = task;
        if (own == null) {
            layer.close();
            return;
        }
        Closing.all(
                this::stop,
                () -> await(layer::isDrained),
                () -> end(own),
                layer::close,
                () -> audit.write(new AuditEvent.Stopped("closed")));
    }

    private void end(final Task own) {
        isOver = true;
        own.wake();
        own.join(clock.nanoTime() + END_MS * MS);
        task = null;
    }

    /** Returns whether the gateway follows the exchange, which it does from a successful start to its close. */
    public boolean isRunning() {
        return task != null;
    }

    private void await(final BooleanSupplier condition) {
        final long beganNs = clock.nanoTime();
        while (!condition.getAsBoolean() && clock.nanoTime() - beganNs < END_MS * MS) {
            scheduler.pause(MS);
        }
    }

    /** Collects the parts of a gateway. Used by one thread. */
    public static final class Builder extends DoorBuilder<Builder> {
        private @Nullable FixSettings settings;
        private FixListings listings = new FixListings(List.of(), Map.of());
        private final Map<String, RequestHandler> handlers = new HashMap<>();
        private FixHook hook = FixHook.NONE;

        private Builder() {}

        @Override
        protected Builder self() {
            return this;
        }

        /** Sets the address and the limits. */
        public Builder settings(final FixSettings value) {
            this.settings = value;
            return this;
        }

        /** Sets the listings. */
        public Builder listings(final FixListings value) {
            this.listings = value;
            return this;
        }

        /** Adds the handler of a MsgType that is not about orders. */
        public Builder handler(final String msgType, final RequestHandler handler) {
            handlers.put(msgType, handler);
            return this;
        }

        /** Sets the hook into connections and requests; none by default. */
        public Builder hook(final FixHook value) {
            this.hook = value;
            return this;
        }

        /**
         * Builds the gateway.
         *
         * @throws IllegalArgumentException if settings, members or folder are missing
         */
        public FixGateway build() {
            final FixSettings own = settings;
            if (own == null) {
                throw new IllegalArgumentException("settings, members and folder must be set");
            }
            return new FixGateway(this, own, setup(own.limits(), own.lossOnPowerFailure(), FixGateway::failed));
        }
    }
}
