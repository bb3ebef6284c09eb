package io.daybook.gateway.tcp;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerPoller;
import io.daybook.api.OnFailure;
import io.daybook.gateway.session.TcpLayer;
import io.daybook.host.Clock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.sessions.DoorBuilder;
import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.SessionStatus;
import io.daybook.sessions.ViewSource;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.sessions.tls.TlsContexts;
import io.daybook.sessions.tls.TlsSettings;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TCP door of an exchange. Create it, pass its {@link #attachment} to the exchange, start the exchange, then the
 * gateway. At the end {@link #stop} the gateway, close the exchange, then close the gateway: the exchange waits at its
 * end until the gateway has received everything.
 *
 * <p>Used by one thread unless a method says otherwise; all work of sessions happens on the gateway's own thread.
 */
public final class TcpGateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TcpGateway.class);
    private static final int POLL_LIMIT = 256;
    private static final long TICK_MS = 10;
    private static final long END_MS = 5_000;
    private static final int BACKLOG = 1_024;

    private final TcpSettings settings;
    private final Members members;
    private final Clock clock;
    private final AuditLog audit;
    private final TcpLayer layer;
    private final TcpHook hook;
    private volatile @Nullable EventLoop loop;
    private @Nullable Channel server;
    private @Nullable Exchange exchange;
    private @Nullable FollowerPoller poller;
    private volatile boolean isStopped;
    private boolean isClosed;
    private @Nullable SessionLog log;

    /** True if the layer on a shared log is open. Used by the gateway's thread. */
    private boolean isOpen;

    private boolean isRefused;

    private TcpGateway(final TcpSettings settings, final DoorSetup setup, final VenueHops hops, final TcpHook hook) {
        this.settings = settings;
        this.members = setup.members();
        this.clock = setup.clock();
        this.audit = setup.audit();
        this.layer = new TcpLayer(setup);
        this.hook = hook;
        layer.timedBy(hops);
        layer.gatedBy(hook);
    }

    private static void failed(final String what, final Throwable cause) {
        LOG.error("{} failed", what, cause);
    }

    /** A builder of a gateway. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Drops the messages of a session, so that the next start makes its outbox again: the way out of
     * {@code AHEAD_OF_JOURNAL}. No gateway may run on the folder.
     *
     * @param folder of the gateway
     * @return the outbox's new epoch
     * @throws IllegalArgumentException if the session has no outbox there
     */
    public static int reset(final JournalStorage storage, final Path folder, final int session) {
        try {
            return Outboxes.reset(storage, folder, session);
        } catch (IOException e) {
            throw new UncheckedIOException("the outbox of session " + session + " cannot be reset: " + folder, e);
        }
    }

    /**
     * The attachment through which the gateway receives results. Attach it before the exchange starts, which must not
     * be INLINE.
     */
    public Attachment attachment() {
        return new Attachment(layer.sessions().follower(), OnFailure.HALT, this::wakeUp);
    }

    /** Sets the source from which subscribers of the public feed are served. Call it before the start. */
    public void viewSource(final ViewSource source) {
        layer.viewSource(source);
        source.listen(this::wakeUp);
    }

    /** Returns whether the gateway's book has a session. A gateway of another protocol calls this while both start. */
    public boolean knows(final int session) {
        return layer.knows(session);
    }

    private void wakeUp() {
        final EventLoop own = loop;
        if (own != null) {
            own.wakeUp();
        }
    }

    /**
     * Opens the door.
     *
     * @param exchangeId identifies this exchange, in every WELCOME
     * @return the port it listens on
     * @throws IllegalArgumentException if exchange, members or certificates contradict each other
     * @throws UncheckedIOException if the address cannot be bound
     */
    public int start(final Exchange running, final UUID exchangeId) {
        exchange = running;
        final FollowerPoller polled = running.poller(layer.sessions().follower().name());
        return start(polled, () -> {
            layer.sessions().open(running, exchangeId);
            return () -> work(polled);
        });
    }

    /**
     * Opens the door of a node with a shared log. It answers clients once the node's follower has received its start
     * position, and admits them while this node leads.
     *
     * @param shared this node's view of the log
     * @param polled the follower of this node
     * @param onRefused receives, on the gateway's thread, the reason why the door can never open: members contradict
     *     the history of their sessions
     * @return the port it listens on
     * @throws IllegalArgumentException if certificates do not match
     * @throws UncheckedIOException if the address cannot be bound
     */
    public int start(
            final SessionLog shared, final FollowerPoller polled, final Consumer<IllegalArgumentException> onRefused) {
        log = shared;
        return start(polled, () -> () -> isOpen ? work(polled) : open(shared, onRefused));
    }

    private boolean open(final SessionLog shared, final Consumer<IllegalArgumentException> onRefused) {
        if (isRefused || !shared.isReady()) {
            return false;
        }
        try {
            layer.sessions().open(shared);
            isOpen = true;
        } catch (final IllegalArgumentException e) {
            isRefused = true;
            onRefused.accept(e);
        }
        return true;
    }

    private int start(final FollowerPoller polled, final Callable<EventLoop.Work> begin) {
        final SslContext tls = tls();
        final EventLoop own = new EventLoop(TimeUnit.MICROSECONDS.toNanos(settings.spinMicros()), clock);
        boolean isStarted = false;
        try {
            poller = polled;
            loop = own;
            onLoop(() -> {
                own.work(begin.call());
                final Future<?> unused =
                        own.loop().scheduleAtFixedRate(EventLoop::wake, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
                return null;
            });
            final int port = bind(own, tls);
            audit.write(new AuditEvent.Started(
                    settings.address().getHostAddress() + ":" + port,
                    members.sessions().size()));
            isStarted = true;
            return port;
        } finally {
            if (!isStarted) {
                own.work(null);
                loop = null;
                own.shutdown();
                leaveLog();
            }
        }
    }

    /** Runs on the thread that owns the sessions, or after it has ended. */
    private void leaveLog() {
        final SessionLog shared = log;
        if (shared != null) {
            shared.close();
        }
    }

    private boolean work(final FollowerPoller polled) {
        final boolean didPoll = !layer.sessions().isStuck() && polled.poll(POLL_LIMIT) > 0;
        return layer.duty() || didPoll;
    }

    private int bind(final EventLoop own, final @Nullable SslContext tls) {
        final ChannelFuture bound = new ServerBootstrap()
                .group(own.group())
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(final SocketChannel channel) {
                        if (tls != null) {
                            channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                        }
                        hook.connected(channel.pipeline());
                        channel.pipeline().addLast(new SocketTransport(layer));
                    }
                })
                .bind(new InetSocketAddress(settings.address(), settings.port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(
                    "the TCP door cannot listen on " + settings.address().getHostAddress() + ":" + settings.port(),
                    bound.cause() instanceof IOException why ? why : new IOException(bound.cause()));
        }
        server = bound.channel();
        return ((InetSocketAddress) bound.channel().localAddress()).getPort();
    }

    private @Nullable SslContext tls() {
        final TlsSettings files = settings.tls();
        return files == null ? null : TlsContexts.netty(files);
    }

    /**
     * Replaces the members, all of them or none.
     *
     * @throws IllegalArgumentException if they contradict the history of the sessions; the old ones stay valid
     */
    public void reload(final Members other) {
        runOnLoop(() -> layer.sessions().roster().reload(other));
    }

    /** The number of sessions that are logged in. Any thread. */
    public int upCount() {
        return layer.sessions().connections().upCount();
    }

    /** All sessions of the TCP door, by ascending number; none while the door is not open. Any thread; waits. */
    public List<SessionStatus> sessions() {
        return loop == null || isStopped
                ? List.of()
                : onLoop(() -> layer.sessions().roster().statuses());
    }

    /**
     * Ends the connection of a session; it may log in again. Any thread; waits.
     *
     * @return whether the session had a connection
     */
    public boolean end(final int session) {
        return loop != null
                && !isStopped
                && onLoop(() -> layer.sessions().roster().end(session));
    }

    /** Ends all connections and accepts no more. The gateway continues to follow the exchange. */
    public void stop() {
        if (loop == null || isStopped) {
            return;
        }
        isStopped = true;
        final Channel listening = server;
        Closing.all(
                listening == null ? null : () -> listening.close().awaitUninterruptibly(),
                () -> runOnLoop(() -> layer.sessions().end()),
                () -> await(() -> layer.sessions().isQuiet()),
                () -> runOnLoop(this::leaveLog));
    }

    /**
     * Ends the connections and closes the gateway. If the exchange was closed before, the gateway first follows it to
     * its end. After a failed start, or without a start, this closes what the follower has opened.
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        final EventLoop own = loop;
        if (own == null) {
            layer.sessions().close();
            return;
        }
        Closing.all(
                this::stop,
                this::awaitEndOfExchange,
                () -> runOnLoop(() -> {
                    own.work(null);
                    layer.sessions().close();
                }),
                () -> {
                    loop = null;
                    own.shutdown();
                },
                () -> audit.write(new AuditEvent.Stopped("closed")));
    }

    private void awaitEndOfExchange() {
        final FollowerPoller polled = poller;
        final Exchange running = exchange;
        if (polled != null && running != null && running.state() != ExchangeState.RUNNING) {
            await(polled::isDrained);
        }
    }

    /** Waits until a condition holds on the loop, or a time limit passes. The loop continues its work meanwhile. */
    private void await(final BooleanSupplier condition) {
        final long beganNs = clock.nanoTime();
        while (!onLoop(condition::getAsBoolean) && clock.nanoTime() - beganNs < END_MS * 1_000_000) {
            Thread.onSpinWait();
        }
    }

    /** Runs an action on the loop. An interrupted caller does not wait, but the loop still runs it. */
    private void runOnLoop(final Runnable action) {
        onLoop(() -> {
            action.run();
            return null;
        });
    }

    private <T> T onLoop(final Callable<T> action) {
        final EventLoop own = Objects.requireNonNull(loop, "the gateway must be started");
        try {
            return own.loop().submit(action).get(END_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the gateway's thread", e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the gateway's thread does not answer", e);
        }
    }

    /** Collects the parts of a gateway. Used by one thread. */
    public static final class Builder extends DoorBuilder<Builder> {
        private @Nullable TcpSettings settings;
        private VenueHops hops = VenueHops.none();
        private TcpHook hook = TcpHook.NONE;

        private Builder() {}

        @Override
        protected Builder self() {
            return this;
        }

        /** Sets the address and limits. */
        public Builder settings(final TcpSettings value) {
            this.settings = value;
            return this;
        }

        /** Times commands on their way, together with the exchange; without it, commands are not timed. */
        public Builder hops(final VenueHops value) {
            this.hops = value;
            return this;
        }

        /** Sets the hook into connections and requests; none by default. */
        public Builder hook(final TcpHook value) {
            this.hook = value;
            return this;
        }

        /**
         * Creates the gateway.
         *
         * @throws IllegalArgumentException if settings, members or folder are missing
         */
        public TcpGateway build() {
            final TcpSettings own = settings;
            if (own == null) {
                throw new IllegalArgumentException("settings, members and folder must be set");
            }
            return new TcpGateway(own, setup(own.limits(), own.lossOnPowerFailure(), TcpGateway::failed), hops, hook);
        }
    }
}
