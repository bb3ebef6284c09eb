package io.daybook.cli.console;

import java.io.IOException;
import java.io.OutputStream;

/** Standard output. The message of a failed write says that standard output failed; usually its reader has ended. */
public final class StandardOutput extends OutputStream {
    private final OutputStream out;

    public StandardOutput(final OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(final int b) throws IOException {
        try {
            out.write(b);
        } catch (final IOException e) {
            throw new Failure(e);
        }
    }

    @Override
    public void write(final byte[] bytes, final int offset, final int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (final IOException e) {
            throw new Failure(e);
        }
    }

    /** Thrown if standard output cannot be written. */
    static final class Failure extends IOException {
        private static final long serialVersionUID = 1L;

        Failure(final IOException cause) {
            super("standard output cannot be written: " + cause.getMessage(), cause);
        }
    }
}
