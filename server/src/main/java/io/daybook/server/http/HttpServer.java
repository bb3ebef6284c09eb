package io.daybook.server.http;

import io.daybook.server.config.HttpSettings;
import io.daybook.sessions.tls.TlsContexts;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The door for HTTP: sockets on two event loops. */
public final class HttpServer implements AutoCloseable {
    private static final int LOOPS = 2;
    private static final int BACKLOG = 1_024;
    private static final int MAX_LINE = 8_192;
    private static final int MAX_HEADERS = 8_192;

    /**
     * The largest number of bytes of one read of a socket: while a request is answered, the other requests in these
     * bytes wait, and nothing more is read.
     */
    static final int READ_BYTES = 4_096;

    private static final int LEAST_READ_BYTES = 64;

    /**
     * The largest number of requests that may come at once; if more come, Netty ends the connection and answers none of
     * them. A record of TLS, which is decoded as a whole, has up to 16 KiB, and the shortest request 16 bytes.
     */
    private static final int MAX_PIPELINED = 2_048;

    /** The largest body: 64 KiB. */
    public static final int MAX_BODY = 65_536;

    private final HttpSettings settings;
    private final Dispatcher dispatcher;
    private final Proxies proxies;
    private final ConnectionLimits limits;
    private final SocketRoutes sockets;
    private final HttpHook hook;
    private final MultiThreadIoEventLoopGroup loops;

    /**
     * The open connections. An event loop that ends closes its connections, but a connection that is accepted meanwhile
     * would stay open.
     */
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    private final AtomicBoolean isClosed = new AtomicBoolean();
    private @Nullable Channel listening;
    private volatile @Nullable SslContext tls;

    /** Makes a door that is not open yet. */
    public HttpServer(
            final HttpSettings settings,
            final Dispatcher dispatcher,
            final HttpObserver observer,
            final SocketRoutes sockets,
            final HttpHook hook) {
        this.settings = settings;
        this.dispatcher = dispatcher;
        this.proxies = new Proxies(settings.behindProxy() ? settings.proxies() : List.of());
        this.limits = new ConnectionLimits(settings.connections(), settings.connectionsPerAddress(), proxies, observer);
        this.sockets = sockets;
        this.hook = hook;
        this.loops = new MultiThreadIoEventLoopGroup(
                LOOPS, new DefaultThreadFactory("daybook-http", true), NioIoHandler.newFactory());
    }

    /**
     * Opens the door.
     *
     * @return the port
     * @throws UncheckedIOException if the address cannot be bound
     * @throws IllegalArgumentException if certificate or key cannot be used
     */
    public int start() {
        tls = tlsOfFiles();
        final ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(LEAST_READ_BYTES, READ_BYTES, READ_BYTES))
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(final SocketChannel channel) {
                        if (!limits.admit(channel)) {
                            return;
                        }
                        connections.add(channel);
                        final SslContext inForce = tls;
                        if (inForce != null) {
                            channel.pipeline().addLast(inForce.newHandler(channel.alloc()));
                        }
                        final Deadlines deadlines = new Deadlines();
                        channel.pipeline().addLast(deadlines);
                        read(channel.pipeline());
                        hook.connected(channel.pipeline());
                        channel.pipeline().addLast(new HttpConnection(dispatcher, proxies, sockets, deadlines));
                    }
                })
                .bind(new InetSocketAddress(settings.address(), settings.port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            final Throwable why = bound.cause();
            throw new UncheckedIOException(
                    "it cannot listen on " + settings.address().getHostAddress() + ":" + settings.port() + ": "
                            + Objects.requireNonNullElse(why.getMessage(), why.toString())
                            + "; choose another http.port",
                    new IOException(why));
        }
        listening = bound.channel();
        return ((InetSocketAddress) bound.channel().localAddress()).getPort();
    }

    /** Adds the handlers that decode requests and encode answers. */
    static void read(final ChannelPipeline pipeline) {
        final HttpDecoderConfig decoder =
                new HttpDecoderConfig().setMaxInitialLineLength(MAX_LINE).setMaxHeaderSize(MAX_HEADERS);
        pipeline.addLast(new HttpServerCodec(decoder, MAX_PIPELINED)).addLast(new WholeRequests());
    }

    /** The dispatcher that answers requests. */
    Dispatcher dispatcher() {
        return dispatcher;
    }

    /** Accepts no more connections; open ones continue. */
    public void stopListening() {
        final Channel channel = listening;
        if (channel != null) {
            channel.close().awaitUninterruptibly();
        }
    }

    /** Ends all connections and threads; a second call does nothing. */
    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        stopListening();
        for (final EventExecutor loop : loops) { // after this, each accepted connection is in the group
            loop.submit(() -> {}).awaitUninterruptibly();
        }
        connections.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /**
     * Reads certificate and key again.
     *
     * @return a task that makes later connections use them
     * @throws IllegalArgumentException if they cannot be used; the earlier ones stay in use
     */
    public Runnable renewed() {
        final SslContext read = tlsOfFiles();
        return () -> tls = read;
    }

    private @Nullable SslContext tlsOfFiles() {
        final var files = settings.tls();
        return files == null ? null : TlsContexts.netty(files);
    }
}
