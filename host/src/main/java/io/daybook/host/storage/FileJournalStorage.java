package io.daybook.host.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The real file system, through {@link FileChannel}: an I/O error must arrive as an exception, which rules out writing
 * through a memory map. Note that an interrupt closes a channel: never interrupt a thread that uses one of these files.
 */
public final class FileJournalStorage implements JournalStorage {

    /**
     * Whether this system can open a directory in order to force it. Windows cannot, and keeps renames in order itself.
     */
    private static final boolean DIRECTORIES_OPEN =
            !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

    /**
     * The locks of this process, each with its holder, by the key of the file and by its {@link Place}. A file that is
     * locked here must not be opened a second time: with POSIX locks, closing any descriptor of a file releases the
     * process's lock on it. The map also keeps the channels reachable: the collector closes an unreachable one.
     */
    private static final Map<Object, Held> HELD = new HashMap<>();

    /**
     * The place of a locked file. The name stays locked in this process after its file was deleted, as long as the
     * folder is the same: a new file there would have another key.
     */
    private record Place(Path realPath, Object directoryKey) {}

    private record Held(FileChannel channel, String holder) {}

    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Channels of files that another class loader had locked: closing one would end that lock. The next attempt to lock
     * the file takes the channel over.
     */
    private static final Map<Object, FileChannel> KEPT_OPEN = new HashMap<>();

    /** The file system of this machine. It has no state, so one instance may serve several journals. */
    public FileJournalStorage() {}

    @Override
    public StorageFile create(final Path path) throws IOException {
        return new ChannelFile(FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        requireRegular(path);
        return new ChannelFile(FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public StorageFile openReadOnly(final Path path) throws IOException {
        requireRegular(path);
        return new ChannelFile(FileChannel.open(path, StandardOpenOption.READ));
    }

    /**
     * Refuses anything but a regular file before it is opened: opening a pipe blocks until its other end is opened, and
     * a folder fails only at the first read.
     */
    private static void requireRegular(final Path path) throws IOException {
        final BasicFileAttributes file;
        try {
            file = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            if (Files.isSymbolicLink(path)) {
                throw new FileSystemException(path.toString(), null, "a symbolic link to a missing file");
            }
            throw e;
        }
        if (!file.isRegularFile()) {
            throw new FileSystemException(
                    path.toString(),
                    null,
                    file.isDirectory() ? "a folder where a file is expected" : "not a regular file");
        }
    }

    @Override
    public boolean exists(final Path path) throws IOException {
        try {
            path.getFileSystem().provider().checkAccess(path);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (AccessDeniedException e) {
            throw e; // not missing: the file may exist, but this process may not read it
        } catch (IOException e) {
            final Path parent = path.getParent();
            if (parent != null && Files.exists(parent) && !Files.isDirectory(parent)) {
                return false; // a path below a file does not exist
            }
            throw e;
        }
    }

    @Override
    public void createDirectories(final Path directory) throws IOException {
        final Deque<Path> missing = new ArrayDeque<>();
        Path at = directory.toAbsolutePath();
        while (at != null && !Files.isDirectory(at)) {
            missing.push(at);
            at = at.getParent();
        }
        for (Path next : missing) {
            createDirectory(next);
        }
    }

    @Override
    public void createDirectory(final Path directory) throws IOException {
        Files.createDirectory(directory);
        final Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            forceDirectory(parent);
        }
    }

    @Override
    public List<String> list(final Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> String.valueOf(entry.getFileName()))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    @Override
    public void rename(final Path from, final Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(final Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public void forceDirectory(final Path directory) throws IOException {
        if (DIRECTORIES_OPEN) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    @Override
    public long usableSpace(final Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    @Override
    public StorageLock lock(final Path path, final String holder) throws IOException {
        synchronized (HELD) {
            final Place place = placeOf(path);
            refuseIfHeld(place); // before createdKey() could create a new file in place of a deleted one
            final Object key = createdKey(path);
            refuseIfHeld(key);
            final FileChannel kept = KEPT_OPEN.remove(key);
            final FileChannel channel =
                    kept == null ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE) : kept;
            final Held held = new Held(channel, holder);
            boolean stays = false;
            try {
                if (channel.tryLock() == null) {
                    throw new StorageLockedException(readHolder(channel));
                }
                if (!key.equals(fileKey(path))) {
                    throw new FileSystemException(path.toString(), null, "replaced while it was being locked");
                }
                channel.truncate(0);
                channel.write(ByteBuffer.wrap(holder.getBytes(UTF_8)), 0);
                HELD.put(key, held);
                HELD.put(place, held);
                stays = true;
            } catch (OverlappingFileLockException e) {
                KEPT_OPEN.put(key, channel);
                stays = true;
                throw new StorageLockedException("this process, by another class loader");
            } finally {
                if (!stays) {
                    channel.close();
                }
            }
            return () -> unlock(key, place, held);
        }
    }

    /** Releases once: a second call must not release the lock of another holder. */
    private static void unlock(final Object key, final Place place, final Held held) throws IOException {
        synchronized (HELD) {
            if (HELD.remove(key, held)) {
                HELD.remove(place, held);
                held.channel().close();
            }
        }
    }

    private static void refuseIfHeld(final Object keyOrPlace) throws StorageLockedException {
        final Held other = HELD.get(keyOrPlace);
        if (other != null) {
            throw new StorageLockedException(other.holder());
        }
    }

    private Place placeOf(final Path path) throws IOException {
        final Path absolute = path.toAbsolutePath();
        final Path parent = absolute.getParent();
        final Path directory = (parent == null ? absolute : parent).toRealPath();
        return new Place(directory.resolve(absolute.getFileName()), fileKey(directory));
    }

    /** The key of a file, which is created if it is missing. */
    private Object createdKey(final Path path) throws IOException {
        try {
            Files.createFile(path);
        } catch (FileAlreadyExistsException e) {
            requireRegular(path); // usually it exists, because the file of a lock stays
        }
        return fileKey(path);
    }

    @Override
    public Object fileKey(final Path path) throws IOException {
        final Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path.toRealPath() : key;
    }

    @Override
    public byte[] randomBytes(final int count) {
        final byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    private static String readHolder(final FileChannel channel) {
        final ByteBuffer text = ByteBuffer.allocate(256);
        try {
            channel.read(text, 0);
        } catch (IOException e) {
            return "unknown"; // some systems also forbid reading a locked file; the holder is only part of a message
        }
        final String holder = new String(text.array(), 0, text.position(), UTF_8).strip();
        return holder.isEmpty() ? "unknown" : holder;
    }

    private static final class ChannelFile implements StorageFile {
        private final FileChannel channel;

        ChannelFile(final FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            return channel.write(source, position);
        }

        @Override
        public int read(final ByteBuffer target, final long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public long length() throws IOException {
            return channel.size();
        }

        @Override
        public void force(final boolean metadata) throws IOException {
            channel.force(metadata);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
