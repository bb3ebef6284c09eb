package io.daybook.cli.console;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The text for people that a command prints on standard output. A {@link PrintWriter} swallows errors; a report keeps
 * the first error, and {@link #send} throws it to end the command. Used by one thread.
 */
public final class Report extends PrintWriter {
    private final Watched output;

    /** Creates a report that writes to a stream, which the report does not close. */
    Report(final OutputStream out) {
        this(new Watched(out));
    }

    private Report(final Watched output) {
        super(output, false, StandardCharsets.UTF_8);
        this.output = output;
    }

    /** Returns the stream of the report, for content that is not lines of text. {@link #send} flushes it too. */
    public OutputStream stream() {
        return output;
    }

    /**
     * Sends the text that was written so far.
     *
     * @throws CommandFailure with status 3 if some of it could not be written. A closed pipe is no failure: its reader
     *     has read all that it needs
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

    /** A stream that passes bytes on and keeps the first error. */
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
