package io.daybook.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A socket without TLS. */
final class PlainTransport implements Transport {
    private final SocketChannel channel;

    PlainTransport(final SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public boolean handshake() {
        return true;
    }

    @Override
    public int read(final ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public boolean write(final ByteBuffer source) throws IOException {
        if (source.hasRemaining()) {
            channel.write(source);
        }
        return !source.hasRemaining();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
