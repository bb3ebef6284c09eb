package io.daybook.host.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The file system operations of the journal. Names are durable only after {@link #forceDirectory}, bytes only after
 * {@link StorageFile#force}; an implementation may lose everything else at a crash, and the journal is written to
 * survive that.
 *
 * <p>Implementations are thread-safe; the files that they open are each used by one thread at a time.
 */
public interface JournalStorage {

    /** Creates a file that must not exist yet, open for reading and writing. */
    StorageFile create(Path path) throws IOException;

    /** Opens an existing file for reading and writing. */
    StorageFile open(Path path) throws IOException;

    /** Opens an existing file for reading only. */
    StorageFile openReadOnly(Path path) throws IOException;

    boolean exists(Path path) throws IOException;

    /** Creates a directory and its missing parents, and forces the parent of each directory created. */
    void createDirectories(Path directory) throws IOException;

    /** Creates a directory in an existing parent, and forces the parent. */
    void createDirectory(Path directory) throws IOException;

    /** The names in a directory, sorted; empty if there is no such directory. */
    List<String> list(Path directory) throws IOException;

    /**
     * Renames a file or directory within one parent. The rename is atomic and replaces a file that has the new name.
     */
    void rename(Path from, Path to) throws IOException;

    /** Deletes a file or an empty directory; a missing one is no error. */
    void delete(Path path) throws IOException;

    /** Makes the names in a directory durable: those created, renamed and deleted. */
    void forceDirectory(Path directory) throws IOException;

    /** Returns how many bytes a new file in this directory could have. */
    long usableSpace(Path directory) throws IOException;

    /**
     * A key that identifies the file of a name, for comparison only: device and inode, or the real path if the system
     * has no such key. The file is not opened.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    Object fileKey(Path path) throws IOException;

    /** Random bytes: from the system, or, in a simulator, from its seed. */
    byte[] randomBytes(int count);

    /**
     * Takes an exclusive lock, which is held until it is closed or the process ends, and writes the holder into the
     * file.
     *
     * @throws StorageLockedException if another process, or this one, holds it
     */
    StorageLock lock(Path path, String holder) throws IOException;
}
