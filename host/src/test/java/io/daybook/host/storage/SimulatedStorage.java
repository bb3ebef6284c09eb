package io.daybook.host.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A disk in memory that keeps, at a crash, no more than it promised. For every 512-byte sector it stores the forced
 * version and the versions written since; a crash leaves any one of them. For every directory it stores the entries at
 * its last force and the changes since; a crash leaves the changes up to some point, or any subset of them.
 *
 * <p>A test can let it fail at its k-th call: with an I/O error, a full disk, or a write that is cut short. A force
 * that fails does what file systems do then (Rebello et al., Can Applications Recover from fsync Failures?, USENIX ATC
 * 2020): mostly it marks every sector clean although only some are on the disk; readers still see them all, and no
 * later force writes them. A force of a directory that fails changes nothing: file systems with a journal stop there.
 */
public final class SimulatedStorage implements JournalStorage {
    public static final int SECTOR = 512;

    /** The fault of a call. */
    public enum Fault {
        EIO,
        ENOSPC,
        /**
         * Half of a write is done, up to the end of a sector; then the disk is full. For any other call the disk is
         * full at once.
         */
        SHORT_WRITE
    }

    /** The kinds of calls, by which calls are counted and faults are chosen. */
    public enum Call {
        CREATE,
        WRITE,
        FORCE,
        RENAME,
        DELETE,
        FORCE_DIRECTORY
    }

    private static final class Inode {
        byte[] bytes = new byte[0]; // as a reader sees it
        byte[] durable = new byte[0];
        long durableLength;
        /** Sector → versions written since the last force, oldest first. */
        final Map<Integer, List<byte[]>> pending = new HashMap<>();
    }

    private record Change(Path path, Inode inode) {} // the inode is null if the name was removed

    private final Map<Path, Inode> names = new TreeMap<>();
    private final Map<Path, Inode> durableNames = new TreeMap<>();
    private final Map<Path, List<List<Change>>> pendingChanges = new HashMap<>();
    private final Set<Path> directories = new HashSet<>();
    private final Set<Path> locks = new HashSet<>();
    private final Random random;
    private final long[] calls = new long[Call.values().length];
    private long totalCalls;
    private long faultAtCall = Long.MAX_VALUE;
    private Fault fault = Fault.EIO;
    private Call faultOnly;
    private boolean faultHit;
    private Path faultAt;
    private Inode failedForce;
    private boolean dead;
    private long capacity = Long.MAX_VALUE;

    public SimulatedStorage() {
        this(new Random(1));
    }

    private SimulatedStorage(final Random random) {
        this.random = random;
    }

    // ---- faults -------------------------------------------------------------------------------------------------

    /** Makes a later call fail: the k-th from now, counted from 1, of those that change anything. */
    public synchronized void failAtCall(final long k, final Fault kind) {
        failAtCall(k, kind, null);
    }

    /** Makes the k-th call of one kind from now fail. */
    public synchronized void failAtCall(final long k, final Fault kind, final Call only) {
        faultOnly = only;
        faultAtCall = (only == null ? totalCalls : calls[only.ordinal()]) + k;
        fault = kind;
        faultHit = false;
    }

    public synchronized boolean faultHit() {
        return faultHit;
    }

    /** Returns whether a call that failed was about this file. */
    public synchronized boolean faultHit(final Path path) {
        return faultHit && path.equals(faultAt);
    }

    /** Makes no further call fail, and drops the record of failed calls. */
    public synchronized void failNoMore() {
        faultOnly = null;
        faultAtCall = Long.MAX_VALUE;
        faultHit = false;
    }

    /** Returns whether the failed call was a force of this file. */
    public synchronized boolean isFailedForceOf(final Path path) {
        return failedForce != null && failedForce == names.get(path);
    }

    /**
     * Sets how many bytes of files the disk can hold; a write or a new file beyond that fails because the disk is full.
     */
    public synchronized void capacity(final long bytes) {
        capacity = bytes;
    }

    public synchronized long totalCalls() {
        return totalCalls;
    }

    public synchronized long calls(final Call call) {
        return calls[call.ordinal()];
    }

