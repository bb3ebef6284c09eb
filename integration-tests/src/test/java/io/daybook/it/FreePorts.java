package io.daybook.it;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for processes that are killed and come back on the port that they had. They are below those that systems give
 * to sockets without a port of their own: between two lives no other test gets them, and no client that tries to
 * connect there meets itself. And they are below those of the documents, whose commands other tests run, and of
 * clusters.
 */
final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int END = 14_900;

    private FreePorts() {}

    /** A port that nobody has, neither for TCP nor for UDP. */
    static int next() {
        while (true) {
            final int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            try (ServerSocket tcp = new ServerSocket();
                    DatagramSocket udp = new DatagramSocket(null)) {
                tcp.bind(address);
                udp.bind(address);
                return port;
            } catch (IOException e) {
                continue; // somebody has it
            }
        }
    }
}
