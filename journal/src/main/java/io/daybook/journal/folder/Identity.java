package io.daybook.journal.folder;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.format.HeaderBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a folder: the file IDENTITY, 4,096 bytes, little-endian, written once, and again by each restore of a
 * backup.
 *
 * <pre>
 *   0            8               12     16                                     88
 *   | magic (8)  | formatVersion | zero | exchangeId (16), createdNs (8), zero | settingsLength |
 *   92           128             1152   4092
 *   | zero       | settings      | zero | crc32c |
 * </pre>
 *
 * The exchange id is at 16, {@code createdNs} at 32; the settings are at the same offset as in a segment header. Format
 * version 2 means that the folder was restored from a backup: {@code history} is at 40, {@code restoredSeq} at 48.
 *
 * @param settings the settings of the {@link JournalFingerprint} that the folder was created with; they never change
 * @param history the number of the history that began with the last restore; {@value #FIRST_HISTORY} without a restore
 * @param restoredSeq seq of the command that the restore added; 0 without a restore
 */
public record Identity(
        long exchangeIdHigh, long exchangeIdLow, long createdNs, String settings, long history, long restoredSeq) {
    /** The history of a folder that was never restored. */
    public static final long FIRST_HISTORY = 0;

    private static final long MAGIC = 0x4449_4B4F_4F42_5944L; // "DYBOOKID"

    private static final int FORMAT_VERSION = 1;

    /**
     * Builds that can read only version 1 must refuse a restored folder: they would assign numbers of the lost history
     * again.
     */
    private static final int RESTORED_VERSION = 2;

    private static final int MAGIC_OFFSET = 0;
    private static final int FORMAT_VERSION_OFFSET = 8;
    private static final int EXCHANGE_ID_OFFSET = 16;
    private static final int CREATED_OFFSET = 32;
    private static final int HISTORY_OFFSET = 40;
    private static final int RESTORED_SEQ_OFFSET = 48;
    private static final int SETTINGS_LENGTH_OFFSET = 88;
    private static final int SETTINGS_OFFSET = 128;

    /** Creates the identity of a folder that was never restored. */
    public Identity(final long exchangeIdHigh, final long exchangeIdLow, final long createdNs, final String settings) {
        this(exchangeIdHigh, exchangeIdLow, createdNs, settings, FIRST_HISTORY, 0);
    }

    /** The identity of the same folder in a later history. */
    public Identity restored(final long number, final long seq) {
        if (number <= history) {
            throw new IllegalArgumentException(
                    "history must be above the previous one: history=" + number + " previous=" + history);
        }
        return new Identity(exchangeIdHigh, exchangeIdLow, createdNs, settings, number, seq);
    }

    public byte[] encode() {
        final byte[] block = new byte[HeaderBytes.LENGTH];
        final Bytes<byte[]> bytes = Bytes.wrapForWrite(block);
        bytes.writeLong(MAGIC_OFFSET, MAGIC);
        final boolean isRestored = history != FIRST_HISTORY;
        bytes.writeInt(FORMAT_VERSION_OFFSET, isRestored ? RESTORED_VERSION : FORMAT_VERSION);
        bytes.writeLong(EXCHANGE_ID_OFFSET, exchangeIdHigh);
        bytes.writeLong(EXCHANGE_ID_OFFSET + 8, exchangeIdLow);
        bytes.writeLong(CREATED_OFFSET, createdNs);
        if (isRestored) {
            bytes.writeLong(HISTORY_OFFSET, history);
            bytes.writeLong(RESTORED_SEQ_OFFSET, restoredSeq);
        }
        HeaderBytes.writeText(bytes, SETTINGS_LENGTH_OFFSET, SETTINGS_OFFSET, settings);
        HeaderBytes.seal(block);
        return block;
    }

    /**
     * Reads the identity of a folder; null if it has none.
     *
     * @throws JournalException CORRUPT, or VERSION for a later format
     */
    public static @Nullable Identity read(final JournalStorage storage, final JournalFolder folder) throws IOException {
        if (!storage.exists(folder.identity())) {
            return null;
        }
        try (StorageFile file = storage.openReadOnly(folder.identity())) {
            final byte[] block = new byte[HeaderBytes.LENGTH];
            file.readFully(ByteBuffer.wrap(block), 0);
            return decode(block, file.length(), folder.identity());
        }
    }

    /**
     * Decodes an identity.
     *
     * @param length the length of the file
     * @throws JournalException CORRUPT, or VERSION for a later format
     */
    public static Identity decode(final byte[] block, final long length, final Object file) {
        final int crc = HeaderBytes.crc(block);
        if (length != HeaderBytes.LENGTH || crc != HeaderBytes.storedCrc(block)) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "IDENTITY fails its checksum")
                    .file(file)
                    .offset(0)
                    .expected(HeaderBytes.LENGTH + " bytes, crc32c " + HeaderBytes.hex(HeaderBytes.storedCrc(block)))
                    .found(length + " bytes, crc32c " + HeaderBytes.hex(crc))
                    .wayOut("bring IDENTITY back from a backup; only daybook restore-backup changes it")
                    .build();
        }
        final Bytes<byte[]> bytes = Bytes.wrapForRead(block);
        if (bytes.readLong(MAGIC_OFFSET) != MAGIC) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "this is not an IDENTITY of a journal")
                    .file(file)
                    .offset(0)
                    .build();
        }
        final int version = bytes.readInt(FORMAT_VERSION_OFFSET);
        if (version != FORMAT_VERSION && version != RESTORED_VERSION) {
            throw JournalException.of(JournalException.Reason.VERSION, "the journal has another format")
                    .file(file)
                    .offset(FORMAT_VERSION_OFFSET)
                    .expected("format version " + FORMAT_VERSION + " or " + RESTORED_VERSION)
                    .found(version)
                    .wayOut("open the folder with the version of Daybook that wrote it")
                    .build();
        }
        final String settings;
        try {
            settings = HeaderBytes.readText(
                    bytes, SETTINGS_LENGTH_OFFSET, SETTINGS_OFFSET, JournalFingerprint.MAX_SETTINGS_BYTES);
        } catch (IllegalArgumentException e) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "IDENTITY contradicts itself")
                    .file(file)
                    .offset(SETTINGS_LENGTH_OFFSET)
                    .causedBy(e);
        }
        return new Identity(
                bytes.readLong(EXCHANGE_ID_OFFSET),
                bytes.readLong(EXCHANGE_ID_OFFSET + 8),
                bytes.readLong(CREATED_OFFSET),
                settings,
                version == RESTORED_VERSION ? bytes.readLong(HISTORY_OFFSET) : FIRST_HISTORY,
                version == RESTORED_VERSION ? bytes.readLong(RESTORED_SEQ_OFFSET) : 0);
    }

    /** Replaces the identity of a folder that this process owns; durable when it returns. */
    public void replaceIn(final JournalStorage storage, final JournalFolder folder) throws IOException {
        SmallFile.replace(storage, folder.root(), folder.newIdentity(), folder.identity(), encode());
    }

    public String exchangeId() {
        return new java.util.UUID(exchangeIdHigh, exchangeIdLow).toString();
    }
}
