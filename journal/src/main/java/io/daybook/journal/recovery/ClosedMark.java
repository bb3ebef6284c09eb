package io.daybook.journal.recovery;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.SmallFile;
import io.daybook.journal.format.Chain;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SmallBlock;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code journal/CLOSED}: where the journal ended when its owner closed it. It exists only while no process
 * owns the journal. If the journal ends before this place, commands are lost.
 *
 * <p>The file is a {@link SmallBlock} with the last seq and the chain value.
 *
 * @param lastSeq the last seq of the journal; 0 if it held no command
 * @param chain the chain value after the frame that holds the last seq; the start of the chain if there is none
 */
public record ClosedMark(long exchangeIdHigh, long exchangeIdLow, long lastSeq, long chain) {
    private static final long MAGIC = 0x4C43_4B4F_4F42_5944L; // "DYBOOKCL"

    /**
     * The content of CLOSED.
     *
     * @param mark null if the file is missing, or is not a mark of this journal
     * @param note why an existing mark cannot be trusted; null if it can, or there is none
     */
    public record Found(@Nullable ClosedMark mark, @Nullable String note) {}

    public byte[] encode() {
        return SmallBlock.encode(MAGIC, exchangeIdHigh, exchangeIdLow, lastSeq, chain);
    }

    public static Found read(final JournalStorage storage, final JournalFolder folder, final Identity identity)
            throws IOException {
        final SmallBlock block = SmallFile.read(storage, folder.closed(), identity, MAGIC, 0);
        if (block == null) {
            return new Found(null, null);
        }
        final SmallBlock.Flaw flaw = block.flaw();
        if (flaw != null) {
            return new Found(
                    null,
                    folder.closed() + " " + describe(flaw, block)
                            + ": it cannot show whether the journal ends where it was closed");
        }
        return new Found(
                new ClosedMark(identity.exchangeIdHigh(), identity.exchangeIdLow(), block.first(), block.second()),
                null);
    }

    private static String describe(final SmallBlock.Flaw flaw, final SmallBlock block) {
        return switch (flaw) {
            case DAMAGED -> "is damaged";
            case OTHER_VERSION -> "has format version " + block.formatVersion();
            case OTHER_EXCHANGE -> "belongs to another exchange";
        };
    }

    /**
     * Writes the mark, after the last force. Only the owner of the folder calls this.
     *
     * @throws IOException if the mark was not written, or may not be durable
     */
    public void leave(final JournalStorage storage, final JournalFolder folder) throws IOException {
        SmallFile.replace(storage, folder.journal(), folder.newClosed(), folder.closed(), encode());
    }

    /** Removes the mark durably, before the journal changes. */
    public static void remove(final JournalStorage storage, final JournalFolder folder) throws IOException {
        if (storage.exists(folder.closed())) {
            storage.delete(folder.closed());
            storage.forceDirectory(folder.journal());
        }
    }

    /**
     * Refuses a journal that lacks commands that it held when it was closed.
     *
     * @param last the end of the journal
     * @param chainAtEnd chain value after the frame that holds the last seq; null if it is not known
     * @return a note for the operator; null if there is none
     * @throws JournalException GAP if the journal ends before the mark, CORRUPT if it has another chain there
     */
    @Nullable
    public String check(
            final JournalStorage storage,
            final JournalFolder folder,
            final SegmentScan last,
            final @Nullable Long chainAtEnd)
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
            return folder.closed() + " records seq " + lastSeq + ", and the journal continues to seq " + journalEnd
                    + ": the mark is out of date";
        }
        return found == null
                ? folder.closed() + " names a chain value that cannot be compared: the segment with seq " + lastSeq
                        + " is no longer there"
                : null;
    }

    /**
     * The chain value after the frame that holds the seq of the mark, in a journal that continues after it; null if
     * that frame cannot be read.
     */
    private @Nullable Long chainAt(final JournalStorage storage, final JournalFolder folder) throws IOException {
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
