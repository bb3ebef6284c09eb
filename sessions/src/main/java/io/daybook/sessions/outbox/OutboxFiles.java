package io.daybook.sessions.outbox;

import static io.daybook.sessions.outbox.OutboxFormat.HEADER_LENGTH;
import static io.daybook.sessions.outbox.OutboxFormat.RECORD_LENGTH;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the outbox of a session on disk without changing it, so that its gateway may run meanwhile. An incomplete
 * record at the end is not shown. One file at a time is in memory. Used by one thread.
 */
public final class OutboxFiles {
    private final JournalStorage storage;
    private final Path folder;
    private final int session;

    /** Receives messages. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Receives a message of the stream.
         *
         * @param out its number in the stream
         * @param bytes the bytes of its file; valid during the call
         * @param offset the offset of the message
         */
        void onMessage(long out, byte[] bytes, int offset, int length) throws IOException;
    }

    /**
     * Creates a reader for the outbox of a session.
     *
     * @param data the gateway's own folder
     */
    public OutboxFiles(final JournalStorage storage, final Path data, final int session) {
        this.storage = storage;
        this.folder = Outboxes.folderOf(data, session);
        this.session = session;
    }

    /** The folder of the files. */
    public Path folder() {
        return folder;
    }

    /** Returns whether the session ever had a message. */
    public boolean exists() throws IOException {
        return storage.exists(folder);
    }

    /**
     * Visits every message, in order.
     *
     * @throws IOException with file and offset if a message cannot be read that has others after it
     */
    public void forEach(final Visitor visitor) throws IOException {
        final int epoch = OutboxEpoch.readOrZero(storage, folder);
        final CRC32C crc = new CRC32C();
        final List<String> names = new ArrayList<>(storage.list(folder));
        names.removeIf(name -> !OutboxFormat.isFileName(name));
        names.sort(null);
        @Nullable Path path = null;
        byte[] bytes = {};
        for (final String name : names) {
            final Path next = folder.resolve(name);
            final byte[] nextBytes = read(next);
            if (!OutboxFormat.isHeader(nextBytes, nextBytes.length, session, epoch)) {
                continue; // retired meanwhile, just being begun, or of an earlier epoch
            }
            if (path != null) {
                final boolean isConnected = OutboxFormat.previousOut(nextBytes) == OutboxFormat.firstOut(bytes)
                        && OutboxFormat.previousLength(nextBytes) <= bytes.length;
                final int end = isConnected ? (int) OutboxFormat.previousLength(nextBytes) : bytes.length;
                final int whole = visit(bytes, end, crc, visitor);
                if (whole < end) {
                    throw new IOException("a record of an outbox cannot be read: " + path + " at " + whole);
                }
            }
            path = next;
            bytes = nextBytes;
        }
        visit(bytes, bytes.length, crc, visitor);
    }

    /** Visits the records up to the end, or to the first incomplete one. Returns the offset at which it stops. */
    private static int visit(final byte[] bytes, final int end, final CRC32C crc, final Visitor visitor)
            throws IOException {
        if (bytes.length < HEADER_LENGTH) {
            return bytes.length;
        }
        long out = OutboxFormat.firstOut(bytes);
        int at = HEADER_LENGTH;
        while (at < end && OutboxFormat.isRecord(bytes, at, end - at, out, crc)) {
            final int length = OutboxFormat.length(bytes, at);
            visitor.onMessage(out, bytes, at + RECORD_LENGTH, length);
            at += RECORD_LENGTH + length;
            out++;
        }
        return at;
    }

    private byte[] read(final Path path) throws IOException {
        final ByteBuffer content;
        try (StorageFile file = storage.openReadOnly(path)) {
            content = ByteBuffer.allocate(Math.toIntExact(file.length()));
            file.readFully(content, 0);
        } catch (final IOException e) {
            if (storage.exists(path)) {
                throw e;
            }
            return new byte[0];
        }
        return content.array();
    }
}
