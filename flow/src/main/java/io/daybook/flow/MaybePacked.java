package io.daybook.flow;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.GZIPInputStream;

/** Input that may be compressed by gzip: its first two bytes decide. */
public final class MaybePacked {
    private static final int BUFFER = 1 << 16;
    private static final int GZIP_MAGIC = 0x1F8B;

    private MaybePacked() {}

    /**
     * Opens a file or a pipe. A pipe is opened without a channel: the stream of a channel reads the position, which a
     * pipe does not have.
     */
    public static InputStream open(final Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).isOther()
                ? new FileInputStream(file.toFile())
                : Files.newInputStream(file);
    }

    /** Returns the unpacked lines of a stream. A byte that is not text becomes a character that no number contains. */
    public static BufferedReader lines(final InputStream stream) throws IOException {
        return new BufferedReader(new InputStreamReader(unpacked(stream), StandardCharsets.UTF_8));
    }

    /** Returns the unpacked bytes of a stream that is read from its beginning. The caller closes the stream. */
    public static InputStream unpacked(final InputStream stream) throws IOException {
        final InputStream in = new BufferedInputStream(stream, BUFFER);
        in.mark(2);
        final int first = in.read();
        final int second = in.read();
        in.reset();
        return (first << Byte.SIZE | second) == GZIP_MAGIC ? new GZIPInputStream(in, BUFFER) : in;
    }
}
