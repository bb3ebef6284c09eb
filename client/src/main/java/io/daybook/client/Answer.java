package io.daybook.client;

import io.daybook.wire.AnswerDescriptor;

/** The fate of a request. */
public final class Answer extends StreamView {
    Answer() {}

    /** The request's number. */
    public long request() {
        return AnswerDescriptor.request(bytes, offset);
    }

    /** The order that the request named or placed; 0 for a mass cancel. */
    public long orderId() {
        return AnswerDescriptor.orderId(bytes, offset);
    }

    /** The lots of the order that rest after the request; for a mass cancel 1 if more orders are left. */
    public long remaining() {
        return AnswerDescriptor.remaining(bytes, offset);
    }

    /** The lots that the order traded at once. */
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

    /** The number of fills of this order that follow. */
    public int fills() {
        return AnswerDescriptor.fills(bytes, offset);
    }

    /** Returns whether the code is a {@link io.daybook.wire.GatewayCode}; else it is the engine's. */
    public boolean isOfGateway() {
        return AnswerDescriptor.source(bytes, offset) == AnswerDescriptor.SOURCE_GATEWAY;
    }

    /** Returns whether the request was carried out. */
    public boolean isSuccess() {
        return code() == 0;
    }
}
