package io.daybook.journal.retention;

import static io.daybook.journal.format.FrameDescriptor.getInt;
import static io.daybook.journal.format.FrameDescriptor.getLong;
import static io.daybook.journal.format.FrameDescriptor.putInt;
import static io.daybook.journal.format.FrameDescriptor.putLong;

import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.snapshot.SnapshotManifest;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who still needs the commands from a seq on: retention keeps the newest snapshot before it, and the journal
 * from there.
 *
 * <p>In the folder it is the file {@code marks/NAME}, 64 bytes, little-endian:
 *
 * <pre>
 *   0           8               12     16                24                32            40     60
 *   | magic (8) | formatVersion | zero | exchangeIdHigh  | exchangeIdLow   | fromSeq (8) | zero | crc32c of 0..59 |
 * </pre>
 *
 * @param name of 1 to 64 lower-case letters, digits and dashes
 * @param fromSeq the first command that is still needed, ≥ 1
 * @param part the part that the snapshot must have; null for any. While no snapshot has it, the newest one before the
 *     seq is kept
 */
public record KeepMark(String name, long fromSeq, @Nullable String part) {
    static final int LENGTH = 64;

    private static final int FORMAT_VERSION = 1;
    private static final long MAGIC = 0x4B4D_4B4F_4F42_5944L; // "DYBOOKMK"

    private static final int MAGIC_OFFSET = 0;
    private static final int FORMAT_VERSION_OFFSET = 8;
    private static final int EXCHANGE_ID_OFFSET = 16;
    private static final int FROM_SEQ_OFFSET = 32;
    private static final int CRC_OFFSET = LENGTH - Integer.BYTES;

    /** Checks name and seq. */
    public KeepMark {
        if (!SnapshotManifest.isName(name)) {
            throw new IllegalArgumentException("name must be of 1 to " + SnapshotManifest.MAX_NAME_LENGTH
                    + " lower-case letters, digits and dashes: name=" + name);
        }
        if (fromSeq < 1) {
            throw new IllegalArgumentException("fromSeq must be at least 1: fromSeq=" + fromSeq);
        }
    }

    /** For somebody who starts from any snapshot. */
    public KeepMark(String name, long fromSeq) {
        this(name, fromSeq, null);
    }

    byte[] encode(Identity identity) {
        final byte[] block = new byte[LENGTH];
        putLong(block, MAGIC_OFFSET, MAGIC);
        putInt(block, FORMAT_VERSION_OFFSET, FORMAT_VERSION);
        putLong(block, EXCHANGE_ID_OFFSET, identity.exchangeIdHigh());
        putLong(block, EXCHANGE_ID_OFFSET + Long.BYTES, identity.exchangeIdLow());
        putLong(block, FROM_SEQ_OFFSET, fromSeq);
        putInt(block, CRC_OFFSET, crc(block));
        return block;
    }

    /**
     * Reads a mark.
     *
     * @param length of the file
     * @throws JournalException CORRUPT, or VERSION for a later format
     */
    static KeepMark decode(String name, byte[] block, long length, Identity identity, Path file) {
        if (length != LENGTH
                || getLong(block, MAGIC_OFFSET) != MAGIC
                || getInt(block, CRC_OFFSET) != crc(block)
                || getLong(block, FROM_SEQ_OFFSET) < 1) {
            throw refusal(JournalException.Reason.CORRUPT, "a mark is damaged", file);
        }
        if (getInt(block, FORMAT_VERSION_OFFSET) != FORMAT_VERSION) {
            throw refusal(JournalException.Reason.VERSION, "a mark has another format", file);
        }
        if (getLong(block, EXCHANGE_ID_OFFSET) != identity.exchangeIdHigh()
                || getLong(block, EXCHANGE_ID_OFFSET + Long.BYTES) != identity.exchangeIdLow()) {
            throw refusal(JournalException.Reason.CORRUPT, "a mark of another exchange", file);
        }
        return new KeepMark(name, getLong(block, FROM_SEQ_OFFSET));
    }

    private static JournalException refusal(JournalException.Reason reason, String what, Path file) {
        return JournalException.of(reason, what + ": nothing is deleted while it is there")
                .file(file)
                .offset(0)
                .wayOut("set the mark again, or remove it, by its name")
                .build();
    }

    private static int crc(byte[] block) {
        final CRC32C crc = new CRC32C();
        crc.update(block, 0, CRC_OFFSET);
        return (int) crc.getValue();
    }
}
