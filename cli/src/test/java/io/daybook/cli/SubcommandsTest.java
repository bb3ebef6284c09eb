package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.cli.console.Console;
import io.daybook.cli.exchange.Engines;
import io.daybook.host.Proves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Proves("a command that is created alone has the same description as among all others")
class SubcommandsTest {
    /** The description of a command and its own subcommands is the same, whether or not the other commands exist. */
    @Tag("whole")
    @Test
    void shouldMakeEachCommandAsItIsAmongAllOthers() {
        final List<List<String>> paths = new ArrayList<>();
        final CommandLine all = command();
        addPaths(all, List.of(), paths);
        for (final List<String> path : paths) {
            CommandLine alone = command(path.toArray(new String[0]));
            CommandLine among = all;
            for (final String name : path) {
                assertEquals(Set.of(name), without(alone, "help"), path.toString());
                alone = alone.getSubcommands().get(name);
                among = among.getSubcommands().get(name);
            }
            assertEquals(among.getUsageMessage(), alone.getUsageMessage());
        }
    }

    @Test
    void shouldMakeAllWhereNoneIsNamed() {
        final Set<String> all = command().getSubcommands().keySet();
        for (final String argument : List.of("help", "--help", "jurnal", "@file", "")) {
            assertEquals(all, command(argument, "verify").getSubcommands().keySet(), argument);
        }
        final CommandLine journal = command().getSubcommands().get("journal");
        for (final String argument : List.of("--help", "verfy", "snapshot")) {
            assertEquals(
                    journal.getSubcommands().keySet(),
                    command("journal", argument)
                            .getSubcommands()
                            .get("journal")
                            .getSubcommands()
                            .keySet(),
                    argument);
        }
        assertEquals(Set.of(), command("--version").getSubcommands().keySet());
        assertEquals(all, command("--version", "journal").getSubcommands().keySet());
    }

    @Test
    void shouldRefuseAnotherNameThanThatOfTheAnnotation() {
        final Subcommands subcommands = new Subcommands(new CommandLine(new Named()), List.of());
        subcommands.add("other", Named::new);
        assertThrows(IllegalStateException.class, subcommands::make);
    }

    private static void addPaths(final CommandLine line, final List<String> path, final List<List<String>> paths) {
        line.getSubcommands().forEach((name, command) -> {
            if (!name.equals("help")) {
                final List<String> own = new ArrayList<>(path);
                own.add(name);
                paths.add(own);
                addPaths(command, own, paths);
            }
        });
    }

    private static Set<String> without(final CommandLine line, final String name) {
        final Set<String> names = new TreeSet<>(line.getSubcommands().keySet());
        names.remove(name);
        return names;
    }

    private static CommandLine command(final String... args) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final Console console = new Console(
                new ByteArrayInputStream(new byte[0]), out, new PrintStream(out, true, StandardCharsets.UTF_8));
        return Daybook.commandLine(console, Engines.embedded(), args);
    }

    @Command(name = "named")
    private static final class Named implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("the command must not run");
        }
    }
}
