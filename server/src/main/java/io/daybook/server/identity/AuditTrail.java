package io.daybook.server.identity;

import io.daybook.host.Clock;
import io.daybook.sessions.audit.AuditText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators and admins did, a JSON line each, in {@code audit.jsonl}: each line has the SHA-256 of the line
 * before, so that none can be taken out unseen. Every line is forced. A file of 64 MiB gets the name
 * {@code audit-N.jsonl}, with the next number that no file has; none is ever deleted. Any thread, and more than one
 * process: a server, and {@code daybook key}.
 *
 * <pre>{"time":"…","who":"k262144 admin","from":"127.0.0.1","act":"suspend user","what":"301","seq":17,"before":"…"}
 * </pre>
 */
public final class AuditTrail implements AutoCloseable {
    /** The file. */
    public static final String FILE = "audit.jsonl";

    private static final String LOCK = "audit.lock";
    private static final long MAX_BYTES = 64L << 20;
    private static final int TAIL_BYTES = 8_192;
    private static final int MAX_TEXT = 256;

    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
    private static final int CLOSE_S = 10;

    private final Path folder;
    private final Clock clock;
    private final long maxBytes;

    /** Held while a line is written: the line before may be another process's. */
    private final FileChannel lock;

    /** Writes what happens later than its request; operators are few, and their requests are counted. */
    private final ExecutorService later = Executors.newSingleThreadExecutor(task -> {
        final Thread own = new Thread(task, "daybook-audit");
        own.setDaemon(true);
        return own;
    });

    /** Goes on with the file of a folder, or begins it. */
    public AuditTrail(final Path folder, final Clock clock) {
        this(folder, clock, MAX_BYTES);
    }

    AuditTrail(final Path folder, final Clock clock, final long maxBytes) {
        this.folder = folder;
        this.clock = clock;
        this.maxBytes = maxBytes;
        try {
            OwnFiles.folder(folder);
            this.lock = OwnFiles.openLog(folder.resolve(LOCK));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Something was done.
     *
     * @param caller by whom
     * @param act in a few words
     * @param what to whom or what
     * @param seq of the command; 0 for none
     */
    public void write(final Caller caller, final String act, final String what, final long seq) {
        write(caller.who(), caller.address().getHostAddress(), act, what, seq);
    }

    /**
     * Something was done.
     *
     * @param who by whom
     * @param from an address, or where else
     * @param act in a few words
     * @param what to whom or what
     * @param seq of the command; 0 for none
     */
    public synchronized void write(
            final String who, final String from, final String act, final String what, final long seq) {
        try {
            final FileLock held = lock.lock();
            try {
                append(who, from, act, what, seq);
            } finally {
                held.release();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void append(final String who, final String from, final String act, final String what, final long seq)
            throws IOException {
        final Path file = folder.resolve(FILE);
        if (Files.exists(file) && Files.size(file) >= maxBytes) {
            Files.move(file, older(olderCount() + 1));
        }
        final byte[] before = Signatures.sha256(lastLine(Files.exists(file) ? file : older(olderCount())));
        final StringBuilder line = new StringBuilder();
        line.append("{\"time\":\"")
                .append(Instant.ofEpochMilli(clock.epochMillis()))
                .append("\",\"who\":");
        AuditText.quote(who, MAX_TEXT, line);
        line.append(",\"from\":");
        AuditText.quote(from, MAX_TEXT, line);
        line.append(",\"act\":");
        AuditText.quote(act, MAX_TEXT, line);
        line.append(",\"what\":");
        AuditText.quote(what, MAX_TEXT, line);
        line.append(",\"seq\":")
                .append(seq)
                .append(",\"before\":\"")
                .append(HexFormat.of().formatHex(before))
                .append("\"}\n");
        final ByteBuffer bytes = ByteBuffer.wrap(line.toString().getBytes(StandardCharsets.US_ASCII));
        try (FileChannel log = OwnFiles.openLog(file)) {
            while (bytes.hasRemaining()) {
                log.write(bytes);
            }
            log.force(false);
        }
    }

    /**
     * Runs what writes here once something has its result, on a thread of this log. Where it cannot write, what was
     * done stays done, and the log of the server says so.
     *
     * @return completes as the result does, after the writing
     */
    public <T> CompletableFuture<T> after(
            final CompletableFuture<T> result, final BiConsumer<@Nullable T, @Nullable Throwable> writing) {
        return result.whenCompleteAsync(
                        (done, failure) -> {
                            try {
                                writing.accept(done, failure);
                            } catch (UncheckedIOException e) {
                                LOG.error("something was done that the audit log does not say", e);
                            }
                        },
                        later)
                .copy(); // a caller who gives his up must not stop the writing
    }

    /**
     * Lines before a place, the newest first. Whoever writes waits meanwhile.
     *
     * @param file of the place; above the newest for all
     * @param offset of the place in that file
     * @param most at most so many
     */
    public synchronized List<Line> before(final long file, final long offset, final int most) {
        final List<Line> found = new ArrayList<>();
        try {
            final FileLock held = lock.lock(); // or another process may give a file its number meanwhile
            try {
                final int older = olderCount();
                for (long number = Math.min(file, older + 1L); number > 0 && found.size() < most; number--) {
                    final Path path = number > older ? folder.resolve(FILE) : older((int) number);
                    if (Files.exists(path)) {
                        AuditLines.read(path, number, number == file ? offset : Long.MAX_VALUE, most, found);
                    }
                }
            } finally {
                held.release();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log cannot be read: " + folder.resolve(FILE), e);
        }
        return found;
    }

    /**
     * A line and where it is.
     *
     * @param file which file, from 1 for the oldest
     * @param offset where it begins there
     * @param json as it was written
     */
    public record Line(long file, long offset, String json) {}

    @Override
    public void close() {
        later.shutdown();
        try {
            if (!later.awaitTermination(CLOSE_S, TimeUnit.SECONDS)) {
                LOG.error("the audit log was closed before all was written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeLock();
    }

    private synchronized void closeLock() {
        try {
            lock.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private int olderCount() {
        int count = 0;
        while (Files.exists(older(count + 1))) {
            count++;
        }
        return count;
    }

    private Path older(final int number) {
        return folder.resolve("audit-" + number + ".jsonl");
    }

    private UncheckedIOException failed(final IOException cause) {
        return new UncheckedIOException("the audit log cannot be written: " + folder.resolve(FILE), cause);
    }

    /** The last whole line without its end; a torn one after it gets an end of its own. */
    private static byte[] lastLine(final Path file) throws IOException {
        if (!Files.exists(file)) {
            return new byte[0];
        }
        try (RandomAccessFile all = new RandomAccessFile(file.toFile(), "rw")) {
            final int length = (int) Math.min(TAIL_BYTES, all.length());
            final byte[] tail = new byte[length];
            all.seek(all.length() - length);
            all.readFully(tail);
            if (length > 0 && tail[length - 1] != '\n') {
                all.write('\n');
            }
            final String[] lines = new String(tail, StandardCharsets.US_ASCII).split("\n");
            return lines.length == 0 ? new byte[0] : lines[lines.length - 1].getBytes(StandardCharsets.US_ASCII);
        }
    }
}
