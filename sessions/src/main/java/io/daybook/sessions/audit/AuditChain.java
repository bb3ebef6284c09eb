package io.daybook.sessions.audit;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.wire.json.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lines of an audit log in {@code audit.jsonl}: each contains the SHA-256 of the line before it, so that removed or
 * changed lines are detected. The hash of the last forced line, the head, is in a file outside the folder, so that a
 * cut end is detected. A full file is renamed to one with a number. Used by one thread at a time; another process may
 * write between two {@link #release}s.
 */
public final class AuditChain implements Closeable {
    /** The file that is written. */
    public static final String FILE = "audit.jsonl";

    /** The size at which a file gets its number: 64 MiB. */
    public static final long MAX_BYTES = 64L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(AuditChain.class);
    private static final Pattern NUMBERED = Pattern.compile("audit-\\d{1,9}\\.jsonl");
    private static final int TAIL_BYTES = 1 << 16;

    private final JournalStorage storage;
    private final Path folder;
    private final Path head;
    private final String numbers;
    private final long maxBytes;
    private final int kept;

    private @Nullable StorageFile file;
    private long position;
    private String last = "";

    /**
     * Whether some line has the hash of the head. If none has, the head is not changed, so that the check detects the
     * loss.
     */
    private boolean isWhole;

    /** A head whose hash no line has. */
    private @Nullable String missing;

    /**
     * Creates a log in a folder.
     *
     * @param folder the folder, which is created if it is missing
     * @param head the place of the last forced line's hash
     * @param numbers the name pattern of full files, such as {@code audit-%d.jsonl}
     * @param maxBytes the size of a full file
     * @param kept the number of full files that are kept
     */
    public AuditChain(
            final JournalStorage storage,
            final Path folder,
            final Path head,
            final String numbers,
            final long maxBytes,
            final int kept) {
        this.storage = storage;
        this.folder = folder;
        this.head = head;
        this.numbers = numbers;
        this.maxBytes = maxBytes;
        this.kept = kept;
    }

    private StorageFile opened() throws IOException {
        final StorageFile open = file;
        if (open != null) {
            return open;
        }
        storage.createDirectories(folder);
        final Path path = folder.resolve(FILE);
        final boolean isThere = storage.exists(path);
        final StorageFile opened = isThere ? storage.open(path) : storage.create(path);
        try {
            if (!isThere) {
                storage.forceDirectory(folder);
            }
            position = opened.length();
            final byte[] tail = position == 0 ? tailOfNewest() : tail(opened);
            last = AuditText.lastLine(tail);
            if (position > 0 && tail[tail.length - 1] != '\n') {
                write(opened, "\n"); // a failed write may have left half a line: the next line must not continue it
            }
            isWhole = hasHead(tail);
        } catch (IOException | RuntimeException | Error e) {
            file = opened;
            release();
            throw e;
        }
        file = opened;
        return opened;
    }

    /** Appends a line, given as an object that is still open, with the hash of the line before. */
    public void append(final Json line) throws IOException {
        StorageFile open = opened();
        if (position >= maxBytes) {
            rotate();
            open = opened();
        }
        final String chained = line.put("before", AuditText.hash(last)).end().text();
        write(open, chained + "\n");
        last = chained;
    }

    private void write(final StorageFile open, final String text) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        final int length = bytes.remaining();
        open.writeFully(bytes, position);
        position += length;
    }

    /** Forces the appended lines, and stores the hash of the last one. */
    public void force() throws IOException {
        opened().force(true);
        if (isWhole && !last.isEmpty()) {
            keepHead(AuditText.hash(last) + "\n");
        }
    }

    /**
     * Stores the head. A failure may leave a head older than the last line, which is no fault: the check searches all
     * lines for the hash in the head.
     */
    private void keepHead(final String hash) {
        final Path unfinished = head.resolveSibling(head.getFileName() + ".new");
        try {
            storage.delete(unfinished);
            try (StorageFile written = storage.create(unfinished)) {
                written.writeFully(ByteBuffer.wrap(hash.getBytes(StandardCharsets.US_ASCII)), 0);
                written.force(true);
            }
            storage.rename(unfinished, head);
            storage.forceDirectory(head.toAbsolutePath().resolveSibling(""));
        } catch (IOException e) {
            LOG.warn("the hash of the last line of the audit log cannot be kept in {}", head, e);
        }
    }

    /** Returns whether some line has the hash of the head. It is among the last ones unless the end was cut. */
    private boolean hasHead(final byte[] tail) throws IOException {
        if (!storage.exists(head)) {
            return true;
        }
        final String hash;
        try (StorageFile kept = storage.openReadOnly(head)) {
            hash = new String(tail(kept), StandardCharsets.US_ASCII).strip();
        }
        if (hash.equals(AuditText.hash(last)) || hasLine(tail, hash)) {
            return true;
        }
        if (hash.equals(missing)) {
            return false;
        }
        for (final Path path : files(storage, folder)) {
            try (StorageFile each = storage.openReadOnly(path)) {
                if (hasLine(each, hash)) {
                    return true;
                }
            }
        }
        missing = hash;
        LOG.error("lines are missing at the end of the audit log {}: none has the hash that {} has", folder, head);
        return false;
    }

    /** Reads blocks that overlap by half, so that each line is whole in one of them. */
    private static boolean hasLine(final StorageFile of, final String hash) throws IOException {
        for (long at = 0; at < of.length(); at += TAIL_BYTES / 2) {
            final ByteBuffer block = ByteBuffer.allocate(TAIL_BYTES);
            final int read = of.readFully(block, at);
            if (hasLine(Arrays.copyOf(block.array(), read), hash)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasLine(final byte[] lines, final String hash) {
        return new String(lines, StandardCharsets.ISO_8859_1).lines().anyMatch(line -> AuditText.hash(line)
                .equals(hash));
    }

    private static byte[] tail(final StorageFile of) throws IOException {
        final ByteBuffer tail = ByteBuffer.allocate((int) Math.min(TAIL_BYTES, of.length()));
        final int read = of.readFully(tail, of.length() - tail.capacity());
        return Arrays.copyOf(tail.array(), read);
    }

    private byte[] tailOfNewest() throws IOException {
        final int newest = newestNumber();
        if (newest == 0) {
            return new byte[0];
        }
        try (StorageFile file = storage.openReadOnly(numbered(newest))) {
            return tail(file);
        }
    }

    /** The files of a log, the oldest first. */
    public static List<Path> files(final JournalStorage storage, final Path folder) throws IOException {
        return storage.list(folder).stream()
                .filter(name -> name.equals(FILE) || NUMBERED.matcher(name).matches())
                .sorted(Comparator.comparingInt(AuditChain::number))
                .map(folder::resolve)
                .toList();
    }

    /** Returns the number of a file. The file that is being written comes last. */
    private static int number(final String name) {
        return name.equals(FILE) ? Integer.MAX_VALUE : Integer.parseInt(name.replaceAll("\\D", ""));
    }

    /** Returns the highest number of a file, 0 for none. The lowest ones may have been moved away. */
    public int newestNumber() throws IOException {
        return storage.list(folder).stream()
                .filter(name -> NUMBERED.matcher(name).matches())
                .mapToInt(AuditChain::number)
                .max()
                .orElse(0);
    }

    /** Returns the path of the file with a number. */
    public Path numbered(final int number) {
        return folder.resolve(String.format(Locale.ROOT, numbers, number));
    }

    private void rotate() throws IOException {
        force();
        release();
        storage.rename(folder.resolve(FILE), numbered(newestNumber() + 1));
        final List<Path> files = files(storage, folder);
        for (int i = 0; i < files.size() - kept; i++) {
            storage.delete(files.get(i));
        }
        storage.forceDirectory(folder);
    }

    /** Closes the file. Its end is read again before the next line. */
    public void release() {
        final StorageFile open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.debug("an audit log cannot be closed", e);
            }
        }
    }

    /** Forces and closes the file. */
    @Override
    public void close() throws IOException {
        try {
            if (file != null) {
                force();
            }
        } finally {
            release();
        }
    }
}
