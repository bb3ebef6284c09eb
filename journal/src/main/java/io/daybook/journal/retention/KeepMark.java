package io.daybook.journal.retention;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.SmallFile;
import io.daybook.journal.format.SmallBlock;
import io.daybook.journal.snapshot.SnapshotManifest;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's claim on the commands from a seq on: retention keeps the newest snapshot before that seq, and the
 * journal from there.
 *
 * <p>It is stored as the file {@code marks/NAME}, a {@code SmallBlock} with the seq.
 *
 * @param name its name: 1 to 64 lower-case letters, digits and dashes
 * @param fromSeq the first command that is still needed, ≥ 1
 */
public record KeepMark(String name, long fromSeq) {
    private static final long MAGIC = 0x4B4D_4B4F_4F42_5944L; // "DYBOOKMK"

    public KeepMark {
        requireName(name);
        if (fromSeq < 1) {
            throw new IllegalArgumentException("fromSeq must be at least 1: fromSeq=" + fromSeq);
        }
    }

    static String requireName(final String name) {
        if (!SnapshotManifest.isName(name)) {
            throw new IllegalArgumentException("name must have 1 to " + SnapshotManifest.MAX_NAME_LENGTH
                    + " lower-case letters, digits and dashes: name=" + name);
        }
        return name;
    }

    byte[] encode(final Identity identity) {
        return encode(identity, fromSeq);
    }

    /** Encodes a mark without a name, which is the content of {@code .retiring}. */
    static byte[] encode(final Identity identity, final long fromSeq) {
        return SmallFile.encode(identity, MAGIC, fromSeq, 0);
    }

    /**
     * Reads the seq of a mark; null if there is no such file.
     *
     * @throws JournalException CORRUPT, or VERSION for a later format
     */
    static @Nullable Long readFromSeq(final JournalStorage storage, final Path file, final Identity identity)
            throws IOException {
        final SmallBlock block = SmallFile.read(storage, file, identity, MAGIC, 1);
        if (block == null) {
            return null;
        }
        final SmallBlock.Flaw flaw = block.flaw();
        if (flaw != null) {
            throw switch (flaw) {
                case DAMAGED -> refusal(JournalException.Reason.CORRUPT, "a mark is damaged", file);
                case OTHER_VERSION -> refusal(JournalException.Reason.VERSION, "a mark has another format", file);
                case OTHER_EXCHANGE ->
                    refusal(JournalException.Reason.CORRUPT, "a mark belongs to another exchange", file);
            };
        }
        return block.first();
    }

    private static JournalException refusal(final JournalException.Reason reason, final String what, final Path file) {
        return JournalException.of(reason, what + ": nothing is deleted while it exists")
                .file(file)
                .offset(0)
                .wayOut("set the mark again, or remove it, by its name")
                .build();
    }
}
