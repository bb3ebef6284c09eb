package io.daybook.gateway.fix;

import io.daybook.client.wire.Bytes;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Which MsgSeqNum each report of a session's outbox was sent with: the file {@code numbers} of its folder, beside the
 * outbox, of records little-endian:
 *
 * <pre>
 *  0            4          8           16           20
 * | number u32 | kind u32 | value i64 | resets u32 | crc32c u32 of what is before |
 * </pre>
 *
 * <p>Kind 1: the report {@code value} was given the number. Kind 2, at the end of a close in order: {@code number} is
 * the next to send, {@code value} the next that is expected. It is a cache: a report that has no number here is sent
 * with a new one, and 97=Y where it may have been sent before. Not for several threads at once.
 */
final class FixNumbers {
    private static final String NAME = "numbers";
    private static final int RECORD = 24;
    private static final int CRC_OFFSET = 20;
    private static final int REPORT = 1;
    private static final int CLOSED = 2;

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

    /** What a close in order left, or 0. */
    private int closedSender;

    private int closedTarget;

    FixNumbers(final JournalStorage storage, final Path folder) {
        this.storage = storage;
        this.folder = folder;
    }

    /**
     * Reads what is there.
     *
     * @param resets how often the numbers began anew, as the journal says: what was before does not count
     * @param firstOut reports before it are not sent again
     */
    void open(final int resets, final long firstOut) throws IOException {
        final Path path = folder.resolve(NAME);
        if (!storage.exists(path)) {
            return;
        }
        final byte[] all;
        try (StorageFile in = storage.openReadOnly(path)) {
            all = new byte[Math.toIntExact(in.length())];
            in.readFully(ByteBuffer.wrap(all), 0);
        }
        while (length + RECORD <= all.length && isRecord(all, (int) length)) {
            take(all, (int) length, resets, firstOut);
            length += RECORD;
        }
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
        } else if (value >= firstOut) {
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

    /** The number that a close in order left to be sent next; 0 where the last end was none. */
    int closedSender() {
        return closedSender;
    }

    /** The number that was expected at a close in order; 0 where the last end was none. */
    int closedTarget() {
        return closedTarget;
    }

    /** The last report that was given a number; 0 for none. */
    long lastOut() {
        return count == 0 ? 0 : outs[count - 1];
    }

    /** The place of the first number that is not below one, for {@link #number} and {@link #out}. */
    int from(final int number) {
        final int at = Arrays.binarySearch(numbers, 0, count, number);
        return at < 0 ? ~at : at;
    }

    /** Whether a report was sent with a number. */
    boolean has(final int number) {
        return Arrays.binarySearch(numbers, 0, count, number) >= 0;
    }

    int number(final int at) {
        return numbers[at];
    }

    long out(final int at) {
        return outs[at];
    }

    /** A report gets a number. In the file when it returns. */
    void report(final int number, final long out, final int resets) throws IOException {
        write(number, REPORT, out, resets);
        add(number, out);
    }

    /** The numbers began anew. */
    void reset() {
        count = 0;
    }

    /** The session was closed in order; forces what was written. */
    void close(final int nextSender, final int nextTarget, final int resets) throws IOException {
        write(nextSender, CLOSED, nextTarget, resets);
        final StorageFile open = file;
        file = null;
        if (open != null) {
            try (open) {
                open.force(true);
            }
        }
    }

    private void write(final int number, final int kind, final long value, final int resets) throws IOException {
        Bytes.putI32(record, 0, number);
        Bytes.putI32(record, 4, kind);
        Bytes.putI64(record, 8, value);
        Bytes.putI32(record, 16, resets);
        Bytes.putI32(record, CRC_OFFSET, sum(record, 0));
        buffer.clear();
        open().writeFully(buffer, length);
        length += RECORD;
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
