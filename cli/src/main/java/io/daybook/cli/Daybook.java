package io.daybook.cli;

import io.daybook.cli.cluster.ClusterCommands;
import io.daybook.cli.config.ConfigCommands;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.MissingClass;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.Report;
import io.daybook.cli.console.StandardOutput;
import io.daybook.cli.console.Usage;
import io.daybook.cli.console.Version;
import io.daybook.cli.demo.DemoCommand;
import io.daybook.cli.exchange.Engine;
import io.daybook.cli.exchange.Engines;
import io.daybook.cli.exchange.ExecCommand;
import io.daybook.cli.explain.ExplainRun;
import io.daybook.cli.export.ExportCommand;
import io.daybook.cli.hops.HopReport;
import io.daybook.cli.itch.ExportItchCommand;
import io.daybook.cli.itch.ImportItchCommand;
import io.daybook.cli.journal.JournalFolderCommands;
import io.daybook.cli.journal.MarkCommands;
import io.daybook.cli.journal.SnapshotCommands;
import io.daybook.cli.key.KeyCommands;
import io.daybook.cli.lobster.ImportLobsterCommand;
import io.daybook.cli.research.BacktestCommand;
import io.daybook.cli.research.SeriesCommand;
import io.daybook.cli.shell.ShellCommand;
import io.daybook.cli.trading.FloorCommand;
import io.daybook.cli.trading.TradeCommand;
import io.daybook.cli.venue.BackupRun;
import io.daybook.cli.venue.FeedCommands;
import io.daybook.cli.venue.FeedPlayCommand;
import io.daybook.cli.venue.FixCommands;
import io.daybook.cli.venue.RecoveryRun;
import io.daybook.cli.venue.RestoreBackupRun;
import io.daybook.cli.venue.ServeCommand;
import io.daybook.cli.venue.SessionCommands;
import io.daybook.cli.venue.TestVenueCommand;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code daybook} command. Its annotated methods are subcommands. */
@Command(
        name = "daybook",
        addMethodSubcommands = false,
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        description = "An event-sourced exchange core: order books, risk and a journal that loses nothing.",
        footer = {
            "Start here:",
            "  daybook demo                     a market, a crash, a recovery: ten seconds",
            "  daybook shell                    trade by hand; explains each refusal",
            "  daybook exec --help              run commands from a file or a pipe",
            "  daybook exec orders.jsonl        results as JSON Lines on standard output",
            "  daybook explain RISK_NSF         what a result code means and what to do",
            "",
            "Options of the JVM go into DAYBOOK_OPTS, for instance DAYBOOK_OPTS=-Xmx4g."
        })
public final class Daybook {
    private static final int HELP_WIDTH = 110;
    private static final Set<String> VERSION_OPTIONS = Set.of("-V", "--version");

    private final Console console;
    private final Engine engine;

    private Daybook(final Console console, final Engine engine) {
        this.console = console;
        this.engine = engine;
    }

