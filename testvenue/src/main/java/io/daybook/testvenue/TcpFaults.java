package io.daybook.testvenue;

import io.daybook.gateway.tcp.TcpHook;
import io.daybook.wire.Frame;
import io.daybook.wire.GatewayCode;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.RequestDescriptor;
import io.daybook.wire.Templates;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The hook in the connections of the TCP door: it reads incoming data frame by frame, and handles outgoing data as
 * bytes, because the client recovers missing messages by its outbox numbers. Used by the event loop of a connection.
 */
final class TcpFaults implements TcpHook {
    /** The requests that a fault may name. */
    static final Map<Integer, String> WORDS = Map.of(
            Templates.LOGIN, "LOGIN",
            Templates.PLACE, "PLACE",
            Templates.MOVE, "MOVE",
            Templates.REDUCE, "REDUCE",
            Templates.CANCEL, "CANCEL",
            Templates.REPLACE, "REPLACE",
            Templates.MASS_CANCEL, "MASS_CANCEL",
            Templates.PLACE_TERMS, "PLACE_TERMS",
            Templates.LOGOUT, "LOGOUT");

    private static final Set<FaultKind> GATE = EnumSet.of(FaultKind.REJECT);
    private static final Set<FaultKind> WIRE = FaultKind.inConnectionsOf("tcp");

    private final Faults faults;
    private final Traffic traffic;
    private final IntFunction<String> names;
    private final IntFunction<String> symbols;

    /**
     * Creates the faults of all connections.
     *
     * @param names the names of users by their sessions
     * @param symbols the names of listings by their numbers
     */
    TcpFaults(
            final Faults faults,
            final Traffic traffic,
            final IntFunction<String> names,
            final IntFunction<String> symbols) {
        this.faults = faults;
        this.traffic = traffic;
        this.names = names;
        this.symbols = symbols;
    }

    @Override
    public void connected(final ChannelPipeline pipeline) {
        pipeline.addLast(new Wire());
    }

    @Override
    public int refusal(final int session, final byte[] bytes, final int offset) {
        final Fault fault = faults.meet(meeting(names.apply(session), bytes, offset), GATE);
        return fault == null ? 0 : GatewayCode.valueOf(fault.says("reason")).code();
    }

    private Meeting meeting(final String name, final byte[] bytes, final int offset) {
        final int template = Frame.template(bytes, offset);
        return new Meeting(
                "tcp",
                name,
                Set.of(WORDS.getOrDefault(template, Integer.toString(template))),
                Templates.isRequest(template) ? symbols.apply(RequestDescriptor.symbol(bytes, offset)) : "",
                "",
                faults.seq());
    }

    private final class Wire extends ChannelDuplexHandler {
        private final OutHold in = new OutHold(faults.later());
        private final OutHold out = new OutHold(faults.later());
        private byte[] unread = {};
        private String name = "";
        private boolean isMute;
        private @Nullable String cutAt;
        private @Nullable Fault killing;

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object message) {
            final ByteBuf bytes = (ByteBuf) message;
            final int before = unread.length;
            unread = Arrays.copyOf(unread, before + bytes.readableBytes());
            bytes.readBytes(unread, before, unread.length - before);
            bytes.release();
            int at = 0;
            int length = Frame.scan(unread, at, unread.length - at);
            while (length > 0 && frame(context, at, length)) {
                at += length;
                length = Frame.scan(unread, at, unread.length - at);
            }
            if (length < 0) {
                pass(context, at, unread.length - at); // the door reports the error
                at = unread.length;
            }
            unread = Arrays.copyOfRange(unread, at, unread.length);
        }

        /** Handles a whole frame; returns whether the connection stays open. */
        private boolean frame(final ChannelHandlerContext context, final int at, final int length) {
            final int template = Frame.template(unread, at);
            if (template == Templates.LOGIN && length >= Frame.HEADER_LENGTH + LoginDescriptor.BLOCK_LENGTH) {
                name = names.apply(LoginDescriptor.session(unread, at));
            }
            final Fault fault = WORDS.containsKey(template) ? faults.meet(meeting(name, unread, at), WIRE) : null;
            if (fault != null || Templates.isRequest(template)) {
                traffic.add(
                        "tcp",
                        name,
                        WORDS.getOrDefault(template, ""),
                        null,
                        fault == null ? null : fault.kind().word());
            }
            if (fault == null) {
                pass(context, at, length);
                return true;
            }
            switch (fault.kind()) {
                case LOSE_REQUEST -> {
                    final var unused = context.close();
                    return false;
                }
                case DELAY -> (fault.says("at").equals("before") ? in : out).begin(fault.duration());
                case STALL -> out.begin(fault.duration());
                case CUT -> cutAt = fault.says("at");
                case KILL -> {
                    if (fault.says("at").equals("before")) {
                        faults.kill(fault);
                    }
                    killing = fault;
                }
                default -> isMute = true;
            }
            pass(context, at, length);
            return true;
        }

        private void pass(final ChannelHandlerContext context, final int at, final int length) {
            final ByteBuf frame = Unpooled.copiedBuffer(unread, at, length);
            in.pass(() -> context.executor().execute(() -> context.fireChannelRead(frame)));
        }

        @Override
        public void write(final ChannelHandlerContext context, final Object message, final ChannelPromise promise) {
            final String at = cutAt;
            final Fault deadly = killing;
            if (deadly != null) {
                faults.kill(deadly);
            }
            if (isMute) {
                ReferenceCountUtil.release(message);
                promise.setSuccess();
            } else if (at != null) {
                cut(context, at, (ByteBuf) message, promise);
            } else {
                out.pass(() -> context.executor().execute(() -> {
                    final var unused = context.writeAndFlush(message, promise);
                }));
            }
        }
    }

    /** Sends a message, half a message or nothing, and closes the connection. */
    static void cut(
            final ChannelHandlerContext context, final String at, final ByteBuf bytes, final ChannelPromise promise) {
        final int length =
                at.equals("after") ? bytes.readableBytes() : at.equals("within") ? bytes.readableBytes() / 2 : 0;
        final var unused = context.writeAndFlush(bytes.readRetainedSlice(length), promise)
                .addListener(ChannelFutureListener.CLOSE);
        bytes.release();
    }
}
