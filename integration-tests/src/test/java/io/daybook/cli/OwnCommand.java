package io.daybook.cli;

import io.daybook.cli.console.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine;

/**
 * The {@code daybook} command within the process of the test, for tests that need it so often that processes would be
 * slow.
 */
public final class OwnCommand {
    private OwnCommand() {}

    /** Runs the command, with nothing to read; returns its exit status. */
    public static int run(final OutputStream out, final String... arguments) {
        return Daybook.run(new Console(InputStream.nullInputStream(), out, System.err), arguments);
    }

    /** The names of the classes of all commands, by the words that start them; a group of commands has a class, too. */
    public static SortedMap<String, String> classes() {
        final SortedMap<String, String> classes = new TreeMap<>();
        add("", Daybook.commandLine(new Console(InputStream.nullInputStream(), System.out, System.err)), classes);
        return classes;
    }

    private static void add(final String words, final CommandLine line, final SortedMap<String, String> classes) {
        line.getSubcommands().forEach((name, command) -> {
            final String all = (words + " " + name).strip();
            classes.put(all, command.getCommand().getClass().getName());
            add(all, command, classes);
        });
    }
}
