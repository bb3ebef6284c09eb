package io.daybook.gateway.session;

import io.daybook.sessions.outbox.StreamWriter;
import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.FillDescriptor;
import io.daybook.wire.OffDescriptor;

/** Makes the numbered messages of TCP and appends them to the streams of their sessions. */
final class TcpMessages {
    private static final int LONGEST = 128;

    private final byte[] frame = new byte[LONGEST];
    private final StreamWriter streams = new StreamWriter();

    private long seq;
    private long timeNs;
    private int ordinal;

    /** Begins the messages of a command. */
    void begin(final long commandSeq, final long commandTimeNs) {
        seq = commandSeq;
        timeNs = commandTimeNs;
        ordinal = 0;
    }

    void answer(
            final BookSession to,
            final long request,
            final long orderId,
            final long remaining,
            final long traded,
            final int code,
            final int source,
            final int command,
            final int fills) {
        append(
                to,
                AnswerDescriptor.encode(
                        frame,
                        0,
                        to.nextOut,
                        seq,
                        timeNs,
                        request,
                        orderId,
                        remaining,
                        traded,
                        code,
                        source,
                        command,
                        fills));
    }

    void fill(
            final BookSession to,
            final long orderId,
            final long tradeId,
            final long price,
            final long size,
            final long remaining,
            final long fee,
            final int symbol,
            final int side,
            final int role,
            final int cause) {
        append(
                to,
                FillDescriptor.encode(
                        frame,
                        0,
                        to.nextOut,
                        seq,
                        timeNs,
                        orderId,
                        tradeId,
                        price,
                        size,
                        remaining,
                        fee,
                        symbol,
                        side,
                        role,
                        cause));
    }

    void off(final BookSession to, final long orderId, final long size, final long remaining, final int reason) {
        append(to, OffDescriptor.encode(frame, 0, to.nextOut, seq, timeNs, orderId, size, remaining, reason));
    }

    private void append(final BookSession to, final int length) {
        streams.append(to, seq, ordinal++, timeNs, frame, length);
    }

    StreamWriter streams() {
        return streams;
    }
}
