package io.daybook.cluster.state;

import io.daybook.wire.Bytes;

/** Writes replies as messages, whose layout {@link Reply} draws. Used by one thread. */
final class ReplyWriter {
    private static final byte[] NO_BLOCK = {};

    private final byte[] message = new byte[Reply.MAX_LENGTH];

    /** Writes a reply without a block. */
    void reply(
            final ReplyKind kind,
            final int session,
            final long detail,
            final long first,
            final long last,
            final ReplySink sink) {
        reply(kind, 0, session, detail, first, last, 0, NO_BLOCK, 0, sink);
    }

    /** Writes a reply with a block, in as many parts as it needs, at most 65,536. */
    void reply(
            final ReplyKind kind,
            final int count,
            final int session,
            final long detail,
            final long first,
            final long last,
            final long timeNs,
            final byte[] block,
            final int blockLength,
            final ReplySink sink) {
        final int lastPart = parts(blockLength) - 1;
        message[0] = (byte) kind.code();
        message[1] = Reply.VERSION;
        Bytes.putU16(message, Reply.COUNT_OFFSET, count);
        Bytes.putU16(message, Reply.LAST_PART_OFFSET, lastPart);
        Bytes.putU32(message, Reply.SESSION_OFFSET, session);
        Bytes.putU32(message, Reply.DETAIL_OFFSET, detail);
        Bytes.putI64(message, Reply.FIRST_OFFSET, first);
        Bytes.putI64(message, Reply.LAST_OFFSET, last);
        Bytes.putI64(message, Reply.TIME_OFFSET, timeNs);
        int at = 0;
        for (int part = 0; part <= lastPart; part++) {
            final int length = Math.min(Reply.PART_LENGTH, blockLength - at);
            Bytes.putU16(message, Reply.PART_OFFSET, part);
            System.arraycopy(block, at, message, Reply.HEAD_LENGTH, length);
            sink.onReply(message, 0, Reply.HEAD_LENGTH + length);
            at += length;
        }
    }

    /** Returns how many parts a block has. */
    static int parts(final int blockLength) {
        return Math.max(1, (blockLength - 1) / Reply.PART_LENGTH + 1);
    }
}
