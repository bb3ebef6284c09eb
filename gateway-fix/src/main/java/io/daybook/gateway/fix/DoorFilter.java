package io.daybook.gateway.fix;

import io.daybook.gateway.fix.message.LogonText;
import io.daybook.gateway.fix.session.DoorConnection;
import io.daybook.gateway.fix.session.FixLayer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.AttributeKey;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;
import org.apache.mina.filter.codec.ProtocolCodecException;
import org.apache.mina.filter.codec.ProtocolDecoderException;
import quickfix.Session;
import quickfix.mina.CriticalProtocolCodecException;
import quickfix.mina.SessionConnector;

/** Filters between the decoder and QuickFIX/J: reports connections to the layer, and holds back input not admitted. */
final class DoorFilter extends IoFilterAdapter {
    private static final AttributeKey CONNECTION = new AttributeKey(DoorFilter.class, "connection");
    private static final AttributeKey BYTES = new AttributeKey(DoorFilter.class, "bytes");

    /** The beginning of every message of a session. */
    private static final String BEGIN = "8=FIX.4.4\001";

    /** The most bytes that may come before a message is complete. */
    private static final int MAX_BYTES = 128 << 10;

    private final FixLayer layer;

    private final ClientNotes notes;

    DoorFilter(final FixLayer layer, final ClientNotes notes) {
        this.layer = layer;
        this.notes = notes;
    }

    /** Limits the bytes before the decoder, which would collect bytes that never become a message. */
    static final class Bound extends IoFilterAdapter {
        @Override
        public void messageReceived(final NextFilter next, final IoSession io, final Object message) {
            if (message instanceof IoBuffer bytes) {
                final int before = (Integer) io.getAttribute(BYTES, 0);
                if (before > MAX_BYTES) {
                    io.closeNow();
                    return;
                }
                io.setAttribute(BYTES, before + bytes.remaining());
            }
            next.messageReceived(io, message);
        }
    }

    @Override
    public void sessionOpened(final NextFilter next, final IoSession io) {
        final InetAddress address = ((InetSocketAddress) io.getRemoteAddress()).getAddress();
        final DoorConnection connection = layer.connect(io, address, next);
        if (connection == null) {
            io.closeNow();
            return;
        }
        io.setAttribute(CONNECTION, connection);
        next.sessionOpened(io);
    }

    @Override
    public void messageReceived(final NextFilter next, final IoSession io, final Object message) {
        io.setAttribute(BYTES, 0);
        final DoorConnection connection = (DoorConnection) io.getAttribute(CONNECTION);
        if (connection == null) {
            return;
        }
        if (connection.passes((String) message)) {
            if (LogonText.mayBeLogon((String) message)) {
                connection.close(DoorConnection.SECOND_LOGON);
                return;
            }
            if (!((String) message).startsWith(BEGIN)
                    && io.getAttribute(SessionConnector.QF_SESSION) instanceof Session session) {
                endForVersion(session);
                return;
            }
            next.messageReceived(io, message);
        } else {
            layer.arrived(connection);
        }
    }

    /** Ends a session after a message of another version. QuickFIX/J would drop it as garbled; FIX requires the end. */
    private static void endForVersion(final Session session) {
        session.generateLogout();
        try {
            session.disconnect("a message whose 8 is not FIX.4.4", true);
        } catch (IOException e) {
            throw new UncheckedIOException("the numbers of a session cannot be read", e);
        }
    }

    /**
     * Logs faults of clients in one line. QuickFIX/J would log all bytes of a message that it cannot read, with a stack
     * trace, and each end of a connection.
     */
    @Override
    public void exceptionCaught(final NextFilter next, final IoSession io, final Throwable thrown) {
        final Throwable cause =
                thrown instanceof ProtocolDecoderException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof IOException || cause instanceof ProtocolCodecException) {
            notes.tell("a connection of " + io.getRemoteAddress() + ": " + cause);
            if (cause instanceof IOException || cause instanceof CriticalProtocolCodecException) {
                io.closeNow();
            }
            return;
        }
        next.exceptionCaught(io, thrown);
    }

    @Override
    public void messageSent(final NextFilter next, final IoSession io, final WriteRequest request) {
        final DoorConnection connection = (DoorConnection) io.getAttribute(CONNECTION);
        if (connection != null && io.isReadSuspended()) {
            connection.sent();
        }
        next.messageSent(io, request);
    }

    @Override
    public void sessionClosed(final NextFilter next, final IoSession io) {
        final DoorConnection connection = (DoorConnection) io.removeAttribute(CONNECTION);
        if (connection != null) {
            connection.over();
        }
        next.sessionClosed(io);
        if (connection != null) {
            layer.closed(connection);
        }
    }
}
