package io.daybook.flow;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The lines of a file, compressed by gzip or not. Its errors name the file. */
public final class NamedLines extends BufferedReader {
    private final Path file;

    private NamedLines(final Path file, final BufferedReader lines) {
        super(lines);
        this.file = file;
    }

    /** Opens the lines; the caller closes them. */
    public static NamedLines open(final Path file) throws Failure {
        return open(file, bytes -> bytes);
    }

    /** Opens the lines through a filter of the compressed bytes; the caller closes them. */
    public static NamedLines open(final Path file, final UnaryOperator<InputStream> filter) throws Failure {
        try {
            return new NamedLines(file, unpacked(file, filter));
        } catch (final IOException e) {
            throw new Failure(file, e);
        }
    }

    private static BufferedReader unpacked(final Path file, final UnaryOperator<InputStream> filter)
            throws IOException {
        final InputStream in = filter.apply(MaybePacked.open(file));
        try {
            return MaybePacked.lines(in);
        } catch (final IOException e) {
            in.close();
            throw e;
        }
    }

    @Override
    public @Nullable String readLine() throws IOException {
        try {
            return super.readLine();
        } catch (final IOException e) {
            throw new Failure(file, e);
        }
    }

    /** Thrown if the file cannot be read. */
    public static final class Failure extends IOException {
        private static final long serialVersionUID = 1L;

        private final String file;
        private final IOException reason;

        Failure(final Path file, final IOException reason) {
            super(reason.getMessage(), reason);
            this.file = file.toString();
            this.reason = reason;
        }

        /** The name of the file. */
        public String file() {
            return file;
        }

        /** The reason for which the file cannot be read. */
        public IOException reason() {
            return reason;
        }
    }
}
