package io.daybook.cli.demo;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daybook demo}: a market, a crash, a recovery. */
@Command(
        name = "demo",
        description = {
            "Shows a market in the terminal, kills its process while it trades, restores it from its journal, and"
                    + " proves by a hash that nothing was lost. Takes about ten seconds."
        },
        footer = {
            "Exit status: 0 only if every answered command was restored and the hashes agree; otherwise 3.",
            "Colours are used on a terminal, unless NO_COLOR is set."
        })
public final class DemoCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            hidden = true,
            description = "The time that the market trades.")
    private double seconds = 5;

    @Option(names = "--seed", paramLabel = "N", description = "Makes the traders send the same commands again.")
    private @Nullable Long seed;

    @Option(names = "--keep", description = "Keep the journal, and print its folder.")
    private boolean keep;

    public DemoCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            final Path folder = Files.createTempDirectory("daybook-demo-");
            try {
                return run(folder);
            } finally {
                if (!keep) {
                    delete(folder);
                }
            }
        } catch (final IOException e) {
            throw CommandFailure.of(e, "the demonstration");
        }
    }

    private int run(final Path folder) throws IOException, CommandFailure {
        final Report report = console.report();
        final PrintStream out = new PrintStream(report.stream(), true, StandardCharsets.UTF_8);
        final double msPerSecond = 1000;
        final boolean good = new Demo(out, ink(), (long) (seconds * msPerSecond))
                .run(folder, seed == null ? System.nanoTime() : seed);
        if (keep) {
            out.println();
            out.println("   The journal stays: daybook journal stat " + folder);
        }
        report.send();
        return good ? ExitCodes.OK : ExitCodes.FATAL;
    }

    private static Ink ink() {
        final boolean terminal = Console.showsToPerson() && !"dumb".equals(System.getenv("TERM"));
        final String noColour = System.getenv("NO_COLOR");
        return new Ink(terminal, terminal && (noColour == null || noColour.isEmpty()), speaksUtf8());
    }

    private static boolean speaksUtf8() {
        for (final String name : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
            final String locale = System.getenv(name);
            if (locale != null && !locale.isEmpty()) {
                final String text = locale.toUpperCase(Locale.ROOT);
                return text.contains("UTF-8") || text.contains("UTF8");
            }
        }
        return false;
    }

    private static void delete(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
