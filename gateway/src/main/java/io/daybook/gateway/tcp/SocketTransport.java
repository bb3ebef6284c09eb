package io.daybook.gateway.tcp;

import io.daybook.gateway.session.Connection;
import io.daybook.gateway.session.TcpLayer;
import io.daybook.sessions.outbox.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carries bytes between one socket and its {@link Connection}. At most one write is in flight; later bytes are
 * gathered, so that the amount not taken by the network is always known, with TLS or without.
 */
final class SocketTransport extends ChannelInboundHandlerAdapter implements Transport, ChannelFutureListener {
    private static final int GATHER_BYTES = 16 << 10;

    /** The most bytes that one write takes: smaller writes reveal a slow network earlier. */
    private static final int WRITE_BYTES = 64 << 10;

    private static final long CLOSE_MS = 1_000;

    private final TcpLayer layer;
    private @Nullable Channel channel;
    private @Nullable Connection connection;

    /** Bytes read and not taken by the connection. */
    private @Nullable ByteBuf leftover;

    /** Buffers to write: the last one is being filled, the first one is written next. */
    private final Deque<ByteBuf> gathered = new ArrayDeque<>();

    private long gatheredBytes;
    private boolean wantsRead = true;
    private int underWay;
    private long sent;
    private boolean isWriting;
    private boolean isClosing;

    SocketTransport(final TcpLayer layer) {
        this.layer = layer;
    }

    // ---- inbound -------------------------------------------------------------------------------------------------

    @Override
    public void handlerAdded(final ChannelHandlerContext context) {
        channel = context.channel();
    }

    @Override
    public void channelActive(final ChannelHandlerContext context) {
        final InetSocketAddress address = (InetSocketAddress) context.channel().remoteAddress();
        final Connection accepted = layer.connect(this, address.getAddress());
        connection = accepted;
        if (accepted == null) {
            close(context.channel());
        } else {
            context.fireChannelActive();
        }
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) {
        final ByteBuf bytes = (ByteBuf) message;
        final ByteBuf before = leftover;
        if (before == null) {
            leftover = bytes;
        } else {
            before.discardReadBytes().writeBytes(bytes);
            bytes.release();
        }
        deliver();
    }

    private void deliver() {
        final ByteBuf bytes = leftover;
        final Connection own = connection;
        if (bytes == null) {
            return;
        }
        while (own != null && bytes.isReadable() && own.inputRoom() > 0) {
            final int count = Math.min(bytes.readableBytes(), own.inputRoom());
            bytes.readBytes(own.input(), own.inputOffset(), count);
            own.received(count);
        }
        if (isClosing || own == null || !bytes.isReadable()) {
            leftover = null;
            bytes.release();
            read();
        }
    }

    /** Reads more only when everything read is delivered. */
    private void read() {
        channel().config().setAutoRead(wantsRead && leftover == null);
    }

    @Override
    public void channelInactive(final ChannelHandlerContext context) {
        ended("CLOSED_BY_CLIENT");
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
        ended(cause.getClass().getSimpleName());
        close(context.channel());
    }

    private void ended(final String reason) {
        final Connection own = connection;
        if (own != null) {
            connection = null;
            own.closed(reason);
        }
        final ByteBuf unread = leftover;
        if (unread != null) {
            leftover = null;
            unread.release();
        }
        gathered.forEach(ByteBuf::release);
        gathered.clear();
        gatheredBytes = 0;
    }

    @Override
    public void reading(final boolean wanted) {
        wantsRead = wanted;
        read();
        if (wanted && leftover != null) {
            channel().eventLoop().execute(this::deliver);
        }
    }

    // ---- outbound ------------------------------------------------------------------------------------------------

    @Override
    public void send(final byte[] bytes, final int offset, final int length) {
        ByteBuf buffer = gathered.peekLast();
        if (buffer == null || buffer.readableBytes() >= WRITE_BYTES) {
            if (!channel().isActive()) {
                return;
            }
            buffer = channel().alloc().ioBuffer(GATHER_BYTES);
            gathered.add(buffer);
        }
        buffer.writeBytes(bytes, offset, length);
        gatheredBytes += length;
    }

    @Override
    public void flush() {
        while (!isWriting && !gathered.isEmpty()) {
            final ByteBuf buffer = gathered.remove();
            underWay = buffer.readableBytes();
            gatheredBytes -= underWay;
            isWriting = true;
            final ChannelFuture unused = channel().writeAndFlush(buffer).addListener(this);
        }
    }

    /** Called when a write has ended. */
    @Override
    public void operationComplete(final ChannelFuture write) {
        isWriting = false;
        if (!write.isSuccess()) {
            underWay = 0;
            close(channel());
            return;
        }
        sent += underWay;
        underWay = 0;
        if (!gathered.isEmpty()) {
            flush();
        } else if (isClosing) {
            finish();
        }
    }

    @Override
    public long unsent() {
        return underWay + gatheredBytes;
    }

    @Override
    public long sent() {
        return sent;
    }

    @Override
    public void close() {
        isClosing = true;
        final Channel own = channel();
        if (unsent() == 0) {
            finish();
        } else {
            flush();
        }
        final Future<?> unused = own.eventLoop().schedule(() -> close(own), CLOSE_MS, TimeUnit.MILLISECONDS);
    }

    /** Reads and drops the client's remaining bytes for a while, because a reset would lose the BYE. */
    private void finish() {
        final Channel own = channel();
        if (own.isActive()
                && own instanceof DuplexChannel socket
                && own.pipeline().get(SslHandler.class) == null) {
            final ChannelFuture unused = socket.shutdownOutput();
            wantsRead = true;
            read();
        } else {
            close(own);
        }
    }

    private static void close(final Channel socket) {
        final ChannelFuture unused = socket.close();
    }

    private Channel channel() {
        final Channel own = channel;
        if (own == null) {
            throw new IllegalStateException("a transport must be in the pipeline of its channel");
        }
        return own;
    }
}
