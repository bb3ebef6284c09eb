package io.daybook.cli.key;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook key end}: a key counts no more. */
@Command(
        name = "end",
        description = {"Ends a key for ever.", ""},
        footer = {"", "Exit status: 0; 2 where there is no such key."})
public final class KeyEndCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "ID", description = "As key list shows it: k262145.")
    private String id = "";

    @Option(names = "--config", paramLabel = "FILE", description = "The daybook.toml of the server.")
    private Path file = Path.of("daybook.toml");

    public KeyEndCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return new KeyFile(console, file).end(id);
    }
}
