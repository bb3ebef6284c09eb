package io.daybook.cluster.state;

import io.daybook.engine.codec.CodecException;
import io.daybook.wire.Bytes;
import java.util.Objects;

/**
 * A reply of the cluster, little-endian, at most {@link #MAX_LENGTH} bytes.
 *
 * <pre>
 *  0      1         2       4      6           8         12       16              24           32     40
 *  | kind | version | count | part | last part | session | detail | first request | seq or last | time | block ...
 * </pre>
 *
 * <p>Kind and version have one byte; count, part and last part two; session and detail four; the others eight. A block
 * longer than one message comes in parts, each full but the last, which differ in {@code part} and block only.
 *
 * <ul>
 *   <li>RESULTS: the results of the {@code count} commands of the message whose first request was {@code first}, as
 *       {@link io.daybook.engine.result.ResultEncoder} writes them; {@code seq} is the seq of the first, {@code time}
 *       the time of all; the reply to a request that names followers has the list of all followers
 *   <li>REPORT: a report as {@link io.daybook.engine.codec.ReportCodec} writes it
 *   <li>OPENED: {@code detail} is the epoch, {@code last} the last request carried out, {@code time} the seq of the
 *       last command of any session before it, {@code block} the 16 bytes of the exchange id
 *   <li>GAP, FORGOTTEN: {@code last} as with OPENED
 *   <li>REFUSED: {@code detail} is the code of a {@link Refusal}, {@code last} as with OPENED if it is known
 * </ul>
 *
 * <p>A flyweight over bytes that must not change while it is used. Used by one thread.
 */
public final class Reply {
    /** The version that this program writes and reads. */
    static final int VERSION = 1;

    static final int COUNT_OFFSET = 2;
    static final int PART_OFFSET = 4;
    static final int LAST_PART_OFFSET = 6;
    static final int SESSION_OFFSET = 8;
    static final int DETAIL_OFFSET = 12;
    static final int FIRST_OFFSET = 16;
    static final int LAST_OFFSET = 24;
    static final int TIME_OFFSET = 32;

    /** Where the block begins. */
    public static final int HEAD_LENGTH = 40;

    /** The longest message: one frame of Aeron, so that no message has to be assembled. */
    public static final int MAX_LENGTH = 1_344;

    /** The bytes of a block in a full part. */
    public static final int PART_LENGTH = MAX_LENGTH - HEAD_LENGTH;

    /** The longest block: 65,536 parts. */
    public static final int MAX_BLOCK_LENGTH = (1 << 16) * PART_LENGTH;

    private byte[] bytes = new byte[HEAD_LENGTH];
    private int offset;
    private int length = HEAD_LENGTH;

    /**
     * Moves to another message.
     *
     * @throws CodecException if the bytes are not of this version
     */
    public void wrap(final byte[] message, final int at, final int available) {
        Objects.checkFromIndexSize(at, available, message.length);
        if (available < HEAD_LENGTH || available > MAX_LENGTH) {
            throw new CodecException("a reply has " + HEAD_LENGTH + " to " + MAX_LENGTH + " bytes: " + available);
        }
        if (message[at + 1] != VERSION || !ReplyKind.isKnown(message[at])) {
            throw new CodecException(
                    "not a reply of version " + VERSION + ": version=" + message[at + 1] + ", kind=" + message[at]);
        }
        bytes = message;
        offset = at;
        length = available;
        if (kind() == ReplyKind.REFUSED && !Refusal.isKnown(detail())) {
            throw new CodecException("no refusal has the code " + detail());
        }
        if (part() > lastPart() || part() < lastPart() && blockLength() != PART_LENGTH) {
            throw new CodecException(
                    "part " + part() + " of " + lastPart() + " has " + blockLength() + " bytes of its block");
        }
    }

    /** The kind of the reply. */
    public ReplyKind kind() {
        return ReplyKind.of(bytes[offset]);
    }

    /** Returns how many results there are. */
    public int count() {
        return Bytes.getU16(bytes, offset + COUNT_OFFSET);
    }

    /** The index of this part of the block, from 0. */
    public int part() {
        return Bytes.getU16(bytes, offset + PART_OFFSET);
    }

    /** The index of the last part. */
    public int lastPart() {
        return Bytes.getU16(bytes, offset + LAST_PART_OFFSET);
    }

    /** The session of the request. */
    public int session() {
        return (int) Bytes.getU32(bytes, offset + SESSION_OFFSET);
    }

    /** The epoch, or the code of a refusal. */
    public long detail() {
        return Bytes.getU32(bytes, offset + DETAIL_OFFSET);
    }

    /** The reason; only for REFUSED. */
    public Refusal refusal() {
        return Refusal.of((int) detail());
    }

    /** The first request of the message that this reply answers. */
    public long first() {
        return Bytes.getI64(bytes, offset + FIRST_OFFSET);
    }

    /** The seq of the first result. */
    public long firstSeq() {
        return Bytes.getI64(bytes, offset + LAST_OFFSET);
    }

    /** The last request of the session that was carried out. */
    public long last() {
        return firstSeq();
    }

    /** The time of all results, ns since the epoch. */
    public long timeNs() {
        return Bytes.getI64(bytes, offset + TIME_OFFSET);
    }

    /** For OPENED: the last command of any session that was carried out before the session was opened. */
    public long openedBehind() {
        return timeNs();
    }

    /** Returns how many bytes of the block are in this part. */
    public int blockLength() {
        return length - HEAD_LENGTH;
    }

    /** Copies the bytes of the block that are in this part. */
    public void copyBlock(final byte[] target, final int at) {
        System.arraycopy(bytes, offset + HEAD_LENGTH, target, at, blockLength());
    }
}
