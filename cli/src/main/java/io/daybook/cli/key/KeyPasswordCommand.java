package io.daybook.cli.key;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook key password}: another password. */
@Command(
        name = "password",
        description = {
            "Gives a key another password, the line that comes from standard input: for somebody who has lost it. On a",
            "terminal it is typed twice. What was begun with the one before ends.",
            ""
        },
        footer = {"", "Exit status: 0; 2 where there is no such key, or the password has not 12 to 128 characters."})
public final class KeyPasswordCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "ID", description = "As key list shows it: k262145.")
    private String id = "";

    @Option(names = "--config", paramLabel = "FILE", description = "The daybook.toml of the server.")
    private Path file = Path.of("daybook.toml");

    public KeyPasswordCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return new KeyFile(console, file).password(id);
    }
}
