package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A node's report to the others of how far it has carried out the log; little-endian.
 *
 * <pre>
 *  0         4      6       8      16         24    32      40          48     56             64
 *  | version | node | leads | term | position | seq | chain | confirmed | cuts | cut position |
 * </pre>
 *
 * <p>A flyweight over its own bytes. Used by one thread.
 */
final class CarriedOut {
    /** The bytes of a report. */
    static final int LENGTH = 64;

    /** The bytes of a report by a node that does not report cuts. */
    private static final int LENGTH_WITHOUT_CUTS = 48;

    private static final int VERSION = 1;
    private static final int NODE_OFFSET = 4;
    private static final int LEADS_OFFSET = 6;
    private static final int TERM_OFFSET = 8;
    private static final int POSITION_OFFSET = 16;
    private static final int SEQ_OFFSET = 24;
    private static final int CHAIN_OFFSET = 32;
    private static final int CONFIRMED_OFFSET = 40;
    private static final int CUTS_OFFSET = 48;
    private static final int CUT_POSITION_OFFSET = 56;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);

    /** Creates the report of a node that has carried out nothing. */
    CarriedOut(final int node) {
        bytes.putInt(0, VERSION, ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(NODE_OFFSET, (short) node, ByteOrder.LITTLE_ENDIAN);
    }

    /** The bytes, {@link #LENGTH} of them. */
    UnsafeBuffer bytes() {
        return bytes;
    }

    /** Copies a report; returns whether the bytes are a report of this version and of a member. */
    boolean copy(final DirectBuffer source, final int offset, final int length) {
        if (length < LENGTH_WITHOUT_CUTS || source.getInt(offset, ByteOrder.LITTLE_ENDIAN) != VERSION) {
            return false;
        }
        cuts(0, 0);
        bytes.putBytes(0, source, offset, length < LENGTH ? LENGTH_WITHOUT_CUTS : LENGTH);
        return node() >= 0 && node() < ClusterConfig.NODES;
    }

    /** The index of the reporting member. */
    int node() {
        return bytes.getShort(NODE_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns whether the reporting node leads in its term. */
    boolean isLeader() {
        return bytes.getShort(LEADS_OFFSET, ByteOrder.LITTLE_ENDIAN) != 0;
    }

    /** The last term of leadership whose beginning the node has carried out. */
    long term() {
        return bytes.getLong(TERM_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** The position in the log after the last message that the node has carried out. */
    long position() {
        return bytes.getLong(POSITION_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** The last command before that position. */
    long seq() {
        return bytes.getLong(SEQ_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** The chain over all results before that position. */
    long chain() {
        return bytes.getLong(CHAIN_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** A position that the node has confirmed: no election will ever cut the log before it. */
    long confirmed() {
        return bytes.getLong(CONFIRMED_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns how often the node's log was cut since its start. */
    long cuts() {
        return bytes.getLong(CUTS_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** The position of the last cut. */
    long cutPosition() {
        return bytes.getLong(CUT_POSITION_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    void term(final long term, final boolean leads) {
        bytes.putLong(TERM_OFFSET, term, ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(LEADS_OFFSET, (short) (leads ? 1 : 0), ByteOrder.LITTLE_ENDIAN);
    }

    void progress(final long position, final long seq, final long chain) {
        bytes.putLong(POSITION_OFFSET, position, ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(SEQ_OFFSET, seq, ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(CHAIN_OFFSET, chain, ByteOrder.LITTLE_ENDIAN);
    }

    void confirmed(final long position) {
        bytes.putLong(CONFIRMED_OFFSET, position, ByteOrder.LITTLE_ENDIAN);
    }

    void cuts(final long count, final long position) {
        bytes.putLong(CUTS_OFFSET, count, ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(CUT_POSITION_OFFSET, position, ByteOrder.LITTLE_ENDIAN);
    }
}
