package io.daybook.server.backup;

import io.daybook.api.Listing;
import io.daybook.api.RetentionMarks;
import io.daybook.config.ConfigException;
import io.daybook.core.DaybookExchange;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.access.JournalReader;
import io.daybook.server.config.ListingFile;
import io.daybook.server.identity.IdentityException;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.OwnFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copies the folder of an exchange and its server while they run. Files that follow the journal are copied before it,
 * so nothing in the copy depends on a command that the copy lacks. The copied journal ends with its last whole frame,
 * and has at least the commands that the journal had when the backup began. The copy gets its name, and so is valid,
 * once it is forced, recovers and balances.
 *
 * <p>Locked files are never opened: a process that closes any descriptor of a file loses its lock on the file. For the
 * same reason, SQLite itself copies the keys.
 */
public final class Backup {
    private static final String MARK = "backup-";
    private static final Pattern NAME = Pattern.compile("(\\d{1,18})-[0-9a-f]+");
    private static final String JOURNAL = "journal";
    private static final String SEGMENT = ".jnl";
    private static final String SNAPSHOTS = "snapshots";
    private static final String SERVER = "server";
    private static final String LOCK = "LOCK";
    private static final String MARKS = "marks";
    private static final String FEED = "feed";
    private static final String FEED_SEGMENT = ".feed";
    private static final String DOORS = "gateway";
    private static final String OUTBOX_SEGMENT = ".out";
    private static final String PART = ".part-";
    private static final int ZEROS = 1 << 16;

    /**
     * The age after which a backup of another process counts as ended. On a shared disk, a process that does not run on
     * this machine may run on another one.
     */
    private static final Duration DEAD = Duration.ofDays(1);

    /**
     * The names of the backups that this process makes now. The process id in a name does not suffice: in a container,
     * each start may have the process id of the previous one.
     */
    private static final Set<String> RUNNING = ConcurrentHashMap.newKeySet();

    private final Path data;
    private final Path target;
    private final BackupCheck check;

    /** The unique name of this backup. */
    private final String name;

    private final Path part;

    private Backup(final Path data, final Path target, final BackupCheck check) {
        this.data = data;
        this.target = target;
        this.check = check;
        this.name = ProcessHandle.current().pid() + "-" + Long.toHexString(new SplittableRandom().nextLong());
        this.part = target.resolveSibling(target.getFileName() + PART + name);
    }

    /**
     * A valid backup.
     *
     * @param folder the folder of the backup
     * @param seq the seq of the last command in it
     * @param stateHash the hash of the state after that command
     * @param bytes the size of the files
     */
    public record Made(Path folder, long seq, long stateHash, long bytes) {}

    /**
     * Makes a backup, and recovers it in this process.
     *
     * @param data the exchange's folder; an exchange may be running there, in this process or another
     * @param target the folder of the copy, which must not exist yet; its parent folder is made if it does not exist
     * @throws BackupException if the folder is damaged, the target exists, or the copy does not recover
     * @throws IOException if a file cannot be read or written
     */
    public static Made take(final Path data, final Path target) throws BackupException, IOException {
        return take(data, target, BackupCheck::here);
    }

    /**
     * Makes a backup.
     *
     * @param data the exchange's folder
     * @param target the folder of the copy, which must not exist yet
     * @param check decides whether the copy is valid
     * @throws BackupException if the folder is damaged, the target exists, or the copy fails the check
     * @throws IOException if a file cannot be read or written
     */
    public static Made take(final Path data, final Path target, final BackupCheck check)
            throws BackupException, IOException {
        final Backup backup = new Backup(
                data.toAbsolutePath().normalize(), target.toAbsolutePath().normalize(), check);
        RUNNING.add(backup.name);
        try {
            return backup.take();
        } catch (JournalException e) {
            throw new BackupException(String.valueOf(e.getMessage()));
        } finally {
            RUNNING.remove(backup.name);
        }
    }

