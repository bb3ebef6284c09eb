package io.daybook.gateway.config;

import io.daybook.api.Listing;
import java.util.List;

/**
 * The settings of the FIX door in the file of a cluster's node.
 *
 * @param door its address on this node, and its limits
 * @param listings the listings for members, by symbol; equal on all nodes
 * @param addresses the addresses of the FIX doors of all nodes for clients, {@code host:port}, by node
 */
public record NodeFixConfig(FixDoor door, List<Listing> listings, List<String> addresses) {

    /** Copies the lists. */
    public NodeFixConfig {
        listings = List.copyOf(listings);
        addresses = List.copyOf(addresses);
    }
}
