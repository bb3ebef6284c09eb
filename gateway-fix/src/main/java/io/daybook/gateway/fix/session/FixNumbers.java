package io.daybook.gateway.fix.session;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.wire.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The MsgSeqNum of each report of a session's outbox: the file {@code numbers} in the folder of the outbox, with
 * little-endian records:
 *
 * <pre>
 *  0            4          8           16           20
 * | number u32 | kind u32 | value i64 | resets u32 | crc32c u32 of what is before |
 * </pre>
 *
 * <p>Kind 1: the report {@code value} was given the number. Kind 2, at an orderly close: {@code number} is the next to
 * send, {@code value} the next that is expected. Kind 3, before the first message after the close: the close is no
 * longer valid. The file is a cache: a report without a number here is sent with a new one, and with 97=Y if it may
 * have been sent before. Not for several threads at once.
 */
public final class FixNumbers {
    private static final String NAME = "numbers";
    private static final int RECORD = 24;
    private static final int CRC_OFFSET = 20;
    private static final int CHUNK_RECORDS = 4_096;
    private static final int REPORT = 1;
    private static final int CLOSED = 2;
    private static final int OPENED = 3;

    private final JournalStorage storage;
    private final Path folder;
    private final byte[] record = new byte[RECORD];
    private final ByteBuffer buffer = ByteBuffer.wrap(record);
    private final CRC32C crc = new CRC32C();

    private int[] numbers = new int[64];
    private long[] outs = new long[64];
    private int count;
    private @Nullable StorageFile file;
    private long length;

    /** The next number that an orderly close stored, or 0. */
    private int closedSender;

    private int closedTarget;

    FixNumbers(final JournalStorage storage, final Path folder) {
        this.storage = storage;
        this.folder = folder;
    }

    /**
     * Reads the file, if it exists.
     *
     * @param resets how often the numbers began anew, by the journal; earlier numbers are invalid
     * @param firstOut reports before this one are not sent again
     */
    void open(final int resets, final long firstOut) throws IOException {
        final Path path = folder.resolve(NAME);
        if (!storage.exists(path)) {
            return;
        }
        final byte[] chunk = new byte[CHUNK_RECORDS * RECORD];
        try (StorageFile in = storage.openReadOnly(path)) {
            final long end = in.length();
            int at;
            do {
                final int read = (int) Math.min(chunk.length, (end - length) / RECORD * RECORD);
                in.readFully(ByteBuffer.wrap(chunk, 0, read), length);
                at = 0;
                while (at < read && isRecord(chunk, at)) {
                    take(chunk, at, resets, firstOut);
                    at += RECORD;
                }
                length += at;
            } while (at == chunk.length);
        }
        if (isWide()) {
            shorten(path, resets, chunk);
        }
    }

    /** Returns whether most of the file is obsolete. */
    private boolean isWide() {
        return length > 2L * RECORD * (count + CHUNK_RECORDS);
    }

    /**
     * Reads a session's file, which another process may be writing.
     *
     * @return the number that each report was sent with last, by its number in the stream
     */
    public static Map<Long, Integer> read(final JournalStorage storage, final Path folder) throws IOException {
        final Map<Long, Integer> numbers = new HashMap<>();
        final Path path = folder.resolve(NAME);
        if (!storage.exists(path)) {
            return numbers;
        }
        final FixNumbers file = new FixNumbers(storage, folder);
        final byte[] chunk = new byte[CHUNK_RECORDS * RECORD];
        try (StorageFile in = storage.openReadOnly(path)) {
            final long end = in.length();
            long from = 0;
            int at;
            do {
                final int read = (int) Math.min(chunk.length, (end - from) / RECORD * RECORD);
                in.readFully(ByteBuffer.wrap(chunk, 0, read), from);
                for (at = 0; at < read && file.isRecord(chunk, at); at += RECORD) {
                    if (Bytes.getI32(chunk, at + 4) == REPORT) {
                        numbers.put(Bytes.getI64(chunk, at + 8), Bytes.getI32(chunk, at));
                    }
                }
                from += at;
            } while (at == chunk.length);
        }
        return numbers;
    }

    /** Rewrites the file with the entries that are still valid. */
    private void shorten(final Path path, final int resets, final byte[] chunk) throws IOException {
        final Path fresh = folder.resolve(NAME + ".new");
        if (storage.exists(fresh)) {
            storage.delete(fresh);
        }
        long written = 0;
        try (StorageFile out = storage.create(fresh)) {
            int filled = 0;
            for (int i = 0; i < count; i++) {
                encode(numbers[i], REPORT, outs[i], resets);
                System.arraycopy(record, 0, chunk, filled, RECORD);
                filled += RECORD;
                if (filled == chunk.length) {
                    out.writeFully(ByteBuffer.wrap(chunk), written);
                    written += filled;
                    filled = 0;
                }
            }
            if (closedSender > 0) { // the chunk has room for a record, because full chunks are written at once
                encode(closedSender, CLOSED, closedTarget, resets);
                System.arraycopy(record, 0, chunk, filled, RECORD);
                filled += RECORD;
            }
            out.writeFully(ByteBuffer.wrap(chunk, 0, filled), written);
            written += filled;
            out.force(true);
        }
        storage.rename(fresh, path);
        length = written;
        storage.forceDirectory(folder);
    }

