package io.daybook.venue;

import io.daybook.server.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/** Whether a door can listen: asked before the exchange is started, for a taken port is the usual mistake. */
public final class FreePort {
    private FreePort() {}

    /**
     * Finds a port on which no process listens now.
     *
     * @param address to listen on
     * @param port there; 0 for any, which is always free
     * @param key of the configuration that names the port
     * @param data the exchange's folder: a second process on the same files finds the port taken, and its folder, which
     *     is the cause
     * @param who asks, which another who asks for the folder at this moment is told
     * @throws StartException naming the key, or the process that has the folder
     */
    public static void require(
            final InetAddress address, final int port, final String key, final Path data, final String who)
            throws StartException {
        try (ServerSocket probe = new ServerSocket(port, 1, address)) {
            assert probe.isBound();
        } catch (final IOException e) {
            FolderLock.requireFree(data, who);
            throw new StartException(
                    true,
                    "nothing can listen on " + address.getHostAddress() + ":" + port + ": " + e.getMessage()
                            + ". Another process may: choose another " + key);
        }
    }
}
