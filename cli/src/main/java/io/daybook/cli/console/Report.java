package io.daybook.cli.console;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a command says on standard output in words for people. A writer of this kind swallows errors; this one keeps the
 * first, and {@link #send} makes it the end of the command. Used by one thread.
 */
public final class Report extends PrintWriter {
    private final Watched output;

    /** A report that goes to a stream, which is not closed here. */
    Report(final OutputStream out) {
        this(new Watched(out));
    }

    private Report(final Watched output) {
        super(output, false, StandardCharsets.UTF_8);
        this.output = output;
    }

    /** The bytes of the report, for content that is not lines of text; flushed by {@link #send} too. */
    public OutputStream stream() {
        return output;
    }

    /**
     * Sends what was written so far.
     *
     * @throws CommandFailure when not all of it could be written, with status 3. A closed pipe is no failure: its
     *     reader has what it wanted
     */
    public void send() throws CommandFailure {
        flush();
        final IOException failure = output.failure;
        if (failure != null && !isBrokenPipe(failure)) {
            throw CommandFailure.of(failure, "standard output");
        }
    }

    private static boolean isBrokenPipe(final IOException failure) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
    }

    /** Another stream, and the first error of it. */
    private static final class Watched extends OutputStream {
        private final OutputStream out;
        private @Nullable IOException failure;

        Watched(final OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(final int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (final IOException e) {
                throw noted(e);
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                out.flush();
            } catch (final IOException e) {
                throw noted(e);
            }
        }

        private IOException noted(final IOException e) {
            if (failure == null) {
                failure = e;
            }
            return e;
        }
    }
}
