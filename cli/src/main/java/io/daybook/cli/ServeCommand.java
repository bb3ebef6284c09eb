package io.daybook.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daybook serve}: a venue that one starts, reaches over HTTP and watches. */
@Command(
        name = "serve",
        description = {
            "Runs an exchange with a door for HTTP, and one for programs where the file has a section [tcp]. Listings"
                    + " that the exchange does not have are added. The first start makes the keys, and says where the"
                    + " first admin's token is.",
            "It says 'listening on http://ADDRESS:PORT' once orders are taken. SIGTERM ends it in order; SIGHUP reads"
                    + " limits and members again.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  daybook config init daybook.toml     a file to begin with",
            "  daybook config check daybook.toml    finds every fault, starts nothing",
            "  daybook serve --config daybook.toml",
            "  daybook serve --config daybook.toml --set http.port=0",
            "",
            "Exit status: 0; 2 for faults in the files or a port in use; 3 where the exchange stopped or did not start."
        })
final class ServeCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The daybook.toml; by default the one of this folder.")
    private Path file = Path.of("daybook.toml");

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets a key of the file, as http.port=0. May be repeated.")
    private List<String> set = new ArrayList<>();

    ServeCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return new ServeRun(console, file, set).run();
    }
}
