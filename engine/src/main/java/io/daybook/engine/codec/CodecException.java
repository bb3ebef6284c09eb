package io.daybook.engine.codec;

/** Thrown if bytes are not an encoded command or result: they are damaged, or of a newer version. */
public final class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with the fault and its place. */
    public CodecException(final String message) {
        super(message);
    }

    /** Creates the exception with the fault, its place and its cause. */
    public CodecException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
