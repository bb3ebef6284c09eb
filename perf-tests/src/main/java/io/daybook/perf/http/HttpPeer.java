package io.daybook.perf.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** One connection that sends a request, waits for its answer, and sends the next request. Used by one thread. */
final class HttpPeer implements AutoCloseable {
    private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 1 << 16;

    private final SocketChannel channel;
    private final Supplier<byte[]> requests;
    private final ByteBuffer in = ByteBuffer.allocate(BUFFER);
    private long sentNs;
    private int failures;

    private HttpPeer(final SocketChannel channel, final Supplier<byte[]> requests) {
        this.channel = channel;
        this.requests = requests;
    }

    /** Connects, and registers the connection with the selector, as the attachment of its key. */
    static HttpPeer open(final int port, final Selector selector, final Supplier<byte[]> requests) throws IOException {
        final SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        final HttpPeer peer = new HttpPeer(channel, requests);
        final SelectionKey unused = channel.register(selector, SelectionKey.OP_READ, peer);
        return peer;
    }

    /** Sends the next request. */
    void send() throws IOException {
        final ByteBuffer request = ByteBuffer.wrap(requests.get());
        sentNs = System.nanoTime();
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    /** Reads; returns the ns from the request to its answer, or −1 if the answer is not complete yet. */
    long read() throws IOException {
        if (channel.read(in) < 0) {
            throw new IOException("the server has closed a connection");
        }
        final int end = wholeLength();
        if (end < 0 || in.position() < end) {
            return -1;
        }
        if (in.get(9) != '2') {
            failures++;
            if (failures == 1) {
                System.out.println(
                        "first failure: " + new String(in.array(), 0, in.position(), StandardCharsets.UTF_8));
            }
        }
        in.clear();
        return System.nanoTime() - sentNs;
    }

    /** The number of answers whose status was not 2xx. */
    int failures() {
        return failures;
    }

    /** The length of the answer in bytes, or −1 while its head is not complete. */
    private int wholeLength() {
        final byte[] bytes = in.array();
        int length = 0;
        for (int i = 0; i + 3 < in.position(); i++) {
            if (isAt(bytes, i)) {
                length = 0;
                for (int j = i + LENGTH.length; bytes[j] >= '0' && bytes[j] <= '9'; j++) {
                    length = 10 * length + bytes[j] - '0';
                }
            }
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                return i + 4 + length;
            }
        }
        return -1;
    }

    private static boolean isAt(final byte[] bytes, final int from) {
        for (int i = 0; i < LENGTH.length; i++) {
            if (from + i >= bytes.length || bytes[from + i] != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
