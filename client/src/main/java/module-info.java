/**
 * Order entry over TCP from the client's side: {@code DaybookClient}, and the byte layouts it shares with the venue.
 * Market data: order books, ITCH files, and the messages of a feed.
 */
module io.daybook.client {
    requires static transitive org.jspecify;

    exports io.daybook.client;
    exports io.daybook.client.book;
    exports io.daybook.client.feed;
    exports io.daybook.client.hops;
    exports io.daybook.client.itch;
    exports io.daybook.client.wire;
}
