package io.daybook.server.identity;

import io.daybook.host.Clock;
import io.daybook.sessions.audit.AuditChain;
import io.daybook.sessions.audit.AuditText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of the acts of operators and admins, in an {@link AuditChain} whose files are never deleted. Used by any
 * thread, and by more than one process: a server, and {@code daybook key}.
 *
 * <p>An act has two lines: its request, forced before the act, and its result. A line that cannot be written is owed:
 * it is written once that is possible, and {@link #reasons} reports it meanwhile.
 *
 * <pre>{"time":"…","who":"k262144 admin","from":"127.0.0.1","act":"suspend user","what":"301","seq":17,"before":"…"}
 * </pre>
 */
public final class AuditTrail implements AutoCloseable {
    private static final String HEAD = "audit.head";
    private static final String LOCK = "audit.lock";
    private static final int MAX_TEXT = 256;

    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
    private static final int CLOSE_S = 10;
    private static final String ASKED = "asked: ";
    private static final long RETRY_MS = 1_000;

    /** The longest time that an urgent act waits for its line. */
    private static final long URGENT_MS = 200;

    private static final int SEARCHED_AT_ONCE = 1_000;
    private static final int MOST_SEARCHED = 200_000;
    private static final int MOST_OWED = 10_000;

    private final Path folder;
    private final Clock clock;
    private final AuditChain chain;

    /** Held while a line is written: another process may have written the line before it. */
    private final FileChannel lock;

    /**
     * Writes results that come after their requests; its queue stays short, because operators are few and their
     * requests are limited.
     */
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor(task -> {
        final Thread own = new Thread(task, "daybook-audit");
        own.setDaemon(true);
        return own;
    });

    /** Lines that could not be written yet, the oldest first. */
    private final ArrayDeque<Entry> owed = new ArrayDeque<>();

    /** The number of owed lines; read without the lock, which is held during writes to the disk. */
    private volatile int owedCount;

    private boolean isForceDue;
    private boolean isClosing;
    private @Nullable Future<?> retry;
    private volatile @Nullable String fault;

    /** The fields of a line. */
    private record Entry(long timeMs, String who, String from, String act, String what, long seq) {}

    /** Continues the file of a folder, or begins it. */
    public AuditTrail(final Path folder, final Clock clock) {
        this(folder, clock, AuditChain.MAX_BYTES);
    }

    AuditTrail(final Path folder, final Clock clock, final long maxBytes) {
        this.folder = folder;
        this.clock = clock;
        this.chain = new AuditChain(
                OwnFiles.storage(), folder, headFile(folder), "audit-%d.jsonl", maxBytes, Integer.MAX_VALUE);
        try {
            OwnFiles.folder(folder);
            this.lock = OwnFiles.openLog(folder.resolve(LOCK));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Records an act before it is done; the line is on the disk when this returns.
     *
     * @param caller the actor
     * @param act the act, in a few words
     * @param what the object of the act
     * @throws NotNotedException if the act cannot be recorded, and so must not be done
     */
    public void begin(final Caller caller, final String act, final String what) {
        begin(caller.who(), caller.address().getHostAddress(), act, what);
    }

    /** Records an act before it is done; see {@link #begin(Caller, String, String)}. */
    public synchronized void begin(final String who, final String from, final String act, final String what) {
        try {
            append(List.of(entry(who, from, ASKED + act, what, 0)), true);
        } catch (IOException e) {
            throw new NotNotedException(
                    "the audit log cannot be written, so nothing was done: " + folder.resolve(AuditChain.FILE) + ": "
                            + e,
                    e);
        }
    }

    /**
     * Records an act before it is done, on a thread of this log.
     *
     * @param isUrgent whether the act is done even if it cannot be recorded, or not within {@value #URGENT_MS} ms: the
     *     thread of this log may wait for a disk that hangs, or search many lines
     * @return completes once the act may be done; fails with a {@link NotNotedException}
     */
    public CompletableFuture<Void> begun(
            final Caller caller, final String act, final String what, final boolean isUrgent) {
        return isUrgent
                ? CompletableFuture.runAsync(() -> write(caller, ASKED + act, what, 0), later)
                        .copy() // a task whose own future is completed does not run
                        .completeOnTimeout(null, URGENT_MS, TimeUnit.MILLISECONDS)
                : CompletableFuture.runAsync(() -> begin(caller, act, what), later);
    }

    /**
     * Records an act that was done. The line is on the disk when this returns, or owed.
     *
     * @param caller the actor
     * @param act the act, in a few words
     * @param what the object of the act
     * @param seq the seq of the command; 0 for none
     */
    public void write(final Caller caller, final String act, final String what, final long seq) {
        write(caller.who(), caller.address().getHostAddress(), act, what, seq);
    }

    /** Records an act that was done; see {@link #write(Caller, String, String, long)}. */
    public synchronized void write(
            final String who, final String from, final String act, final String what, final long seq) {
        note(entry(who, from, act, what, seq), true);
    }

    /** Records a login or its end. Anyone can cause such lines, so they are forced together, within a second. */
    public synchronized void writeUnforced(final Caller caller, final String act) {
        note(entry(caller.who(), caller.address().getHostAddress(), act, "", 0), false);
    }

    private Entry entry(final String who, final String from, final String act, final String what, final long seq) {
        return new Entry(clock.epochMillis(), who, from, act, what, seq);
    }

    private void note(final Entry entry, final boolean isForced) {
        try {
            append(List.of(entry), isForced);
        } catch (IOException e) {
            LOG.error(
                    "the audit log cannot be written; the line waits for the next attempt, unless too many wait: {}",
                    entry,
                    e);
            if (owed.isEmpty()) {
                retryLater();
            }
            if (owed.size() < MOST_OWED) {
                owed.add(entry);
                owedCount = owed.size();
            }
        }
    }

    private void retryLater() {
        if (!isClosing) {
            retry = later.schedule(this::settle, RETRY_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Writes the owed lines, and forces all lines that are not forced yet. */
    private synchronized void settle() {
        try {
            append(List.of(), true);
        } catch (IOException e) {
            LOG.debug("the audit log cannot be written yet", e);
            retryLater();
        }
    }

    /** The problems that operators must solve; none if all acts are recorded and the chain is intact. */
    public List<String> reasons() {
        final List<String> reasons = new ArrayList<>();
        final int unsaid = owedCount;
        final String found = fault;
        if (unsaid > 0) {
            reasons.add("the audit log cannot be written: " + unsaid + " acts were done that it does not have yet");
        }
        if (found != null) {
            reasons.add(found);
        }
        return reasons;
    }

    /** Checks the chain on a separate thread. */
    public void checkInBackground() {
        final Thread check = new Thread(
                () -> {
                    final String found = AuditCheck.of(folder).fault();
                    fault = found;
                    if (found != null) {
                        LOG.error("{}", found);
                    }
                },
                "daybook-audit-check");
        check.setDaemon(true);
        check.start();
    }

    /** Writes the owed lines, then these lines. If a write fails, the owed lines that were not written stay owed. */
    private void append(final List<Entry> entries, final boolean isForced) throws IOException {
        final FileLock held = lock.lock();
        try {
            final boolean isOwed = !owed.isEmpty();
            while (!owed.isEmpty()) {
                append(owed.getFirst());
                owed.removeFirst();
                owedCount = owed.size();
            }
            for (final Entry entry : entries) {
                append(entry);
            }
            if (isForced || isOwed) {
                if (isForceDue || isOwed || !entries.isEmpty()) {
                    chain.force();
                }
                isForceDue = false;
            } else if (!isForceDue) {
                isForceDue = true;
                retryLater();
            }
        } finally {
            chain.release(); // another process may write the next line
            held.release();
        }
    }

    private void append(final Entry entry) throws IOException {
        chain.append(AuditText.begin(entry.timeMs)
                .put("who", AuditText.cut(entry.who, MAX_TEXT))
                .put("from", AuditText.cut(entry.from, MAX_TEXT))
                .put("act", AuditText.cut(entry.act, MAX_TEXT))
                .put("what", AuditText.cut(entry.what, MAX_TEXT))
                .put("seq", entry.seq));
    }

    /** The file with the hash of the last forced line. It is not in the folder of the log. */
    static Path headFile(final Path folder) {
        return folder.toAbsolutePath().resolveSibling(HEAD);
    }

    /**
     * Runs a task that writes to this log once a result has completed, on a thread of this log.
     *
     * @return completes as the result does, after the task
     */
    public <T> CompletableFuture<T> after(
            final CompletableFuture<T> result, final BiConsumer<@Nullable T, @Nullable Throwable> writing) {
        return result.whenCompleteAsync(writing, later).copy(); // a caller may cancel its copy
    }

    /**
     * Reads the lines before a position in the log, the newest first. Writers wait meanwhile.
     *
     * @param file the number of the position's file; a number above the newest file reads all lines
     * @param offset the offset of the position in that file
     * @param most the largest number of lines
     */
    public synchronized List<Line> before(final long file, final long offset, final int most) {
        final List<Line> found = new ArrayList<>();
        try {
            final FileLock held = lock.lock(); // so that no other process renames the newest file meanwhile
            try {
                final int older = chain.newestNumber();
                for (long number = Math.min(file, older + 1L); number > 0 && found.size() < most; number--) {
                    final Path path = number > older ? folder.resolve(AuditChain.FILE) : chain.numbered((int) number);
                    if (Files.exists(path)) {
                        AuditLines.read(path, number, number == file ? offset : Long.MAX_VALUE, most, found);
                    }
                }
            } finally {
                held.release();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log cannot be read: " + folder.resolve(AuditChain.FILE), e);
        }
        return found;
    }

    /**
     * Finds the newest line of an act, on a thread of this log.
     *
     * @param what the text with which the object of the act begins
     * @param end the text with which it ends
     * @return the line; null if it is not among the newest {@value #MOST_SEARCHED} lines
     */
    public CompletableFuture<@Nullable Line> find(final String act, final String what, final String end) {
        final String begin = "\"act\":\"" + act + "\",\"what\":\"" + what;
        return CompletableFuture.supplyAsync(
                () -> {
                    Line last = new Line(Long.MAX_VALUE, Long.MAX_VALUE, "");
                    for (int searched = 0; searched < MOST_SEARCHED; searched += SEARCHED_AT_ONCE) {
                        final List<Line> page = before(last.file, last.offset, SEARCHED_AT_ONCE);
                        for (final Line line : page) {
                            if (line.json.contains(begin) && line.json.contains(end + "\",\"seq\":")) {
                                return line;
                            }
                        }
                        if (page.size() < SEARCHED_AT_ONCE) {
                            return null;
                        }
                        last = page.get(page.size() - 1);
                    }
                    return null;
                },
                later);
    }

    /**
     * A line and its position in the log.
     *
     * @param file the number of the file, from 1 for the oldest
     * @param offset the offset at which it begins
     * @param json the text of the line
     */
    public record Line(long file, long offset, String json) {}

    @Override
    public void close() {
        stopRetrying();
        later.shutdown();
        try {
            if (!later.awaitTermination(CLOSE_S, TimeUnit.SECONDS)) {
                LOG.error("the audit log was closed before all lines were written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        settle();
        closeLock();
    }

    private synchronized void stopRetrying() {
        isClosing = true;
        if (retry != null) {
            retry.cancel(false);
        }
    }

    private synchronized void closeLock() {
        if (!owed.isEmpty()) {
            LOG.error("acts were done that the audit log does not have: {}", owed);
        }
        try {
            lock.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private UncheckedIOException failed(final IOException cause) {
        return new UncheckedIOException("the audit log cannot be written: " + folder.resolve(AuditChain.FILE), cause);
    }
}
