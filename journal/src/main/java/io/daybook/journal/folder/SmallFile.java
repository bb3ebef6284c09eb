package io.daybook.journal.folder;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.format.SmallBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A small file that exists as a whole or not at all, because it is written under another name first. */
public final class SmallFile {
    private SmallFile() {}

    /**
     * Replaces a file. The new file is durable when this returns.
     *
     * @param directory the folder of the file
     * @param temporary its name until it is complete, in the same folder; an old file of this name is removed
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

    /** Replaces a file without forcing it: a loss of power may remove the new file. */
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

    /** Encodes a block of this exchange. */
    public static byte[] encode(final Identity identity, final long magic, final long first, final long second) {
        return SmallBlock.encode(magic, identity.exchangeIdHigh(), identity.exchangeIdLow(), first, second);
    }

    /**
     * Reads a block of this exchange; null if there is no such file.
     *
     * @param lowest the lowest valid {@code first} value
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
