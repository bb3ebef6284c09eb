package io.daybook.gateway.config;

import io.daybook.api.Listing;
import java.util.List;

/**
 * The section {@code [gateway.feed]} in the file of a cluster's node.
 *
 * @param door the feed, and its destination from this node
 * @param listings the listings with the names for snapshots, by symbol
 * @param restarts the number of restarts of the cluster's feed, 0 to {@value #MAX_RESTARTS}; equal on all nodes
 * @param anewFrom the seq of the snapshot from which the feed last began anew, because all nodes had lost its state; 0
 *     if it never did
 */
public record NodeFeedConfig(FeedDoor door, List<Listing> listings, int restarts, long anewFrom) {
    /** The most restarts of a feed. */
    public static final int MAX_RESTARTS = 0xFF;

    /** Copies the list. */
    public NodeFeedConfig {
        listings = List.copyOf(listings);
    }
}
