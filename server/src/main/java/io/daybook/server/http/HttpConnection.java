package io.daybook.server.http;

import io.daybook.server.identity.Caller;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpContentException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One connection: requests are answered in the order in which they came, one at a time. After a request, nothing more
 * is read until its answer has left the process. So for a peer that sends and never reads, the server keeps only one
 * answer, and the requests that came with one read of the socket ({@link HttpServer#READ_BYTES}), or with the record of
 * TLS that this read completed (16 KiB). Used by its event loop.
 */
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final String FORWARDED = "x-forwarded-for";

    /** Headers that may come only once: with two of them, a proxy in front may use the other one. */
    private static final List<String> ONCE = List.of(
            "host",
            "origin",
            "authorization",
            "cookie",
            "content-type",
            "daybook-key",
            "daybook-time",
            "daybook-sign",
            "x-mbx-apikey",
            "access-control-request-method",
            "sec-websocket-version");

    private final Dispatcher dispatcher;
    private final Proxies proxies;
    private final SocketRoutes sockets;
    private final Deadlines deadlines;
    private final ArrayDeque<FullHttpRequest> waiting = new ArrayDeque<>();

    /** True from a request until its answer has left. */
    private boolean isAnswering;

    HttpConnection(
            final Dispatcher dispatcher, final Proxies proxies, final SocketRoutes sockets, final Deadlines deadlines) {
        this.dispatcher = dispatcher;
        this.proxies = proxies;
        this.sockets = sockets;
        this.deadlines = deadlines;
    }

    @Override
    protected void channelRead0(final ChannelHandlerContext context, final FullHttpRequest request) {
        if (isAnswering) {
            waiting.add(request.retain());
            return;
        }
        context.channel().config().setAutoRead(false);
        answer(context, request);
    }

    /** Drops the waiting requests, because the connection has ended or has become a WebSocket. */
    @Override
    public void handlerRemoved(final ChannelHandlerContext context) {
        waiting.forEach(FullHttpRequest::release);
        waiting.clear();
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
        close(context); // a broken pipe, a reset, or broken TLS: the peer cannot get an answer
    }

    private static void close(final ChannelHandlerContext context) {
        final ChannelFuture unused = context.close();
    }

    private void answer(final ChannelHandlerContext context, final FullHttpRequest request) {
        isAnswering = true;
        deadlines.answering();
        final boolean keepsAlive = HttpUtil.isKeepAlive(request);
        if (request.decoderResult().isFailure()) {
            refuse(context, request.decoderResult().cause(), keepsAlive);
            return;
        }
        for (final String name : ONCE) {
            if (request.headers().getAll(name).size() > 1) {
                write(
                        context,
                        Dispatcher.unreadable(ProblemCode.BAD_FORM, name + " may be given only once"),
                        keepsAlive);
                return;
            }
        }
        final RawRequest raw =
                raw(request, ((InetSocketAddress) context.channel().remoteAddress()).getAddress(), proxies);
        final SocketProtocol protocol = raw.headers().containsKey("upgrade") ? sockets.find(raw.target()) : null;
        if (protocol != null) {
            openWhenReady(context, request, raw, protocol);
            return;
        }
        final CompletionStage<?> unused = dispatcher
                .answer(raw, context.executor())
                .thenAcceptAsync(response -> write(context, response, keepsAlive), context.executor());
    }

    /** Converts a peer's request. */
    static RawRequest raw(final FullHttpRequest request, final InetAddress peer, final Proxies proxies) {
        final byte[] body = new byte[request.content().readableBytes()];
        request.content().getBytes(request.content().readerIndex(), body);
        final Map<String, String> headers = new HashMap<>();
        request.headers()
                .forEach(header -> headers.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
        final List<String> forwarded = request.headers().getAll(FORWARDED);
        return new RawRequest(
                request.method().name(),
                request.uri(),
                headers,
                body,
                proxies.client(peer, forwarded.isEmpty() ? null : String.join(",", forwarded)));
    }

    /** Refuses a request that could not be read; if only its body was too large, the next one can be read. */
    private void refuse(final ChannelHandlerContext context, final Throwable cause, final boolean keepsAlive) {
        write(context, refusal(cause), cause instanceof TooLongHttpContentException && keepsAlive);
    }

    /** The answer to a request that could not be read. */
    static Response refusal(final Throwable cause) {
        final boolean isLong = cause instanceof TooLongFrameException;
        return Dispatcher.unreadable(
                isLong ? ProblemCode.TOO_LARGE : ProblemCode.BAD_FORM,
                cause instanceof TooLongHttpContentException
                        ? "a body must have at most 64 KiB"
                        : isLong ? "headers must have at most 8 KiB" : "the request is not HTTP");
    }

    /** Opens a socket once its protocol is ready; reads nothing more until the socket is opened or refused. */
    private void openWhenReady(
            final ChannelHandlerContext context,
            final FullHttpRequest request,
            final RawRequest raw,
            final SocketProtocol protocol) {
        final Caller caller;
        try {
            caller = dispatcher.callerOfSocket(raw);
        } catch (Problem e) {
            write(context, Dispatcher.response(e, "0"), false);
            return;
        }
        whenDone(context, request, protocol.ready(), () -> {
            requireThatCounts(caller);
            final WebSocket socket = new WebSocket(context.channel(), raw, caller, protocol, sockets);
            whenDone(context, request, socket.beginSession(), () -> {
                requireThatCounts(caller); // a key that ends closes open sockets, and this one is not open yet
                socket.open(context, deadlines, request);
            });
        });
    }

    private void requireThatCounts(final Caller caller) {
        if (!dispatcher.stillCounts(caller)) {
            throw Problem.of(ProblemCode.UNAUTHENTICATED, "the key is no longer valid");
        }
    }

    /**
     * Carries out a step of the opening of a socket after the previous step has ended, with or without a failure; at
     * once if it has ended already.
     */
    private void whenDone(
            final ChannelHandlerContext context,
            final FullHttpRequest request,
            final CompletionStage<?> before,
            final Runnable step) {
        final CompletableFuture<?> waited = before.toCompletableFuture();
        if (waited.isDone()) {
            carryOut(context, step);
            return;
        }
        request.retain();
        final CompletableFuture<?> unused = waited.handleAsync(
                (done, failure) -> {
                    try {
                        carryOut(context, step);
                    } catch (RuntimeException e) {
                        close(context);
                    } finally {
                        request.release();
                    }
                    return null;
                },
                context.executor());
    }

    private void carryOut(final ChannelHandlerContext context, final Runnable step) {
        if (!context.channel().isActive()) {
            return;
        }
        try {
            step.run();
        } catch (Problem e) {
            write(context, Dispatcher.response(e, "0"), false);
        }
    }

    private void write(final ChannelHandlerContext context, final Response response, final boolean keepsAlive) {
        final ChannelFuture unused = context.writeAndFlush(message(dispatcher.told(response), keepsAlive))
                .addListener(written -> {
                    if (keepsAlive && written.isSuccess()) {
                        next(context);
                    } else {
                        close(context);
                    }
                });
    }

    /** Converts an answer to HTTP. */
    static FullHttpResponse message(final Response response, final boolean keepsAlive) {
        final DefaultFullHttpResponse message = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(response.status()),
                Unpooled.wrappedBuffer(response.body()));
        message.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, response.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, response.body().length)
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set("X-Content-Type-Options", "nosniff")
                .set("X-Frame-Options", "DENY")
                .set("Referrer-Policy", "no-referrer")
                .set("Content-Security-Policy", "default-src 'self'");
        response.headers().forEach(message.headers()::set);
        message.headers()
                .set(HttpHeaderNames.CONNECTION, keepsAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
        return message;
    }

    /** Continues after an answer has left, with the request that has waited longest, or with a read. */
    private void next(final ChannelHandlerContext context) {
        final FullHttpRequest next = waiting.poll();
        if (next == null) {
            isAnswering = false;
            context.channel().config().setAutoRead(true);
            return;
        }
        try {
            answer(context, next);
        } catch (Throwable e) { // Netty ignores failures of its listeners: the connection would stay open and unread
            close(context);
            throw e;
        } finally {
            next.release();
        }
    }
}
