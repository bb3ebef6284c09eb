package io.daybook.perf.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One subscriber of a book: checks the messages for gaps, and records the age of each change. Used by one thread. */
final class StreamPeer implements AutoCloseable {
    private static final byte[] PREV = "\"prev\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEQ = "\"seq\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TIME = "\"time\":".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 1 << 17;
    private static final int CLOSE = 8;
    private static final int PING = 9;

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(BUFFER);
    private final Histogram micros;
    private long last = -1;
    private long messages;
    private long gaps;
    private boolean isClosed;

    private StreamPeer(final SocketChannel channel, final Histogram micros) {
        this.channel = channel;
        this.micros = micros;
    }

    /**
     * Connects and subscribes.
     *
     * @param reads whether the connection is registered with the selector; otherwise it never reads
     */
    static StreamPeer open(
            final int port,
            final String subscription,
            final Selector selector,
            final Histogram micros,
            final boolean reads)
            throws IOException {
        final SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, reads ? BUFFER : 4_096);
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        final StreamPeer peer = new StreamPeer(channel, micros);
        peer.write(String.join(
                        "\r\n",
                        "GET /v1/stream HTTP/1.1",
                        "Host: 127.0.0.1",
                        "Upgrade: websocket",
                        "Connection: Upgrade",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                        "Sec-WebSocket-Version: 13",
                        "",
                        "")
                .getBytes(StandardCharsets.US_ASCII));
        final StringBuilder head = new StringBuilder();
        final var reader = Channels.newInputStream(channel);
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) reader.read());
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException(head.toString());
        }
        peer.frame(0x81, subscription.getBytes(StandardCharsets.US_ASCII));
        channel.configureBlocking(false);
        if (reads) {
            final SelectionKey unused = channel.register(selector, SelectionKey.OP_READ, peer);
        }
        return peer;
    }

    /** The number of messages of the channel since the last call. */
    long takeMessages() {
        final long count = messages;
        messages = 0;
        return count;
    }

    long gaps() {
        return gaps;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Reads the messages that have arrived. */
    void read() throws IOException {
        if (channel.read(in) < 0) {
            isClosed = true;
            channel.close();
            return;
        }
        final Instant now = Instant.now();
        final long nowMicros = TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1_000;
        in.flip();
        while (message(nowMicros)) {
            // handles one message after the other
        }
        in.compact();
    }

    private boolean message(final long nowMicros) throws IOException {
        if (in.remaining() < 2) {
            return false;
        }
        final int at = in.position();
        int length = in.get(at + 1);
        int header = 2;
        if (length == 126 && in.remaining() >= 4) {
            length = in.getShort(at + 2) & 0xFFFF;
            header = 4;
        } else if (length == 127 && in.remaining() >= 10) {
            length = (int) in.getLong(at + 2);
            header = 10;
        } else if (length >= 126) {
            return false;
        }
        if (in.remaining() < header + length) {
            return false;
        }
        final int opcode = in.get(at) & 0xF;
        in.position(at + header + length);
        if (opcode == PING) {
            frame(0x8A, new byte[0]);
        } else if (opcode == CLOSE) {
            isClosed = true;
        } else {
            take(at + header, at + header + length, nowMicros);
        }
        return true;
    }

    private void take(final int from, final int to, final long nowMicros) {
        final long seq = number(SEQ, from, to);
        final long prev = number(PREV, from, to);
        if (seq < 0) {
            return; // the answer to the subscription
        }
        if (prev >= 0) {
            messages++;
            gaps += prev == last ? 0 : 1;
            micros.recordValue(
                    Math.max(0, Math.min(nowMicros - number(TIME, from, to), micros.getHighestTrackableValue())));
        }
        last = seq;
    }

    /** The number after a name in the first bytes of a message, or −1. */
    private long number(final byte[] name, final int from, final int to) {
        final byte[] bytes = in.array();
        final int end = Math.min(to, from + 120) - name.length;
        for (int i = from; i < end; i++) {
            int same = 0;
            while (same < name.length && bytes[i + same] == name[same]) {
                same++;
            }
            if (same == name.length) {
                long value = 0;
                for (int j = i + same; bytes[j] >= '0' && bytes[j] <= '9'; j++) {
                    value = 10 * value + bytes[j] - '0';
                }
                return value;
            }
        }
        return -1;
    }

    private void frame(final int first, final byte[] payload) throws IOException {
        final ByteBuffer frame = ByteBuffer.allocate(6 + payload.length);
        frame.put((byte) first).put((byte) (0x80 | payload.length)).putInt(0).put(payload);
        write(frame.array());
    }

    private void write(final byte[] bytes) throws IOException {
        final ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
