package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code daybook serve}: runs a venue with its doors. */
@Command(
        name = "serve",
        description = {
            "Runs an exchange with a door for HTTP, doors for programs if the file has the sections [tcp] and [fix],"
                    + " and the public feed with [feed]. Listings that the exchange does not have are added. The first"
                    + " start creates the keys, and names the file with the first admin's token.",
            "It prints 'listening on http://ADDRESS:PORT' once orders are accepted. SIGTERM ends it in order; SIGHUP"
                    + " makes it read limits and members again.",
            "With --demo it makes a market to try, in the folder daybook-demo: four listings with six hours of trades,"
                    + " bots, and a trader with paper money."
        },
        footer = {
            "Examples:",
            "  daybook config init daybook.toml     a file to begin with",
            "  daybook config check daybook.toml    finds every fault, starts nothing",
            "  daybook serve --config daybook.toml",
            "  daybook serve --config daybook.toml --set http.port=0",
            "  daybook serve --demo                 four markets with bots, for this machine only",
            "",
            "Exit status: 0; 2 for faults in the files or a port in use; 3 if the exchange stopped or did not start."
        })
public final class ServeCommand implements Callable<Integer> {
    private static final int MAX_RATE = 20;

    private final Console console;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The daybook.toml. Default: daybook.toml in this folder.")
    private @Nullable Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets a key of the file, such as http.port=0. May be repeated.")
    private List<String> set = new ArrayList<>();

    @Option(names = "--demo", description = "A market to try, in the folder daybook-demo; a second start continues it.")
    private boolean demo;

    @Option(names = "--fresh", description = "With --demo: deletes that folder first.")
    private boolean fresh;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "With --demo: a multiple of the usual 20 to 200 orders per second, 1 to 20.")
    private @Nullable Integer rate;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "With --demo: seeds the bots, which send the same commands again as long as no other client"
                    + " trades.")
    private @Nullable Long seed;

    @Spec
    private @Nullable CommandSpec spec;

    public ServeCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final Path config = file == null ? Path.of("daybook.toml") : file;
        if (!demo) {
            if (fresh || rate != null || seed != null) {
                throw usage("--fresh, --rate and --seed need --demo");
            }
            return new ServeRun(console, config, set, null).run();
        }
        if (file != null) {
            throw usage("--demo uses its own file, daybook-demo/daybook.toml. Leave --config out");
        }
        final int times = rate == null ? 1 : rate;
        if (times < 1 || times > MAX_RATE) {
            throw usage("--rate must be 1 to " + MAX_RATE + ": --rate=" + times);
        }
        return DemoRun.run(console, set, new DemoWish(fresh, times, seed == null ? System.nanoTime() : seed));
    }

    private RuntimeException usage(final String message) {
        return spec == null ? new IllegalStateException(message) : new ParameterException(spec.commandLine(), message);
    }
}
