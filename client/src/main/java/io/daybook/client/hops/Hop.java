package io.daybook.client.hops;

import org.jspecify.annotations.Nullable;

/** A place on the way of an order and of its answer, in the order in which they are passed. */
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
    T9(9, "told to the program");

    /** All codes are from 1 to below this. */
    public static final int CODE_LIMIT = 14;

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

    /** What has happened there, for a table. */
    public String meaning() {
        return meaning;
    }

    /** The hop of a number; null for a number of none. */
    static @Nullable Hop of(final long code) {
        return code >= 0 && code < CODE_LIMIT ? BY_CODE[(int) code] : null;
    }
}
