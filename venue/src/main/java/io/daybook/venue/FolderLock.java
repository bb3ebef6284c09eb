package io.daybook.venue;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.host.storage.StorageLockedException;
import io.daybook.server.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks whether a process has locked the folder of an exchange. Called before files in the folder are opened that the
 * exchange does not lock.
 */
public final class FolderLock {
    /** The file in the exchange's folder that its process has locked. */
    static final String FILE = "LOCK";

    private FolderLock() {}

    /**
     * Checks that no process has the folder now.
     *
     * @param data the exchange's folder, which may not exist yet
     * @param who the name of this process, for the message to another process
     * @throws StartException with the process that has the folder
     */
    public static void requireFree(final Path data, final String who) throws StartException {
        final Path lock = data.resolve(FILE);
        if (Files.exists(lock)) {
            try {
                locked(data, lock, who).close();
            } catch (IOException e) {
                throw new StartException(false, lock + " cannot be locked: " + e.getMessage());
            }
        }
    }

    /**
     * Locks a folder other than the exchange's folder for as long as this process needs it. If two processes start at
     * once, only one gets the lock.
     *
     * @param folder the folder, which is created if it is missing
     * @param who the name of this process
     * @throws StartException with the process that has the folder
     */
    static StorageLock take(final Path folder, final String who) throws StartException {
        final Path lock = folder.resolve(FILE);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new StartException(false, folder + " cannot be created: " + e.getMessage());
        }
        return locked(folder, lock, who);
    }

    private static StorageLock locked(final Path folder, final Path lock, final String who) throws StartException {
        try {
            return new FileJournalStorage().lock(lock, who);
        } catch (StorageLockedException e) {
            throw new StartException(
                    false,
                    "the exchange does not start on " + folder + ": a process has it already: " + e.getMessage());
        } catch (IOException e) {
            throw new StartException(false, lock + " cannot be locked: " + e.getMessage());
        }
    }
}
