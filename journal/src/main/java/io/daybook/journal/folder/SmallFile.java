package io.daybook.journal.folder;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.format.SmallBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A small file, which is there as a whole or not at all: written under another name first. */
public final class SmallFile {
    private SmallFile() {}

    /**
     * Writes a file in the place of the one that has its name. It is on the disk when this returns.
     *
     * @param directory in which it lies
     * @param temporary its name until it is whole, in the same folder; a file that has this name is removed
     */
    public static void replace(
            final JournalStorage storage,
            final Path directory,
            final Path temporary,
            final Path named,
            final byte[] bytes)
            throws IOException {
        write(storage, temporary, bytes, true);
        storage.rename(temporary, named);
        storage.forceDirectory(directory);
    }

    /** The same for a file that need not survive a loss of power: it is not forced. */
    public static void replaceUnforced(
            final JournalStorage storage, final Path temporary, final Path named, final byte[] bytes)
            throws IOException {
        write(storage, temporary, bytes, false);
        storage.rename(temporary, named);
    }

    private static void write(
            final JournalStorage storage, final Path temporary, final byte[] bytes, final boolean force)
            throws IOException {
        storage.delete(temporary);
        try (StorageFile file = storage.create(temporary)) {
            file.writeFully(ByteBuffer.wrap(bytes), 0);
            if (force) {
                file.force(true);
            }
        }
    }

    /** The bytes of a block of this exchange. */
    public static byte[] encode(final Identity identity, final long magic, final long first, final long second) {
        return SmallBlock.encode(magic, identity.exchangeIdHigh(), identity.exchangeIdLow(), first, second);
    }

    /**
     * Reads a block of this exchange; null where there is no such file.
     *
     * @param lowest that its first value may be
     */
    public static @Nullable SmallBlock read(
            final JournalStorage storage, final Path path, final Identity identity, final long magic, final long lowest)
            throws IOException {
        try (StorageFile file = storage.openReadOnly(path)) {
            final byte[] block = new byte[SmallBlock.LENGTH];
            final long length = file.length();
            file.readFully(ByteBuffer.wrap(block), 0);
            return SmallBlock.decode(block, length, magic, identity.exchangeIdHigh(), identity.exchangeIdLow(), lowest);
        } catch (NoSuchFileException none) {
            return null;
        }
    }
}
