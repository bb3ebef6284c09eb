package io.daybook.flow.itch;

import io.daybook.flow.MaybePacked;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The bytes of an ITCH file, compressed by gzip or not: its first bytes decide. Used by one thread, once. */
public final class ItchFile {
    private static final int BUFFER = 1 << 16;

    private final InputStream in;

    /** Creates a file that is read from its beginning. The caller closes the stream. */
    public ItchFile(final InputStream in) {
        this.in = in;
    }

    /**
     * Passes all bytes to a parser, or as many as the parser takes.
     *
     * @return the fault by which the bytes end early, or within a message; null for none
     */
    public @Nullable String readInto(final ItchParser parser) throws IOException {
        try {
            copy(MaybePacked.unpacked(in), parser);
            return parser.isWhole()
                    ? null
                    : "the file ends within the message that begins at byte " + parser.position();
        } catch (final EOFException e) {
            return "the file ends within its gzip data";
        } catch (final ZipException e) {
            return "its gzip data are damaged: " + e.getMessage();
        }
    }

    private static void copy(final InputStream bytes, final ItchParser parser) throws IOException {
        final byte[] buffer = new byte[BUFFER];
        while (!parser.isDone()) {
            final int length = bytes.read(buffer);
            if (length < 0) {
                return;
            }
            parser.parse(buffer, 0, length);
        }
    }
}
