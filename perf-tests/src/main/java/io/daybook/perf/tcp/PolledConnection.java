package io.daybook.perf.tcp;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A socket to a venue of this machine that does not block by default, and its input as whole messages. Used by one
 * thread.
 */
abstract class PolledConnection implements Closeable {
    static final int BUFFER = 1 << 16;

    private final SocketChannel channel;
    private final int session;
    private final byte[] in = new byte[2 * BUFFER];
    private final ByteBuffer inBuffer = ByteBuffer.allocateDirect(BUFFER);
    private ByteBuffer out = ByteBuffer.allocate(0);
    private int inEnd;

    PolledConnection(final int port, final int session) throws IOException {
        this.session = session;
        this.channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
    }

    /** Makes {@link #read} wait until something comes. */
    final void block() throws IOException {
        channel.configureBlocking(true);
    }

    final int session() {
        return session;
    }

    /** Sets the bytes to send next; earlier bytes must all have been sent. */
    final void put(final ByteBuffer bytes) {
        out = bytes;
    }

    final boolean hasUnsent() {
        return out.hasRemaining();
    }

    /** Sends what the socket takes at once; returns whether anything was sent. */
    final boolean write() throws IOException {
        return out.hasRemaining() && channel.write(out) > 0;
    }

    /** Takes the messages that have come; returns whether any bytes came. */
    final boolean read() throws IOException {
        inBuffer.clear();
        final int count = channel.read(inBuffer);
        if (count < 0) {
            throw new EOFException("session " + session + " was closed");
        }
        if (count == 0) {
            return false;
        }
        inBuffer.flip().get(in, inEnd, count);
        inEnd += count;
        int start = 0;
        for (int length = scan(in, 0, inEnd); length > 0; length = scan(in, start, inEnd - start)) {
            take(in, start, length);
            start += length;
        }
        System.arraycopy(in, start, in, 0, inEnd - start);
        inEnd -= start;
        return true;
    }

    /** The length of the message at an offset; 0 or less if it is not complete yet. */
    abstract int scan(byte[] bytes, int offset, int available);

    abstract void take(byte[] bytes, int offset, int length) throws IOException;

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
