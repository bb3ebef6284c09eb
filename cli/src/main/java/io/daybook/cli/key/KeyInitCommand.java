package io.daybook.cli.key;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daybook key init}: the first key. */
@Command(
        name = "init",
        description = {
            "Makes the first admin's key of a server that has none, or has lost its keys for good: whoever may write",
            "into its folder may do so. The first start of a server does the same by itself.",
            ""
        },
        footer = {"", "Exit status: 0; 2 where there are keys."})
public final class KeyInitCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", paramLabel = "FILE", description = "The daybook.toml of the server.")
    private Path file = Path.of("daybook.toml");

    public KeyInitCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return new KeyFile(console, file).init();
    }
}
