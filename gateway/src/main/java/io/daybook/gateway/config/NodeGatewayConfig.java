package io.daybook.gateway.config;

import io.daybook.gateway.tcp.TcpSettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code [gateway]} in the file of a cluster's node.
 *
 * @param members the file of members and their sessions
 * @param tcp the door for programs
 * @param fix the door of FIX; null for none
 * @param feed the public feed; null for none
 * @param addresses the addresses of the doors of all nodes for clients, {@code host:port}, by node
 */
public record NodeGatewayConfig(
        Path members,
        TcpSettings tcp,
        @Nullable NodeFixConfig fix,
        @Nullable NodeFeedConfig feed,
        List<String> addresses) {

    /** Copies the list. */
    public NodeGatewayConfig {
        addresses = List.copyOf(addresses);
    }
}
