package io.daybook.cli;

import io.daybook.cli.cluster.ClusterActivateCommand;
import io.daybook.cli.cluster.ClusterBackupCommand;
import io.daybook.cli.cluster.ClusterCheckCommand;
import io.daybook.cli.cluster.ClusterClientCommand;
import io.daybook.cli.cluster.ClusterCommand;
import io.daybook.cli.cluster.ClusterDemoCommand;
import io.daybook.cli.cluster.ClusterExportCommand;
import io.daybook.cli.cluster.ClusterFollowersCommand;
import io.daybook.cli.cluster.ClusterImportCommand;
import io.daybook.cli.cluster.ClusterInitCommand;
import io.daybook.cli.cluster.ClusterNewCommand;
import io.daybook.cli.cluster.ClusterNodeCommand;
import io.daybook.cli.cluster.ClusterRescueCommand;
import io.daybook.cli.cluster.ClusterRetainCommand;
import io.daybook.cli.cluster.ClusterRollCommand;
import io.daybook.cli.cluster.ClusterSeedCommand;
import io.daybook.cli.cluster.ClusterSnapshotCommand;
import io.daybook.cli.cluster.ClusterStatusCommand;
import io.daybook.cli.cluster.ClusterStopCommand;
import io.daybook.cli.config.ConfigCheckCommand;
import io.daybook.cli.config.ConfigCommand;
import io.daybook.cli.config.ConfigInitCommand;
import io.daybook.cli.config.ConfigShowCommand;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.MissingClass;
import io.daybook.cli.console.Report;
import io.daybook.cli.console.StandardOutput;
import io.daybook.cli.console.Version;
import io.daybook.cli.demo.DemoCommand;
import io.daybook.cli.exchange.Engine;
import io.daybook.cli.exchange.Engines;
import io.daybook.cli.exchange.ExecCommand;
import io.daybook.cli.explain.ExplainCommand;
import io.daybook.cli.hops.HopsCommand;
import io.daybook.cli.itch.ExportItchCommand;
import io.daybook.cli.itch.ImportItchCommand;
import io.daybook.cli.journal.JournalCommand;
import io.daybook.cli.journal.JournalDumpCommand;
import io.daybook.cli.journal.JournalFollowersCommand;
import io.daybook.cli.journal.JournalStatCommand;
import io.daybook.cli.journal.JournalTruncateCommand;
import io.daybook.cli.journal.JournalVerifyCommand;
import io.daybook.cli.journal.MarkCommand;
import io.daybook.cli.journal.MarkListCommand;
import io.daybook.cli.journal.MarkRemoveCommand;
import io.daybook.cli.journal.MarkSetCommand;
import io.daybook.cli.journal.SnapshotCommand;
import io.daybook.cli.journal.SnapshotListCommand;
import io.daybook.cli.journal.SnapshotVerifyCommand;
import io.daybook.cli.key.KeyAddCommand;
import io.daybook.cli.key.KeyCommand;
import io.daybook.cli.key.KeyEndCommand;
import io.daybook.cli.key.KeyInitCommand;
import io.daybook.cli.key.KeyListCommand;
import io.daybook.cli.key.KeyOnCommand;
import io.daybook.cli.key.KeyPasswordCommand;
import io.daybook.cli.lobster.ImportLobsterCommand;
import io.daybook.cli.shell.ShellCommand;
import io.daybook.cli.venue.AdmitCommand;
import io.daybook.cli.venue.AuditCommand;
import io.daybook.cli.venue.BackupCommand;
import io.daybook.cli.venue.FeedCommand;
import io.daybook.cli.venue.FeedPlayCommand;
import io.daybook.cli.venue.FeedRestartCommand;
import io.daybook.cli.venue.FixCommand;
import io.daybook.cli.venue.FixDumpCommand;
import io.daybook.cli.venue.FixRollCommand;
import io.daybook.cli.venue.GatewayCommand;
import io.daybook.cli.venue.RestoreBackupCommand;
import io.daybook.cli.venue.RestoreCommand;
import io.daybook.cli.venue.ServeCommand;
import io.daybook.cli.venue.SessionCommand;
import io.daybook.cli.venue.SessionResetCommand;
import io.daybook.cli.venue.SessionSecretCommand;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code daybook} command. */
@Command(
        name = "daybook",
        versionProvider = Version.class,
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
    private static final Set<String> VERSION_OPTIONS = Set.of("-V", "--version");

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
    public static int run(final Console console, final String... args) {
        final Report help = console.report();
        final int status;
        try {
            status = commandLine(console, Engines.embedded(), args).setOut(help).execute(args);
            help.send();
        } catch (final CommandFailure e) {
            console.err().println("daybook: " + e.getMessage());
            return e.exitCode();
        } catch (final VirtualMachineError e) {
            console.err().println("daybook: " + CommandFailure.of(e, "").getMessage());
            return ExitCodes.FATAL;
        } catch (final LinkageError e) {
            console.err().println("daybook: " + MissingClass.describe(e));
            return ExitCodes.FATAL;
        }
        return status;
    }

    /** With all subcommands. */
    public static CommandLine commandLine(final Console console) {
        return commandLine(console, Engines.embedded());
    }

    /**
     * The command on exchanges that come from somewhere else.
     *
     * @param args that it will be executed with: with the subcommands that these can need; none: with all
     */
    static CommandLine commandLine(final Console console, final Engine engine, final String... args) {
        final CommandLine line = new CommandLine(new Daybook());
        if (args.length != 1 || !VERSION_OPTIONS.contains(args[0])) {
            subcommands(line, console, engine, List.of(args)).make().addSubcommand(new HelpCommand());
        }
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

    private static Subcommands subcommands(
            final CommandLine line, final Console console, final Engine engine, final List<String> arguments) {
        return new Subcommands(line, arguments)
                .add("exec", () -> new ExecCommand(console, engine))
                .add("shell", () -> new ShellCommand(console, engine))
                .add("demo", () -> new DemoCommand(console))
                .add("restore", () -> new RestoreCommand(console, engine))
                .add("journal", JournalCommand::new, own -> own.add("stat", () -> new JournalStatCommand(console))
                        .add("verify", () -> new JournalVerifyCommand(console))
                        .add("dump", () -> new JournalDumpCommand(console))
                        .add("followers", () -> new JournalFollowersCommand(console))
                        .add("truncate", () -> new JournalTruncateCommand(console)))
                .add("snapshot", SnapshotCommand::new, own -> own.add("list", () -> new SnapshotListCommand(console))
                        .add("verify", () -> new SnapshotVerifyCommand(console)))
                .add("mark", MarkCommand::new, own -> own.add("list", () -> new MarkListCommand(console))
                        .add("set", () -> new MarkSetCommand(console))
                        .add("remove", () -> new MarkRemoveCommand(console)))
                .add("audit", () -> new AuditCommand(console))
                .add("gateway", GatewayCommand::new)
                .add("session", SessionCommand::new, own -> own.add("secret", () -> new SessionSecretCommand(console))
                        .add("reset", () -> new SessionResetCommand(console)))
                .add("fix", FixCommand::new, own -> own.add("dump", () -> new FixDumpCommand(console))
                        .add("roll", () -> new FixRollCommand(console)))
                .add("feed", FeedCommand::new, own -> own.add("play", () -> new FeedPlayCommand(console))
                        .add("restart", () -> new FeedRestartCommand(console)))
                .add("serve", () -> new ServeCommand(console))
                .add("backup", () -> new BackupCommand(console))
                .add("restore-backup", () -> new RestoreBackupCommand(console))
                .add("admit", () -> new AdmitCommand(console))
                .add("config", ConfigCommand::new, own -> own.add("init", () -> new ConfigInitCommand(console))
                        .add("show", () -> new ConfigShowCommand(console))
                        .add("check", () -> new ConfigCheckCommand(console)))
                .add("key", KeyCommand::new, own -> own.add("add", () -> new KeyAddCommand(console))
                        .add("init", () -> new KeyInitCommand(console))
                        .add("list", () -> new KeyListCommand(console))
                        .add("password", () -> new KeyPasswordCommand(console))
                        .add("end", () -> new KeyEndCommand(console))
                        .add("on", () -> new KeyOnCommand(console)))
                .add("cluster", ClusterCommand::new, own -> own.add("demo", () -> new ClusterDemoCommand(console))
                        .add("check", () -> new ClusterCheckCommand(console))
                        .add("node", () -> new ClusterNodeCommand(console))
                        .add("new", () -> new ClusterNewCommand(console))
                        .add("init", () -> new ClusterInitCommand(console))
                        .add("status", () -> new ClusterStatusCommand(console))
                        .add("client", () -> new ClusterClientCommand(console))
                        .add("snapshot", () -> new ClusterSnapshotCommand(console))
                        .add("activate", () -> new ClusterActivateCommand(console))
                        .add("roll", () -> new ClusterRollCommand(console))
                        .add("followers", () -> new ClusterFollowersCommand(console))
                        .add("stop", () -> new ClusterStopCommand(console))
                        .add("export", () -> new ClusterExportCommand(console))
                        .add("import", () -> new ClusterImportCommand(console))
                        .add("backup", () -> new ClusterBackupCommand(console))
                        .add("seed", () -> new ClusterSeedCommand(console))
                        .add("rescue", () -> new ClusterRescueCommand(console))
                        .add("retain", () -> new ClusterRetainCommand(console)))
                .add("import", ImportCommand::new, own -> own.add("lobster", () -> new ImportLobsterCommand(console))
                        .add("itch", () -> new ImportItchCommand(console, engine)))
                .add("export", ExportCommand::new, own -> own.add("itch", () -> new ExportItchCommand(console)))
                .add("hops", () -> new HopsCommand(console))
                .add("explain", () -> new ExplainCommand(console));
    }
}
