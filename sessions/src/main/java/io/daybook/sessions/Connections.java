package io.daybook.sessions;

import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.limit.Addresses;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a door: it limits their number, and decides which may log in. Used under the layer's lock.
 *
 * @param <C> the connections of the door's protocol
 */
public final class Connections<C extends SessionConnection> {
    private final DoorSetup setup;
    private final Protocol protocol;
    private final Addresses addresses;
    private final List<C> all = new ArrayList<>();
    private final AtomicInteger upCount = new AtomicInteger();

    Connections(final DoorSetup setup, final Protocol protocol) {
        this.setup = setup;
        this.protocol = protocol;
        this.addresses = new Addresses(setup.limits(), setup.audit());
    }

    boolean admits(final InetAddress address, final boolean isClosing) {
        final SessionLimits limits = setup.limits();
        final String fault = isClosing
                ? "CLOSING"
                : all.size() >= limits.connections()
                        ? "CONNECTIONS"
                        : all.size() - upCount.get() >= limits.notLoggedIn() ? "NOT_LOGGED_IN" : null;
        return addresses.connect(address, fault, nowNs());
    }

    private long nowNs() {
        return setup.clock().nanoTime();
    }

    /** Adds a connection that was accepted and {@linkplain SessionLayer#admits admitted}. */
    public void add(final C connection) {
        connection.index = all.size();
        all.add(connection);
    }

    /** Marks the login of a connection as done. A connection that has ended meanwhile is not counted. */
    public void up(final C connection) {
        if (!connection.isUp()) {
            connection.up();
            if (connection.index != SessionConnection.GONE) {
                upCount.incrementAndGet();
            }
        }
    }

    /** Removes a connection that has ended. Returns false if it was removed before. */
    public boolean remove(final C connection) {
        if (connection.index == SessionConnection.GONE) {
            return false;
        }
        final C last = all.remove(all.size() - 1);
        if (last != connection) {
            all.set(connection.index, last);
            last.index = connection.index;
        }
        connection.index = SessionConnection.GONE;
        if (connection.isUp()) {
            upCount.decrementAndGet();
        }
        addresses.disconnect(connection.address());
        return true;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** The number of connections that are logged in. Any thread. */
    public int upCount() {
        return upCount.get();
    }

    /** Visits all connections. The visitor may end the connection that it visits. */
    public void forEach(final Consumer<C> visitor) {
        for (int i = 0; i < all.size(); ) {
            final C connection = all.get(i);
            visitor.accept(connection);
            i += connection.index == i ? 1 : 0; // if this one was removed, the last one is at its index now
        }
    }

    /**
     * Returns the reason for which a login is refused, or null.
     *
     * @param settings the settings of the session, null if there is none
     * @param bytes an array with the secret at an offset
     */
    public @Nullable String fault(
            final C connection,
            final @Nullable SessionSettings settings,
            final byte[] bytes,
            final int offset,
            final int length) {
        if (addresses.hasFailedTooOften(connection.address(), nowNs())) {
            return "TOO_MANY_FAILURES";
        }
        if (settings == null || settings.protocol() != protocol) {
            return "UNKNOWN_SESSION";
        }
        if (settings.retired()) {
            return "RETIRED";
        }
        if (!settings.mayComeFrom(connection.address())) {
            return "ADDRESS";
        }
        return settings.admits(bytes, offset, length) ? null : "SECRET";
    }

    /** Counts a login that the client got wrong. After too many of them, no login from its address is checked. */
    public void failed(final C connection, final int session, final String fault) {
        addresses.failed(connection.address(), nowNs());
        refused(connection, session, fault);
    }

    /** Logs that a login was refused. */
    public void refused(final C connection, final int session, final String reason) {
        final String address = connection.address().getHostAddress();
        setup.audit().write(new AuditEvent.LoginRefused(Integer.toUnsignedLong(session), address, reason));
    }

    /** Reports an exception that the session of a connection threw. */
    public void thrown(final C connection, final Throwable cause) {
        setup.onFailure().accept("a connection from " + connection.address().getHostAddress(), cause);
    }

    void tick(final long nowNs) {
        addresses.tick(nowNs);
    }
}
