package io.daybook.client;

import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.HeadDescriptor;

/** The fate of a request. A view, valid during the call only. */
public final class Answer {
    private byte[] bytes = new byte[0];
    private int offset;

    Answer() {}

    Answer wrap(final byte[] newBytes, final int newOffset) {
        bytes = newBytes;
        offset = newOffset;
        return this;
    }

    /** Its number in the session's stream, from 1 without gaps. */
    public long out() {
        return HeadDescriptor.out(bytes, offset);
    }

    /** The place of the command that caused it, in the venue's journal. */
    public long seq() {
        return HeadDescriptor.seq(bytes, offset);
    }

    /** The time of that command, ns since the epoch. */
    public long timeNs() {
        return HeadDescriptor.timeNs(bytes, offset);
    }

    /** The request's number. */
    public long request() {
        return AnswerDescriptor.request(bytes, offset);
    }

    /** The order that it named, or placed; 0 for a mass cancel. */
    public long orderId() {
        return AnswerDescriptor.orderId(bytes, offset);
    }

    /** Lots of the order that rest after it; for a mass cancel 1 where more are left. */
    public long remaining() {
        return AnswerDescriptor.remaining(bytes, offset);
    }

    /** Lots that it traded at once. */
    public long traded() {
        return AnswerDescriptor.traded(bytes, offset);
    }

    /** 0 for success; else a result code of the engine, or of the gateway, see {@link #isOfGateway}. */
    public int code() {
        return AnswerDescriptor.code(bytes, offset);
    }

    /** The request's template, see {@link io.daybook.wire.Templates}. */
    public int command() {
        return AnswerDescriptor.command(bytes, offset);
    }

    /** How many fills of this order follow. */
    public int fills() {
        return AnswerDescriptor.fills(bytes, offset);
    }

    /** Whether the code is a {@link io.daybook.wire.GatewayCode}; else it is the engine's. */
    public boolean isOfGateway() {
        return AnswerDescriptor.source(bytes, offset) == AnswerDescriptor.SOURCE_GATEWAY;
    }

    /** Whether the request was carried out. */
    public boolean isSuccess() {
        return code() == 0;
    }
}
