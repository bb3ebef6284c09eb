package io.daybook.cluster.client;

import io.daybook.cluster.state.Reply;
import io.daybook.engine.codec.CodecException;
import java.util.Arrays;
import java.util.BitSet;

/** Joins the parts of one reply; parts that come twice are equal. Used by one thread. */
final class Parts {
    private final BitSet came = new BitSet();
    private byte[] block = {};
    private int length;
    private int lastPart = -1;

    /**
     * Adds a part.
     *
     * @return whether all have come
     * @throws CodecException if it belongs to another reply than those before it
     */
    boolean add(final Reply part) {
        if (lastPart < 0) {
            lastPart = part.lastPart();
        } else if (lastPart != part.lastPart()) {
            throw new CodecException("a reply of " + lastPart + " parts continues as one of " + part.lastPart()
                    + ", first=" + part.first());
        }
        final int at = part.part() * Reply.PART_LENGTH;
        final int end = at + part.blockLength();
        if (end > block.length) {
            block = Arrays.copyOf(block, lastPart == 0 ? end : Math.max(end, 2 * block.length));
        }
        part.copyBlock(block, at);
        length = Math.max(length, end);
        came.set(part.part());
        return came.cardinality() == lastPart + 1;
    }

    byte[] block() {
        return block;
    }

    int length() {
        return length;
    }
}
