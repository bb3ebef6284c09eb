package io.daybook.venue;

import io.daybook.server.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/** Checks whether a door can listen, before the exchange is started: a taken port is the usual mistake. */
public final class FreePort {
    private FreePort() {}

    /**
     * Requires a port on which no process listens now.
     *
     * @param address the address to listen on
     * @param port the port; 0 for any, which is always free
     * @param key the key of the configuration that sets the port
     * @param data the exchange's folder: if a second process on the same files finds the port taken, the message names
     *     the folder, which is the cause
     * @param who the name of this process, for a message to another process that needs the folder at this moment
     * @throws StartException with the key, or the process that has the folder
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
                    "it cannot listen on " + address.getHostAddress() + ":" + port + ": " + e.getMessage()
                            + ". Another process may have the port: choose another " + key);
        }
    }
}
