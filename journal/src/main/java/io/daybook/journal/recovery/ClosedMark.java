package io.daybook.journal.recovery;

import static io.daybook.journal.format.FrameDescriptor.getInt;
import static io.daybook.journal.format.FrameDescriptor.getLong;
import static io.daybook.journal.format.FrameDescriptor.putInt;
import static io.daybook.journal.format.FrameDescriptor.putLong;

import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.Chain;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code journal/CLOSED}, 64 bytes, little-endian: where the journal ended when its owner closed it in order.
 * It exists only while no process owns the journal. A journal that ends before it has lost something.
 *
 * <pre>
 *   0             8               12     16                   24
 *   | magic (8)   | formatVersion | zero | exchangeIdHigh (8) | exchangeIdLow (8) |
 *   32            40              48     60
 *   | lastSeq (8) | chain (8)     | zero | crc32c of 0..59    |
 * </pre>
 *
 * @param lastSeq of the journal; 0 if it held no command
 * @param chain value after the frame that holds the last seq; the start of the chain, if there is none
 */
public record ClosedMark(long exchangeIdHigh, long exchangeIdLow, long lastSeq, long chain) {
    public static final int LENGTH = 64;

    private static final int FORMAT_VERSION = 1;
    private static final long MAGIC = 0x4C43_4B4F_4F42_5944L; // "DYBOOKCL"

    private static final int MAGIC_OFFSET = 0;
    private static final int FORMAT_VERSION_OFFSET = 8;
    private static final int EXCHANGE_ID_OFFSET = 16;
    private static final int LAST_SEQ_OFFSET = 32;
    private static final int CHAIN_OFFSET = 40;
    private static final int CRC_OFFSET = LENGTH - Integer.BYTES;

    /**
     * What lies under the name CLOSED.
     *
     * @param mark null if the file is missing, or is no mark of this journal
     * @param note why a mark that is there cannot be trusted; null if it can, or there is none
     */
    public record Found(@Nullable ClosedMark mark, @Nullable String note) {}

    public byte[] encode() {
        final byte[] block = new byte[LENGTH];
        putLong(block, MAGIC_OFFSET, MAGIC);
        putInt(block, FORMAT_VERSION_OFFSET, FORMAT_VERSION);
        putLong(block, EXCHANGE_ID_OFFSET, exchangeIdHigh);
        putLong(block, EXCHANGE_ID_OFFSET + Long.BYTES, exchangeIdLow);
        putLong(block, LAST_SEQ_OFFSET, lastSeq);
        putLong(block, CHAIN_OFFSET, chain);
        putInt(block, CRC_OFFSET, crc(block));
        return block;
    }

    private static int crc(byte[] block) {
        final CRC32C crc = new CRC32C();
        crc.update(block, 0, CRC_OFFSET);
        return (int) crc.getValue();
    }

    /** Reads the mark of a folder. */
    public static Found read(JournalStorage storage, JournalFolder folder, Identity identity) throws IOException {
        final byte[] block = new byte[LENGTH];
        final long length;
        try (StorageFile file = storage.openReadOnly(folder.closed())) {
            length = file.length();
            file.readFully(ByteBuffer.wrap(block), 0);
        } catch (NoSuchFileException none) {
            return new Found(null, null);
        }
        final String flaw = flaw(block, length, identity);
        if (flaw != null) {
            return new Found(
                    null,
                    folder.closed() + " " + flaw
                            + ": whether the journal ends where it was closed cannot be checked with it");
        }
        return new Found(
                new ClosedMark(
                        identity.exchangeIdHigh(),
                        identity.exchangeIdLow(),
                        getLong(block, LAST_SEQ_OFFSET),
                        getLong(block, CHAIN_OFFSET)),
                null);
    }

    private static @Nullable String flaw(byte[] block, long length, Identity identity) {
        if (length != LENGTH || getLong(block, MAGIC_OFFSET) != MAGIC || getInt(block, CRC_OFFSET) != crc(block)) {
            return "is damaged";
        }
        if (getInt(block, FORMAT_VERSION_OFFSET) != FORMAT_VERSION) {
            return "has format version " + getInt(block, FORMAT_VERSION_OFFSET);
        }
        if (getLong(block, EXCHANGE_ID_OFFSET) != identity.exchangeIdHigh()
                || getLong(block, EXCHANGE_ID_OFFSET + Long.BYTES) != identity.exchangeIdLow()) {
            return "is of another exchange";
        }
        return getLong(block, LAST_SEQ_OFFSET) < 0 ? "is damaged" : null;
    }