    private void call(final Call call, final Path path) throws IOException {
        if (dead) {
            throw new IOException("the machine is off: " + path);
        }
        totalCalls++;
        final long n = ++calls[call.ordinal()];
        if (!faultHit && (faultOnly == null ? totalCalls : faultOnly == call ? n : 0) == faultAtCall) {
            faultHit = true;
            faultAt = path;
            if (fault == Fault.SHORT_WRITE && call == Call.WRITE) {
                throw new ShortWrite();
            }
            throw new IOException(
                    fault == Fault.EIO ? "Input/output error (simulated)" : "No space left on device (simulated)");
        }
    }

    private static final class ShortWrite extends IOException {
        private static final long serialVersionUID = 1L;
    }

    // ---- crash --------------------------------------------------------------------------------------------------

    /**
     * Cuts the power; returns the contents of the disk afterwards as a new storage. This storage must not be used
     * again.
     */
    public synchronized SimulatedStorage crash(final Random random) {
        final SimulatedStorage after = new SimulatedStorage(this.random);
        final Map<Path, Inode> survived = new TreeMap<>(durableNames);
        final boolean inOrder = random.nextBoolean();
        for (List<List<Change>> changes : pendingChanges.values()) {
            final int upTo = random.nextInt(changes.size() + 1);
            for (int i = 0; i < changes.size(); i++) {
                if (inOrder ? i < upTo : random.nextBoolean()) {
                    apply(changes.get(i), survived);
                }
            }
        }
        final Map<Inode, Inode> copies = new HashMap<>();
        survived.keySet().forEach(path -> after.createDirectories(path.getParent()));
        final int style = random.nextInt(4);
        survived.forEach(
                (path, inode) -> after.adopt(path, copies.computeIfAbsent(inode, i -> afterCrash(i, random, style))));
        dead = true;
        return after;
    }

    /**
     * Kills the process but not the machine: everything written still exists, and no more of it is durable than before.
     */
    public synchronized SimulatedStorage kill() {
        final SimulatedStorage after = new SimulatedStorage(random);
        after.directories.addAll(directories);
        after.names.putAll(names);
        after.durableNames.putAll(durableNames);
        after.pendingChanges.putAll(pendingChanges);
        dead = true;
        return after;
    }

    private static Inode afterCrash(final Inode inode, final Random random, final int style) {
        final Inode after = new Inode();
        final boolean lengthSurvives = inode.durableLength == inode.bytes.length || random.nextBoolean();
        final int length = lengthSurvives ? inode.bytes.length : (int) inode.durableLength;
        after.bytes = Arrays.copyOf(inode.durable, length);
        inode.pending.forEach((sector, versions) -> {
            final int pick =
                    switch (style) {
                        case 0 -> versions.size(); // all versions reached the disk
                        case 1 -> 0; // none did
                        default -> random.nextInt(versions.size() + 1);
                    };
            final int from = sector * SECTOR;
            if (pick > 0 && from < length) {
                final byte[] version = versions.get(pick - 1);
                System.arraycopy(version, 0, after.bytes, from, Math.min(version.length, length - from));
            }
        });
        after.durable = after.bytes.clone();
        after.durableLength = after.bytes.length;
        return after;
    }

    private void adopt(final Path path, final Inode inode) {
        names.put(path, inode);
        durableNames.put(path, inode);
    }

    private static void apply(final List<Change> changes, final Map<Path, Inode> to) {
        for (Change change : changes) {
            if (change.inode == null) {
                to.remove(change.path);
            } else {
                to.put(change.path, change.inode);
            }
        }
    }

    // ---- damage done by hand --------------------------------------------------------------------------------------

    /** The bytes of a file, to read or to damage; not a copy. */
    public synchronized byte[] bytes(final Path path) throws IOException {
        return inode(path).bytes;
    }

    /** Replaces a file as if it had always had these bytes. */
    public synchronized void replace(final Path path, final byte[] bytes) {
        final Inode inode = new Inode();
        inode.bytes = bytes.clone();
        inode.durable = bytes.clone();
        inode.durableLength = bytes.length;
        adopt(path, inode);
    }

    /** A copy of the disk as a reader sees it, in which everything is durable. */
    public synchronized SimulatedStorage copy() {
        final SimulatedStorage copy = new SimulatedStorage();
        copy.directories.addAll(directories);
        names.forEach((path, inode) -> copy.replace(path, inode.bytes));
        return copy;
    }

    public synchronized List<Path> files() {
        return new ArrayList<>(names.keySet());
    }

    // ---- the seam -------------------------------------------------------------------------------------------------

