package io.daybook.engine.codec;

/** Bytes that are no encoded command or result: damaged, or of a newer version. */
public final class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Names the fault and its place. */
    public CodecException(final String message) {
        super(message);
    }

    /** Names the fault and its place, with its cause. */
    public CodecException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
