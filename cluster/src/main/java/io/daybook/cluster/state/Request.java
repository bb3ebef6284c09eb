package io.daybook.cluster.state;

import io.daybook.wire.Bytes;
import io.daybook.wire.OrderNumbers;

/**
 * A message to the cluster, little-endian, at most {@link #MAX_LENGTH} bytes: one unit of the log.
 *
 * <pre>
 *  0      1         2       4       8         12            16              24
 *  | kind | version | count | epoch | session | receivedUpTo | first request | block ...
 * </pre>
 *
 * <p>Kind and version have one byte, count two, epoch, session and receivedUpTo four, the first request eight.
 *
 * <ul>
 *   <li>COMMANDS: {@code count} commands in a block exactly as in a journal frame, with all times 0. The commands are
 *       the requests from {@code first} on; with {@code first} 0 they are no requests. receivedUpTo is the distance
 *       from {@code first} back to the last request up to which all replies were received; 0 means nothing
 *   <li>QUERY: the bytes of {@link io.daybook.engine.codec.ReportCodec}; {@code first} is a number of the sender, which
 *       the reply repeats; the other fields are 0
 *   <li>OPEN, OPEN_DOOR: no block; {@code session} is the requested one, {@code first} a random number of the sender:
 *       the same OPEN may come twice; the other fields are 0
 *   <li>SETTINGS: the block of {@link ClusterSettings}; the other fields are 0
 *   <li>SET_FOLLOWERS, ADD_FOLLOWERS: a list of followers as in that block; the other fields are 0
 *   <li>IMPORT, IMPORT_LAST: one chunk of {@link ImportedState}; {@code first} is its number, from 1; the other fields
 *       are 0
 *   <li>ACTIVATE: {@code count} is the version of semantics, the block a byte for each node, the newest version that it
 *       supports; {@code first} a number of the sender; the other fields are 0
 * </ul>
 *
 * <p>Kinds with one code differ by the count, their {@linkplain RequestKind#mark() mark}.
 *
 * <p>A flyweight over bytes that must not change while it is used. Used by one thread.
 */
public final class Request {
    /** The version that this program writes and reads. */
    static final int VERSION = 1;

    private static final int COUNT_OFFSET = 2;
    private static final int EPOCH_OFFSET = 4;
    private static final int SESSION_OFFSET = 8;
    private static final int RECEIVED_OFFSET = 12;
    private static final int FIRST_OFFSET = 16;

    /** Where the block begins. */
    public static final int HEAD_LENGTH = 24;

    /** The longest message: the largest command, and room for the fields around it. */
    public static final int MAX_LENGTH = 264 * 1024;

    /** The most commands of one message. */
    public static final int MAX_COMMANDS = 1_024;

    private byte[] bytes = new byte[HEAD_LENGTH];
    private int offset;
    private int length = HEAD_LENGTH;

    /** Writes the head of a message; the count of COMMANDS and ACTIVATE follows by {@link #putCount}. */
    public static void putHead(
            final byte[] target,
            final RequestKind kind,
            final long epoch,
            final int session,
            final long receivedBelow,
            final long first) {
        target[0] = (byte) kind.code();
        target[1] = VERSION;
        putCount(target, kind.mark());
        Bytes.putU32(target, EPOCH_OFFSET, epoch);
        Bytes.putU32(target, SESSION_OFFSET, session);
        Bytes.putU32(target, RECEIVED_OFFSET, receivedBelow);
        Bytes.putI64(target, FIRST_OFFSET, first);
    }

    /** Writes the number of commands of COMMANDS, or the version of ACTIVATE. */
    public static void putCount(final byte[] target, final int count) {
        Bytes.putU16(target, COUNT_OFFSET, count);
    }

    /**
     * Moves to another message.
     *
     * @return whether the bytes have the head of a message of this version
     */
    boolean wrap(final byte[] message, final int at, final int available) {
        bytes = message;
        offset = at;
        length = available;
        return available >= HEAD_LENGTH
                && available <= MAX_LENGTH
                && message[at + 1] == VERSION
                && RequestKind.isKnown(message[at], count())
                && session() <= OrderNumbers.MAX_SESSION
                && first() >= 0
                && first() <= OrderNumbers.MAX_REQUEST;
    }

    RequestKind kind() {
        return RequestKind.of(bytes[offset], count());
    }

    int count() {
        return Bytes.getU16(bytes, offset + COUNT_OFFSET);
    }

    long epoch() {
        return Bytes.getU32(bytes, offset + EPOCH_OFFSET);
    }

    long session() {
        return Bytes.getU32(bytes, offset + SESSION_OFFSET);
    }

    long receivedBelow() {
        return Bytes.getU32(bytes, offset + RECEIVED_OFFSET);
    }

    long first() {
        return Bytes.getI64(bytes, offset + FIRST_OFFSET);
    }

    byte[] bytes() {
        return bytes;
    }

    int blockOffset() {
        return offset + HEAD_LENGTH;
    }

    int blockLength() {
        return length - HEAD_LENGTH;
    }
}