    /**
     * Leaves the mark; after the last force, by the owner.
     *
     * @throws IOException where there is none now, or it may not be on the disk
     */
    public void leave(JournalStorage storage, JournalFolder folder) throws IOException {
        storage.delete(folder.newClosed());
        try (StorageFile file = storage.create(folder.newClosed())) {
            file.writeFully(ByteBuffer.wrap(encode()), 0);
            file.force(true);
        }
        storage.rename(folder.newClosed(), folder.closed());
        storage.forceDirectory(folder.journal());
    }

    /** Removes the mark for good, before anything is done that it does not know of. */
    public static void remove(JournalStorage storage, JournalFolder folder) throws IOException {
        if (storage.exists(folder.closed())) {
            storage.delete(folder.closed());
            storage.forceDirectory(folder.journal());
        }
    }

    /**
     * Refuses a journal that lacks what it held when it was closed.
     *
     * @param last the end of the journal
     * @param chainAtEnd chain value after the frame that holds the last seq; null if it is not known
     * @return what an operator should know all the same; null if there is nothing
     * @throws JournalException GAP if the journal ends before the mark, CORRUPT if it has another chain there
     */
    @Nullable
    public String check(JournalStorage storage, JournalFolder folder, SegmentScan last, @Nullable Long chainAtEnd)
            throws IOException {
        final long journalEnd = last.nextSeq() - 1;
        if (journalEnd < lastSeq) {
            throw JournalException.of(
                            JournalException.Reason.GAP, "the journal ends before the seq at which it was closed")
                    .file(last.path())
                    .offset(last.endPosition())
                    .expected("seq " + lastSeq + ", as in " + folder.closed())
                    .found("seq " + journalEnd)
                    .lastGoodSeq(journalEnd)
                    .wayOutOrCut("restore the missing segments from a backup", last.nextSeq())
                    .build();
        }
        final Long found = journalEnd == lastSeq ? chainAtEnd : chainAt(storage, folder);
        if (found != null && found != chain) {
            throw JournalException.of(
                            JournalException.Reason.CORRUPT, "the journal is not the one that was closed at this seq")
                    .file(last.path())
                    .offset(last.endPosition())
                    .expected("chain " + Long.toHexString(chain) + " at seq " + lastSeq + ", as in " + folder.closed())
                    .found(Long.toHexString(found))
                    .lastGoodSeq(journalEnd)
                    .wayOutOrCut("restore the folder as a whole from a backup", last.nextSeq())
                    .build();
        }
        if (journalEnd > lastSeq) {
            return folder.closed() + " says seq " + lastSeq + ", and the journal goes on to seq " + journalEnd
                    + ": the mark is an old one";
        }
        return found == null
                ? folder.closed() + " names a chain value that cannot be compared: the segment with seq " + lastSeq
                        + " is no longer there"
                : null;
    }

    /**
     * The chain value after the frame that holds the seq, in a journal that goes on behind it; null if it is not there
     * to be read.
     */
    private @Nullable Long chainAt(JournalStorage storage, JournalFolder folder) throws IOException {
        if (lastSeq == 0) {
            return Chain.start(exchangeIdHigh, exchangeIdLow);
        }
        for (long firstSeq : folder.segments(storage, lastSeq, lastSeq)) {
            final Path path = folder.segment(firstSeq);
            try (StorageFile file = storage.openReadOnly(path)) {
                final FrameCursor cursor =
                        new FrameCursor(file, SegmentScan.readHeader(file, path, firstSeq), new ReadWindow());
                while (firstSeq <= lastSeq && cursor.next()) {
                    if (cursor.nextSeq() > lastSeq) {
                        return cursor.chain();
                    }
                }
            } catch (JournalException | NoSuchFileException unreadable) {
                return null;
            }
        }
        return null;
    }
}
