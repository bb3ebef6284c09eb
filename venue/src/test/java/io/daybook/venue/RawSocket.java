package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/**
 * A WebSocket without a library, with a small window. It can send frames that a library would not send, and reads only
 * on request.
 */
final class RawSocket implements AutoCloseable {
    private static final String STREAM = "/v1/stream";
    private static final int TIME_OUT_MS = 60_000;
    private static final int WINDOW = 4_096;
    private static final int CLOSE = 8;
    private static final int PING = 9;

    private final Socket socket;
    private final DataInputStream in;
    private String reason = "";

    private RawSocket(final Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    static RawSocket open(final int port, final String token) throws IOException {
        return at(port, STREAM, token);
    }

    /** Opens a WebSocket at a path. */
    static RawSocket at(final int port, final String path, final String token) throws IOException {
        final RawSocket raw = new RawSocket(connect(port));
        raw.write(request(port, path, token.isEmpty() ? "X-None: 1" : "Authorization: Bearer " + token));
        final String answer = raw.head();
        assertTrue(answer.startsWith("HTTP/1.1 101"), answer);
        return raw;
    }

    /** Returns the answer to an upgrade with a header that replaces the usual one. */
    static String upgrade(final int port, final String header) throws IOException {
        try (RawSocket raw = new RawSocket(connect(port))) {
            raw.write(request(port, STREAM, header));
            return raw.head();
        }
    }

    private static Socket connect(final int port) throws IOException {
        final Socket socket = new Socket();
        socket.setReceiveBufferSize(WINDOW);
        socket.setSoTimeout(TIME_OUT_MS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    private static byte[] request(final int port, final String path, final String header) {
        final StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\n");
        final String name = header.substring(0, header.indexOf(':') + 1);
        for (final String usual : new String[] {
            "Host: 127.0.0.1:" + port,
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13"
        }) {
            if (!usual.startsWith(name)) {
                request.append(usual).append("\r\n");
            }
        }
        if (!header.endsWith(": ")) {
            request.append(header).append("\r\n");
        }
        return request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void write(final byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    private String head() throws IOException {
        final StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        return head.toString();
    }

    /** Sends a frame; its mask is 0. */
    void send(final int first, final byte[] payload) throws IOException {
        frame(first, 0x80, payload);
    }

    /** Sends empty frames in one write. */
    void sendAtOnce(final int first, final int count) throws IOException {
        final byte[] frames = new byte[6 * count];
        for (int i = 0; i < frames.length; i += 6) {
            frames[i] = (byte) first;
            frames[i + 1] = (byte) 0x80;
        }
        write(frames);
    }

    void sendUnmasked(final int first, final byte[] payload) throws IOException {
        frame(first, 0, payload);
    }

    private void frame(final int first, final int mask, final byte[] payload) throws IOException {
        final ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(first);
        if (payload.length < 126) {
            frame.write(mask | payload.length);
        } else {
            frame.write(mask | 126);
            frame.write(payload.length >> 8);
            frame.write(payload.length);
        }
        frame.writeBytes(new byte[mask == 0 ? 0 : 4]);
        frame.writeBytes(payload);
        write(frame.toByteArray());
    }

    /** Returns the next message. */
    String text() throws IOException {
        while (true) {
            final int opcode = in.readUnsignedByte() & 0xF;
            final byte[] payload = payload();
            if (opcode == 1) {
                return new String(payload, StandardCharsets.UTF_8);
            }
            assertEquals(PING, opcode, () -> new String(payload, StandardCharsets.UTF_8));
        }
    }

    /** Reads to the end, and returns the code with which the server closed. */
    int closed() throws IOException {
        while (true) {
            final int opcode = in.readUnsignedByte() & 0xF;
            final byte[] payload = payload();
            if (opcode == CLOSE) {
                reason = new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
                assertEquals(-1, next(), "nothing follows a close");
                return (payload[0] & 0xFF) << 8 | payload[1] & 0xFF;
            }
        }
    }

    /**
     * Returns the next byte, or −1 at the end. A peer that closes before it has read all sent bytes resets the
     * connection.
     */
    private int next() throws IOException {
        try {
            return in.read();
        } catch (SocketException e) {
            return -1;
        }
    }

    /** The reason for which the server closed. */
    String reason() {
        return reason;
    }

    private byte[] payload() throws IOException {
        int length = in.readUnsignedByte();
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = Math.toIntExact(in.readLong());
        }
        final byte[] payload = new byte[length];
        in.readFully(payload);
        return payload;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
