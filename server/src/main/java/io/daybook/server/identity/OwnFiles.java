package io.daybook.server.identity;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and folders that only their owner may read. */
public final class OwnFiles {
    private static final int MAX_BYTES = 4_096;
    private static final String OWN_FILE = "rw-------";
    private static final String OWN_FOLDER = "rwx------";
    private static final String UNFINISHED = ".new";

    private OwnFiles() {}

    /** Makes a folder of mode 0700, or removes the rights of others from an existing one. */
    public static void folder(final Path folder) throws IOException {
        if (folder.getParent() != null) {
            Files.createDirectories(folder.getParent());
        }
        if (Files.isDirectory(folder)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(OWN_FOLDER));
        } else {
            Files.createDirectory(folder, rights(OWN_FOLDER));
        }
    }

    /**
     * Makes a file of mode 0600 and forces it; it must not exist yet. After a crash the file is whole, or does not
     * exist.
     */
    public static void create(final Path file, final String content) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Files.move(unfinished(file, content), file, StandardCopyOption.ATOMIC_MOVE);
        forceFolder(file);
    }

    /** The file system, with new files of mode 0600. */
    static JournalStorage storage() {
        return new ForwardingStorage(new FileJournalStorage()) {
            @Override
            public StorageFile create(final Path path) throws IOException {
                Files.createFile(path, rights(OWN_FILE));
                return open(path);
            }
        };
    }

    /** Makes an empty file of mode 0600, or removes the rights of others from an existing one. */
    static void touch(final Path file) throws IOException {
        if (Files.exists(file)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(OWN_FILE));
        } else {
            Files.createFile(file, rights(OWN_FILE));
        }
    }

    /** Opens a log of mode 0600 at its end. */
    static FileChannel openLog(final Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                rights(OWN_FILE));
    }

    /** Writes a temporary file next to its target, whole and forced. */
    static Path unfinished(final Path file, final String content) throws IOException {
        final Path unfinished = unfinished(file);
        Files.deleteIfExists(unfinished);
        try (FileChannel channel = FileChannel.open(
                unfinished, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), rights(OWN_FILE))) {
            final ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        return unfinished;
    }

    /** Returns whether a file is unfinished, and may be renamed at any moment. */
    public static boolean isUnfinished(final Path file) {
        return file.getFileName().toString().endsWith(UNFINISHED);
    }

    /** The path of the unfinished file. */
    static Path unfinished(final Path file) {
        return file.resolveSibling(file.getFileName() + UNFINISHED);
    }

    /** Forces the folder of a file, and so the names in it. */
    static void forceFolder(final Path file) throws IOException {
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** Reads a file that others must not read. */
    static String read(final Path file) throws IOException {
        final Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
        if (rights.contains(PosixFilePermission.GROUP_READ) || rights.contains(PosixFilePermission.OTHERS_READ)) {
            throw new IOException("others may read it; run: chmod 600 " + file);
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("it has more than " + MAX_BYTES + " bytes, the limit for such a file");
        }
        return Files.readString(file, StandardCharsets.US_ASCII);
    }

    private static FileAttribute<Set<PosixFilePermission>> rights(final String rights) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights));
    }
}
