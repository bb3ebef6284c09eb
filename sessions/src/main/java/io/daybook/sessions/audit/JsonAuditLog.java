package io.daybook.sessions.audit;

import io.daybook.host.Clock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An audit log of JSON lines in {@code audit.jsonl}. Once it has its size, the file gets a number,
 * {@code audit-000001.jsonl}, and the oldest beyond the number kept are deleted. Each line has the SHA-256 of the line
 * before it, so that none can be taken out or changed unseen. Lines are forced when a file gets its number and at the
 * end, not one by one: the event loop writes them.
 *
 * <p>A disk that refuses a line does not stop the gateway. The first failure is told, lost lines are counted, and the
 * count is the first line that the disk takes again.
 *
 * <pre>{"time":"2026-11-23T08:00:00.000Z","event":"loggedIn","session":17,"member":"ALPHA",…,"before":"…"}</pre>
 */
public final class JsonAuditLog implements AuditLog, Closeable {
    /** The file that is written. */
    public static final String FILE = "audit.jsonl";

    /** When a file gets its number: 64 MiB. */
    public static final long MAX_BYTES = 64L << 20;

    /** How many numbered files are kept. */
    public static final int KEPT = 15;

    private static final Pattern NUMBERED = Pattern.compile("audit-(\\d{6})\\.jsonl");
    private static final int TAIL_BYTES = 16_384;
    private static final int MAX_TEXT = 512;

    private final JournalStorage storage;
    private final Path folder;
    private final Clock clock;
    private final Consumer<IOException> onFailure;
    private final long maxBytes;
    private final int kept;

    private @Nullable StorageFile file;

    /** Of the last line; null until the files were looked at. */
    private @Nullable String last;

    private long position;
    private long lost;
    private boolean closed;

    /**
     * A log of the usual sizes.
     *
     * @param folder is made where it is missing
     * @param onFailure hears the first of several failures in a row, on the thread that writes; must not throw
     */
    public JsonAuditLog(
            final JournalStorage storage, final Path folder, final Clock clock, final Consumer<IOException> onFailure) {
        this(storage, folder, clock, onFailure, MAX_BYTES, KEPT);
    }

    JsonAuditLog(
            final JournalStorage storage,
            final Path folder,
            final Clock clock,
            final Consumer<IOException> onFailure,
            final long maxBytes,
            final int kept) {
        this.storage = storage;
        this.folder = folder;
        this.clock = clock;
        this.onFailure = onFailure;
        this.maxBytes = maxBytes;
        this.kept = kept;
    }

    @Override
    public synchronized void write(final AuditEvent event) {
        if (closed) {
            return;
        }
        try {
            final StorageFile open = withRoom();
            if (lost > 0) {
                appendLine(open, line("linesLost", ",\"count\":" + lost));
                lost = 0;
            }
            appendLine(open, line(name(event), fields(event)));
        } catch (IOException e) {
            last = null; // a part of the line may be there
            lost++;
            closeQuietly();
            if (lost == 1) {
                onFailure.accept(e);
            }
        }
    }

    /** Forces and closes the file; later events are dropped. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        final StorageFile open = file;
        file = null;
        if (open != null) {
            try (open) {
                open.force(true);
            }
        }
    }

    /** After a failure: what the file holds is looked at anew when it is opened again. */
    private void closeQuietly() {
        final StorageFile open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // The failure before it is the one to tell.
            }
        }
    }

    private StorageFile withRoom() throws IOException {
        final StorageFile open = opened();
        if (position < maxBytes) {
            return open;
        }
        rotate(open);
        return opened();
    }

    private StorageFile opened() throws IOException {
        final StorageFile open = file;
        if (open != null) {
            return open;
        }
        storage.createDirectories(folder);
        final Path path = folder.resolve(FILE);
        final StorageFile opened;
        if (storage.exists(path)) {
            opened = storage.open(path);
            position = opened.length();
            last = position == 0 ? lastNumbered() : lastLine(opened);
            endTornLine(opened);
        } else {
            last = last == null ? lastNumbered() : last;
            opened = storage.create(path);
            storage.forceDirectory(folder);
            position = 0;
        }
        file = opened;
        return opened;
    }

    /** A crash or a failed write may have left half a line: the next one must not continue it. */
    private void endTornLine(final StorageFile open) throws IOException {
        final ByteBuffer last = ByteBuffer.allocate(1);
        if (position > 0 && open.readFully(last, position - 1) == 1 && last.get(0) != '\n') {
            append(open, "\n");
        }
    }

    private void append(final StorageFile open, final String line) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII));
        final int length = bytes.remaining();
        open.writeFully(bytes, position);
        position += length;
    }

    /** The last line of the newest file that has a number. */
    private String lastNumbered() throws IOException {
        final List<String> numbered = numbered();
        if (numbered.isEmpty()) {
            return "";
        }
        try (StorageFile newest = storage.openReadOnly(folder.resolve(numbered.get(numbered.size() - 1)))) {
            return lastLine(newest);
        }
    }

    private static String lastLine(final StorageFile of) throws IOException {
        final ByteBuffer tail = ByteBuffer.allocate((int) Math.min(TAIL_BYTES, of.length()));
        final int read = of.readFully(tail, of.length() - tail.capacity());
        return AuditText.lastLine(Arrays.copyOf(tail.array(), read));
    }

    private List<String> numbered() throws IOException {
        return storage.list(folder).stream()
                .filter(name -> NUMBERED.matcher(name).matches())
                .toList();
    }

    /** A line with the hash of the one before. */
    private void appendLine(final StorageFile open, final String line) throws IOException {
        final String chained = line + ",\"before\":\"" + AuditText.hash(String.valueOf(last)) + "\"}";
        append(open, chained + "\n");
        last = chained;
    }

    private void rotate(final StorageFile full) throws IOException {
        full.force(true);
        file = null;
        full.close();
        final List<String> numbered = numbered();
        final int last = numbered.isEmpty() ? 0 : number(numbered.get(numbered.size() - 1));
        storage.rename(folder.resolve(FILE), folder.resolve(String.format(Locale.ROOT, "audit-%06d.jsonl", last + 1)));
        for (int i = 0; i <= numbered.size() - kept; i++) {
            storage.delete(folder.resolve(numbered.get(i)));
        }
        storage.forceDirectory(folder);
    }

    private static int number(final String name) {
        return Integer.parseInt(name.substring("audit-".length(), name.length() - ".jsonl".length()));
    }

    private String line(final String event, final String fields) {
        return "{\"time\":\"" + Instant.ofEpochMilli(clock.epochMillis()) + "\",\"event\":\"" + event + "\"" + fields;
    }

    private static String name(final AuditEvent event) {
        final String name = event.getClass().getSimpleName();
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    /** The components of the record, in their order. */
    private static String fields(final AuditEvent event) {
        final StringBuilder fields = new StringBuilder();
        for (final RecordComponent component : event.getClass().getRecordComponents()) {
            final Object value;
            try {
                value = component.getAccessor().invoke(event);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("accessors of a public record can be called", e);
            }
            fields.append(",\"").append(component.getName()).append("\":");
            if (value instanceof Number) {
                fields.append(value);
            } else {
                AuditText.quote(String.valueOf(value), MAX_TEXT, fields);
            }
        }
        return fields.toString();
    }
}
