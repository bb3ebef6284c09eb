package io.daybook.server.http;

import io.daybook.server.identity.ApiKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The protocols of WebSockets, which are replaced all at once, and the open sockets. Any thread. */
public final class SocketRoutes {
    private volatile List<SocketProtocol> protocols = List.of();
    private final Set<WebSocket> open = ConcurrentHashMap.newKeySet();

    /** Replaces the protocols; an empty list serves no requests. Open sockets continue. */
    public void to(final List<SocketProtocol> others) {
        protocols = List.copyOf(others);
    }

    /** Ends all sockets. */
    public void closeAll(final int code, final String reason) {
        open.forEach(socket -> socket.close(code, reason));
    }

    /** The number of open sockets. */
    public int count() {
        return open.size();
    }

    /**
     * The open sockets of a key.
     *
     * @param key the key as it was when the first socket opened
     * @param sockets the number of the sockets
     * @param unsentBytes the unsent bytes of all of them
     */
    public record OfKey(ApiKey key, int sockets, long unsentBytes) {
        private OfKey and(final OfKey other) {
            return new OfKey(key, sockets + other.sockets, unsentBytes + other.unsentBytes);
        }
    }

    /** The keys that have sockets, by ascending number. */
    public List<OfKey> byKey() {
        final Map<Integer, OfKey> found = new TreeMap<>();
        for (final WebSocket socket : open) {
            final ApiKey key = socket.holder();
            if (key != null) {
                found.merge(key.number(), new OfKey(key, 1, socket.unsentBytes()), OfKey::and);
            }
        }
        return List.copyOf(found.values());
    }

    /**
     * Ends the sockets of a key.
     *
     * @return whether the key had a socket
     */
    public boolean closeAll(final int key, final int code, final String reason) {
        boolean had = false;
        for (final WebSocket socket : open) {
            final ApiKey holder = socket.holder();
            if (holder != null && holder.number() == key) {
                socket.close(code, reason);
                had = true;
            }
        }
        return had;
    }

    @Nullable
    SocketProtocol find(final String target) {
        final int query = target.indexOf('?');
        final String path = query < 0 ? target : target.substring(0, query);
        for (final SocketProtocol protocol : protocols) {
            if (protocol.takes(path)) {
                return protocol;
            }
        }
        return null;
    }

    void opened(final WebSocket socket) {
        open.add(socket);
    }

    void closed(final WebSocket socket) {
        open.remove(socket);
    }
}
