package io.daybook.cluster.state;

import io.daybook.wire.Bytes;
import io.daybook.wire.OrderNumbers;
import java.util.Arrays;

/**
 * The rights of a connection, and the sessions that it may open as a client. The log has them at the place where the
 * connection was opened, so all nodes decide alike.
 *
 * <pre>
 *  0         1        2       4         8
 *  | version | rights | count | first   | last | ...      count ranges of sessions
 * </pre>
 *
 * <p>Little-endian; version and rights have one byte, count two, sessions four. Empty bytes allow everything, as in a
 * cluster without keys. Invalid bytes allow nothing.
 */
public final class Principal {
    /** The right to send orders, cancels, moves, reductions and replacements, and NOP. */
    public static final int TRADE = 1;

    /** The right to query. */
    public static final int VIEW = 2;

    /** The right to send every command, to begin a log, to import, to activate, and to take snapshots. */
    public static final int ADMIN = 4;

    /** The right to copy the log. */
    public static final int BACKUP = 8;

    /** The right to open and use all sessions of doors; other rights limit the commands sent there. */
    public static final int DOOR = 16;

    /** All rights, with every session. */
    public static final Principal ALL = new Principal(0xFF, new int[] {1, OrderNumbers.MAX_SESSION});

    /** No rights. */
    public static final Principal NONE = new Principal(0, new int[0]);

    /** The most ranges of sessions. */
    public static final int MAX_RANGES = 64;

    private static final int VERSION = 1;
    private static final int COUNT_OFFSET = 2;
    private static final int HEAD_LENGTH = 4;
    private static final int RANGE_LENGTH = 8;

    private final int rights;

    /** The first and the last session of each range. */
    private final int[] ranges;

    private Principal(final int rights, final int[] ranges) {
        this.rights = rights;
        this.ranges = ranges;
    }

    /**
     * Creates a principal with some rights.
     *
     * @param rights a sum of {@link #TRADE}, {@link #VIEW}, {@link #ADMIN}, {@link #BACKUP} and {@link #DOOR}
     * @param ranges first and last session of each range, at most {@link #MAX_RANGES}; copied
     */
    public static Principal of(final int rights, final int... ranges) {
        if (ranges.length % 2 != 0 || ranges.length > 2 * MAX_RANGES) {
            throw new IllegalArgumentException(
                    "ranges must be at most " + MAX_RANGES + " pairs: length=" + ranges.length);
        }
        return new Principal(rights, ranges.clone());
    }

    /** Decodes a principal: {@link #ALL} for empty bytes, {@link #NONE} for invalid bytes. */
    public static Principal decode(final byte[] bytes) {
        if (bytes.length == 0) {
            return ALL;
        }
        if (bytes.length < HEAD_LENGTH || bytes[0] != VERSION) {
            return NONE;
        }
        final int count = Bytes.getU16(bytes, COUNT_OFFSET);
        if (count > MAX_RANGES || bytes.length != HEAD_LENGTH + count * RANGE_LENGTH) {
            return NONE;
        }
        final int[] ranges = new int[2 * count];
        for (int i = 0; i < ranges.length; i++) {
            final long session = Bytes.getU32(bytes, HEAD_LENGTH + i * Integer.BYTES);
            if (session > OrderNumbers.MAX_SESSION) {
                return NONE;
            }
            ranges[i] = (int) session;
        }
        return new Principal(bytes[1] & 0xFF, ranges);
    }

    public byte[] encode() {
        final byte[] bytes = new byte[HEAD_LENGTH + ranges.length * Integer.BYTES];
        bytes[0] = VERSION;
        bytes[1] = (byte) rights;
        Bytes.putU16(bytes, COUNT_OFFSET, ranges.length / 2);
        for (int i = 0; i < ranges.length; i++) {
            Bytes.putU32(bytes, HEAD_LENGTH + i * Integer.BYTES, ranges[i]);
        }
        return bytes;
    }

    /** Returns whether the principal has a right. */
    public boolean may(final int right) {
        return (rights & right) != 0;
    }

    /** Returns whether the principal may open and use a session as a client. */
    public boolean mayUse(final long session) {
        for (int i = 0; i < ranges.length; i += 2) {
            if (session >= ranges[i] && session <= ranges[i + 1]) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "Principal[rights=" + rights + ", sessions=" + Arrays.toString(ranges) + ']';
    }
}
