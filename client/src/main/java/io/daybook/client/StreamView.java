package io.daybook.client;

import io.daybook.wire.HeadDescriptor;

/** A message of a session's stream, read in place. A view, valid during the call only. */
public abstract sealed class StreamView permits Answer, Fill, Off {
    byte[] bytes = new byte[0];
    int offset;

    StreamView() {}

    final void wrap(final byte[] newBytes, final int newOffset) {
        bytes = newBytes;
        offset = newOffset;
    }

    /** The message's number in the session's stream, from 1 without gaps. */
    public final long out() {
        return HeadDescriptor.out(bytes, offset);
    }

    /** The place in the venue's journal of the command that caused the message. */
    public final long seq() {
        return HeadDescriptor.seq(bytes, offset);
    }

    /** The time of that command, ns since the epoch. */
    public final long timeNs() {
        return HeadDescriptor.timeNs(bytes, offset);
    }
}
