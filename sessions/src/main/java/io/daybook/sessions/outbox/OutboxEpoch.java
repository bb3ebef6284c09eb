package io.daybook.sessions.outbox;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.wire.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The number of times that an operator has reset a session's outbox: the file {@code epoch} of its folder, with a
 * number u32 and its checksum u32. Without the file, it is 0.
 */
final class OutboxEpoch {
    private static final String NAME = "epoch";
    private static final String NEW_NAME = "epoch.new";
    private static final int LENGTH = 8;

    private OutboxEpoch() {}

    static int read(final JournalStorage storage, final Path folder) throws IOException {
        final Path path = folder.resolve(NAME);
        if (!storage.exists(path)) {
            return 0;
        }
        final byte[] bytes = new byte[LENGTH];
        try (StorageFile file = storage.openReadOnly(path)) {
            if (file.readFully(ByteBuffer.wrap(bytes), 0) != LENGTH || Bytes.getI32(bytes, 4) != crc(bytes)) {
                throw new IOException("the epoch of an outbox is damaged: " + path
                        + "; daybook session reset makes the outbox again");
            }
        }
        return Bytes.getI32(bytes, 0);
    }

    /** Reads the epoch; 0 for a damaged file, which is about to be replaced. */
    static int readOrZero(final JournalStorage storage, final Path folder) {
        try {
            return read(storage, folder);
        } catch (IOException e) {
            return 0; // no file of any epoch is left that could be mistaken for one of the next epoch
        }
    }

    /** Writes the epoch, which is durable when the method returns. */
    static void write(final JournalStorage storage, final Path folder, final int epoch) throws IOException {
        final byte[] bytes = new byte[LENGTH];
        Bytes.putI32(bytes, 0, epoch);
        Bytes.putI32(bytes, 4, crc(bytes));
        final Path fresh = folder.resolve(NEW_NAME);
        storage.delete(fresh);
        try (StorageFile file = storage.create(fresh)) {
            file.writeFully(ByteBuffer.wrap(bytes), 0);
            file.force(true);
        }
        storage.rename(fresh, folder.resolve(NAME));
        storage.forceDirectory(folder);
    }

    private static int crc(final byte[] bytes) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes, 0, 4);
        return (int) crc.getValue();
    }
}
