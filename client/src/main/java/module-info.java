/**
 * Order entry over TCP from the client's side: {@code DaybookClient}, on the byte layouts of {@code io.daybook.wire}.
 * Market data: order books, and the messages of a feed.
 */
module io.daybook.client {
    requires static transitive org.jspecify;
    requires transitive io.daybook.wire;

    exports io.daybook.client;
    exports io.daybook.client.book;
    exports io.daybook.client.feed;
}
