package io.daybook.engine.codec;

/** Bytes that are no encoded command or result: damaged, or of a newer version. */
public final class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what is wrong and where. */
    public CodecException(final String message) {
        super(message);
    }

    /** With what is wrong and where, and what found it. */
    public CodecException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
