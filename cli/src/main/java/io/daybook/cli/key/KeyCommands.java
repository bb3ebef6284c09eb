package io.daybook.cli.key;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code daybook key}: the keys of a server and their rights. Each method is a subcommand. The signatures use no class
 * of the server, so that help needs none of its libraries.
 */
@Command(
        name = "key",
        addMethodSubcommands = false,
        description = "Creates, lists and ends the keys of a server. A running server notices the change within a"
                + " second.",
        synopsisSubcommandLabel = "COMMAND")
public final class KeyCommands {
    private final Console console;

    public KeyCommands(final Console console) {
        this.console = console;
    }

    @Command(
            name = "add",
            description = {
                "Creates a key, and shows its secret only this once. A key with a password is for a person with a"
                        + " browser.",
                "The password is read as a line from standard input, 12 to 128 characters; on a terminal it is typed"
                        + " twice."
            },
            footer = {
                "Examples:",
                "  daybook key add anna --role trader --account A-301=301",
                "  daybook key add bot --kind hmac --role trader --account A-301=301 --from 10.0.0.0/8",
                "  daybook key add 'Anna K.' --kind password --role trader --account A-301=301",
                "  daybook key add monitor --role viewer --expires 2027-01-31T12:00:00Z",
                "",
                "Exit status: 0; 2 for arguments that do not fit."
            })
    int add(@Mixin final ServerFile server, @Mixin final KeyTerms terms) throws CommandFailure {
        return keys(server).add(terms);
    }

    @Command(
            name = "init",
            description = {
                "Creates the first admin's key of a server that has no keys, or has lost them for good. It needs only"
                        + " the right to write into the server's folder.",
                "The first start of a server does this by itself."
            },
            footer = "Exit status: 0; 2 if there are keys.")
    int init(@Mixin final ServerFile server) throws CommandFailure {
        return keys(server).init();
    }

    @Command(
            name = "list",
            description = "Lists the keys of a server: id, kind, roles, accounts, name.",
            footer = "Exit status: 0; 2 if the keys cannot be read.")
    int list(@Mixin final ServerFile server) throws CommandFailure {
        return keys(server).list();
    }

    @Command(
            name = "password",
            description = {
                "Gives a key a new password, for instance if its owner has lost it. Logins with the old password end.",
                "The password is read as a line from standard input; on a terminal it is typed twice."
            },
            footer = "Exit status: 0; 2 if there is no such key, or the password does not have 12 to 128 characters.")
    int password(
            @Mixin final ServerFile server,
            @Parameters(paramLabel = "ID", description = "The id of the key, as key list shows it: k262145.")
                    final String id)
            throws CommandFailure {
        return keys(server).password(id);
    }

    @Command(name = "end", description = "Ends a key for good.", footer = "Exit status: 0; 2 if there is no such key.")
    int end(
            @Mixin final ServerFile server,
            @Parameters(paramLabel = "ID", description = "The id of the key, as key list shows it: k262145.")
                    final String id)
            throws CommandFailure {
        return keys(server).end(id);
    }

    @Command(
            name = "on",
            description = "Switches on keys that the restore of a backup has switched off.",
            footer = "Exit status: 0; 2 if a key is not off.")
    int on(
            @Mixin final ServerFile server,
            @Parameters(
                            arity = "1..*",
                            paramLabel = "ID",
                            description = "The ids of the keys, as key list shows them: k262145.")
                    final List<String> ids)
            throws CommandFailure {
        return keys(server).on(ids);
    }

    private KeyFile keys(final ServerFile server) {
        return new KeyFile(console, server.file);
    }

    /** The server that has the keys. */
    static final class ServerFile {
        @Option(names = "--config", paramLabel = "FILE", description = "The daybook.toml of the server.")
        private Path file = Path.of("daybook.toml");
    }
}
