package io.daybook.cli;

import io.daybook.api.Listing;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.config.GatewayConfigReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files of a gateway, read from disk. */
final class GatewayFiles {
    private static final int MAX_CONFIG_BYTES = 1 << 20;

    private GatewayFiles() {}

    /** Reads {@code daybook.toml}. */
    static GatewayConfig config(final Path file) throws ConfigException, IOException {
        return GatewayConfigReader.read(file, bytes(file));
    }

    /** Reads the listings of a {@code daybook.toml}, be it a gateway's or a server's. */
    static List<Listing> listings(final Path file) throws ConfigException, IOException {
        return GatewayConfigReader.listings(file, bytes(file));
    }

    /** Shows the faults, a line each, and gives the exit status. */
    static int refuse(final ConfigException faults, final Console console) {
        faults.faults().forEach(console.err()::println);
        return ExitCodes.USAGE;
    }

    /** A configuration as it lies there. */
    static byte[] bytes(final Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            final byte[] bytes = in.readNBytes(MAX_CONFIG_BYTES + 1);
            if (bytes.length > MAX_CONFIG_BYTES) {
                throw new IOException(file + ": has more than " + MAX_CONFIG_BYTES + " bytes, as no such file has");
            }
            return bytes;
        }
    }
}
