package io.daybook.server.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that only their owner may read. */
final class OwnFiles {
    private static final int MAX_BYTES = 4_096;

    private OwnFiles() {}

    /** Makes a file of mode 0600 and forces it; it must not be there yet. */
    static void create(final Path file, final String content) throws IOException {
        final FileAttribute<Set<PosixFilePermission>> own =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), own)) {
            final ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** Reads a file that others must not read. */
    static String read(final Path file) throws IOException {
        final Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
        if (rights.contains(PosixFilePermission.GROUP_READ) || rights.contains(PosixFilePermission.OTHERS_READ)) {
            throw new IOException("others may read it; say: chmod 600 " + file);
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("it has more than " + MAX_BYTES + " bytes, as no such file has");
        }
        return Files.readString(file, StandardCharsets.US_ASCII);
    }
}
