package io.daybook.journal.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.HeaderBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;

/**
 * The contents of a snapshot: the file MANIFEST, little-endian, written last; a folder without it is no snapshot.
 *
 * <pre>
 *   0           8               12       16               32        40          48              56
 *   | magic (8) | formatVersion | length | exchangeId (16)| seq (8) | timeNs (8)| chainAtSeq (8)| stateHash (8) |
 *   64                 68             72          76               80
 *   | semanticsVersion | codecVersion | partCount | settingsLength | settings | parts … | crc32c of all before |
 *
 *   part: | nameLength (4) | name | fileLength (8) | contentLength (8) | crc32c of the file (4) |
 * </pre>
 *
 * @param timeNs time of the last command in it
 * @param chainAtSeq chain value after the DATA frame that ends with {@code seq}
 */
@SuppressWarnings("exports") // Only the journal itself creates one.
public record SnapshotManifest(
        long exchangeIdHigh,
        long exchangeIdLow,
        long seq,
        long timeNs,
        long chainAtSeq,
        long stateHash,
        JournalFingerprint fingerprint,
        List<Part> parts) {

    public static final String FILE_NAME = "MANIFEST";
    public static final int FORMAT_VERSION = 1;

    /** The offset of {@code chainAtSeq} in the file. */
    public static final long CHAIN_OFFSET = 48;

    static final int MAX_PARTS = 1024;
    /** The longest name of a part. */
    public static final int MAX_NAME_LENGTH = 64;

    /** The remedy for a bad snapshot. */
    public static final String WAY_OUT =
            "a start uses an older snapshot, or only the journal, if they suffice; else restore this one from a"
                    + " backup";

    private static final int MAX_LENGTH = 1 << 20;
    private static final int FIXED_LENGTH = 80;
    private static final long MAGIC = 0x4E41_4D4B_4F4F_4244L; // "DBOOKMAN"

    /** One file of the snapshot next to the manifest. */
    record Part(String name, long fileLength, long contentLength, int crc) {}

    public byte[] encode() {
        final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(1024);
        bytes.writeLong(MAGIC).writeInt(FORMAT_VERSION).writeInt(0);
        bytes.writeLong(exchangeIdHigh).writeLong(exchangeIdLow);
        bytes.writeLong(seq).writeLong(timeNs).writeLong(chainAtSeq).writeLong(stateHash);
        bytes.writeInt(fingerprint.semanticsVersion()).writeInt(fingerprint.codecVersion());
        bytes.writeInt(parts.size());
        writeText(bytes, fingerprint.settings());
        for (Part part : parts) {
            writeText(bytes, part.name);
            bytes.writeLong(part.fileLength).writeLong(part.contentLength).writeInt(part.crc);
        }
        bytes.writeInt(12, (int) bytes.writePosition() + Integer.BYTES);
        final CRC32C crc = new CRC32C();
        crc.update(bytes.toByteArray());
        bytes.writeInt((int) crc.getValue());
        return bytes.toByteArray();
    }

    private static void writeText(final Bytes<?> bytes, final String text) {
        final byte[] utf8 = text.getBytes(UTF_8);
        bytes.writeInt(utf8.length).write(utf8);
    }

    /**
     * Reads the manifest of a snapshot.
     *
     * @throws JournalException CORRUPT, VERSION
     */
    public static SnapshotManifest read(final JournalStorage storage, final Path directory) throws IOException {
        final Path path = directory.resolve(FILE_NAME);
        if (!storage.exists(path)) {
            throw corrupt(path, "a snapshot has no manifest", "a file", "none");
        }
        try (StorageFile file = storage.openReadOnly(path)) {
            final long length = file.length();
            if (length < FIXED_LENGTH + Integer.BYTES || length > MAX_LENGTH) {
                throw corrupt(path, "a manifest has an impossible length", "up to " + MAX_LENGTH, length);
            }
            final byte[] block = new byte[(int) length];
            file.readFully(ByteBuffer.wrap(block), 0);
            return decode(block, path);
        }
    }

    public static SnapshotManifest decode(final byte[] block, final Path path) {
        final int covered = block.length - Integer.BYTES;
        final CRC32C crc = new CRC32C();
        crc.update(block, 0, covered);
        if ((int) crc.getValue() != FrameDescriptor.getInt(block, covered)) {
            throw corrupt(
                    path,
                    "a manifest fails its checksum",
                    "crc32c " + HeaderBytes.hex(FrameDescriptor.getInt(block, covered)),
                    HeaderBytes.hex((int) crc.getValue()));
        }
        final Bytes<byte[]> bytes = Bytes.wrapForRead(block);
        if (bytes.readLong() != MAGIC) {
            throw corrupt(path, "this is not a manifest", "the magic of a manifest", "another value");
        }
        final int version = bytes.readInt();
        if (version != FORMAT_VERSION) {
            throw JournalException.of(JournalException.Reason.VERSION, "the snapshot has another format")
                    .file(path)
                    .offset(8)
                    .expected("format version " + FORMAT_VERSION)
                    .found(version)
                    .wayOut("open the folder with the version of Daybook that wrote it; else " + WAY_OUT)
                    .build();
        }
        try {
            return decodeRest(bytes, block.length);
        } catch (IllegalArgumentException e) {
            throw corrupt(path, "a manifest contradicts itself", "possible lengths", String.valueOf(e.getMessage()));
        }
    }

    private static SnapshotManifest decodeRest(final Bytes<byte[]> bytes, final int length) {
        require(bytes.readInt() == length, "its length");
        final long high = bytes.readLong();
        final long low = bytes.readLong();
        final long seq = bytes.readLong();
        final long timeNs = bytes.readLong();
        final long chain = bytes.readLong();
        final long hash = bytes.readLong();
        final int semantics = bytes.readInt();
        final int codec = bytes.readInt();
        final int count = bytes.readInt();
        require(seq >= 1 && count >= 0 && count <= MAX_PARTS, "seq " + seq + ", parts " + count);
        final String settings = readText(bytes, JournalFingerprint.MAX_SETTINGS_BYTES);
        final List<Part> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            final String name = readText(bytes, MAX_NAME_LENGTH);
            require(isName(name), "a part's name");
            require(bytes.readRemaining() >= 20, "the end");
            parts.add(new Part(name, bytes.readLong(), bytes.readLong(), bytes.readInt()));
        }
        require(bytes.readRemaining() == Integer.BYTES, "the end");
        return new SnapshotManifest(
                high, low, seq, timeNs, chain, hash, new JournalFingerprint(semantics, codec, settings), parts);
    }

    private static String readText(final Bytes<byte[]> bytes, final int maxLength) {
        require(bytes.readRemaining() >= Integer.BYTES, "the end");
        final int length = bytes.readInt();
        require(length >= 0 && length <= maxLength && length <= bytes.readRemaining(), "a text of " + length);
        final byte[] utf8 = new byte[length];
        bytes.read(utf8);
        return new String(utf8, UTF_8);
    }

    private static void require(final boolean holds, final String what) {
        if (!holds) {
            throw new IllegalArgumentException(what);
        }
    }

    /**
     * Returns whether a name is made of lower-case letters, digits and dashes, which give the same file on every
     * system.
     */
    public static boolean isName(final String name) {
        return !name.isEmpty()
                && name.length() <= MAX_NAME_LENGTH
                && name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
    }

    private static JournalException corrupt(
            final Path path, final String what, final String expected, final Object found) {
        return JournalException.of(JournalException.Reason.CORRUPT, what)
                .file(path)
                .offset(0)
                .expected(expected)
                .found(found)
                .wayOut(WAY_OUT)
                .build();
    }
}
