package io.daybook.cli.config;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook config init}: a file to begin with. */
@Command(
        name = "init",
        description = {"Writes a daybook.toml with comments: one listing, HTTP on this machine only.", ""},
        footer = {"", "Exit status: 0; 2 where the file is there already."})
public final class ConfigInitCommand implements Callable<Integer> {
    private static final String CONTENT = """
            # A venue of Daybook. Paths are relative to this folder; docs/operations.md lists all keys.
            data = "data"                       # the folder of the exchange; keys and audit log are in data/server

            [exchange]
            snapshotEveryMinutes = 60

            [http]
            bind = "127.0.0.1"                  # any other address needs [http.tls], or behindProxy = true
            port = 8440                         # 0: a free one, printed
            # hosts = ["venue.example"]         # names that requests may have in Host, beside localhost
            # orders = false                    # members trade over FIX or TCP alone, [fix] and [tcp]
            # history = false                   # no trades, tickers and candles

            [limits]                            # of each key; of each address without one
            requestsPerSecond = 50
            ordersPerSecond = 100

            [log]
            level = "info"                      # error, warn, info, debug or trace
            # file = "logs/daybook.log"         # instead of standard error; nine files of 64 MiB at most

            [currency.BTC]
            id = 1
            decimals = 8

            [currency.EUR]
            id = 2
            decimals = 8                        # as many as tick and lot together have, or more

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

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "What to write; daybook.toml by default.")
    private Path file = Path.of("daybook.toml");

    public ConfigInitCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            Files.writeString(file, CONTENT, StandardOpenOption.CREATE_NEW);
        } catch (final FileAlreadyExistsException e) {
            throw new CommandFailure(ExitCodes.USAGE, file + ": is there already; name another file, or delete it");
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
        final Report out = console.report();
        out.println(file + ": written. Now: daybook serve --config " + file);
        out.send();
        return ExitCodes.OK;
    }
}
