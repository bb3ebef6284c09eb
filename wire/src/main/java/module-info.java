/** The bytes between clients and a venue: orders over TCP, the feed, JSON, and files of hops. */
module io.daybook.wire {
    requires static transitive org.jspecify;

    exports io.daybook.wire;
    exports io.daybook.wire.feed;
    exports io.daybook.wire.hops;
    exports io.daybook.wire.json;
}
