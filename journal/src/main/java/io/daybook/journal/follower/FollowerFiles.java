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
 * The followers that a folder knows: a file {@code followers/NAME} for each, a {@code SmallBlock} with the seq after
 * which it hears and, where a truncation gave up what it may have heard, the first seq of that.
 */
public final class FollowerFiles {
    static final String PART_PREFIX = "follower-";

    /** So that the name of its part is one of a part, too. */
    static final int MAX_NAME_LENGTH = SnapshotManifest.MAX_NAME_LENGTH - PART_PREFIX.length();

    private static final long MAGIC = 0x4C46_4B4F_4F42_5944L; // "DYBOOKFL"

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;

    /** The followers of a folder. */
    @SuppressWarnings("exports") // for the packages of this module
    public FollowerFiles(final JournalStorage storage, final JournalFolder folder, final Identity identity) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
    }

    /** Whether a follower may have that name. */
    public static boolean isName(final String name) {
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
     * What the folder says of a follower.
     *
     * @param afterSeq the last command before those that it hears
     * @param givenUpFrom the first command that a truncation gave up since it was last attached, and that it may have
     *     heard; 0 for none
     */
    public record Registration(long afterSeq, long givenUpFrom) {}

    /**
     * What the folder says of a follower; null where it does not know it.
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
                            "the registration of a follower of another exchange",
                            path);
            };
        }
        return new Registration(block.first(), block.second());
    }

    /**
     * A follower, for tools; null where the folder does not know it.
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

    /** Makes a follower known to the folder for good. */
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
     * Everything from a seq on is about to be given up, and a follower may have heard it: it must not go on as if it
     * had not. One that hears from a later seq on has heard nothing of what stays; it begins where that ends.
     *
     * @return whether the folder knows it
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

    /** A follower goes on with what stays: what was given up concerns it no longer. */
    public void goOn(final String name) throws IOException {
        final Registration known = find(name);
        if (known != null && known.givenUpFrom() > 0) {
            register(name, known.afterSeq());
        }
    }

    /** Takes a follower away from the folder. */
    public void forget(final String name) throws IOException {
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

    /**
     * Forces the names that a process may have left unforced when it was killed. Followers that are known are not
     * registered again, so a loss of power could take them away after they have heard; by the owner of the folder.
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
                .wayOut("restore the file from a backup; or forget the follower, which then begins anew")
                .build();
    }
}
