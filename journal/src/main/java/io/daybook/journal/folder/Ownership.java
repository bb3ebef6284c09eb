package io.daybook.journal.folder;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.host.storage.StorageLock;
import io.daybook.host.storage.StorageLockedException;
import io.daybook.journal.JournalException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The right of this process to write in a folder: the locks on LOCK and {@code journal/.owner}, and a random token in
 * {@code journal/.token}.
 *
 * <p>A lock holds a file and not its name. Operators delete LOCK to get past a refusal, and the next process then locks
 * a new file of that name. So two files are locked, and {@link #check} tests whether the names still lead to the locked
 * files and to this process's token. It inspects the locked files and never opens them: on POSIX systems a process that
 * closes any descriptor of a file loses its locks on it. {@code .token} is never locked, so it can be read.
 *
 * <p>Any thread may check.
 */
public final class Ownership implements AutoCloseable {
    private static final int TOKEN_BYTES = 16;

    /** The length of the token in hexadecimal digits, with a line end. */
    private static final int TOKEN_LENGTH = 2 * TOKEN_BYTES + 1;

    private static final String WAY_OUT =
            "make sure that no other process works in this folder and that it was not moved, then start again;"
                    + " LOCK, journal/.owner and journal/.token must stay as they are";

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final StorageLock lock;
    private final StorageLock owner;
    private final Object lockKey;
    private final Object ownerKey;
    private final byte[] token;

    private volatile @Nullable Object identityKey;

    private Ownership(
            final JournalStorage storage,
            final JournalFolder folder,
            final StorageLock lock,
            final StorageLock owner,
            final Object lockKey,
            final Object ownerKey,
            final byte[] token) {
        this.storage = storage;
        this.folder = folder;
        this.lock = lock;
        this.owner = owner;
        this.lockKey = lockKey;
        this.ownerKey = ownerKey;
        this.token = token;
    }

    /**
     * Takes a folder, and creates it if it is missing.
     *
     * @throws JournalException LOCKED, NO_SPACE, IO
     */
    public static Ownership take(final JournalStorage storage, final JournalFolder folder) {
        StorageLock lock = null;
        StorageLock owner = null;
        boolean taken = false;
        try {
            storage.createDirectories(folder.root());
            lock = lock(storage, folder.lock());
            storage.createDirectories(folder.journal());
            owner = lock(storage, folder.owner());
            final Ownership ownership = new Ownership(
                    storage,
                    folder,
                    lock,
                    owner,
                    storage.fileKey(folder.lock()),
                    storage.fileKey(folder.owner()),
                    newToken(storage));
            ownership.writeToken();
            taken = true;
            return ownership;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        } finally {
            if (!taken) {
                release(owner);
                release(lock);
            }
        }
    }

    private static StorageLock lock(final JournalStorage storage, final Path file) throws IOException {
        try {
            return storage.lock(file, "pid " + ProcessHandle.current().pid() + " on " + host());
        } catch (StorageLockedException e) {
            throw JournalException.of(JournalException.Reason.LOCKED, "another journal has this folder open")
                    .file(file)
                    .found(e.holder())
                    .wayOut("stop that process first; a lock ends with its process. Never delete LOCK or"
                            + " journal/.owner: that releases no lock, and two processes would write one journal")
                    .causedBy(e);
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown host";
        }
    }

    private static byte[] newToken(final JournalStorage storage) {
        return (HexFormat.of().formatHex(storage.randomBytes(TOKEN_BYTES)) + '\n').getBytes(US_ASCII);
    }

    /**
     * Writes the token in place if the file exists: on a full disk there may be no room for a new one. Not forced: no
     * token outlives its process.
     */
    private void writeToken() throws IOException {
        try (StorageFile file =
                storage.exists(folder.token()) ? storage.open(folder.token()) : storage.create(folder.token())) {
            file.writeFully(ByteBuffer.wrap(token), 0);
        }
    }

    /** Records that IDENTITY is in the folder: {@link #checkWithIdentity} may be called from now on. */
    public void identityIsThere() throws IOException {
        identityKey = storage.fileKey(folder.identity());
    }

    /**
     * Refuses if a name no longer leads to the file that this process locked or wrote.
     *
     * @throws JournalException NOT_OWNER, IO
     */
    public void check() {
        requireSame(folder.lock(), lockKey);
        requireSame(folder.owner(), ownerKey);
        requireToken();
    }

    /**
     * Does what {@link #check} does, and refuses if IDENTITY is no longer the file that was there at the start.
     *
     * @throws JournalException NOT_OWNER, IO
     */
    public void checkWithIdentity() {
        check();
        final Object key = identityKey;
        if (key != null) {
            requireSame(folder.identity(), key);
        }
    }

    private void requireSame(final Path file, final Object key) {
        try {
            if (!storage.fileKey(file).equals(key)) {
                throw lost(file, "the file that was there at the start", "another file of that name");
            }
        } catch (NoSuchFileException e) {
            throw lost(file, "the file that was there at the start", "no file");
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    private void requireToken() {
        final byte[] found = new byte[TOKEN_LENGTH];
        try (StorageFile file = storage.openReadOnly(folder.token())) {
            final int length = file.readFully(ByteBuffer.wrap(found), 0);
            if (!Arrays.equals(found, token)) {
                throw lost(folder.token(), "the token of this process", tokenText(length));
            }
        } catch (NoSuchFileException e) {
            throw lost(folder.token(), "the token of this process", "no file");
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    private static String tokenText(final int length) {
        return length < TOKEN_LENGTH ? length + " bytes" : "the token of a process that took the folder meanwhile";
    }

    private static JournalException lost(final Path file, final String expected, final String found) {
        return JournalException.of(
                        JournalException.Reason.NOT_OWNER, "this process no longer owns the folder that it writes")
                .file(file)
                .offset(0)
                .expected(expected)
                .found(found)
                .wayOut(WAY_OUT)
                .build();
    }

    /**
     * Returns the exception for a failed disk operation: NOT_OWNER if the folder no longer belongs to this process,
     * otherwise the failure itself.
     */
    public JournalException explain(final JournalException failure) {
        if (failure.reason() == JournalException.Reason.NOT_OWNER) {
            return failure;
        }
        try {
            check();
            return failure;
        } catch (JournalException lost) {
            if (lost.reason() != JournalException.Reason.NOT_OWNER) {
                return failure;
            }
            lost.addSuppressed(failure);
            return lost;
        }
    }

    /** Releases the folder. The files stay: only names that always exist keep two processes apart. */
    @Override
    @SuppressWarnings("try") // closed in order, not used
    public void close() throws IOException {
        try (lock;
                owner) { // LOCK is released last, because opening takes it first
            return;
        }
    }

    private static void release(final @Nullable StorageLock lock) {
        if (lock == null) {
            return;
        }
        try {
            lock.close();
        } catch (IOException e) {
            return; // the exception that ended the opening has the reason
        }
    }
}