    @Override
    public synchronized StorageFile create(final Path path) throws IOException {
        call(Call.CREATE, path);
        if (names.containsKey(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        final Inode inode = new Inode();
        changed(path.getParent(), List.of(new Change(path, inode)));
        return new SimulatedFile(path, inode, true);
    }

    @Override
    public synchronized StorageFile open(final Path path) throws IOException {
        return new SimulatedFile(path, inode(path), true);
    }

    @Override
    public synchronized StorageFile openReadOnly(final Path path) throws IOException {
        return new SimulatedFile(path, inode(path), false);
    }

    private Inode inode(final Path path) throws IOException {
        final Inode inode = names.get(path);
        if (inode == null) {
            throw new NoSuchFileException(path.toString());
        }
        return inode;
    }

    private void changed(final Path directory, final List<Change> changes) {
        apply(changes, names);
        pendingChanges.computeIfAbsent(directory, d -> new ArrayList<>()).add(changes);
    }

    @Override
    public synchronized boolean exists(final Path path) {
        return names.containsKey(path) || directories.contains(path);
    }

    @Override
    public synchronized void createDirectories(final Path directory) {
        for (Path at = directory; at != null; at = at.getParent()) {
            directories.add(at);
        }
    }

    @Override
    public synchronized void createDirectory(final Path directory) throws IOException {
        if (!directories.contains(directory.getParent())) {
            throw new NoSuchFileException(directory.toString());
        }
        if (exists(directory)) {
            throw new FileAlreadyExistsException(directory.toString());
        }
        directories.add(directory);
    }

    @Override
    public synchronized List<String> list(final Path directory) {
        final Set<String> found = new java.util.TreeSet<>();
        for (Path path : names.keySet()) {
            if (directory.equals(path.getParent())) {
                found.add(path.getFileName().toString());
            }
        }
        for (Path path : directories) {
            if (directory.equals(path.getParent())) {
                found.add(path.getFileName().toString());
            }
        }
        return new ArrayList<>(found);
    }

    @Override
    public synchronized void rename(final Path from, final Path to) throws IOException {
        call(Call.RENAME, from);
        if (directories.contains(from)) {
            renameDirectory(from, to);
            return;
        }
        final Inode inode = inode(from);
        changed(from.getParent(), List.of(new Change(from, null), new Change(to, inode)));
    }

    /** Renames a directory as one change, because its entries move with its name. */
    private void renameDirectory(final Path from, final Path to) throws IOException {
        if (directories.contains(to)) {
            throw new FileAlreadyExistsException(to.toString());
        }
        final List<Change> changes = new ArrayList<>();
        directories.add(to);
        directories.remove(from);
        for (Map.Entry<Path, Inode> entry : List.copyOf(names.entrySet())) {
            if (entry.getKey().startsWith(from)) {
                changes.add(new Change(entry.getKey(), null));
                changes.add(new Change(to.resolve(from.relativize(entry.getKey())), entry.getValue()));
            }
        }
        changed(from.getParent(), changes);
    }

    @Override
    public synchronized void delete(final Path path) throws IOException {
        call(Call.DELETE, path);
        if (directories.remove(path)) {
            return;
        }
        if (names.containsKey(path)) {
            changed(path.getParent(), List.of(new Change(path, null)));
        }
    }

    @Override
    public synchronized void forceDirectory(final Path directory) throws IOException {
        call(Call.FORCE_DIRECTORY, directory);
        final List<List<Change>> changes = pendingChanges.remove(directory);
        if (changes != null) {
            changes.forEach(change -> apply(change, durableNames));
        }
    }

    @Override
    public synchronized long usableSpace(final Path directory) {
        return capacity == Long.MAX_VALUE ? Long.MAX_VALUE : capacity - used();
    }

    private long used() {
        return names.values().stream().mapToLong(inode -> inode.bytes.length).sum();
    }

    @Override
    public synchronized Object fileKey(final Path path) throws IOException {
        return inode(path);
    }

    /**
     * Returns the next bytes of a sequence that is the same in every run. A storage after a crash or a kill continues
     * the sequence.
     */
    @Override
    public synchronized byte[] randomBytes(final int count) {
        final byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    @Override
    public synchronized StorageLock lock(final Path path, final String holder) throws IOException {
        if (!locks.add(path)) {
            throw new StorageLockedException("somebody in this test");
        }
        if (!names.containsKey(path)) {
            adopt(path, new Inode());
        }
        return () -> {
            synchronized (SimulatedStorage.this) {
                locks.remove(path);
            }
        };
    }

    private final class SimulatedFile implements StorageFile {
        private final Path path;
        private final Inode inode;
        private final boolean writable;
        private boolean closed;

        SimulatedFile(final Path path, final Inode inode, final boolean writable) {
            this.path = path;
            this.inode = inode;
            this.writable = writable;
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            synchronized (SimulatedStorage.this) {
                requireOpen();
                if (!writable) {
                    throw new IOException("opened for reading: " + path);
                }
                int length = source.remaining();
                try {
                    call(Call.WRITE, path);
                } catch (ShortWrite e) {
                    // A file system writes whole blocks, and the kernel whole pages, so a short write ends at a sector
                    // in any case.
                    final long stop = (position + length / 2) & -SECTOR;
                    length = (int) Math.max(0, stop - position);
                    // For the rest of the loop the disk is full.
                    faultHit = false;
                    fault = Fault.ENOSPC;
                    faultAtCall = faultOnly == null ? totalCalls + 1 : calls[Call.WRITE.ordinal()] + 1;
                    if (length == 0) {
                        call(Call.WRITE, path);
                    }
                }
                final long grown = position + length - inode.bytes.length;
                if (grown > 0 && used() + grown > capacity) {
                    throw new IOException("No space left on device (simulated)");
                }
                put(source, (int) position, length);
                return length;
            }
        }

        private void put(final ByteBuffer source, final int position, final int length) {
            if (position + length > inode.bytes.length) {
                inode.bytes = Arrays.copyOf(inode.bytes, position + length);
            }
            source.get(inode.bytes, position, length);
            for (int sector = position / SECTOR; sector * SECTOR < position + length; sector++) {
                final int from = sector * SECTOR;
                final byte[] version =
                        Arrays.copyOfRange(inode.bytes, from, Math.min(from + SECTOR, inode.bytes.length));
                inode.pending.computeIfAbsent(sector, s -> new ArrayList<>(2)).add(version);
            }
        }

        @Override
        public int read(final ByteBuffer target, final long position) throws IOException {
            synchronized (SimulatedStorage.this) {
                requireOpen();
                if (position >= inode.bytes.length) {
                    return -1;
                }
                final int length = (int) Math.min(target.remaining(), inode.bytes.length - position);
                target.put(inode.bytes, (int) position, length);
                return length;
            }
        }

        @Override
        public long length() throws IOException {
            synchronized (SimulatedStorage.this) {
                requireOpen();
                return inode.bytes.length;
            }
        }

        @Override
        public void force(final boolean metadata) throws IOException {
            synchronized (SimulatedStorage.this) {
                requireOpen();
                try {
                    call(Call.FORCE, path);
                } catch (IOException e) {
                    failedForce = inode;
                    markClean();
                    throw e;
                }
                if (inode.durable.length < inode.bytes.length) {
                    inode.durable = Arrays.copyOf(inode.durable, inode.bytes.length);
                }
                inode.pending.forEach((sector, versions) -> {
                    final byte[] version = versions.get(versions.size() - 1);
                    System.arraycopy(version, 0, inode.durable, sector * SECTOR, version.length);
                });
                inode.pending.clear();
                inode.durableLength = inode.bytes.length;
            }
        }

        private void markClean() {
            // The seed depends on the bytes that a test wrote, because the number of calls and the sectors are the
            // same in all its rounds.
            long written = totalCalls;
            for (final Map.Entry<Integer, List<byte[]>> sector : inode.pending.entrySet()) {
                written = written * 31 + sector.getKey();
                for (final byte[] version : sector.getValue()) {
                    written = written * 31 + Arrays.hashCode(version);
                }
            }
            final Random random = new Random(written * 0x9E3779B97F4A7C15L);
            if (random.nextInt(4) == 0) {
                return; // the force failed before it began
            }
            inode.durable = Arrays.copyOf(inode.durable, Math.max(inode.durable.length, inode.bytes.length));
            inode.pending.forEach((sector, versions) -> {
                final int pick = random.nextInt(versions.size() + 1);
                if (pick > 0) {
                    final byte[] version = versions.get(pick - 1);
                    System.arraycopy(version, 0, inode.durable, sector * SECTOR, version.length);
                }
            });
            inode.pending.clear();
        }

        private void requireOpen() throws IOException {
            if (closed) {
                throw new IOException("closed: " + path);
            }
            if (dead) {
                throw new IOException("the machine is off: " + path);
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
