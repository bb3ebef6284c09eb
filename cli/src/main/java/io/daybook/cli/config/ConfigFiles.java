package io.daybook.cli.config;

import io.daybook.api.Listing;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.gateway.config.GatewayConfigReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads a {@code daybook.toml} for commands that do not load the server's classes, and shows its faults. */
public final class ConfigFiles {
    private ConfigFiles() {}

    /** Reads the listings of a {@code daybook.toml}. */
    public static List<Listing> listings(final Path file) throws ConfigException, IOException {
        return GatewayConfigReader.listings(file, ConfigFile.bytes(file));
    }

    /** Shows the faults, one per line, and returns the exit status. */
    public static int refuse(final ConfigException faults, final Console console) {
        faults.faults().forEach(console.err()::println);
        return ExitCodes.USAGE;
    }
}
