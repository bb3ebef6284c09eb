package io.daybook.cli.config;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.config.Sentences;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code daybook config}: the file of a server. Each method is a subcommand. The signatures use no class of the server,
 * so that help needs none of its libraries.
 */
@Command(
        name = "config",
        addMethodSubcommands = false,
        description = "Writes, shows and checks a daybook.toml; docs/keys.md lists its keys.",
        synopsisSubcommandLabel = "COMMAND")
public final class ConfigCommands {
    private static final String USUAL = "daybook.toml";
    private static final String CONTENT = """
            # A venue of Daybook. Paths are relative to this folder; docs/keys.md lists all keys.
            data = "data"                       # the folder of the exchange; keys and audit log are in data/server

            [exchange]
            snapshotEveryMinutes = 60

            [http]
            bind = "127.0.0.1"                  # any other address needs [http.tls], or behindProxy = true
            port = 8440                         # 0: a free port, which is printed
            # hosts = ["venue.example"]         # names that requests may have in Host, besides localhost
            # orders = false                    # members trade only over FIX or TCP, [fix] and [tcp]
            # history = false                   # offers no trades, tickers and candles

            [limits]                            # per key; per address for requests without a key
            requestsPerSecond = 50
            ordersPerSecond = 100

            [log]
            level = "info"                      # error, warn, info, debug or trace
            # file = "logs/daybook.log"         # instead of standard error; at most nine files of 64 MiB

            [currency.BTC]
            id = 1
            decimals = 8

            [currency.EUR]
            id = 2
            decimals = 8                        # at least as many as tick and lot have together

            [listing.BTC-EUR]
            symbol = 1
            base = "BTC"
            quote = "EUR"
            tick = "0.01"
            lot = "0.00001"
            takerFee = "0.001"                  # of the notional
            makerFee = "0.0005"
            """;

    private final Console console;

    public ConfigCommands(final Console console) {
        this.console = console;
    }

    @Command(
            name = "init",
            description = "Writes a daybook.toml with comments: one listing, and HTTP on this machine only.",
            footer = "Exit status: 0; 2 if the file exists already.")
    int init(
            @Parameters(
                            arity = "0..1",
                            paramLabel = "FILE",
                            defaultValue = USUAL,
                            description = "The file to write. Default: daybook.toml.")
                    final Path file)
            throws CommandFailure {
        try {
            Files.writeString(file, CONTENT, StandardOpenOption.CREATE_NEW);
        } catch (final FileAlreadyExistsException e) {
            throw new CommandFailure(ExitCodes.USAGE, file + ": exists already; name another file, or delete it");
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
        final Report out = console.report();
        out.println(file + ": written. Now: daybook serve --config " + file);
        out.send();
        return ExitCodes.OK;
    }

    @Command(
            name = "show",
            description = "Shows the keys in force: from the file, from the environment (DAYBOOK_HTTP_PORT is"
                    + " http.port), from --set, and defaults.",
            footer = "Exit status: 0; 2 with faults.")
    int show(
            @Mixin final ServerInputs server,
            @Option(names = "--origin", description = "Shows the source of each value.") final boolean origin,
            @Option(names = "--about", description = "Describes each key.") final boolean about)
            throws CommandFailure {
        final Inputs inputs = ServerFiles.inputs(server.set);
        try {
            final Object unused = ServerFiles.read(server.file, inputs);
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        }
        final Report out = console.report();
        for (final Inputs.Setting setting : inputs.inForce()) {
            if (about) {
                out.println("# " + Sentences.plain(setting.key()));
            }
            out.println(setting.key() + " = " + setting.value() + (origin ? "   # " + setting.origin() : ""));
        }
        out.send();
        return ExitCodes.OK;
    }

    @Command(
            name = "check",
            description = "Reads a daybook.toml, the members file, the files for TLS, and the listings and keys in the"
                    + " folder of the server; starts nothing. Prints each fault on one line, with its place and the way"
                    + " out.",
            footer = "Exit status: 0 without faults; 2 with faults.")
    int check(@Mixin final ServerInputs server) throws CommandFailure {
        return new CheckRun(console, server.file, server.set).run();
    }

    /** The file of a server, and the settings that override it. */
    static final class ServerInputs {
        @Parameters(arity = "0..1", paramLabel = "FILE", description = "The daybook.toml.")
        private Path file = Path.of(USUAL);

        @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a key of the file. May be repeated.")
        private List<String> set = new ArrayList<>();
    }
}
