package io.daybook.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code daybook} command. */
@Command(
        name = "daybook",
        versionProvider = Daybook.Version.class,
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        description = {"An event-sourced exchange core: order books, risk and a journal that loses nothing.", ""},
        footer = {
            "",
            "Start here:",
            "  daybook demo                     a market, a crash, a recovery: ten seconds",
            "  daybook shell                    trade by hand; says why something is refused",
            "  daybook exec --help              run commands from a file or a pipe",
            "  daybook exec orders.jsonl        results as JSON Lines on standard output",
            "  daybook explain RISK_NSF         what a result code means and what to do",
            "",
            "Options of the JVM go into DAYBOOK_OPTS, for instance DAYBOOK_OPTS=-Xmx4g."
        })
public final class Daybook {
    private static final int HELP_WIDTH = 110;

    private Daybook() {}

    /** Runs the command and ends the process with its status. */
    public static void main(final String[] args) {
        LogBinding.choose(args);
        final PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        // Straight to the descriptors: a PrintStream would swallow the error of a closed pipe, and buffers would only
        // delay.
        final Console console = new Console(
                new FileInputStream(FileDescriptor.in),
                new StandardOutput(new FileOutputStream(FileDescriptor.out)),
                err);
        System.exit(run(console, args));
    }

    /** Runs the command and returns its status. */
    static int run(final Console console, final String... args) {
        final Report help = console.report();
        final int status;
        try {
            status = commandLineOf(console, args).setOut(help).execute(args);
            help.send();
        } catch (final CommandFailure e) {
            console.err().println("daybook: " + e.getMessage());
            return e.exitCode();
        } catch (final VirtualMachineError e) {
            console.err().println("daybook: " + CommandFailure.of(e, "").getMessage());
            return ExitCodes.FATAL;
        } catch (final LinkageError e) {
            console.err()
                    .println("daybook: a class cannot be loaded: " + e
                            + "; with few open files allowed, allow more (ulimit -n 64 at least)");
            return ExitCodes.FATAL;
        }
        return status;
    }

    /** All commands. */
    static CommandLine commandLine(final Console console) {
        return commandLine(console, Engines.embedded());
    }

    /** The same on exchanges that come from somewhere else. */
    static CommandLine commandLine(final Console console, final Engine engine) {
        final CommandLine line = new CommandLine(new Daybook());
        subcommands(console, engine).values().forEach(command -> line.addSubcommand(command.get()));
        return set(line.addSubcommand(new HelpCommand()), console);
    }

    /**
     * The one that arguments ask for, where they begin with its name; else all. To read the annotations of all takes
     * longer than most of them run.
     */
    static CommandLine commandLineOf(final Console console, final String... args) {
        final Engine engine = Engines.embedded();
        final Supplier<Object> only =
                args.length == 0 ? null : subcommands(console, engine).get(args[0]);
        return only == null
                ? commandLine(console, engine)
                : set(new CommandLine(new Daybook()).addSubcommand(only.get()), console);
    }

