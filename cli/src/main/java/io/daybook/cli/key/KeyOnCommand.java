package io.daybook.cli.key;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook key on}: keys count again that a restore has switched off. */
@Command(
        name = "on",
        description = {"Switches keys on that the restore of a backup has switched off.", ""},
        footer = {"", "Exit status: 0; 2 where one is not off."})
public final class KeyOnCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "ID", description = "As key list shows them: k262145.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--config", paramLabel = "FILE", description = "The daybook.toml of the server.")
    private Path file = Path.of("daybook.toml");

    public KeyOnCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return new KeyFile(console, file).on(ids);
    }
}
