package io.daybook.testvenue;

import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.ApiKey;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The handler of faults in a connection of the HTTP door: it cuts the connection, and once the connection is a
 * WebSocket, drops, repeats, swaps and holds outgoing messages. Held messages keep their order. Used by the event loop
 * of the connection.
 */
final class SocketFaults extends ChannelDuplexHandler {
    /** The header that marks in an answer where its connection is cut; it is never sent. */
    static final String CUT = "Daybook-Test-Cut";

    /** The names of messages to subscribers, in both protocols. */
    static final Set<String> WORDS = Set.of(
            "orders",
            "balances",
            "trades",
            "ticker",
            "top",
            "candles",
            "book",
            "book.raw",
            "status",
            "subscribed",
            "pong",
            "executionReport",
            "outboundAccountPosition",
            "trade",
            "aggTrade",
            "depthUpdate",
            "kline",
            "24hrTicker",
            "24hrMiniTicker");

    /** The first byte of a message to a subscriber: one frame, with its length in 1, 3 or 9 bytes. */
    private static final byte TEXT = (byte) 0x81;

    private static final int MEDIUM_LENGTH = 126;
    private static final int LONG_LENGTH = 127;
    private static final Pattern WORD = Pattern.compile("\"(?:ch|op|e)\":\"([^\":]*)(?::([^\":]*))?");
    private static final Pattern SYMBOL = Pattern.compile("\"(?:symbol|s)\":\"([^\"]*)\"");
    private static final Set<FaultKind> KINDS = FaultKind.at("ws");

    private final Faults faults;
    private final HiddenOrders hidden;
    private final Traffic traffic;
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private boolean isHolding;
    private int toDrop;
    private @Nullable Held swapped;
    private int toSwap;

    private record Held(Object message, ChannelPromise promise) {}

    SocketFaults(final Faults faults, final HiddenOrders hidden, final Traffic traffic) {
        this.faults = faults;
        this.hidden = hidden;
        this.traffic = traffic;
    }

    @Override
    public void write(final ChannelHandlerContext context, final Object message, final ChannelPromise promise) {
        if (message instanceof FullHttpResponse response && response.headers().contains(CUT)) {
            cut(context, response, promise);
        } else if (isHolding) {
            held.add(new Held(message, promise));
        } else if (message instanceof ByteBuf frame
                && frame.isReadable()
                && frame.getByte(frame.readerIndex()) == TEXT) {
            text(context, frame, promise);
        } else {
            pass(context, message, promise);
        }
    }

    private static void pass(final ChannelHandlerContext context, final Object message, final ChannelPromise promise) {
        final var unused = context.writeAndFlush(message, promise);
    }

    // ---- answers of HTTP -----------------------------------------------------------------------------------------

    private static void cut(
            final ChannelHandlerContext context, final FullHttpResponse response, final ChannelPromise promise) {
        final String at = String.valueOf(response.headers().get(CUT));
        response.headers().remove(CUT);
        switch (at) {
            case "within" -> {
                final DefaultHttpResponse head =
                        new DefaultHttpResponse(response.protocolVersion(), response.status(), response.headers());
                final var unusedHead = context.write(head);
                final ByteBuf half =
                        response.content().readRetainedSlice(response.content().readableBytes() / 2);
                response.release();
                final var unused =
                        context.writeAndFlush(new DefaultHttpContent(half)).addListener(ChannelFutureListener.CLOSE);
                promise.setFailure(new ClosedChannelException());
            }
            case "after" -> {
                final var unused = context.writeAndFlush(response, promise).addListener(ChannelFutureListener.CLOSE);
            }
            default -> {
                response.release();
                close(context.channel());
                promise.setFailure(new ClosedChannelException());
            }
        }
    }

    private static void close(final Channel channel) {
        final var unused = channel.close();
    }

    // ---- messages of WebSockets ----------------------------------------------------------------------------------

    private void text(final ChannelHandlerContext context, final ByteBuf frame, final ChannelPromise promise) {
        final ApiKey holder = context.channel().attr(WebSocket.HOLDER).get();
        final String key = holder == null ? "" : holder.name();
        final String text = text(frame);
        if (hidden.hides(key, text)) {
            drop(frame, promise);
            return;
        }
        if (faults.areNone() && toDrop == 0 && toSwap == 0) {
            pass(context, frame, promise);
            return;
        }
        final Fault fault = faults.meet(meeting(key, text), KINDS);
        if (fault != null) {
            traffic.add("ws", key, "", text, fault.kind().word());
        }
        if (toDrop > 0) {
            toDrop--;
            drop(frame, promise);
        } else if (fault == null) {
            pass(context, frame, promise);
            swapBack(context);
        } else {
            faulty(context, fault, frame, promise);
        }
    }

    private void faulty(
            final ChannelHandlerContext context, final Fault fault, final ByteBuf frame, final ChannelPromise promise) {
        switch (fault.kind()) {
            case DROP -> {
                toDrop = fault.count() - 1;
                drop(frame, promise);
            }
            case LOSE_ANSWER -> drop(frame, promise);
            case REPEAT -> {
                for (int i = 0; i < fault.count(); i++) {
                    pass(context, frame.retainedDuplicate(), context.newPromise());
                }
                pass(context, frame, promise);
            }
            case SWAP -> {
                if (swapped != null) {
                    pass(context, frame, promise);
                } else {
                    promise.setSuccess(); // otherwise the door would not send the next message of a book
                    swapped = new Held(frame, context.newPromise());
                    toSwap = fault.count();
                }
            }
            case CUT -> TcpFaults.cut(context, fault.says("at"), frame, promise);
            default -> {
                held.add(new Held(frame, promise));
                hold(context, fault.duration());
            }
        }
    }

    private void swapBack(final ChannelHandlerContext context) {
        final Held first = swapped;
        if (first != null && --toSwap == 0) {
            swapped = null;
            pass(context, first.message, first.promise);
        }
    }

    private static String text(final ByteBuf frame) {
        final int length = frame.getByte(frame.readerIndex() + 1);
        final int header = length < MEDIUM_LENGTH ? 2 : length < LONG_LENGTH ? 4 : 10;
        return frame.toString(frame.readerIndex() + header, frame.readableBytes() - header, StandardCharsets.UTF_8);
    }

    private static void drop(final Object message, final ChannelPromise promise) {
        ReferenceCountUtil.release(message);
        promise.setSuccess();
    }

    private void hold(final ChannelHandlerContext context, final Duration time) {
        isHolding = true;
        final var unused = context.executor().schedule(() -> release(context), time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void release(final ChannelHandlerContext context) {
        isHolding = false;
        while (!held.isEmpty()) {
            final Held next = held.remove();
            pass(context, next.message, next.promise);
        }
    }

    @Override
    public void handlerRemoved(final ChannelHandlerContext context) {
        held.forEach(one -> ReferenceCountUtil.release(one.message));
        held.clear();
        final Held first = swapped;
        if (first != null) {
            swapped = null;
            ReferenceCountUtil.release(first.message);
        }
    }

    private Meeting meeting(final String key, final String text) {
        final Set<String> words = new TreeSet<>();
        final Matcher found = WORD.matcher(text);
        String ofChannel = "";
        while (found.find()) {
            words.add(found.group(1));
            ofChannel = found.group(2) == null ? ofChannel : found.group(2);
        }
        final Matcher symbol = SYMBOL.matcher(text);
        return new Meeting("ws", key, words, symbol.find() ? symbol.group(1) : ofChannel, "", faults.seq());
    }
}
