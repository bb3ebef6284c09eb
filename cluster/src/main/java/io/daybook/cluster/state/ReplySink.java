package io.daybook.cluster.state;

/** Takes the replies to a request, for the connection that it came from. */
@FunctionalInterface
public interface ReplySink {
    /** One message, see {@link Reply}; the bytes are valid during the call only. */
    void onReply(byte[] bytes, int offset, int length);
}
