package io.daybook.gateway.fix.message;

import quickfix.Message;

/** A message of a session's stream on its way out: the store writes down which number it gets. */
public final class ReportMessage extends Message {
    private static final long serialVersionUID = 1;

    private final long out;

    /** @param out its number in the stream */
    public ReportMessage(final long out) {
        this.out = out;
    }

    public long out() {
        return out;
    }
}
