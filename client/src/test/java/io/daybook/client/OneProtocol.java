package io.daybook.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocket;

/** Creates sockets that support one version of TLS. */
final class OneProtocol extends ServerSocketFactory {
    private final ServerSocketFactory sockets;
    private final String protocol;

    OneProtocol(final ServerSocketFactory sockets, final String protocol) {
        this.sockets = sockets;
        this.protocol = protocol;
    }

    @Override
    public ServerSocket createServerSocket(final int port) throws IOException {
        return limited(sockets.createServerSocket(port));
    }

    @Override
    public ServerSocket createServerSocket(final int port, final int backlog) throws IOException {
        return limited(sockets.createServerSocket(port, backlog));
    }

    @Override
    public ServerSocket createServerSocket(final int port, final int backlog, final InetAddress address)
            throws IOException {
        return limited(sockets.createServerSocket(port, backlog, address));
    }

    private ServerSocket limited(final ServerSocket socket) {
        ((SSLServerSocket) socket).setEnabledProtocols(new String[] {protocol});
        return socket;
    }
}
