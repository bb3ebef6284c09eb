package io.daybook.cluster.state;

/** Takes the replies to a request, for its connection. */
@FunctionalInterface
public interface ReplySink {
    /** Takes one message, see {@link Reply}; the bytes are valid during the call only. */
    void onReply(byte[] bytes, int offset, int length);
}
