package io.daybook.cluster.node;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of itself.
 *
 * @param cluster the name of the cluster
 * @param node which member, from 0
 * @param role {@code LEADER}, {@code FOLLOWER} or {@code CANDIDATE}
 * @param term of leadership
 * @param position of the log, that this node has carried out
 * @param seq the last command that it has carried out
 * @param chain over all results up to that one
 * @param markSeq an earlier seq, the same on all nodes that have come so far
 * @param markChain the chain there
 * @param sessions that were opened
 * @param duplicates messages that had been carried out before
 * @param refused messages that changed nothing
 * @param snapshotSeq the last command in the newest snapshot that this node took since it started
 * @param freeBytes where its folder lies
 */
public record NodeStatus(
        String cluster,
        int node,
        String role,
        long term,
        long position,
        long seq,
        long chain,
        long markSeq,
        long markChain,
        long sessions,
        long duplicates,
        long refused,
        long snapshotSeq,
        long freeBytes) {

    /** A request and an answer have so many bytes: whoever asks with another's address multiplies nothing. */
    static final int DATAGRAM_LENGTH = 1_024;

    private static final String MAGIC = "daybook-cluster-status 1";

    /** The bytes of a question. */
    static byte[] question() {
        return padded(MAGIC);
    }

    /** Whether bytes are a question. */
    static boolean isQuestion(final byte[] bytes, final int length) {
        return length == DATAGRAM_LENGTH
                && new String(bytes, 0, MAGIC.length(), StandardCharsets.US_ASCII).equals(MAGIC);
    }

    /** The bytes of the answer: lines of a key and its value. */
    byte[] encode() {
        final StringBuilder lines = new StringBuilder(MAGIC).append('\n');
        lines.append("cluster ").append(cluster).append('\n');
        lines.append("role ").append(role).append('\n');
        put(lines, "node", node);
        put(lines, "term", term);
        put(lines, "position", position);
        put(lines, "seq", seq);
        put(lines, "chain", chain);
        put(lines, "markSeq", markSeq);
        put(lines, "markChain", markChain);
        put(lines, "sessions", sessions);
        put(lines, "duplicates", duplicates);
        put(lines, "refused", refused);
        put(lines, "snapshotSeq", snapshotSeq);
        put(lines, "freeBytes", freeBytes);
        return padded(lines.toString());
    }

    private static void put(final StringBuilder lines, final String key, final long value) {
        lines.append(key).append(' ').append(value).append('\n');
    }

    private static byte[] padded(final String text) {
        final byte[] bytes = new byte[DATAGRAM_LENGTH];
        final byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(ascii, 0, bytes, 0, ascii.length);
        return bytes;
    }

    /** The status in an answer; null where the bytes are none. */
    static @Nullable NodeStatus decode(final byte[] bytes, final int length) {
        final String[] lines = new String(bytes, 0, length, StandardCharsets.US_ASCII).split("\n");
        if (!lines[0].equals(MAGIC)) {
            return null;
        }
        final Map<String, String> values = new TreeMap<>();
        for (final String line : lines) {
            final int space = line.indexOf(' ');
            if (space > 0) {
                values.put(line.substring(0, space), line.substring(space + 1));
            }
        }
        try {
            return new NodeStatus(
                    values.getOrDefault("cluster", ""),
                    Math.toIntExact(number(values, "node")),
                    values.getOrDefault("role", ""),
                    number(values, "term"),
                    number(values, "position"),
                    number(values, "seq"),
                    number(values, "chain"),
                    number(values, "markSeq"),
                    number(values, "markChain"),
                    number(values, "sessions"),
                    number(values, "duplicates"),
                    number(values, "refused"),
                    number(values, "snapshotSeq"),
                    number(values, "freeBytes"));
        } catch (NumberFormatException | ArithmeticException e) {
            return null;
        }
    }

    private static long number(final Map<String, String> values, final String key) {
        return Long.parseLong(values.getOrDefault(key, ""));
    }

    /** Whether two nodes computed something else: at a seq that both show, their chains differ. */
    public boolean differsFrom(final NodeStatus other) {
        return seq == other.seq && chain != other.chain
                || markSeq == other.markSeq && markChain != other.markChain
                || seq == other.markSeq && chain != other.markChain
                || markSeq == other.seq && markChain != other.chain;
    }
}
