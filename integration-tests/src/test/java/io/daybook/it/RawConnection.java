package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.PlaceDescriptor;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/** A connection to a gateway, on which a test can send what no proper client sends. */
final class RawConnection implements AutoCloseable {
    private static final int TIME_OUT_MS = 60_000;
    private static final int BID = 1;
    private static final int IOC = 2;

    private final byte[] bytes = new byte[Frame.MAX_LENGTH];
    private final Socket socket;
    private final DataInputStream in;

    RawConnection(final int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIME_OUT_MS);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Logs in, requests the whole stream, and waits for the welcome. */
    void login(final int session, final String secret, final int heartbeatMs) throws IOException {
        assertTrue(isWelcome(session, secret, heartbeatMs), () -> "refused: " + ByeDescriptor.text(bytes, 0));
    }

    /** The last request of the session, according to the welcome; must be called right after {@link #login}. */
    long lastRequest() {
        return WelcomeDescriptor.lastRequest(bytes, 0);
    }

    /** Tries to log in, and requests the whole stream; returns whether the answer is a welcome. */
    boolean isWelcome(final int session, final String secret, final int heartbeatMs) throws IOException {
        send(bytes, LoginDescriptor.encode(bytes, 0, session, heartbeatMs, 1, secret, "raw"));
        return read() == Templates.WELCOME;
    }

    /** Sends IOC orders that find nothing to trade with. */
    void place(final long firstRequest, final int count, final long uid) throws IOException {
        final byte[] many = new byte[count * 128];
        int length = 0;
        for (int i = 0; i < count; i++) {
            length += PlaceDescriptor.encode(many, length, firstRequest + i, uid, 1, BID, IOC, 1, 1, 0);
        }
        send(many, length);
    }

    /** Sends IOC orders that find nothing to trade with; returns whether they could be written to the connection. */
    boolean isTaken(final long firstRequest, final int count, final long uid) {
        try {
            place(firstRequest, count, uid);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    void send(final byte[] content, final int length) throws IOException {
        socket.getOutputStream().write(content, 0, length);
    }

    /** Reads the next message; returns its template. */
    int read() throws IOException {
        in.readFully(bytes, 0, Integer.BYTES);
        final int length = Frame.length(bytes, 0);
        in.readFully(bytes, Integer.BYTES, length - Integer.BYTES);
        return Frame.template(bytes, 0);
    }

    /** Reads until the connection ends; returns the reason of the end, or null if none was sent. */
    @Nullable
    ByeReason end() throws IOException {
        try {
            int template = read();
            while (template != Templates.BYE) {
                template = read();
            }
            return ByeReason.of(ByeDescriptor.reason(bytes, 0));
        } catch (EOFException | SocketException e) {
            return null;
        }
    }

    /** Tries to log in; returns the reason of the refusal. */
    @Nullable
    ByeReason refused(final int session, final String secret) throws IOException {
        send(bytes, LoginDescriptor.encode(bytes, 0, session, 1_000, 1, secret, "raw"));
        return end();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
