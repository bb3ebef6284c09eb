package io.daybook.gateway.session;

import io.daybook.wire.ChangeDescriptor;
import io.daybook.wire.EmptyDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.PlaceDescriptor;
import io.daybook.wire.StatusDescriptor;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client that sends the frames of a test, valid or not, and receives frames. */
final class FakeClient {
    static final InetAddress ADDRESS = address(1);

    private final int session;
    private final byte[] frame = new byte[Frame.MAX_LENGTH];
    private FakeTransport transport = new FakeTransport();
    private @Nullable Connection connection;

    FakeClient(final int session) {
        this.session = session;
    }

    static InetAddress address(final int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    int session() {
        return session;
    }

    FakeTransport transport() {
        return transport;
    }

    boolean isOpen() {
        return connection != null && !transport.isClosed();
    }

    /** Opens a new connection; returns whether it was accepted. */
    boolean connect(final Venue venue) {
        transport = new FakeTransport();
        connection = venue.layer().connect(transport, ADDRESS);
        return connection != null;
    }

    void login(final Venue venue, final long nextOut) {
        connect(venue);
        send(LoginDescriptor.encode(frame, 0, session, 1_000, nextOut, Venue.SECRET.text(), "test"));
        venue.run();
    }

    void loginWith(final int number, final String secret) {
        send(LoginDescriptor.encode(frame, 0, number, 1_000, 0, secret, "test"));
    }

    void place(final long request, final long uid, final int side, final int type, final long price, final long size) {
        send(PlaceDescriptor.encode(frame, 0, request, uid, Venue.SYMBOL, side, type, price, size, 0));
    }

    void cancel(final long request, final long uid, final long orderId) {
        send(ChangeDescriptor.encodeCancel(frame, 0, request, uid, Venue.SYMBOL, orderId));
    }

    void status(final long id, final long orderId) {
        send(StatusDescriptor.encode(frame, 0, id, orderId));
    }

    void heartbeat() {
        send(EmptyDescriptor.encodeHeartbeat(frame, 0));
    }

    void logout() {
        send(EmptyDescriptor.encodeLogout(frame, 0));
    }

    /** The array in which a test makes its own frames. */
    byte[] frame() {
        return frame;
    }

    void send(final int length) {
        sendBytes(frame, 0, length);
    }

    /** Sends as many bytes as the connection takes; returns how many. */
    int sendBytes(final byte[] bytes, final int offset, final int length) {
        final Connection own = connection;
        if (own == null || transport.isClosed()) {
            return 0;
        }
        final int count = Math.min(length, own.inputRoom());
        System.arraycopy(bytes, offset, own.input(), own.inputOffset(), count);
        own.received(count);
        return count;
    }

    /** Drops the connection, because the venue is gone. */
    void forget() {
        connection = null;
    }

    /** The frames that have arrived since the last call, as lines. */
    List<String> heard() {
        final List<String> lines = new ArrayList<>();
        for (byte[] arrived = transport.arrive(); arrived != null; arrived = transport.arrive()) {
            lines.add(FrameText.of(arrived));
        }
        return lines;
    }

    /** Ends the connection as if the cable were cut. */
    void cut() {
        final Connection own = connection;
        connection = null;
        if (own != null) {
            own.closed("CUT");
        }
    }
}
