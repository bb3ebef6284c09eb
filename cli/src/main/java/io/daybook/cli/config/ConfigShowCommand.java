package io.daybook.cli.config;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.Inputs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook config show}: what is in force. */
@Command(
        name = "show",
        description = {
            "Shows the keys in force: those of the file, of the environment (DAYBOOK_HTTP_PORT is http.port), of --set,"
                    + " and defaults.",
            ""
        },
        footer = {"", "Exit status: 0; 2 with faults."})
public final class ConfigShowCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The daybook.toml.")
    private Path file = Path.of("daybook.toml");

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a key of the file. May be repeated.")
    private List<String> set = new ArrayList<>();

    @Option(names = "--origin", description = "Says whence each value comes.")
    private boolean origin;

    public ConfigShowCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final Inputs inputs = ServerFiles.inputs(set);
        try {
            final Object unused = ServerFiles.read(file, inputs);
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        }
        final Report out = console.report();
        for (final Inputs.Setting setting : inputs.inForce()) {
            out.println(setting.key() + " = " + setting.value() + (origin ? "   # " + setting.origin() : ""));
        }
        out.send();
        return ExitCodes.OK;
    }
}
