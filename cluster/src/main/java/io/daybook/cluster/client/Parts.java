package io.daybook.cluster.client;

import io.daybook.cluster.state.Reply;
import io.daybook.engine.codec.CodecException;
import java.util.Arrays;
import java.util.BitSet;

/** Joins the parts of one reply; a part that comes twice has the same bytes. Used by one thread. */
final class Parts {
    private final BitSet came = new BitSet();
    private byte[] block = {};
    private int length;
    private int lastPart = -1;

    /**
     * Adds a part.
     *
     * @return whether the reply is complete
     * @throws CodecException if the part belongs to another reply than the earlier parts
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
