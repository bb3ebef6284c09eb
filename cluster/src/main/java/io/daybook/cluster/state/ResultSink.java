package io.daybook.cluster.state;

/** Takes the result of each command, in order, as {@link io.daybook.engine.result.ResultEncoder} writes it. */
@FunctionalInterface
public interface ResultSink {
    /** Takes the next result; the bytes are valid during the call only. */
    void onResult(byte[] bytes, int offset, int length);
}
