package io.daybook.server.http;

import io.daybook.sessions.limit.AddressBlock;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;

/**
 * Limits the number of open connections, in total and per address ({@link AddressBlock}). Any event loop may call it.
 */
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

    /** Returns whether a connection may stay; closes it if not. */
    boolean admit(final SocketChannel channel) {
        final InetAddress address = channel.remoteAddress().getAddress();
        final boolean isAdmitted = take(address);
        if (isAdmitted) {
            final Future<?> unused = channel.closeFuture().addListener(closed -> release(address));
        } else {
            observer.onLimited("connections");
            final Future<?> unused = channel.close();
        }
        return isAdmitted;
    }

    /** Counts one more connection of an address, if the limits allow it; returns whether they do. */
    synchronized boolean take(final InetAddress address) {
        final InetAddress block = AddressBlock.of(address);
        final int count = ofAddress.getOrDefault(block, 0);
        if (open >= most || count >= mostOfAddress && !address.isLoopbackAddress() && !proxies.has(address)) {
            return false;
        }
        open++;
        ofAddress.put(block, count + 1);
        observer.onConnections(open);
        return true;
    }

    /** Counts one connection of an address fewer. */
    synchronized void release(final InetAddress address) {
        open--;
        ofAddress.computeIfPresent(AddressBlock.of(address), (unused, count) -> count == 1 ? null : count - 1);
        observer.onConnections(open);
    }
}