    /** By name, in the order in which they are listed. */
    private static Map<String, Supplier<Object>> subcommands(final Console console, final Engine engine) {
        final Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("exec", () -> new ExecCommand(console, engine));
        all.put("shell", () -> new ShellCommand(console, engine));
        all.put("demo", () -> new DemoCommand(console));
        all.put("restore", () -> new RestoreCommand(console, engine));
        all.put("journal", () -> new CommandLine(new JournalCommand())
                .addSubcommand(new JournalStatCommand(console))
                .addSubcommand(new JournalVerifyCommand(console))
                .addSubcommand(new JournalDumpCommand(console))
                .addSubcommand(new JournalFollowersCommand(console))
                .addSubcommand(new JournalTruncateCommand(console)));
        all.put("snapshot", () -> new CommandLine(new SnapshotCommand())
                .addSubcommand(new SnapshotListCommand(console))
                .addSubcommand(new SnapshotVerifyCommand(console)));
        all.put("mark", () -> new CommandLine(new MarkCommand())
                .addSubcommand(new MarkListCommand(console))
                .addSubcommand(new MarkSetCommand(console))
                .addSubcommand(new MarkRemoveCommand(console)));
        all.put("audit", () -> new AuditCommand(console));
        all.put("gateway", () -> new CommandLine(new GatewayCommand(console))
                .addSubcommand(new GatewayCheckCommand(console))
                .addSubcommand(new GatewaySecretCommand(console))
                .addSubcommand(new GatewayResetCommand(console))
                .addSubcommand(new GatewayRollCommand(console)));
        all.put("fix", () -> new CommandLine(new FixCommand()).addSubcommand(new FixDumpCommand(console)));
        all.put("feed", () -> new CommandLine(new FeedCommand())
                .addSubcommand(new FeedPlayCommand(console))
                .addSubcommand(new FeedRestartCommand(console)));
        all.put("serve", () -> new ServeCommand(console));
        all.put("backup", () -> new BackupCommand(console));
        all.put("config", () -> new CommandLine(new ConfigCommand())
                .addSubcommand(new ConfigInitCommand(console))
                .addSubcommand(new ConfigShowCommand(console))
                .addSubcommand(new ConfigCheckCommand(console)));
        all.put("key", () -> new CommandLine(new KeyCommand())
                .addSubcommand(new KeyAddCommand(console))
                .addSubcommand(new KeyInitCommand(console))
                .addSubcommand(new KeyListCommand(console))
                .addSubcommand(new KeyPasswordCommand(console))
                .addSubcommand(new KeyEndCommand(console)));
        all.put("cluster", () -> new CommandLine(new ClusterCommand())
                .addSubcommand(new ClusterDemoCommand(console))
                .addSubcommand(new ClusterCheckCommand(console))
                .addSubcommand(new ClusterNodeCommand(console))
                .addSubcommand(new ClusterInitCommand(console))
                .addSubcommand(new ClusterStatusCommand(console))
                .addSubcommand(new ClusterClientCommand(console))
                .addSubcommand(new ClusterSnapshotCommand(console))
                .addSubcommand(new ClusterActivateCommand(console))
                .addSubcommand(new ClusterRollCommand(console))
                .addSubcommand(new ClusterFollowersCommand(console))
                .addSubcommand(new ClusterStopCommand(console))
                .addSubcommand(new ClusterExportCommand(console))
                .addSubcommand(new ClusterImportCommand(console))
                .addSubcommand(new ClusterBackupCommand(console))
                .addSubcommand(new ClusterSeedCommand(console))
                .addSubcommand(new ClusterRetainCommand(console)));
        all.put("import", () -> new CommandLine(new ImportCommand())
                .addSubcommand(new ImportLobsterCommand(console))
                .addSubcommand(new ImportItchCommand(console, engine)));
        all.put("export", () -> new CommandLine(new ExportCommand()).addSubcommand(new ExportItchCommand(console)));
        all.put("hops", () -> new HopsCommand(console));
        all.put("explain", () -> new ExplainCommand(console));
        return all;
    }

    private static CommandLine set(final CommandLine line, final Console console) {
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setUsageHelpWidth(HELP_WIDTH);
        line.setParameterExceptionHandler((wrong, arguments) -> {
            final CommandLine command = wrong.getCommandLine();
            console.err().println("daybook: " + wrong.getMessage());
            UnmatchedArgumentException.printSuggestions(wrong, line.getErr());
            console.err().println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
            return ExitCodes.USAGE;
        });
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof CommandFailure expected) {
                console.err().println("daybook: " + expected.getMessage());
                return expected.exitCode();
            }
            console.err().println("daybook: an error of Daybook itself; please report it:");
            failure.printStackTrace(console.err());
            return ExitCodes.FATAL;
        });
        return line;
    }

    /** The version of the build. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            final String version = Daybook.class.getPackage().getImplementationVersion();
            return new String[] {
                "daybook " + (version == null ? "(unpackaged)" : version),
                "Java " + Runtime.version() + " on " + System.getProperty("os.name") + " "
                        + System.getProperty("os.arch")
            };
        }
    }
}
