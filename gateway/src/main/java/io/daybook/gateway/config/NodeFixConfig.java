package io.daybook.gateway.config;

import io.daybook.api.Listing;
import java.util.List;

/**
 * What the file of a cluster's node says of the door of FIX.
 *
 * @param door where it listens on this node, and its limits
 * @param listings what members can name, by symbol; the same on all nodes
 * @param addresses where clients reach the FIX doors of all nodes, {@code host:port}, by node
 */
public record NodeFixConfig(FixDoor door, List<Listing> listings, List<String> addresses) {

    /** Copies the lists. */
    public NodeFixConfig {
        listings = List.copyOf(listings);
        addresses = List.copyOf(addresses);
    }
}
