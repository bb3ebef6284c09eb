package io.daybook.server.http;

import io.daybook.host.RateLimit;
import io.daybook.host.TokenBucket;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.Caller;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Ticker;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One WebSocket (RFC 6455) of the server: takes messages of bounded size, sends frames and pings, and counts what has
 * not left yet. The sender decides by {@link #isDrained()} and {@link #isFull()} what to leave out. Used by its event
 * loop, except {@link #close} and {@link #loop}.
 */
public final class WebSocket {
    /** The largest accepted message, in one frame or several. */
    public static final int MAX_MESSAGE = 16_384;

    /** The unsent bytes above which a socket is full. */
    public static final int MAX_UNSENT = 1 << 20;

    /** The close code if the server ends. */
    public static final int GOING_AWAY = 1_001;

    /** The close code if the peer breaks a limit, or an operator ends the socket. */
    public static final int POLICY = 1_008;

    /** The close code if there is no valid key, or the key is no longer valid. */
    public static final int NO_KEY = 4_401;

    /** The close code if the peer reads too slowly for messages that must not be left out. */
    public static final int TOO_SLOW = 4_408;

    /** The longest time that the answer to a request waits until its session has begun. */
    static final long BEGIN_S = 5;

    private static final int UNSUPPORTED = 1_003;
    private static final int NO_UTF8 = 1_007;
    private static final int TOO_BIG = 1_009;
    private static final int NORMAL = 1_000;
    private static final int MAX_FRAGMENTS = 64;

    /** The rate limit of a peer's pings and pongs. */
    private static final RateLimit CONTROL_FRAMES = new RateLimit(10, 50);

    private static final int MAX_REPLIES = 64;
    private static final int MAX_REASON = 123;
    private static final int LOW_WATER = MAX_UNSENT / 2;

    /** The bytes that the operating system keeps for a peer that does not read, in addition to those counted here. */
    private static final int SEND_BUFFER = 1 << 16;

    private static final long PING_S = 20;
    private static final int MAX_SILENT_PINGS = 3;
    private static final long MESSAGE_S = 10;
    private static final long CLOSE_S = 10;
    private static final String VERSION = "13";

    /** The key that a connection has proved, for the handlers in its pipeline. */
    public static final AttributeKey<ApiKey> HOLDER = AttributeKey.valueOf(WebSocket.class, "holder");

    private final Channel channel;
    private final InetAddress address;
    private final SocketRoutes routes;
    private final ByteArrayOutputStream fragments = new ByteArrayOutputStream(0);
    private final SocketProtocol.Session session;
    private volatile @Nullable ApiKey holder;
    private @Nullable Future<?> messageDeadline;
    private int fragmentCount;
    private boolean isInMessage;
    private boolean isClosing;
    private boolean isEnded;
    private boolean wantsDrained;

    private final TokenBucket controlFrames;

    /** The number of pings since the last frame of the peer. */
    private int silentPings;

    /** The number of frames of any kind that have not left; the answer to the request counts as the first. */
    private int unsent = 1;

    /** The number of unsent frames that are answers to the peer. */
    private int unsentReplies;

    /** Called after a sent frame has left. */
    @FunctionalInterface
    public interface Sent {
        /** Called on the event loop, even if the socket was closed before the frame left. */
        void onSent();
    }

    /**
     * Makes the socket of a request, in the event loop of its connection. The peer gets its answer with {@link #open}.
     *
     * @param caller the sender of the request: {@link Dispatcher#callerOfSocket}
     * @throws Problem if the request has another version of the protocol; the connection then remains an HTTP
     *     connection
     */
    WebSocket(
            final Channel channel,
            final RawRequest raw,
            final Caller caller,
            final SocketProtocol protocol,
            final SocketRoutes routes) {
        if (!VERSION.equals(raw.header("sec-websocket-version"))) {
            throw Problem.of(ProblemCode.UPGRADE_REQUIRED, "the server supports only version 13 of WebSocket")
                    .header("Sec-WebSocket-Version", VERSION);
        }
        this.channel = channel;
        this.address = raw.address();
        this.routes = routes;
        this.controlFrames = new TokenBucket(CONTROL_FRAMES, ticker().nanoTime());
        holder(caller.key());
        this.session = protocol.open(this, raw, caller);
    }

    private Ticker ticker() {
        return channel.eventLoop().ticker();
    }

    /** Begins the session. The result completes when the socket can open. */
    CompletionStage<?> beginSession() {
        final Future<?> unused = channel.closeFuture().addListener(closed -> end());
        final CompletableFuture<?> begun = session.begin().toCompletableFuture();
        return begun.isDone() ? begun : begun.copy().completeOnTimeout(null, BEGIN_S, TimeUnit.SECONDS);
    }

    /**
     * Answers the request: the connection becomes this socket.
     *
     * @throws Problem if the request does not ask for a WebSocket; the connection then remains an HTTP connection
     */
    void open(final ChannelHandlerContext context, final Deadlines deadlines, final FullHttpRequest request) {
        final ChannelFuture shaken;
        try {
            shaken = new WebSocketServerHandshaker13(
                            request.uri(),
                            null,
                            WebSocketDecoderConfig.newBuilder()
                                    .maxFramePayloadLength(MAX_MESSAGE)
                                    .allowExtensions(false)
                                    .build())
                    .handshake(channel, request);
        } catch (WebSocketHandshakeException e) {
            end();
            throw Problem.of(ProblemCode.BAD_FORM, "the request does not ask for a WebSocket: " + e.getMessage());
        }
        final Future<?> unused = shaken.addListener(done -> {
            if (done.isSuccess()) {
                context.pipeline().remove(deadlines); // not earlier: the peer may take the answer late, or never
                opened(context);
            } else {
                end();
                closeNow(channel);
            }
        });
    }

    private void opened(final ChannelHandlerContext context) {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(LOW_WATER, MAX_UNSENT));
        final boolean unusedSize = channel.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER);
        routes.opened(this);
        final Future<?> pings =
                channel.eventLoop().scheduleWithFixedDelay(this::ping, PING_S, PING_S, TimeUnit.SECONDS);
        final Future<?> unused = channel.closeFuture().addListener(closed -> {
            pings.cancel(false);
            routes.closed(this);
        });
        context.pipeline().replace(context.handler(), "socket", new Incoming());
        channel.config().setAutoRead(true);
        unsent--;
        session.onOpen();
        drained();
    }

    private void end() {
        if (!isEnded) {
            isEnded = true;
            session.onClosed();
        }
    }

    // ---- methods for its session ---------------------------------------------------------------------------------

    /** The event loop of the socket: every method except {@link #close} runs there. */
    public ScheduledExecutorService loop() {
        return channel.eventLoop();
    }

    /** The address of the peer. */
    public InetAddress address() {
        return address;
    }

    /** Sets the key that the peer has proved after the opening. */
    public void holder(final @Nullable ApiKey key) {
        holder = key;
        channel.attr(HOLDER).set(key);
    }

    /** The key that the peer has proved; null for none. Any thread. */
    @Nullable
    ApiKey holder() {
        return holder;
    }

    /** The number of bytes that the network has not taken. Any thread. */
    long unsentBytes() {
        final ChannelOutboundBuffer queued = channel.unsafe().outboundBuffer();
        return queued == null ? 0 : queued.totalPendingWriteBytes();
    }

    /** Returns whether frames can be sent. */
    public boolean isOpen() {
        return !isClosing && channel.isActive();
    }

    /** Returns whether all sent frames have left. */
    public boolean isDrained() {
        return unsent == 0;
    }

    /** Returns whether more than {@link #MAX_UNSENT} bytes have not left. */
    public boolean isFull() {
        return !channel.isWritable();
    }

    /** Sends a frame. */
    public void send(final TextFrame frame) {
        write(frame, () -> {});
    }

    /** Sends a frame, and calls back when it has left. */
    public void send(final TextFrame frame, final Sent sent) {
        write(frame, sent);
    }

    /** Sends an answer to the peer. While the peer does not take its answers, the server reads nothing more from it. */
    public void reply(final TextFrame frame) {
        reply((Object) frame.view());
    }

    /** Makes {@link SocketProtocol.Session#onDrained} be called once all sent frames have left. */
    public void notifyWhenDrained() {
        wantsDrained = true;
        drained();
    }

    /**
     * Closes the socket: sent frames leave first, if the peer takes them within some seconds. Any thread.
     *
     * @param code a code of RFC 6455, or one above 4,000
     * @param reason at most 123 bytes of ASCII
     */
    public void close(final int code, final String reason) {
        if (!channel.eventLoop().inEventLoop()) {
            channel.eventLoop().execute(() -> close(code, reason));
            return;
        }
        if (isClosing) {
            return;
        }
        isClosing = true;
        final String shown = reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON);
        final Future<?> late = channel.eventLoop().schedule(() -> closeNow(channel), CLOSE_S, TimeUnit.SECONDS);
        final Future<?> unused =
                channel.writeAndFlush(new CloseWebSocketFrame(code, shown)).addListener(ChannelFutureListener.CLOSE);
        final Future<?> unusedClose = channel.closeFuture().addListener(closed -> late.cancel(false));
        channel.config().setAutoRead(true);
    }

    private void write(final TextFrame frame, final Sent sent) {
        if (isClosing) {
            sent.onSent();
            return;
        }
        unsent++;
        final Future<?> unused = channel.writeAndFlush(frame.view()).addListener(written -> {
            unsent--;
            sent.onSent();
            drained();
        });
    }

    private void reply(final Object message) {
        if (isClosing) {
            return;
        }
        unsent++;
        if (++unsentReplies == MAX_REPLIES) {
            channel.config().setAutoRead(false);
        }
        final Future<?> unused = channel.writeAndFlush(message).addListener(written -> {
            unsent--;
            if (--unsentReplies == 0) {
                channel.config().setAutoRead(true);
            }
            drained();
        });
    }

    /** Schedules the call of the session, which is never called within a write: that write may be one of many. */
    private void drained() {
        if (wantsDrained && unsent == 0) {
            wantsDrained = false;
            channel.eventLoop().execute(() -> session.onDrained());
        }
    }

    private void ping() {
        if (silentPings++ == MAX_SILENT_PINGS) {
            closeNow(channel);
        } else {
            final Future<?> unused = channel.writeAndFlush(new PingWebSocketFrame(Unpooled.EMPTY_BUFFER));
        }
    }

    private static void closeNow(final Channel channel) {
        final Future<?> unused = channel.close();
    }

    // ---- events of its peer --------------------------------------------------------------------------------------

    private final class Incoming extends SimpleChannelInboundHandler<WebSocketFrame> {

        @Override
        protected void channelRead0(final ChannelHandlerContext context, final WebSocketFrame frame) {
            if (!isOpen() && !(frame instanceof CloseWebSocketFrame)) {
                return; // closing or closed: the answer to an earlier frame of the same packet failed
            }
            silentPings = 0;
            final boolean isControl = frame instanceof PingWebSocketFrame || frame instanceof PongWebSocketFrame;
            if (isControl && !controlFrames.take(ticker().nanoTime())) {
                close(POLICY, "too many control frames: the limit is " + CONTROL_FRAMES.perSecond() + " a second");
                return;
            }
            if (frame instanceof TextWebSocketFrame || frame instanceof ContinuationWebSocketFrame) {
                part(frame);
            } else if (frame instanceof PingWebSocketFrame) {
                reply(new PongWebSocketFrame(frame.content().retain()));
            } else if (frame instanceof BinaryWebSocketFrame) {
                close(UNSUPPORTED, "messages must be text");
            } else if (frame instanceof CloseWebSocketFrame) {
                close(NORMAL, "");
            }
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
            closeNow(context.channel()); // a reset, or a frame against the protocol, which its decoder has answered
        }
    }

    /** Takes a message, or a part of one; the decoder allows only a valid order of parts. */
    private void part(final WebSocketFrame frame) {
        final byte[] bytes = new byte[frame.content().readableBytes()];
        frame.content().readBytes(bytes);
        if (frame.isFinalFragment() && !isInMessage) {
            text(bytes);
            return;
        }
        if (!isInMessage) {
            isInMessage = true;
            messageDeadline = channel.eventLoop()
                    .schedule(
                            () -> close(POLICY, "a message must be complete within 10 s"), MESSAGE_S, TimeUnit.SECONDS);
        }
        if (fragments.size() + bytes.length > MAX_MESSAGE || ++fragmentCount > MAX_FRAGMENTS) {
            close(TOO_BIG, "a message must have at most 16 KiB and 64 fragments");
            return;
        }
        fragments.writeBytes(bytes);
        if (frame.isFinalFragment()) {
            final Future<?> deadline = messageDeadline;
            if (deadline != null) {
                deadline.cancel(false);
            }
            final byte[] whole = fragments.toByteArray();
            fragments.reset();
            fragmentCount = 0;
            isInMessage = false;
            text(whole);
        }
    }

    private void text(final byte[] bytes) {
        final String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            close(NO_UTF8, "messages must be UTF-8");
            return;
        }
        session.onText(text);
    }
}
