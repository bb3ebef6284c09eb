package io.daybook.wire.hops;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A place on the way of an order, of its answer, and of its messages in the public feed; each way in the order in which
 * its places are passed.
 */
public enum Hop {
    /** The program sent a command, which got its number. */
    T10(10),
    /** The client's I/O thread took it. */
    T11(11),
    /** The client's socket took it. */
    T12(12),
    /** The venue read it from its socket. */
    T1(1),
    /** The venue put it into the ring, which gives it its place among all commands. */
    T2(2),
    /** The engine began it. */
    T3(3),
    /** The engine finished it. */
    T4(4),
    /** The journal released its result: forced or, with {@code ackMode = "write"}, written. */
    T4J(13),
    /** The gateway received the result. */
    T5(5),
    /** The venue's socket took the answer. */
    T6(6),
    /** The client read the answer. */
    T7(7),
    /** The client had decoded it. */
    T8(8),
    /** The program's listener was called. */
    T9(9),
    /** The public feed had made its messages, in the first of its channels. */
    T5M(14),
    /** The packet with the last of these messages was given to the lines. */
    T6M(15),
    /** A subscriber read the packet after which no message before those of the command was missing. */
    T7M(16),
    /** The subscriber began the first of them. */
    T8M(17),
    /** The subscriber's books had all of them, and its listener was called. */
    T9M(18);

    /** All codes are from 1 to below this. */
    public static final int CODE_LIMIT = 19;

    private static final @Nullable Hop[] BY_CODE = new @Nullable Hop[CODE_LIMIT];

    static {
        for (final Hop hop : values()) {
            BY_CODE[hop.code] = hop;
        }
    }

    private final int code;

    Hop(final int code) {
        this.code = code;
    }

    /** Its number in files. */
    public int code() {
        return code;
    }

    /** Its name in tables, such as T4j. */
    public String label() {
        return "T" + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** The hop of a number; null for an unknown number. */
    static @Nullable Hop of(final long code) {
        return code >= 0 && code < CODE_LIMIT ? BY_CODE[(int) code] : null;
    }
}
