package io.daybook.cluster.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes small text files, which are on the disk, with their names, when a method returns. */
final class ForcedFile {
    private ForcedFile() {}

    /** Writes a file, or replaces its content in place. */
    static void write(final Path path, final String text) throws IOException {
        content(path, text);
        directory(path);
    }

    /** Replaces a file by another of its name: a reader sees one or the other, even after a crash. */
    static void replace(final Path path, final Path temporary, final String text) throws IOException {
        content(temporary, text);
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
        directory(path);
    }

    private static void content(final Path path, final String text) throws IOException {
        try (FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(true);
        }
    }

    private static void directory(final Path path) throws IOException {
        final Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }
}
