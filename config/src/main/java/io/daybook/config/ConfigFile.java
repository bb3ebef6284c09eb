package io.daybook.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the files of a configuration, from their bytes to their first section. */
public final class ConfigFile {
    /** The largest configuration file, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private ConfigFile() {}

    /** Reads the bytes of a configuration file. */
    public static byte[] bytes(final Path file) throws IOException {
        return bytes(file, MAX_BYTES);
    }

    /**
     * Reads the bytes of a file.
     *
     * @param most the limit; a longer file is refused
     */
    public static byte[] bytes(final Path file, final int most) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            final byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new IOException(file + ": is longer than the limit of " + most + " bytes");
            }
            return bytes;
        }
    }

    /** Reads the table of a TOML text; null after a fault. */
    public static @Nullable Section toml(final byte[] content, final Faults faults) {
        return section(TomlTree.read(content, faults, true), faults);
    }

    /** Reads the table of a TOML text with secrets; null after a fault. The fault does not quote invalid TOML. */
    public static @Nullable Section secretToml(final byte[] content, final Faults faults) {
        return section(TomlTree.read(content, faults, false), faults);
    }

    /** Reads the table of a JSON text; null after a fault. */
    public static @Nullable Section json(final byte[] content, final Faults faults) {
        return section(JsonTree.read(content, faults), faults);
    }

    private static @Nullable Section section(final @Nullable Node root, final Faults faults) {
        return root == null ? null : Section.of(faults, "", root);
    }
}