    private boolean isRecord(final byte[] all, final int at) {
        return Bytes.getI32(all, at + CRC_OFFSET) == sum(all, at);
    }

    private int sum(final byte[] all, final int at) {
        crc.reset();
        crc.update(all, at, CRC_OFFSET);
        return (int) crc.getValue();
    }

    private void take(final byte[] all, final int at, final int resets, final long firstOut) {
        closedSender = 0;
        closedTarget = 0;
        if (Bytes.getI32(all, at + 16) != resets) {
            count = 0;
            return;
        }
        final int number = Bytes.getI32(all, at);
        final long value = Bytes.getI64(all, at + 8);
        if (Bytes.getI32(all, at + 4) == CLOSED) {
            closedSender = number;
            closedTarget = (int) value;
        } else if (Bytes.getI32(all, at + 4) == REPORT && value >= firstOut) {
            add(number, value);
        }
    }

    private void add(final int number, final long out) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
            outs = Arrays.copyOf(outs, 2 * count);
        }
        numbers[count] = number;
        outs[count++] = out;
    }

    /** The next number to send as of an orderly close; 0 if the last end was not orderly. */
    int closedSender() {
        return closedSender;
    }

    /** The expected number as of an orderly close; 0 if the last end was not orderly. */
    int closedTarget() {
        return closedTarget;
    }

    /** The last report that was given a number; 0 if there is none. */
    long lastOut() {
        return count == 0 ? 0 : outs[count - 1];
    }

    /** The index of the first stored number that is at least {@code number}, for {@link #number} and {@link #out}. */
    int from(final int number) {
        final int at = Arrays.binarySearch(numbers, 0, count, number);
        return at < 0 ? ~at : at;
    }

    /** Returns whether a report was sent with a number. */
    boolean has(final int number) {
        return Arrays.binarySearch(numbers, 0, count, number) >= 0;
    }

    int number(final int at) {
        return numbers[at];
    }

    long out(final int at) {
        return outs[at];
    }

    /**
     * Invalidates the record of an orderly close, because a number is about to be used. The change is durable when this
     * returns, like the record itself.
     */
    void use(final int number, final int resets) throws IOException {
        if (closedSender > 0) {
            write(number, OPENED, 0, resets);
            open().force(true);
            closedSender = 0;
            closedTarget = 0;
        }
    }

    /** Gives a report a number; written to the file when this returns. */
    void report(final int number, final long out, final int resets) throws IOException {
        write(number, REPORT, out, resets);
        add(number, out);
    }

    /**
     * Removes the numbers of reports before {@code firstOut}, which are not sent again, from memory, and, if these are
     * most of the file, from the file.
     */
    void forget(final long firstOut, final int resets) throws IOException {
        final int at = Arrays.binarySearch(outs, 0, count, firstOut);
        final int dead = at < 0 ? ~at : at;
        if (dead > count / 2 && dead < count) { // keeps the last report, after which sending continues
            count -= dead;
            System.arraycopy(numbers, dead, numbers, 0, count);
            System.arraycopy(outs, dead, outs, 0, count);
        }
        if (isWide()) {
            final StorageFile before = file;
            file = null;
            if (before != null) {
                before.close();
            }
            shorten(folder.resolve(NAME), resets, new byte[CHUNK_RECORDS * RECORD]);
        }
    }

    /** Drops all numbers, because they begin anew. */
    void reset() {
        count = 0;
    }

    /** Records an orderly close of the session, and forces what was written. */
    void close(final int nextSender, final int nextTarget, final int resets) throws IOException {
        write(nextSender, CLOSED, nextTarget, resets);
        leave();
    }

    /** Invalidates all numbers that were given before. */
    void begin() throws IOException {
        count = 0;
        closedSender = 0;
        closedTarget = 0;
        length = 0;
        final StorageFile open = file;
        file = null;
        if (open != null) {
            open.close();
        }
        final Path path = folder.resolve(NAME);
        if (storage.exists(path)) {
            storage.delete(path);
        }
    }

    /** Forces what was written, and closes the file until it is needed again. */
    void leave() throws IOException {
        final StorageFile open = file;
        file = null;
        if (open != null) {
            try (open) {
                open.force(true);
            }
        }
    }

    private void write(final int number, final int kind, final long value, final int resets) throws IOException {
        encode(number, kind, value, resets);
        buffer.clear();
        open().writeFully(buffer, length);
        length += RECORD;
    }

    private void encode(final int number, final int kind, final long value, final int resets) {
        Bytes.putI32(record, 0, number);
        Bytes.putI32(record, 4, kind);
        Bytes.putI64(record, 8, value);
        Bytes.putI32(record, 16, resets);
        Bytes.putI32(record, CRC_OFFSET, sum(record, 0));
    }

    private StorageFile open() throws IOException {
        StorageFile open = file;
        if (open == null) {
            final Path path = folder.resolve(NAME);
            if (storage.exists(path)) {
                open = storage.open(path);
            } else {
                storage.createDirectories(folder);
                open = storage.create(path);
            }
            file = open;
        }
        return open;
    }
}
