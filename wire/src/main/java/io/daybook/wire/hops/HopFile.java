package io.daybook.wire.hops;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The content of a {@link HopRing} as a file of eight-byte numbers, little-endian:
 *
 * <pre>
 * 0                      8       16              16 + 8n
 * | magic "DBHOPS1\n" | n | codes of n hops | rows of a seq and n times, −2^63 for none
 * </pre>
 */
public final class HopFile {
    /** The suffix of such files. */
    public static final String SUFFIX = ".hops";

    private static final long MAGIC = 0x0A31_5350_4F48_4244L;
    private static final int FRONT_LENGTH = 16;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final long MAX_BYTES = 1L << 30;

    private HopFile() {}

    /** Receives the times of a file. */
    @FunctionalInterface
    public interface Reading {
        /** The time of a hop of a command. */
        void onTime(long seq, Hop hop, long ns);
    }

    /** Writes the rows of a ring; an existing file is replaced once the new one is complete. */
    public static void write(final Path path, final HopRing ring) throws IOException {
        final Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        final Path fresh = path.resolveSibling(path.getFileName() + ".tmp");
        final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            buffer.putLong(MAGIC).putLong(ring.hops().size());
            ring.hops().forEach(hop -> buffer.putLong(hop.code()));
            for (int row = 0; row < ring.rows(); row++) {
                if (ring.get(row, 0) != HopRing.NO_TIME) {
                    if (buffer.remaining() < Long.BYTES * ring.width()) {
                        flush(channel, buffer);
                    }
                    for (int i = 0; i < ring.width(); i++) {
                        buffer.putLong(ring.get(row, i));
                    }
                }
            }
            flush(channel, buffer);
        }
        Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void flush(final FileChannel channel, final ByteBuffer buffer) throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    /**
     * Reads a file.
     *
     * @throws IOException with the name of the file, if it cannot be read or is not such a file
     */
    public static void read(final Path path, final Reading reading) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (channel.size() > MAX_BYTES) {
                throw new IOException(path + ": is longer than the limit of " + MAX_BYTES + " bytes");
            }
            final ByteBuffer front = longs(path, channel, FRONT_LENGTH);
            if (front.getLong() != MAGIC) {
                throw new IOException(path + ": is not a file of hops");
            }
            final long count = front.getLong();
            if (count < 0 || count > Hop.values().length) {
                throw new IOException(path + ": names " + count + " hops, but the most are " + Hop.values().length);
            }
            final Hop[] hops = hops(path, longs(path, channel, (int) count * Long.BYTES), (int) count);
            final int rowLength = (1 + hops.length) * Long.BYTES;
            final long rows = (channel.size() - channel.position()) / rowLength;
            if (channel.position() + rows * rowLength != channel.size()) {
                throw new IOException(path + ": ends within a row");
            }
            final int rowsAtOnce = BUFFER_BYTES / rowLength;
            for (long row = 0; row < rows; row += rowsAtOnce) {
                final int some = (int) Math.min(rowsAtOnce, rows - row);
                deliver(longs(path, channel, some * rowLength), hops, reading);
            }
        }
    }

    private static Hop[] hops(final Path path, final ByteBuffer codes, final int count) throws IOException {
        final Hop[] hops = new Hop[count];
        final Set<Hop> seen = new HashSet<>();
        for (int i = 0; i < count; i++) {
            final long code = codes.getLong();
            final Hop hop = Hop.of(code);
            if (hop == null || !seen.add(hop)) {
                throw new IOException(path + ": names hop " + code + ", which is unknown or was named before; hops are "
                        + Arrays.toString(Hop.values()));
            }
            hops[i] = hop;
        }
        return hops;
    }

    private static void deliver(final ByteBuffer rows, final Hop[] hops, final Reading reading) {
        while (rows.hasRemaining()) {
            final long seq = rows.getLong();
            for (final Hop hop : hops) {
                final long ns = rows.getLong();
                if (ns != HopRing.NO_TIME) {
                    reading.onTime(seq, hop, ns);
                }
            }
        }
    }

    private static ByteBuffer longs(final Path path, final FileChannel channel, final int length) throws IOException {
        final ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new IOException(path + ": is cut off");
            }
        }
        return buffer.flip();
    }
}
