package io.daybook.sessions.audit;

import io.daybook.host.Clock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.wire.json.Json;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The audit log of the doors, an {@link AuditChain} that keeps its newest files. Acts of operators are forced at once.
 * Other lines, which strangers can cause, are written by the event loop, and forced only when a file gets its number
 * and at the end.
 *
 * <p>A failed write does not stop the gateway. The first failure is reported, lost lines are counted, and the first
 * line that is written again has their count.
 *
 * <pre>{"time":"2026-11-23T08:00:00.000Z","event":"loggedIn","session":17,"member":"ALPHA",…,"before":"…"}</pre>
 */
public final class JsonAuditLog implements AuditLog, Closeable {
    private static final int KEPT = 15;
    private static final int MAX_TEXT = 512;

    private final AuditChain chain;
    private final Clock clock;
    private final Consumer<IOException> onFailure;
    private long lost;
    private boolean closed;

    /**
     * Creates a log with the usual sizes.
     *
     * @param folder the folder, which is created if it is missing
     * @param onFailure receives the first of several failures in a row, on the thread that writes; must not throw
     */
    public JsonAuditLog(
            final JournalStorage storage, final Path folder, final Clock clock, final Consumer<IOException> onFailure) {
        this(storage, folder, clock, onFailure, AuditChain.MAX_BYTES, KEPT);
    }

    JsonAuditLog(
            final JournalStorage storage,
            final Path folder,
            final Clock clock,
            final Consumer<IOException> onFailure,
            final long maxBytes,
            final int kept) {
        this.chain = new AuditChain(storage, folder, headFile(folder), "audit-%06d.jsonl", maxBytes, kept);
        this.clock = clock;
        this.onFailure = onFailure;
    }

    @Override
    public synchronized void write(final AuditEvent event) {
        if (closed) {
            return;
        }
        try {
            if (lost > 0) {
                chain.append(line("linesLost").put("count", lost));
                lost = 0;
            }
            chain.append(line(event));
            if (event instanceof AuditEvent.AdminAct) {
                chain.force();
            }
        } catch (IOException e) {
            chain.release(); // a part of the line may have been written
            lost++;
            if (lost == 1) {
                onFailure.accept(e);
            }
        }
    }

    /** Forces and closes the file; later events are dropped. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        chain.close();
    }

    /** Returns the file that holds the hash of the last forced line of a folder's log. */
    public static Path headFile(final Path folder) {
        return folder.toAbsolutePath().resolveSibling("audit-" + folder.getFileName() + ".head");
    }

    private Json line(final String event) {
        return AuditText.begin(clock.epochMillis()).put("event", event);
    }

    /** Begins a line with the event's name and the components of its record, in their order. */
    private Json line(final AuditEvent event) {
        final String name = event.getClass().getSimpleName();
        final Json line = line(Character.toLowerCase(name.charAt(0)) + name.substring(1));
        for (final RecordComponent component : event.getClass().getRecordComponents()) {
            final Object value;
            try {
                value = component.getAccessor().invoke(event);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("accessors of a public record can be called", e);
            }
            if (value instanceof Number number) {
                line.put(component.getName(), number.longValue());
            } else {
                line.put(component.getName(), AuditText.cut(String.valueOf(value), MAX_TEXT));
            }
        }
        return line;
    }
}
