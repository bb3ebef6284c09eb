package io.daybook.cli;

import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.config.GatewayConfigReader;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.session.Members;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The files of a gateway, read from disk. */
final class GatewayFiles {
    private static final int MAX_CONFIG_BYTES = 1 << 20;
    private static final int MAX_MEMBERS_BYTES = 128 << 20;

    private GatewayFiles() {}

    /** Reads {@code daybook.toml}. */
    static GatewayConfig config(final Path file) throws ConfigException, IOException {
        return GatewayConfigReader.read(file, bytes(file, MAX_CONFIG_BYTES));
    }

    /** Reads {@code members.json}. */
    static Members members(final Path file) throws ConfigException, IOException {
        final byte[] content;
        try {
            content = bytes(file, MAX_MEMBERS_BYTES);
        } catch (final NoSuchFileException e) {
            throw new NoSuchFileException(
                    file.toString(),
                    null,
                    "there is no such file, and \"members\" in daybook.toml names it: write {\"members\":[]} there, and"
                            + " add members with what 'daybook gateway secret' prints");
        }
        return MembersReader.read(file.toString(), content);
    }

    /** Shows the faults, a line each, and gives the exit status. */
    static int refuse(final ConfigException faults, final Console console) {
        faults.faults().forEach(console.err()::println);
        return ExitCodes.USAGE;
    }

    private static byte[] bytes(final Path file, final int most) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            final byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new IOException(file + ": has more than " + most + " bytes, as no such file has");
            }
            return bytes;
        }
    }
}
