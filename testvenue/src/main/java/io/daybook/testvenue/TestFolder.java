package io.daybook.testvenue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a test venue: {@code data} as in any venue, {@code keys} with the keys of each life, and
 * {@code members.json}. A mark in it permits its deletion; a folder without the mark is never written to or deleted.
 */
final class TestFolder implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String MARK = "testvenue";
    private static final FileTime LONG_AGO = FileTime.fromMillis(0);
    private static final String PREFIX = "daybook-testvenue";

    private final Path folder;
    private final boolean isTemporary;
    private int thrownAway;

    private TestFolder(final Path folder, final boolean isTemporary) {
        this.folder = folder;
        this.isTemporary = isTemporary;
    }

    /**
     * Takes a folder, and deletes the files of an earlier test venue in it.
     *
     * @param wanted the folder; null for a new folder that is deleted at the end
     * @throws TestVenueException if the folder has other files
     */
    static TestFolder take(final @Nullable Path wanted, final boolean inMemory) throws TestVenueException, IOException {
        if (wanted == null) {
            return marked(temporary(inMemory), true);
        }
        final Path folder = wanted.toAbsolutePath().normalize();
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !isEmptyOrMarked(folder)) {
                throw new TestVenueException(folder + " was not made by daybook testvenue and is left as it is: it has"
                        + " no file " + MARK + ". Name another folder, or leave --data out");
            }
            delete(folder);
        }
        Files.createDirectories(folder);
        return marked(folder, false);
    }

    /** Takes the folder of a process that was killed, as it is. */
    static TestFolder again(final Path folder) {
        return new TestFolder(folder.toAbsolutePath().normalize(), false);
    }

    /** Stores a text for the next process on this folder. */
    void note(final String name, final String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of a test venue cannot be written: " + folder, e);
        }
    }

    /** A text that was stored; empty if there is none. */
    String noted(final String name) {
        try {
            return Files.exists(folder.resolve(name)) ? Files.readString(folder.resolve(name)) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of a test venue cannot be read: " + folder, e);
        }
    }

    private static boolean isEmptyOrMarked(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return Files.exists(folder.resolve(MARK)) || files.findAny().isEmpty();
        }
    }

    private static TestFolder marked(final Path folder, final boolean isTemporary) throws IOException {
        Files.writeString(folder.resolve(MARK), "daybook testvenue has made this folder, and may delete it\n");
        return new TestFolder(folder, isTemporary);
    }

    /** A new folder, in memory if the system has a place for that. */
    static Path temporary(final boolean inMemory) throws IOException {
        final boolean isThere = inMemory && Files.isWritable(MEMORY);
        return isThere ? Files.createTempDirectory(MEMORY, PREFIX) : Files.createTempDirectory(PREFIX);
    }

    Path path() {
        return folder;
    }

    Path data() {
        return folder.resolve("data");
    }

    /** The folder of the venue's keys within {@link #data}. */
    Path server() {
        return data().resolve("server");
    }

    /** Keeps the keys for all later lives. */
    void keepKeys() {
        copy(server(), folder.resolve("keys"));
        age();
    }

    /**
     * Makes the folder of data empty, with the keys of the first life. The old files are deleted later, by
     * {@link #sweep}.
     */
    void renew() {
        try {
            Files.move(data(), folder.resolve("old-" + thrownAway++));
            Files.createDirectories(data());
            Files.deleteIfExists(folder.resolve("users"));
            Files.deleteIfExists(folder.resolve("time"));
        } catch (IOException e) {
            throw new UncheckedIOException("the data of a test venue cannot be moved away: " + data(), e);
        }
        copy(folder.resolve("keys"), server());
        age();
    }

    /**
     * Gives all files of the next exchange an old time. A server refuses requests that were signed before its folder
     * was last written, because an earlier run may have carried them out; here there is no earlier run.
     */
    private void age() {
        try (Stream<Path> files = Files.walk(data())) {
            for (final Path file : files.toList()) {
                Files.setLastModifiedTime(file, LONG_AGO);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the data of a test venue cannot be read: " + data(), e);
        }
    }

    /** Deletes the folders that {@link #renew} has moved away. */
    void sweep() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (final Path old : files.filter(
                            one -> one.getFileName().toString().startsWith("old-"))
                    .toList()) {
                delete(old);
            }
        }
    }

    private static void copy(final Path from, final Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the keys of a test venue cannot be copied: " + from, e);
        }
    }

    /** Deletes a folder with all that is in it. */
    static void delete(final Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            /** Ignores files that are gone: another thread may be deleting, too. */
            @Override
            public FileVisitResult visitFileFailed(final Path file, final IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(final Path dir, final @Nullable IOException failure)
                    throws IOException {
                Files.deleteIfExists(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Override
    public void close() throws IOException {
        if (isTemporary) {
            delete(folder);
        }
    }
}
