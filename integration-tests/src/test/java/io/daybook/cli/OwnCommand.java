package io.daybook.cli;

import io.daybook.cli.console.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine;

/**
 * Runs the {@code daybook} command in the process of the test, for tests that run it so often that a process for each
 * run would be slow.
 */
public final class OwnCommand {
    private OwnCommand() {}

    /** Runs the command with an empty standard input; returns its exit status. */
    public static int run(final OutputStream out, final String... arguments) {
        return Daybook.run(new Console(InputStream.nullInputStream(), out, System.err), arguments);
    }

    /** The class names of all commands and groups of commands, by the words that start each of them. */
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
