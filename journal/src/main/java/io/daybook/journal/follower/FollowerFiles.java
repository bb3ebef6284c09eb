package io.daybook.journal.follower;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.FollowerStat;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.SmallFile;
import io.daybook.journal.format.SmallBlock;
import io.daybook.journal.snapshot.SnapshotManifest;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The followers registered in a folder. Each has a file {@code followers/NAME}, a {@code SmallBlock} with the seq after
 * which the follower receives commands. If a truncation gave up commands that the follower may have received, the file
 * also has the first of their seqs.
 */
public final class FollowerFiles {
    static final String PART_PREFIX = "follower-";

    /** The longest name of a follower, which leaves room for the prefix in the name of its part. */
    static final int MAX_NAME_LENGTH = SnapshotManifest.MAX_NAME_LENGTH - PART_PREFIX.length();

    private static final long MAGIC = 0x4C46_4B4F_4F42_5944L; // "DYBOOKFL"

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;

    @SuppressWarnings("exports") // for the packages of this module
    public FollowerFiles(final JournalStorage storage, final JournalFolder folder, final Identity identity) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
    }

    /** Returns whether a follower may have that name. */
    public static boolean isName(final String name) {
        return SnapshotManifest.isName(name) && name.length() <= MAX_NAME_LENGTH;
    }

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
     * The registration of a follower.
     *
     * @param afterSeq the last command before the first one that it receives
     * @param givenUpFrom the first command that it may have received and that a truncation gave up since it was last
     *     attached; 0 if there is none
     */
    public record Registration(long afterSeq, long givenUpFrom) {}

    /**
     * The registration of a follower; null if there is none.
     *
     * @throws JournalException CORRUPT, VERSION
     */
    public @Nullable Registration find(final String name) throws IOException {
        final Path path = folder.follower(name);
        final SmallBlock block = SmallFile.read(storage, path, identity, MAGIC, 0);
        if (block == null) {
            return null;
        }
        final SmallBlock.Flaw flaw = block.flaw();
        if (flaw != null) {
            throw switch (flaw) {
                case DAMAGED ->
                    refusal(JournalException.Reason.CORRUPT, "the registration of a follower is damaged", path);
                case OTHER_VERSION ->
                    refusal(JournalException.Reason.VERSION, "the registration of a follower has another format", path);
                case OTHER_EXCHANGE ->
                    refusal(
                            JournalException.Reason.CORRUPT,
                            "the registration belongs to a follower of another exchange",
                            path);
            };
        }
        return new Registration(block.first(), block.second());
    }

    /**
     * The state of a follower, for tools; null if it is not registered.
     *
     * @throws JournalException CORRUPT, VERSION
     */
    public @Nullable FollowerStat stat(final String name, final SnapshotStore snapshots) throws IOException {
        final Registration known = find(name);
        if (known == null) {
            return null;
        }
        final SnapshotReader part =
                FollowerPlace.find(this, new FollowerMark(name, 0), snapshots).snapshot();
        return new FollowerStat(name, known.afterSeq(), part == null ? 0 : part.seq());
    }

    /** Registers a follower; durable when it returns. */
    public void register(final String name, final long afterSeq) throws IOException {
        write(name, new Registration(afterSeq, 0));
    }

    private void write(final String name, final Registration registration) throws IOException {
        storage.createDirectories(folder.followers());
        SmallFile.replace(
                storage,
                folder.followers(),
                folder.newFollower(name),
                folder.follower(name),
                SmallFile.encode(identity, MAGIC, registration.afterSeq(), registration.givenUpFrom()));
    }

    /**
     * Records that everything from a seq on is about to be given up, so that a follower that may have received it does
     * not silently continue. A follower that begins after that seq has received none of the commands that stay; it
     * begins at the new end.
     *
     * @return whether it is registered
     * @throws JournalException CORRUPT, VERSION
     */
    public boolean giveUpFrom(final String name, final long atSeq) throws IOException {
        final Registration known = find(name);
        if (known == null) {
            return false;
        }
        final long before = known.givenUpFrom();
        write(
                name,
                new Registration(Math.min(known.afterSeq(), atSeq - 1), before == 0 ? atSeq : Math.min(before, atSeq)));
        return true;
    }

    /** Records that a follower continues from the commands that stay; the truncation no longer matters for it. */
    public void goOn(final String name) throws IOException {
        final Registration known = find(name);
        if (known != null && known.givenUpFrom() > 0) {
            register(name, known.afterSeq());
        }
    }

    /** Removes a registration. */
    public void forget(final String name) throws IOException {
        storage.delete(folder.follower(name));
        storage.forceDirectory(folder.followers());
    }

    /** Removes what a crash left of a registration. Only the owner of the folder calls this. */
    public void removeLeftovers() throws IOException {
        for (String name : storage.list(folder.followers())) {
            if (name.startsWith(JournalFolder.TEMPORARY_PREFIX)) {
                storage.delete(folder.followers().resolve(name));
            }
        }
    }

    /**
     * Forces the names that a killed process may have left unforced: a registered follower is not registered again, so
     * a loss of power could remove its file after it has received commands. Only the owner of the folder calls this.
     */
    public void forceNames() throws IOException {
        if (storage.exists(folder.followers())) {
            storage.forceDirectory(folder.followers());
        }
    }

    private static JournalException refusal(final JournalException.Reason reason, final String what, final Path path) {
        return JournalException.of(reason, what)
                .file(path)
                .offset(0)
                .wayOut("restore the file from a backup; or forget the follower, which then starts over")
                .build();
    }
}
