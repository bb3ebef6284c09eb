package io.daybook.cli.key;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daybook key list}: all keys, without their secrets. */
@Command(
        name = "list",
        description = {"Lists the keys of a server: id, kind, roles, accounts, name.", ""},
        footer = {"", "Exit status: 0; 2 where they cannot be read."})
public final class KeyListCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", paramLabel = "FILE", description = "The daybook.toml of the server.")
    private Path file = Path.of("daybook.toml");

    public KeyListCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return new KeyFile(console, file).list();
    }
}
