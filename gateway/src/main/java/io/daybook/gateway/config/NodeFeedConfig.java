package io.daybook.gateway.config;

import io.daybook.api.Listing;
import java.util.List;

/**
 * What the section {@code [gateway.feed]} in the file of a cluster's node says.
 *
 * @param door the feed, and where this node sends it
 * @param listings whose names snapshots tell, by their symbols
 * @param restarts how often the feed of the cluster was begun anew, 0 to {@value #MAX_RESTARTS}; the same on all nodes
 * @param anewFrom at which seq it was begun anew last where its state was lost on all nodes, a snapshot's; 0 for never
 */
public record NodeFeedConfig(FeedDoor door, List<Listing> listings, int restarts, long anewFrom) {
    /** A feed can be begun anew so often. */
    public static final int MAX_RESTARTS = 0xFF;

    /** Copies the list. */
    public NodeFeedConfig {
        listings = List.copyOf(listings);
    }
}
