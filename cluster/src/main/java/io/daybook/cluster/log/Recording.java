package io.daybook.cluster.log;

import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.CatalogHeaderDecoder;
import io.aeron.archive.codecs.RecordingDescriptorDecoder;
import io.aeron.archive.codecs.RecordingDescriptorHeaderDecoder;
import io.aeron.archive.codecs.RecordingState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One recording of an archive, from its catalog.
 *
 * @param archive the folder of the archive
 * @param id the id of the recording, in this archive alone
 * @param startPosition the first position that is kept
 * @param stopPosition the end of the recording; {@link AeronArchive#NULL_POSITION} while it is written, or if its
 *     writer was killed
 * @param termLength the bytes of a term
 * @param segmentLength the bytes of a file; a multiple of {@code termLength}
 */
record Recording(Path archive, long id, long startPosition, long stopPosition, int termLength, int segmentLength) {
    private static final String CATALOG = "archive.catalog";

    /** The length of the catalog's head if it does not contain the alignment of its records. */
    private static final int OLD_ALIGNMENT = 1_024;

    private static final int MAX_CATALOG_BYTES = 256 << 20;

    /**
     * Finds a recording in the catalog.
     *
     * @throws ClusterLogException if it is not there
     */
    static Recording find(final Path archive, final long id) throws IOException {
        return findAny(archive, id)
                .orElseThrow(() -> new ClusterLogException(archive.resolve(CATALOG) + " has no recording " + id
                        + ": the node's folder is incomplete; use the folder of another node"));
    }

    /** Finds a recording that may have been purged. */
    static Optional<Recording> findAny(final Path archive, final long id) throws IOException {
        final Path file = archive.resolve(CATALOG);
        final UnsafeBuffer catalog = new UnsafeBuffer(read(file));
        final CatalogHeaderDecoder head = new CatalogHeaderDecoder();
        head.wrap(catalog, 0, CatalogHeaderDecoder.BLOCK_LENGTH, CatalogHeaderDecoder.SCHEMA_VERSION);
        final RecordingDescriptorHeaderDecoder before = new RecordingDescriptorHeaderDecoder();
        final RecordingDescriptorDecoder descriptor = new RecordingDescriptorDecoder();
        final int behind = RecordingDescriptorHeaderDecoder.BLOCK_LENGTH;
        final int alignment = head.alignment() == 0 ? OLD_ALIGNMENT : head.alignment();
        int at = head.alignment() == 0 ? OLD_ALIGNMENT : CatalogHeaderDecoder.BLOCK_LENGTH;
        while (at + behind + RecordingDescriptorDecoder.BLOCK_LENGTH <= catalog.capacity()) {
            before.wrap(catalog, at, behind, RecordingDescriptorHeaderDecoder.SCHEMA_VERSION);
            final int length = before.length();
            if (length <= 0 || length > catalog.capacity() - at - behind) {
                break;
            }
            descriptor.wrap(
                    catalog,
                    at + behind,
                    RecordingDescriptorDecoder.BLOCK_LENGTH,
                    RecordingDescriptorDecoder.SCHEMA_VERSION);
            if (descriptor.recordingId() == id && before.state() == RecordingState.VALID) {
                return Optional.of(checked(
                        file,
                        new Recording(
                                archive,
                                id,
                                descriptor.startPosition(),
                                descriptor.stopPosition(),
                                descriptor.termBufferLength(),
                                descriptor.segmentFileLength())));
            }
            at += (length + behind + alignment - 1) / alignment * alignment;
        }
        return Optional.empty();
    }

    private static Recording checked(final Path file, final Recording found) {
        final boolean isPossible = found.startPosition >= 0
                && (found.stopPosition == AeronArchive.NULL_POSITION || found.stopPosition >= found.startPosition)
                && found.termLength >= 1 << 16
                && Integer.bitCount(found.termLength) == 1
                && found.segmentLength >= found.termLength
                && found.segmentLength % found.termLength == 0;
        if (!isPossible) {
            throw new ClusterLogException(
                    file + " is damaged: " + found + " is impossible; use the folder of another node");
        }
        return found;
    }

    private static byte[] read(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size(), MAX_CATALOG_BYTES));
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // until it is full, or the file ends
            }
            return bytes.array();
        }
    }

    /** The file that holds a position. */
    Path file(final long position) {
        return archive.resolve(id + "-" + fileBase(position) + ".rec");
    }

    /** The first position in that file. */
    long fileBase(final long position) {
        return AeronArchive.segmentFileBasePosition(startPosition, position, termLength, segmentLength);
    }
}
