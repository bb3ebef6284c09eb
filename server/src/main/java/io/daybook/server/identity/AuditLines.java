package io.daybook.server.identity;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads a file of the audit log from its end. A line that was torn is left out. */
final class AuditLines {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final String BEGIN = "{\"time\":";
    private static final String END = "\"}";

    private AuditLines() {}

    /**
     * Adds the last lines that end before an offset, the newest first, up to a number of lines.
     *
     * @param number the number of the file
     */
    static void read(
            final Path file, final long number, final long before, final int most, final List<AuditTrail.Line> found)
            throws IOException {
        try (RandomAccessFile all = new RandomAccessFile(file.toFile(), "r")) {
            long end = Math.min(before, all.length());
            while (end > 0 && found.size() < most) {
                final long begin = Math.max(0, end - BLOCK_BYTES);
                final byte[] block = new byte[(int) (end - begin)];
                all.seek(begin);
                all.readFully(block);
                final int whole = begin == 0 ? 0 : behindFirstEnd(block);
                if (whole == block.length) {
                    throw new IOException("a line of the audit log has more than " + BLOCK_BYTES + " bytes: " + file
                            + ", before the byte " + end);
                }
                lines(block, whole, begin, number, most, found);
                end = begin + whole;
            }
        }
    }

    /** The start of the first line that is whole in the block. */
    private static int behindFirstEnd(final byte[] block) {
        int at = 0;
        while (at < block.length && block[at] != '\n') {
            at++;
        }
        return Math.min(at + 1, block.length);
    }

    private static void lines(
            final byte[] block,
            final int from,
            final long begin,
            final long number,
            final int most,
            final List<AuditTrail.Line> found) {
        int end = block.length;
        while (end > from && found.size() < most) {
            int start = end - 1;
            while (start > from && block[start - 1] != '\n') {
                start--;
            }
            final String line = new String(block, start, end - start, StandardCharsets.US_ASCII).strip();
            if (line.startsWith(BEGIN) && line.endsWith(END)) {
                found.add(new AuditTrail.Line(number, begin + start, line));
            }
            end = start;
        }
    }
}
