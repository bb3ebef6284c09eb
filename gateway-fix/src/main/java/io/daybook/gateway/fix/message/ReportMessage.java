package io.daybook.gateway.fix.message;

import quickfix.Message;

/** A message of a session's stream that is being sent; the store records the number that it gets. */
public final class ReportMessage extends Message {
    private static final long serialVersionUID = 1;

    private final long out;

    /** @param out the message's number in the stream */
    public ReportMessage(final long out) {
        this.out = out;
    }

    public long out() {
        return out;
    }
}
