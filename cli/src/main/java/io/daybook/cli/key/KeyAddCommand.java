package io.daybook.cli.key;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook key add}: a key. */
@Command(
        name = "add",
        description = {
            "Makes a key, and shows its secret this once. A key with a password is for a person with a browser: the",
            "password is the line that comes from standard input, 12 to 128 characters; on a terminal it is"
                    + " typed twice.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  daybook key add anna --role trader --account A-301=301",
            "  daybook key add bot --kind hmac --role trader --account A-301=301 --from 10.0.0.0/8",
            "  daybook key add 'Anna K.' --kind password --role trader --account A-301=301",
            "  daybook key add monitor --role viewer --expires 2027-01-31T12:00:00Z",
            "",
            "Exit status: 0; 2 for what does not fit."
        })
public final class KeyAddCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "NAME", description = "For people.")
    private String name = "";

    @Option(names = "--config", paramLabel = "FILE", description = "The daybook.toml of the server.")
    private Path file = Path.of("daybook.toml");

    @Option(names = "--kind", paramLabel = "KIND", description = "bearer (the default), hmac, ed25519 or password.")
    private String kind = "bearer";

    @Option(
            names = "--role",
            required = true,
            paramLabel = "ROLE",
            description = "viewer, trader, operator or admin. May be repeated.")
    private List<String> roles = new ArrayList<>();

    @Option(
            names = "--account",
            paramLabel = "NAME=UID",
            description = "A user for whom a trader may trade. May be repeated.")
    private Map<String, Long> accounts = new LinkedHashMap<>();

    @Option(
            names = "--from",
            paramLabel = "RANGE",
            description = "Addresses from which it counts, as 10.0.0.0/8. May be repeated.")
    private List<String> from = new ArrayList<>();

    @Option(names = "--expires", paramLabel = "TIME", description = "From when on it does not count.")
    private @Nullable String expires;

    @Option(names = "--public-key", paramLabel = "BASE64", description = "Of an ed25519 key.")
    private @Nullable String publicKey;

    public KeyAddCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return new KeyFile(console, file).add(name, kind, roles, accounts, from, expires, publicKey);
    }
}
