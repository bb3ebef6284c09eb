package io.daybook.testvenue;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Free ports that a venue keeps from one life to the next. On Linux, a socket that is bound to a port but does not
 * listen keeps the system from giving the port to another program between two lives, and still lets a door listen
 * there. On other systems no door could listen there, so the ports are merely free at the start. Used by one thread.
 */
final class HeldPorts implements Closeable {
    private static final boolean CAN_HOLD = "Linux".equals(System.getProperty("os.name"));

    private final List<Socket> sockets = new ArrayList<>();

    /** Takes a free port. */
    int next(final InetAddress address) throws IOException {
        final Socket socket = new Socket();
        sockets.add(socket);
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(address, 0));
        return socket.getLocalPort();
    }

    /** Holds the port of a process that has ended, unless another program has taken it by now. */
    void again(final InetAddress address, final int port) throws IOException {
        if (!CAN_HOLD) {
            return;
        }
        final Socket socket = new Socket();
        sockets.add(socket);
        socket.setReuseAddress(true);
        try {
            socket.bind(new InetSocketAddress(address, port));
        } catch (BindException e) {
            return; // the next process reports it
        }
    }

    /** Prepares for doors that listen on the ports, once all ports are taken. */
    void ready() throws IOException {
        if (!CAN_HOLD) {
            close();
        }
    }

    @Override
    public void close() throws IOException {
        for (final Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }
}
