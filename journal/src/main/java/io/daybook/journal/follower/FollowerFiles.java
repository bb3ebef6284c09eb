package io.daybook.journal.follower;

import static io.daybook.journal.format.FrameDescriptor.getInt;
import static io.daybook.journal.format.FrameDescriptor.getLong;
import static io.daybook.journal.format.FrameDescriptor.putInt;
import static io.daybook.journal.format.FrameDescriptor.putLong;

import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.snapshot.SnapshotManifest;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The followers that a folder knows: a file {@code followers/NAME} for each, 64 bytes, little-endian, written once.
 *
 * <pre>
 *   0           8               12     16                24                32             40     60
 *   | magic (8) | formatVersion | zero | exchangeIdHigh  | exchangeIdLow   | afterSeq (8) | zero | crc32c of 0..59 |
 * </pre>
 */
public final class FollowerFiles {
    static final String PART_PREFIX = "follower-";

    /** So that the name of its part is one of a part, too. */
    static final int MAX_NAME_LENGTH = SnapshotManifest.MAX_NAME_LENGTH - PART_PREFIX.length();

    private static final int LENGTH = 64;
    private static final int FORMAT_VERSION = 1;
    private static final long MAGIC = 0x4C46_4B4F_4F42_5944L; // "DYBOOKFL"

    private static final int FORMAT_VERSION_OFFSET = 8;
    private static final int EXCHANGE_ID_OFFSET = 16;
    private static final int AFTER_SEQ_OFFSET = 32;
    private static final int CRC_OFFSET = LENGTH - Integer.BYTES;

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;

    /** The followers of a folder. */
    @SuppressWarnings("exports") // for the packages of this module
    public FollowerFiles(JournalStorage storage, JournalFolder folder, Identity identity) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
    }

    /** Whether a follower may have that name. */
    public static boolean isName(String name) {
        return SnapshotManifest.isName(name) && name.length() <= MAX_NAME_LENGTH;
    }

    /** Names, ascending. */
    public List<String> names() throws IOException {
        final List<String> names = new ArrayList<>();
        if (storage.exists(folder.followers())) {
            for (String name : storage.list(folder.followers())) {
                if (isName(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /**
     * After which seq a follower hears; null where the folder does not know it.
     *
     * @throws JournalException CORRUPT, VERSION
     */
    public @Nullable Long afterSeq(String name) throws IOException {
        final Path path = folder.follower(name);
        if (!storage.exists(path)) {
            return null;
        }
        try (StorageFile file = storage.openReadOnly(path)) {
            final byte[] block = new byte[LENGTH];
            file.readFully(ByteBuffer.wrap(block), 0);
            return decode(block, file.length(), path);
        } catch (NoSuchFileException forgotten) {
            return null;
        }
    }

    /**
     * From which snapshot on each follower needs the journal: the newest that has its part, or, without one, the newest
     * before what it has not heard; 0 for the start of the journal.
     *
     * @param marks of those that keep their state elsewhere, by name: the first seq that they still need
     * @throws JournalException CORRUPT, VERSION for a registration that cannot be read
     */
    public Map<String, Long> bases(SnapshotStore snapshots, Map<String, Long> marks) throws IOException {
        final Map<String, Long> bases = new TreeMap<>();
        for (String name : names()) {
            final Long after = afterSeq(name);
            if (after != null) {
                bases.put(name, base(name, after, marks.getOrDefault(name, 0L), snapshots));
            }
        }
        return bases;
    }

    private static long base(String name, long registeredAfter, long mark, SnapshotStore snapshots) throws IOException {
        SnapshotReader from = null;
        if (mark > 0) {
            from = snapshots.newestGood(mark - 1, new ArrayList<>());
        } else {
            from = snapshots.newestGoodWith(FollowerPlace.partOf(name), registeredAfter + 1);
            if (from == null) {
                from = snapshots.newestGood(registeredAfter, new ArrayList<>());
            }
        }
        return from == null ? 0 : from.seq();
    }

    /** Makes a follower known to the folder for good. */
    public void register(String name, long afterSeq) throws IOException {
        storage.createDirectories(folder.followers());
        final Path temporary = folder.newFollower(name);
        storage.delete(temporary);
        try (StorageFile file = storage.create(temporary)) {
            file.writeFully(ByteBuffer.wrap(encode(afterSeq)), 0);
            file.force(true);
        }
        storage.rename(temporary, folder.follower(name));
        storage.forceDirectory(folder.followers());
    }

    /** Takes a follower away from the folder. */
    public void forget(String name) throws IOException {
        storage.delete(folder.follower(name));
        storage.forceDirectory(folder.followers());
    }

    /** Removes what a crash left of a registration; by the owner of the folder. */
    public void removeLeftovers() throws IOException {
        for (String name : storage.list(folder.followers())) {
            if (name.startsWith(JournalFolder.TEMPORARY_PREFIX)) {
                storage.delete(folder.followers().resolve(name));
            }
        }
    }

    private byte[] encode(long afterSeq) {
        final byte[] block = new byte[LENGTH];
        putLong(block, 0, MAGIC);
        putInt(block, FORMAT_VERSION_OFFSET, FORMAT_VERSION);
        putLong(block, EXCHANGE_ID_OFFSET, identity.exchangeIdHigh());
        putLong(block, EXCHANGE_ID_OFFSET + Long.BYTES, identity.exchangeIdLow());
        putLong(block, AFTER_SEQ_OFFSET, afterSeq);
        putInt(block, CRC_OFFSET, crc(block));
        return block;
    }

    private long decode(byte[] block, long length, Path path) {
        if (length != LENGTH || getLong(block, 0) != MAGIC || getInt(block, CRC_OFFSET) != crc(block)) {
            throw refusal(JournalException.Reason.CORRUPT, "the registration of a follower is damaged", path);
        }
        if (getInt(block, FORMAT_VERSION_OFFSET) != FORMAT_VERSION) {
            throw refusal(JournalException.Reason.VERSION, "the registration of a follower has another format", path);
        }
        if (getLong(block, EXCHANGE_ID_OFFSET) != identity.exchangeIdHigh()
                || getLong(block, EXCHANGE_ID_OFFSET + Long.BYTES) != identity.exchangeIdLow()
                || getLong(block, AFTER_SEQ_OFFSET) < 0) {
            throw refusal(JournalException.Reason.CORRUPT, "the registration of a follower of another exchange", path);
        }
        return getLong(block, AFTER_SEQ_OFFSET);
    }

    private static JournalException refusal(JournalException.Reason reason, String what, Path path) {
        return JournalException.of(reason, what)
                .file(path)
                .offset(0)
                .wayOut("restore the file from a backup; or forget the follower, which then begins anew")
                .build();
    }

    private static int crc(byte[] block) {
        final CRC32C crc = new CRC32C();
        crc.update(block, 0, CRC_OFFSET);
        return (int) crc.getValue();
    }
}
