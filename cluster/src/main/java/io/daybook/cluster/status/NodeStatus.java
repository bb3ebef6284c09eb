package io.daybook.cluster.status;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The status of a node.
 *
 * @param cluster the name of the cluster
 * @param node the index of the member, from 0
 * @param role {@code LEADER}, {@code FOLLOWER}, {@code CANDIDATE} or {@code WAITING}
 * @param term the term of leadership
 * @param position the position up to which this node has carried out the log
 * @param seq the last command that it has carried out
 * @param chain the chain over all results up to that command
 * @param markSeq an earlier seq, the same on all nodes that have reached it
 * @param markChain the chain at that seq
 * @param sessions the number of sessions that were opened
 * @param duplicates the number of messages that had been carried out before
 * @param refused the number of messages that were refused, which changed nothing
 * @param snapshotSeq the last command in the newest snapshot that this node took since it started
 * @param freeBytes the free bytes of the disk that has its folder
 * @param candidateTerm the highest term in which it was a candidate or voted; −1 if that is not known
 * @param hasLog whether its log holds a command, or may hold one
 * @param followers the followers in the settings of its log, by ascending name; copied
 * @param knownFollowers the followers that its program can run; copied
 * @param metrics its counts and measurements
 * @param start the status of its start and its configuration
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
        long freeBytes,
        long candidateTerm,
        boolean hasLog,
        List<String> followers,
        List<String> knownFollowers,
        NodeMetrics metrics,
        NodeStart start) {

    /** Copies the lists. */
    public NodeStatus {
        followers = List.copyOf(followers);
        knownFollowers = List.copyOf(knownFollowers);
    }

    /** The role of a node that does not take part in elections yet. */
    public static final String WAITING = "WAITING";

    /** The length of a request, and of an answer. They are equal, so that a forged sender address amplifies nothing. */
    public static final int DATAGRAM_LENGTH = 1_400;

    /** Names of a program's followers beyond this length are omitted; the reader counts them as unknown. */
    private static final int LONGEST_NAMES = 240;

    /** The longest value: a blank, a number, and the end of the line. */
    private static final int LONGEST_VALUE = 22;

    /** The front, followed by 16 hexadecimal digits that the sender draws and the answer repeats. */
    private static final String MAGIC = "daybook-cluster-status 2 ";

    private static final int FIRST_LINE_LENGTH = MAGIC.length() + 2 * Long.BYTES;

    /**
     * Encodes a query.
     *
     * @param nonce random: only a node that received the query can answer it
     */
    static byte[] question(final long nonce) {
        return padded(firstLine(nonce));
    }

    private static String firstLine(final long nonce) {
        return MAGIC + HexFormat.of().toHexDigits(nonce) + '\n';
    }

    /** The nonce of a query; null if the bytes are not one. */
    public static @Nullable Long nonce(final byte[] bytes, final int length) {
        if (length != DATAGRAM_LENGTH) {
            return null;
        }
        final String line = new String(bytes, 0, FIRST_LINE_LENGTH, StandardCharsets.US_ASCII);
        if (!line.startsWith(MAGIC)) {
            return null;
        }
        try {
            return HexFormat.fromHexDigitsToLong(line, MAGIC.length(), FIRST_LINE_LENGTH);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Encodes the answer to a query: lines of a key and its value. */
    public byte[] encode(final long nonce) {
        final StringBuilder lines = new StringBuilder(firstLine(nonce));
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
        put(lines, "candidateTerm", candidateTerm);
        put(lines, "hasLog", hasLog ? 1 : 0);
        lines.append("followers ").append(String.join(",", followers)).append('\n');
        put(lines, "knownFollowers", knownFollowers);
        start.put(lines);
        put(lines, NodeMetrics.RELEASED, metrics.releasedSeq());
        metrics.toLines().forEach((key, value) -> {
            if (lines.length() + key.length() + LONGEST_VALUE < DATAGRAM_LENGTH) {
                put(lines, key, value);
            }
        });
        return padded(lines.toString());
    }

    private static void put(final StringBuilder lines, final String key, final long value) {
        lines.append(key).append(' ').append(value).append('\n');
    }

    private static void put(final StringBuilder lines, final String key, final List<String> names) {
        final StringJoiner list = new StringJoiner(",");
        for (final String name : names) {
            if (list.length() + 1 + name.length() <= LONGEST_NAMES) {
                list.add(name);
            }
        }
        lines.append(key).append(' ').append(list).append('\n');
    }

    private static byte[] padded(final String text) {
        final byte[] bytes = new byte[DATAGRAM_LENGTH];
        final byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(ascii, 0, bytes, 0, ascii.length);
        return bytes;
    }

    /** Decodes the answer to a query with a nonce; null if the bytes are not one. */
    static @Nullable NodeStatus decode(final byte[] bytes, final int length, final long nonce) {
        final String[] lines = new String(bytes, 0, length, StandardCharsets.US_ASCII).split("\n");
        if (!firstLine(nonce).equals(lines[0] + '\n')) {
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
                    number(values, "freeBytes"),
                    Long.parseLong(values.getOrDefault("candidateTerm", "-1")),
                    values.getOrDefault("hasLog", "0").equals("1"),
                    names(values, "followers"),
                    names(values, "knownFollowers"),
                    NodeMetrics.of(values),
                    NodeStart.of(values));
        } catch (NumberFormatException | ArithmeticException e) {
            return null;
        }
    }

    private static List<String> names(final Map<String, String> values, final String key) {
        final String names = values.getOrDefault(key, "");
        return names.isEmpty() ? List.of() : List.of(names.split(","));
    }

    private static long number(final Map<String, String> values, final String key) {
        return Long.parseLong(values.getOrDefault(key, ""));
    }

    /** Returns this status with the state of a start: the node waits, or no longer waits. */
    NodeStatus waiting(final NodeStart now) {
        return new NodeStatus(
                cluster,
                node,
                now.isWaiting() ? WAITING : "FOLLOWER",
                term,
                position,
                seq,
                chain,
                markSeq,
                markChain,
                sessions,
                duplicates,
                refused,
                snapshotSeq,
                freeBytes,
                candidateTerm,
                hasLog,
                followers,
                knownFollowers,
                metrics,
                now);
    }

    /** Returns whether the results of two nodes differ: at a seq that both show, their chains are not equal. */
    public boolean differsFrom(final NodeStatus other) {
        return seq == other.seq && chain != other.chain
                || markSeq == other.markSeq && markChain != other.markChain
                || seq == other.markSeq && chain != other.markChain
                || markSeq == other.seq && markChain != other.chain;
    }
}
