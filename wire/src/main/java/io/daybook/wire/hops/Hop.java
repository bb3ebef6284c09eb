package io.daybook.wire.hops;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A point at which the time is taken on the path of an order, of its answer, or of its messages in the public feed. The
 * points of each path are declared in the order of passing.
 */
public enum Hop {
    /** The program sent a command, and the client gave it a number. */
    T10(10),
    /** The client's I/O thread took the command. */
    T11(11),
    /** The client's socket took the command. */
    T12(12),
    /** The venue read the command from its socket. */
    T1(1),
    /** The venue put the command into the ring, which gives it its place among all commands. */
    T2(2),
    /** The engine began the command. */
    T3(3),
    /** The engine finished the command. */
    T4(4),
    /** The journal released the result: forced or, with {@code ackMode = "write"}, written. */
    T4J(13),
    /** The gateway received the result. */
    T5(5),
    /** The venue's socket took the answer. */
    T6(6),
    /** The client read the answer. */
    T7(7),
    /** The client had decoded the answer. */
    T8(8),
    /** The program's listener was called. */
    T9(9),
    /** The public feed had made the command's messages in the first of its channels. */
    T5M(14),
    /** The feed gave the packet with the last of these messages to its lines. */
    T6M(15),
    /**
     * A subscriber read the packet that let it go on to the command's messages: no earlier message was missing any
     * more.
     */
    T7M(16),
    /** The subscriber began to apply the first message of the command. */
    T8M(17),
    /** The subscriber's books had all messages of the command, and its listener was called. */
    T9M(18);

    /** Codes are at least 1 and less than this limit. */
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

    /** The number of this hop in files. */
    public int code() {
        return code;
    }

    /** The name of this hop in tables, such as T4j. */
    public String label() {
        return "T" + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** The hop of a number; null for an unknown number. */
    static @Nullable Hop of(final long code) {
        return code >= 0 && code < CODE_LIMIT ? BY_CODE[(int) code] : null;
    }
}
