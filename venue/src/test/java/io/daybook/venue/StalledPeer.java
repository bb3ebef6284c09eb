package io.daybook.venue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A stream client with a small window, which reads only on request. */
final class StalledPeer implements AutoCloseable {
    private static final int WINDOW = 4_096;
    private static final int WAIT_MS = 60_000;
    private static final int MASKED = 0x80;
    private static final int MEDIUM_FOLLOWS = 126;
    private static final int LONG_FOLLOWS = 127;

    private final Socket socket = new Socket();

    static StalledPeer connect(final int port) throws IOException {
        final StalledPeer peer = new StalledPeer();
        peer.socket.setReceiveBufferSize(WINDOW);
        peer.socket.setSoTimeout(WAIT_MS);
        peer.socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        peer.socket
                .getOutputStream()
                .write(("GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        final StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) peer.socket.getInputStream().read());
        }
        return peer;
    }

    /** Sends a message of at most 125 bytes. */
    void send(final String message) throws IOException {
        final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeShort(0x8100 | MASKED | message.length());
        out.writeInt(0); // a mask that changes nothing
        out.writeBytes(message);
    }

    /** Reads up to a message that contains a text. Returns the number of snapshots before it. */
    int booksUntil(final String part) throws IOException {
        int books = 0;
        for (String message = next(); !message.contains(part); message = next()) {
            books += message.contains("\"snapshot\"") ? 1 : 0;
        }
        return books;
    }

    /** Reads up to a message that contains a text. */
    void until(final String part) throws IOException {
        while (!next().contains(part)) {
            // earlier messages do not matter
        }
    }

    private String next() throws IOException {
        final DataInputStream in = new DataInputStream(socket.getInputStream());
        in.readUnsignedByte();
        final int first = in.readUnsignedByte();
        final long length =
                first == LONG_FOLLOWS ? in.readLong() : first == MEDIUM_FOLLOWS ? in.readUnsignedShort() : first;
        final byte[] text = new byte[Math.toIntExact(length)];
        in.readFully(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
