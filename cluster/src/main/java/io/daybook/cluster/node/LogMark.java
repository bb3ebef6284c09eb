package io.daybook.cluster.node;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A backup's report to the nodes of how far it has the log: a datagram of four lines of text.
 *
 * @param cluster the name of the cluster
 * @param name the name of the backup
 * @param position the position up to which the backup needs nothing any more
 */
record LogMark(String cluster, String name, long position) {
    private static final String MAGIC = "daybook-cluster-mark 1";
    private static final int LINES = 4;
    private static final int MAX_LENGTH = 256;

    byte[] encode() {
        return String.join("\n", MAGIC, cluster, name, Long.toString(position)).getBytes(StandardCharsets.US_ASCII);
    }

    /** The mark in a datagram; null if the bytes are not one. */
    static @Nullable LogMark decode(final byte[] bytes, final int length) {
        if (length > MAX_LENGTH) {
            return null;
        }
        final String[] lines = new String(bytes, 0, length, StandardCharsets.US_ASCII).split("\n", -1);
        if (lines.length != LINES || !lines[0].equals(MAGIC) || !LogMarks.isName(lines[2])) {
            return null;
        }
        try {
            final long position = Long.parseLong(lines[3]);
            return position < 0 ? null : new LogMark(lines[1], lines[2], position);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
