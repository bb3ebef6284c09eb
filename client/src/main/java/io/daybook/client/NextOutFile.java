package io.daybook.client;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * The small file of a client's position. It is written after the listener has received the messages that were read, so
 * a killed program may receive the last messages again, and never misses one. The file is not forced: after a loss of
 * power, more messages come again.
 *
 * <p>Two slots are written in turn, so that the checksum of one is always right; the slot with the higher counter is
 * the newer one. Little-endian:
 *
 * <pre>
 * 0           4             8             16            24                 32                    48           52
 * | magic u32 | session u32 | counter u64 | nextOut u64 | lastAnswered u64 | exchangeId 16 bytes | crc32c u32 |
 * </pre>
 *
 * <p>For a venue that was restored from a backup, another magic marks that {@code history u64} comes before the
 * checksum.
 */
final class NextOutFile implements Closeable {
    private static final int MAGIC = 0x314F4E44; // "DNO1"
    private static final int MAGIC_OF_RESTORED = 0x324F4E44; // "DNO2"
    private static final int SLOT_LENGTH = 64;
    private static final int SESSION_OFFSET = 4;
    private static final int COUNTER_OFFSET = 8;
    private static final int NEXT_OUT_OFFSET = 16;
    private static final int LAST_ANSWERED_OFFSET = 24;
    private static final int EXCHANGE_ID_OFFSET = 32;
    private static final int CRC_OFFSET = 48;
    private static final int HISTORY_OFFSET = 48;
    private static final int CRC_OFFSET_OF_RESTORED = 56;

    private final Path path;
    private final FileChannel channel;
    private final int session;
    private final ByteBuffer slot = ByteBuffer.allocateDirect(SLOT_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private long counter;

    private NextOutFile(final Path path, final FileChannel channel, final int session) {
        this.path = path;
        this.channel = channel;
        this.session = session;
    }

    /**
     * Opens the file, or creates it.
     *
     * @throws IOException if it cannot be read, is damaged, or belongs to another session
     */
    static NextOutFile open(final Path path, final int session) throws IOException {
        return new NextOutFile(
                path,
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
                session);
    }

    /** The position that was saved last; a new file begins at the stream's first message. */
    StreamPosition load() throws IOException {
        final StreamPosition position = new StreamPosition(1);
        for (int i = 0; i < 2; i++) {
            if (readSlot(i) && slot.getLong(COUNTER_OFFSET) > counter) {
                counter = slot.getLong(COUNTER_OFFSET);
                position.nextOut = slot.getLong(NEXT_OUT_OFFSET);
                position.lastAnswered = slot.getLong(LAST_ANSWERED_OFFSET);
                slot.get(EXCHANGE_ID_OFFSET, position.exchangeId);
                position.history = slot.getInt(0) == MAGIC ? 0 : slot.getLong(HISTORY_OFFSET);
            }
        }
        if (counter == 0 && channel.size() > 0) {
            throw new IOException(path + ": no slot of this file is valid; delete it to receive the stream from its"
                    + " start, or set nextOut");
        }
        return position;
    }

    /** Saves a position. */
    void save(final StreamPosition position) throws IOException {
        counter++;
        slot.clear();
        final boolean isRestored = position.history != 0;
        slot.putInt(0, isRestored ? MAGIC_OF_RESTORED : MAGIC);
        slot.putInt(SESSION_OFFSET, session);
        slot.putLong(COUNTER_OFFSET, counter);
        slot.putLong(NEXT_OUT_OFFSET, position.nextOut);
        slot.putLong(LAST_ANSWERED_OFFSET, position.lastAnswered);
        slot.put(EXCHANGE_ID_OFFSET, position.exchangeId);
        if (isRestored) {
            slot.putLong(HISTORY_OFFSET, position.history);
        }
        final int crcOffset = isRestored ? CRC_OFFSET_OF_RESTORED : CRC_OFFSET;
        slot.putInt(crcOffset, crcOfSlot(crcOffset));
        slot.position(0).limit(SLOT_LENGTH);
        long place = slotPlace(counter);
        while (slot.hasRemaining()) {
            place += channel.write(slot, place);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static long slotPlace(final long counter) {
        return (counter & 1) * SLOT_LENGTH;
    }

    private boolean readSlot(final int index) throws IOException {
        slot.clear();
        int length = 0;
        while (slot.hasRemaining()) {
            final int count = channel.read(slot, (long) index * SLOT_LENGTH + length);
            if (count < 0) {
                return false;
            }
            length += count;
        }
        final int magic = slot.getInt(0);
        final int crcOffset = magic == MAGIC_OF_RESTORED ? CRC_OFFSET_OF_RESTORED : CRC_OFFSET;
        if (magic != MAGIC && magic != MAGIC_OF_RESTORED || slot.getInt(crcOffset) != crcOfSlot(crcOffset)) {
            return false;
        }
        if (slot.getInt(SESSION_OFFSET) != session) {
            throw new IOException(path + ": the file belongs to session " + slot.getInt(SESSION_OFFSET) + ", not "
                    + session + "; give each session its own file");
        }
        return true;
    }

    private int crcOfSlot(final int length) {
        slot.position(0).limit(length);
        crc.reset();
        crc.update(slot);
        slot.clear();
        return (int) crc.getValue();
    }
}