    /** Runs the command and ends the process with its status. */
    public static void main(final String[] args) {
        LogBinding.choose(args);
        final PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        // Writes directly to the descriptors: a PrintStream would swallow the error of a closed
        // pipe, and buffers would only delay.
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

    /** The command with all subcommands. */
    public static CommandLine commandLine(final Console console) {
        return commandLine(console, Engines.embedded());
    }

    /**
     * Creates the command for exchanges that another engine starts.
     *
     * @param args the arguments of the run, so that only the subcommands that it can need are created; none for all
     *     subcommands
     */
    static CommandLine commandLine(final Console console, final Engine engine, final String... args) {
        final CommandLine line = new CommandLine(new Daybook(console, engine));
        Subcommands.frame(line);
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
            if (failure.getCause() instanceof Error error) {
                throw error; // picocli wraps an exception of a method
            }
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
                .methods("restore")
                .add(
                        "journal",
                        () -> new JournalFolderCommands(console),
                        own -> own.methods("stat", "verify", "dump", "followers", "truncate"))
                .add("snapshot", () -> new SnapshotCommands(console), own -> own.methods("list", "verify"))
                .add("mark", () -> new MarkCommands(console), own -> own.methods("list", "set", "remove"))
                .methods("audit", "gateway")
                .add("session", () -> new SessionCommands(console), own -> own.methods("secret", "reset"))
                .add("fix", () -> new FixCommands(console), own -> own.methods("dump", "roll"))
                .add("feed", () -> new FeedCommands(console), own -> own.add("play", () -> new FeedPlayCommand(console))
                        .methods("restart"))
                .add("serve", () -> new ServeCommand(console))
                .add("testvenue", () -> new TestVenueCommand(console))
                .methods("backup", "restore-backup", "admit")
                .add("config", () -> new ConfigCommands(console), own -> own.methods("init", "show", "check"))
                .add(
                        "key",
                        () -> new KeyCommands(console),
                        own -> own.methods("add", "init", "list", "password", "end", "on"))
                .add("cluster", () -> new ClusterCommands(console), own -> own.methods(
                                "demo", "check", "node", "new", "init", "status", "client", "snapshot", "activate")
                        .methods("roll", "followers", "stop", "export", "import", "backup", "seed", "rescue", "retain"))
                .add("series", () -> new SeriesCommand(console))
                .add("backtest", () -> new BacktestCommand(console))
                .add("trade", () -> new TradeCommand(console))
                .add("floor", () -> new FloorCommand(console))
                .add("import", ImportCommand::new, own -> own.add("lobster", () -> new ImportLobsterCommand(console))
                        .add("itch", () -> new ImportItchCommand(console, engine)))
                .add(
                        "export",
                        () -> new ExportCommand(console),
                        own -> own.add("itch", () -> new ExportItchCommand(console)))
                .methods("hops", "explain");
    }

    @Command(
            name = "restore",
            description = {
                "Recovers an exchange from its journal, as a start would, and prints the recovered state and its"
                        + " source.",
                "This is a real start: it takes the folder's lock, moves aside the torn end that a crash leaves,"
                        + " removes unfinished files, and prepares the next segment; after a change of version it"
                        + " begins a new one. To check the recovery without any change, use daybook audit."
            },
            footer = {
                "Example:",
                "  daybook restore ./exchange",
                "",
                "Exit status: 0; 2 for wrong usage; 3 if the journal is refused; the message names file, offset and the"
                        + " way out."
            })
    int restore(
            @Parameters(paramLabel = "DIR", description = "The folder of the journal.") final Path folder,
            @Option(names = "--json", description = "One JSON object on one line, for programs.") final boolean json,
            @Mixin final ProgressOptions progress)
            throws CommandFailure {
        return new RecoveryRun(console, folder).restore(engine, json, progress);
    }

    @Command(
            name = "audit",
            description = {
                "Recovers the state of a journal into memory and checks that its books balance: no money is created or"
                        + " lost, holds match the live orders, as many lots are long as short, and every order book is"
                        + " in order.",
                "It takes no lock and changes nothing, even while an exchange is running there; it ignores a torn end."
            },
            footer = {
                "Example:",
                "  daybook audit ./exchange",
                "",
                "Exit status: 0 if everything balances; 3 if something does not balance, or the journal is refused."
            })
    int audit(
            @Parameters(paramLabel = "DIR", description = "The folder of the journal.") final Path folder,
            @Option(names = "--json", description = "One JSON object on one line, for programs.") final boolean json,
            @Mixin final ProgressOptions progress)
            throws CommandFailure {
        return new RecoveryRun(console, folder).audit(json, progress);
    }

    /** Prints the commands that replace this removed command; kept until 1.0. */
    @Command(name = "gateway", hidden = true, description = "Removed: 'daybook serve' opens the same doors.")
    int gateway(@Parameters(arity = "0..*", hidden = true) final @Nullable List<String> arguments) {
        console.err()
                .println("daybook: "
                        + ("'daybook gateway " + (arguments == null ? "" : String.join(" ", arguments))).strip()
                        + "' was removed. Use instead:"
                        + "\n  daybook gateway FILE               daybook serve --config FILE --set http.enabled=false"
                        + "\n  daybook gateway check FILE         daybook config check FILE"
                        + "\n  daybook gateway secret             daybook session secret"
                        + "\n  daybook gateway reset FILE N       daybook session reset FILE N"
                        + "\n  daybook gateway roll FILE          daybook fix roll FILE");
        return ExitCodes.USAGE;
    }

    @Command(
            name = "backup",
            description = {
                "Copies the folder of an exchange and its server, even while they run: journal, snapshots, keys,"
                        + " listings. The copy gets its name once it is on the disk, and a recovery of it balances.",
                "To restore: stop the server, put the copy in the place of the folder, see daybook restore-backup. The"
                        + " copy contains the keys, so protect the copy as you protect the keys."
            },
            footer = {
                "Example:",
                "  daybook backup --config daybook.toml --to ../backups/monday",
                "",
                "Exit status: 0; 2 for faults in the file; 3 if no backup was made; the message gives the reason."
            })
    int backup(
            @Option(
                            names = "--config",
                            paramLabel = "FILE",
                            defaultValue = "daybook.toml",
                            description = "The daybook.toml. Default: daybook.toml in this folder.")
                    final Path file,
            @Option(
                            names = "--to",
                            paramLabel = "DIR",
                            required = true,
                            description = "The folder of the copy. It must not exist yet, nor be inside the folder of"
                                    + " the exchange.")
                    final Path target,
            @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a key of the file. May be repeated.")
                    final @Nullable List<String> set)
            throws CommandFailure {
        return BackupRun.run(console, file, set == null ? List.of() : set, target);
    }

    @Command(
            name = "restore-backup",
            description = {
                "Begins a new history in a copy of a folder, because the answers after the backup are lost: no number"
                        + " is used again, and no session may log in until daybook admit names it. The first start of"
                        + " serve on a copy by daybook backup does this by itself; a copy that was made in another way"
                        + " needs this command.",
                "With --lost, it compares the copy with the lost folder and prints the differences; keys stay as they"
                        + " were in that folder. Without --lost, all keys but the admins' are off until daybook key on."
            },
            footer = {
                "Example:",
                "  daybook restore-backup data --lost data.broken",
                "",
                "Exit status: 0; 3 if nothing was restored; the message gives the reason."
            })
    int restoreBackup(
            @Parameters(paramLabel = "DIR", description = "The copy, in the place of the folder.") final Path folder,
            @Option(names = "--lost", paramLabel = "FOLDER", description = "The lost folder, which was moved away.")
                    final @Nullable Path lost,
            @Option(names = "--try", description = "Only prints what it would do, and changes nothing.")
                    final boolean isTry)
            throws CommandFailure {
        return RestoreBackupRun.run(console, folder, lost, isTry);
    }

    @Command(
            name = "admit",
            description = "Lets sessions log in again after a backup was restored, even while the venue runs. Name each"
                    + " session once its member has been informed that history was lost. http admits orders with"
                    + " client ids over HTTP.",
            footer = {
                "Example:",
                "  daybook admit data 17 18 http",
                "",
                "Exit status: 0; 2 if the folder has lost no history."
            })
    int admit(
            @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the exchange.") final Path folder,
            @Parameters(
                            index = "1..*",
                            arity = "1..*",
                            paramLabel = "SESSION",
                            description = "Numbers of members.json, or http.")
                    final List<String> names)
            throws CommandFailure {
        return RestoreBackupRun.admit(console, folder, names);
    }

    @Command(
            name = "hops",
            description = {
                "Shows how long orders took between the measuring points on their way, from the program's decision to"
                        + " its listener. Every n-th command is timed (hopEvery in daybook.toml, by default 64); no"
                        + " time is left out.",
                "DIR is the folder of an exchange whose gateway has ended in order, or a folder in which Java clients"
                        + " and subscribers left their files (hops in their builder). All files are joined by the"
                        + " number of the command. The files must come from one machine, because they share its"
                        + " clock, and from one start of that machine.",
                "Each time is taken after its step, when the next step may already have begun, so a hop between two"
                        + " threads can have a negative duration."
            },
            footer = {
                "Examples:",
                "  daybook hops ./exchange                the venue alone: T1 to T6, its feed: T5m, T6m",
                "  daybook hops ./exchange ./client       with clients and subscribers: T7 to T12, T7m to T9m",
                "  daybook hops ./exchange --hgrm out     files for HdrHistogram's plotter, too"
            })
    int hops(
            @Parameters(arity = "1..*", paramLabel = "DIR", description = "A folder with files of hops.")
                    final List<Path> folders,
            @Option(
                            names = "--hgrm",
                            paramLabel = "OUT",
                            description = "Writes a file FROM-TO.hgrm for each hop into OUT.")
                    final @Nullable Path hgrm)
            throws CommandFailure {
        try {
            final HopReport report = HopReport.read(folders);
            final Report out = console.report();
            report.print(out);
            if (hgrm != null) {
                out.println(report.writeHgrm(hgrm) + " files in " + hgrm);
            }
            out.send();
            return ExitCodes.OK;
        } catch (final IOException e) {
            throw CommandFailure.of(e, folders.toString());
        }
    }

    @Command(
            name = "explain",
            description = "Explains a result code and what to do about it; without a code, lists all codes.",
            footer = {
                "Example:",
                "  daybook explain RISK_NSF",
                "",
                "For the numbers of one refusal, send the command in 'daybook shell', then enter 'explain'."
            })
    int explain(
            @Parameters(arity = "0..1", paramLabel = "CODE", description = "The code, by name or by number.")
                    final @Nullable String code,
            @Mixin final Usage usage)
            throws CommandFailure {
        return ExplainRun.run(console, code, usage);
    }
}
