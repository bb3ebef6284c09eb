package io.daybook.wire.hops;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A place on the way of an order, of its answer, and of what the public feed tells of it; each way in the order in
 * which its places are passed.
 */
public enum Hop {
    /** The program sent a command: it got its number. */
    T10(10, "decided by the program"),
    /** The client's I/O thread took it. */
    T11(11, "taken by the client's I/O thread"),
    /** The client's socket took it. */
    T12(12, "written by the client"),
    /** The venue read it from its socket. */
    T1(1, "read by the venue"),
    /** The venue put it into the ring, which gives it its place among all commands. */
    T2(2, "published"),
    /** The engine began with it. */
    T3(3, "begun by the engine"),
    /** The engine was through with it. */
    T4(4, "settled"),
    /** The journal let its result go: it was forced, or, with {@code ackMode = "write"}, written. */
    T4J(13, "released by the journal"),
    /** The gateway was told the result. */
    T5(5, "heard by the gateway"),
    /** The venue's socket was given the answer. */
    T6(6, "written by the venue"),
    /** The client read the answer. */
    T7(7, "read by the client"),
    /** The client had decoded it. */
    T8(8, "decoded by the client"),
    /** The program's listener was called. */
    T9(9, "told to the program"),
    /** The public feed had made its messages of it, in the channel that was first. */
    T5M(14, "encoded by the feed"),
    /** The packet with the last of these messages was given to the lines. */
    T6M(15, "sent by the feed"),
    /** A subscriber read the packet with which nothing before the command's messages was missing. */
    T7M(16, "read by the subscriber"),
    /** It began with the first of them. */
    T8M(17, "decoded by the subscriber"),
    /** Its books had all of them, and its listener was called. */
    T9M(18, "told to the subscriber's program");

    /** All codes are from 1 to below this. */
    public static final int CODE_LIMIT = 19;

    private static final @Nullable Hop[] BY_CODE = new @Nullable Hop[CODE_LIMIT];

    static {
        for (final Hop hop : values()) {
            BY_CODE[hop.code] = hop;
        }
    }

    private final int code;
    private final String meaning;

    Hop(final int code, final String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** Its number in files. */
    public int code() {
        return code;
    }

    /** Its name in tables, as T4j. */
    public String label() {
        return "T" + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** What has happened there, for a table. */
    public String meaning() {
        return meaning;
    }

    /** The hop of a number; null for a number of none. */
    static @Nullable Hop of(final long code) {
        return code >= 0 && code < CODE_LIMIT ? BY_CODE[(int) code] : null;
    }
}
