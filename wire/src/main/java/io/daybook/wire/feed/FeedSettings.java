package io.daybook.wire.feed;

/** The bounds and the defaults of a feed's settings, for the section of a venue's file and for the feed itself. */
public final class FeedSettings {
    /** The shortest packet: room for the longest message. */
    public static final int MIN_PACKET_BYTES = 256;

    /** The longest packet: the size of one datagram over IPv4. */
    public static final int MAX_PACKET_BYTES = 65_507;

    /** The usual length of the longest packet, which fits into a frame of Ethernet. */
    public static final int PACKET_BYTES = 1_400;

    /** The usual time in which each symbol's snapshot is sent once, in ms. */
    public static final int CYCLE_MS = 10_000;

    /** The usual limit of answered requests of one address, per second. */
    public static final int REQUESTS_PER_SECOND = 200;

    /** The usual limit of answered requests of all addresses, per second. */
    public static final int ALL_REQUESTS_PER_SECOND = 10_000;

    private FeedSettings() {}
}