    private Made take() throws BackupException, IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new BackupException(target + " exists already: name another folder");
        }
        if (target.startsWith(data)) {
            throw new BackupException(target + " is within the folder that is copied: name one outside of " + data);
        }
        final Path above = target.getParent();
        if (above == null) {
            throw new BackupException(target + " cannot be the folder of a copy: name another folder");
        }
        final JournalStat before = JournalReader.open(data).stat();
        if (!before.problems().isEmpty()) {
            throw new BackupException(data + " is damaged, and a copy would be too: "
                    + before.problems().get(0).getMessage());
        }
        Files.createDirectories(above);
        deletePartsOfTheDead(above);
        folderLike(data, part);
        final RetentionMarks marks = DaybookExchange.retentionMarks(data);
        dropMarksOfTheDead(data);
        final String mark = MARK + name;
        marks.keepFrom(mark, Math.max(1, before.firstSeq()));
        boolean isMade = false;
        try {
            copyBesideJournal(data, part, besideJournal(data));
            copyKeys();
            copyJournal();
            endWithWholeFrame(before.lastSeq());
            Restore.mark(part);
            final long bytes = force();
            final Made made = checked(bytes);
            publish();
            force(above);
            isMade = true;
            return made;
        } finally {
            final boolean unused = marks.remove(mark);
            if (!isMade) {
                delete(part);
            }
        }
    }

    /**
     * Deletes the marks of killed backups, which would keep the journal's files for ever. Uses only the names of the
     * files, because a damaged mark must not prevent a start.
     */
    public static void dropMarksOfTheDead(final Path data) {
        final RetentionMarks marks = DaybookExchange.retentionMarks(data);
        try {
            for (final Path file : filesOf(data.resolve(MARKS))) {
                final String mark = file.getFileName().toString();
                if (mark.startsWith(MARK) && isDead(mark.substring(MARK.length()))) {
                    final boolean unused = marks.remove(mark);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns whether the backup with a name no longer runs: its process has ended, or the process with its id is this
     * one, which does not run it (the id may have been reused).
     */
    private static boolean isDead(final String name) {
        final Matcher owner = NAME.matcher(name);
        if (!owner.matches()) {
            return false;
        }
        final long pid = Long.parseLong(owner.group(1));
        return pid == ProcessHandle.current().pid()
                ? !RUNNING.contains(name)
                : ProcessHandle.of(pid).isEmpty();
    }

    /** The files that are copied before the journal, relative to the folder. */
    static List<Path> besideJournal(final Path data) throws IOException {
        return filesOf(data).stream()
                .map(data::relativize)
                .filter(Backup::isCopied)
                .sorted()
                .toList();
    }

    /** Copies files; the venue may delete some of them meanwhile. */
    static void copyBesideJournal(final Path data, final Path part, final List<Path> files) throws IOException {
        final List<Path> gone = new ArrayList<>();
        for (final Path file : files) {
            try {
                copy(data, part, file);
            } catch (NoSuchFileException e) {
                if (!file.startsWith(SNAPSHOTS) && !file.startsWith(MARKS) && !isSegment(file)) {
                    throw e;
                }
                gone.add(file); // an older snapshot or segment that was deleted meanwhile
            }
        }
        for (final Path file : gone) {
            if (file.startsWith(SNAPSHOTS)) {
                delete(part.resolve(file.getName(0)).resolve(file.getName(1)));
            } else if (isSegment(file)) {
                deleteBefore(part, file);
            }
        }
    }

    /** Returns whether a file belongs to a log whose beginning is deleted over time: the feed, or an outbox. */
    private static boolean isSegment(final Path file) {
        final String name = file.getFileName().toString();
        return file.startsWith(FEED) && name.endsWith(FEED_SEGMENT)
                || file.startsWith(DOORS) && name.endsWith(OUTBOX_SEGMENT);
    }

    /**
     * Deletes the copied segments before a segment that was deleted meanwhile, because the copy would have a hole. The
     * venue deletes the oldest segments first.
     */
    private static void deleteBefore(final Path part, final Path gone) throws IOException {
        final Path folder = part.resolve(gone).getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return;
        }
        final List<Path> before;
        try (Stream<Path> files = Files.list(folder)) {
            before = files.filter(file -> isSegment(part.relativize(file))
                            && file.getFileName().compareTo(gone.getFileName()) < 0)
                    .toList();
        }
        for (final Path file : before) {
            Files.delete(file);
        }
    }

    /** The files of a folder in which others create and delete files; leaves out those that are deleted meanwhile. */
    private static List<Path> filesOf(final Path folder) throws IOException {
        final List<Path> files = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(final Path file, final IOException failure) throws IOException {
                return goOn(failure);
            }

            @Override
            public FileVisitResult postVisitDirectory(final Path directory, final @Nullable IOException failure)
                    throws IOException {
                return goOn(failure);
            }
        });
        return files;
    }

    private static FileVisitResult goOn(final @Nullable IOException failure) throws IOException {
        if (failure != null && !(failure instanceof NoSuchFileException)) {
            throw failure;
        }
        return FileVisitResult.CONTINUE;
    }

    private static boolean isCopied(final Path file) {
        final String name = file.getFileName().toString();
        return !file.startsWith(JOURNAL)
                && !name.equals(LOCK)
                && !name.startsWith(".")
                && !OwnFiles.isUnfinished(file)
                && !(file.startsWith(MARKS) && name.startsWith("backup-"))
                && !(file.startsWith(SERVER) && name.startsWith(KeyStore.FILE));
    }

    private void copyKeys() throws IOException {
        final Path keys = data.resolve(SERVER).resolve(KeyStore.FILE);
        if (Files.exists(keys)) {
            foldersOf(data, part, Path.of(SERVER, KeyStore.FILE));
            KeyStore.copy(keys, part.resolve(SERVER).resolve(KeyStore.FILE));
        }
    }

    private void copyJournal() throws IOException {
        final List<Path> segments;
        try (Stream<Path> files = Files.list(data.resolve(JOURNAL))) {
            segments = files.map(data::relativize)
                    .filter(file -> file.getFileName().toString().endsWith(SEGMENT))
                    .sorted()
                    .toList();
        }
        for (final Path segment : segments) {
            copy(data, part, segment);
        }
    }

    private static void copy(final Path data, final Path part, final Path file) throws IOException {
        foldersOf(data, part, file);
        Files.copy(data.resolve(file), part.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** Makes the folders above a file, with the rights of the folders that are copied. */
    private static void foldersOf(final Path data, final Path part, final Path file) throws IOException {
        for (int depth = 1; depth < file.getNameCount(); depth++) {
            final Path folder = file.subpath(0, depth);
            if (!Files.isDirectory(part.resolve(folder))) {
                folderLike(data.resolve(folder), part.resolve(folder));
            }
        }
    }

    private static void folderLike(final Path folder, final Path made) throws IOException {
        Files.createDirectory(made, PosixFilePermissions.asFileAttribute(Files.getPosixFilePermissions(folder)));
    }

    /** Cuts the last segment after its last whole frame, because the venue wrote to it while it was copied. */
    private void endWithWholeFrame(final long leastSeq) throws BackupException, IOException {
        final List<SegmentStat> segments = JournalReader.open(part).stat().segments();
        if (!segments.isEmpty()) {
            final SegmentStat last = segments.get(segments.size() - 1);
            if (last.verdict() != TailVerdict.CLEAN_END) {
                zero(part.resolve(JOURNAL).resolve(last.file()), last.usedBytes());
            }
        }
        final JournalStat copied = JournalReader.open(part).stat();
        if (copied.lastSeq() < leastSeq) {
            throw new BackupException("the copy ends with seq " + copied.lastSeq() + ", and the journal already had "
                    + leastSeq + ": the journal may be damaged; run daybook journal verify on " + data);
        }
        if (!copied.problems().isEmpty()) {
            throw new BackupException(
                    "the copy cannot be read: " + copied.problems().get(0).getMessage());
        }
    }

    private static void zero(final Path segment, final long from) throws IOException {
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            final long size = channel.size();
            long position = from;
            while (position < size) {
                final ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(ZEROS, size - position));
                position += channel.write(zeros, position);
            }
        }
    }

    private Made checked(final long bytes) throws BackupException, IOException {
        checkServer();
        final BackupCheck.Checked checked = check.check(part);
        return new Made(target, checked.seq(), checked.stateHash(), bytes);
    }

    /** Checks the files that a server reads before it recovers the exchange. */
    private void checkServer() throws BackupException, IOException {
        final Path server = part.resolve(SERVER);
        try {
            final List<Listing> unused = new ListingFile(server).read();
            if (Files.exists(server.resolve(KeyStore.FILE))) {
                KeyStore.check(server);
            }
        } catch (ConfigException | IdentityException e) {
            throw new BackupException("a server would not start on the copy: " + e.getMessage());
        }
    }

    /**
     * Gives the copy its name. Another backup may have taken the name meanwhile: a folder with files in it is never
     * replaced.
     */
    private void publish() throws BackupException, IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                throw new BackupException(
                        target + ": another backup has made this folder meanwhile; name another folder");
            }
            throw e;
        }
    }

    /** Deletes the unfinished copies of processes that have ended, if they were last modified over a day ago. */
    private void deletePartsOfTheDead(final Path above) throws IOException {
        final String mine = target.getFileName() + PART;
        final List<Path> parts;
        try (Stream<Path> files = Files.list(above)) {
            parts = files.filter(file -> file.getFileName().toString().startsWith(mine))
                    .toList();
        }
        for (final Path left : parts) {
            if (isDead(left.getFileName().toString().substring(mine.length()))
                    && Files.getLastModifiedTime(left)
                            .toInstant()
                            .isBefore(Instant.now().minus(DEAD))) {
                delete(left);
            }
        }
    }

    /** Forces every file and folder of the copy; returns the size of the files. */
    private long force() throws IOException {
        final List<Path> all;
        try (Stream<Path> walk = Files.walk(part)) {
            all = walk.toList();
        }
        long bytes = 0;
        for (final Path one : all) {
            if (Files.isRegularFile(one)) {
                bytes += Files.size(one);
            }
            force(one);
        }
        return bytes;
    }

    private static void force(final Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void delete(final Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        final List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (final Path file : files) {
            Files.delete(file);
        }
    }
}
