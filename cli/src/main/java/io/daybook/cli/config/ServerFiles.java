package io.daybook.cli.config;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.ExitCodes;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.gateway.config.VenueFile;
import io.daybook.server.config.ServerSections;
import io.daybook.server.config.ServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the file of a server from disk, with the settings that override it. */
public final class ServerFiles {
    private ServerFiles() {}

    /** Returns the settings that override the file. */
    public static Inputs inputs(final List<String> set) throws CommandFailure {
        try {
            return Inputs.of(System.getenv(), set);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        }
    }

    public static VenueFile<ServerSettings> read(final Path file, final Inputs inputs)
            throws ConfigException, CommandFailure {
        try {
            return ServerSections.read(file, inputs);
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
    }
}
