package io.daybook.server.http;

import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;

/** How many connections there may be at once, and how many of one address. Any event loop. */
final class ConnectionLimits {
    private final int most;
    private final int mostOfAddress;
    private final Proxies proxies;
    private final HttpObserver observer;
    private final Map<InetAddress, Integer> ofAddress = new HashMap<>();
    private int open;

    ConnectionLimits(final int most, final int mostOfAddress, final Proxies proxies, final HttpObserver observer) {
        this.proxies = proxies;
        this.most = most;
        this.mostOfAddress = mostOfAddress;
        this.observer = observer;
    }

    /** Whether a connection may stay; closes it where it may not. */
    boolean admit(final SocketChannel channel) {
        final InetAddress address = channel.remoteAddress().getAddress();
        final boolean isAdmitted;
        synchronized (this) {
            final int count = ofAddress.getOrDefault(address, 0);
            isAdmitted = open < most && (count < mostOfAddress || address.isLoopbackAddress() || proxies.has(address));
            if (isAdmitted) {
                open++;
                ofAddress.put(address, count + 1);
                observer.onConnections(open);
            }
        }
        if (isAdmitted) {
            final Future<?> unused = channel.closeFuture().addListener(closed -> release(address));
        } else {
            observer.onLimited("connections");
            final Future<?> unused = channel.close();
        }
        return isAdmitted;
    }

    private synchronized void release(final InetAddress address) {
        open--;
        ofAddress.computeIfPresent(address, (unused, count) -> count == 1 ? null : count - 1);
        observer.onConnections(open);
    }
}
