package io.daybook.venue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Detects that a file has changed since it was last read. Used by one thread. */
final class WatchedFile {
    private final Path file;
    private @Nullable Look read;
    private @Nullable Look before;

    WatchedFile(final Path file) {
        this.file = file;
        this.read = look();
        this.before = read;
    }

    /** Records the present state of the file, with which {@link #hasChanged} compares. */
    void markRead() {
        read = look();
        before = read;
    }

    /**
     * Returns whether the file exists, differs from the file that was read, and is unchanged since the last call of
     * this method: a file that is still being written is not ready.
     */
    boolean hasChanged() {
        final Look now = look();
        final boolean isReady = now != null && now.equals(before) && !now.equals(read);
        before = now;
        return isReady;
    }

    private @Nullable Look look() {
        try {
            final BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Look(
                    attributes.lastModifiedTime().toMillis(), attributes.size(), String.valueOf(attributes.fileKey()));
        } catch (IOException e) {
            return null; // the file is gone, perhaps only while an editor renames it: the earlier members stay in force
        }
    }

    private record Look(long modifiedMs, long size, String key) {}
}
