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

    /** The command with all subcommands. */
    public static CommandLine commandLine(final Console console) {
        return commandLine(console, Engines.embedded());
    }

    /**
     * The command on exchanges that come from somewhere else.
     *
     * @param args that it will be executed with: with the subcommands that these can need; none: with all
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
                throw error; // picocli wraps what a method throws
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
                "Recovers an exchange from its journal, as a start would, and says what came back and from what.",
                "It is a start: it takes the folder's lock, moves the torn end that a crash leaves aside, removes what"
                        + " was not finished, and prepares the next segment; after a change of version it begins a new"
                        + " one. To see what would come back, and change nothing: daybook audit."
            },
            footer = {
                "Example:",
                "  daybook restore ./exchange",
                "",
                "Exit status: 0; 2 for wrong usage; 3 if the journal is refused, saying file, offset and the way"
                        + " out."
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
                "Recovers the state of a journal into memory and checks that its books balance: money is neither made"
                        + " nor lost, what is held is what live orders need, as many lots are long as short, every"
                        + " order book is in order.",
                "It takes no lock and changes nothing, also while an exchange is running there; a torn end is left out."
            },
            footer = {
                "Example:",
                "  daybook audit ./exchange",
                "",
                "Exit status: 0 when all is well; 3 when something does not balance, or the journal is refused."
            })
    int audit(
            @Parameters(paramLabel = "DIR", description = "The folder of the journal.") final Path folder,
            @Option(names = "--json", description = "One JSON object on one line, for programs.") final boolean json,
            @Mixin final ProgressOptions progress)
            throws CommandFailure {
        return new RecoveryRun(console, folder).audit(json, progress);
    }

    /** Prints what replaces this removed command; kept until 1.0. */
    @Command(name = "gateway", hidden = true, description = "Has gone: 'daybook serve' opens the same doors.")
    int gateway(@Parameters(arity = "0..*", hidden = true) final @Nullable List<String> arguments) {
        console.err()
                .println("daybook: "
                        + ("'daybook gateway " + (arguments == null ? "" : String.join(" ", arguments))).strip()
                        + "' has gone. Use instead:"
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
                "Copies the folder of an exchange and its server, also while they run: journal, snapshots, keys,"
                        + " listings. It counts, and has its name, once it is on the disk, recovers and balances.",
                "To restore: stop the server, put the copy in the place of the folder, see daybook restore-backup. The"
                        + " copy has the keys, so keep it as you keep those."
            },
            footer = {
                "Example:",
                "  daybook backup --config daybook.toml --to ../backups/monday",
                "",
                "Exit status: 0; 2 for faults in the file; 3 if there is no backup, saying why."
            })
    int backup(
            @Option(
                            names = "--config",
                            paramLabel = "FILE",
                            defaultValue = "daybook.toml",
                            description = "The daybook.toml; by default the one of this folder.")
                    final Path file,
            @Option(
                            names = "--to",
                            paramLabel = "DIR",
                            required = true,
                            description = "The copy; must not be there yet, nor lie in the folder.")
                    final Path target,
            @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a key of the file. May be repeated.")
                    final @Nullable List<String> set)
            throws CommandFailure {
        return BackupRun.run(console, file, set == null ? List.of() : set, target);
    }

    @Command(
            name = "restore-backup",
            description = {
                "Begins a new history in a copy of a folder, because what was answered after the backup is lost: no"
                        + " number is given again, and no session is let in until daybook admit names it. The first"
                        + " start of serve on a copy by daybook backup does the same; a copy that was made otherwise"
                        + " needs this command.",
                "With --lost it compares the copy with the folder that was lost, and says what changed; keys stay as"
                        + " they were there. Without it all keys but the admins' are off until daybook key on."
            },
            footer = {
                "Example:",
                "  daybook restore-backup data --lost data.broken",
                "",
                "Exit status: 0; 3 if it is not done, saying why."
            })
    int restoreBackup(
            @Parameters(paramLabel = "DIR", description = "The copy, in the place of the folder.") final Path folder,
            @Option(names = "--lost", paramLabel = "FOLDER", description = "The folder that was lost, moved away.")
                    final @Nullable Path lost,
            @Option(names = "--try", description = "Only says what it would do, and changes nothing.")
                    final boolean isTry)
            throws CommandFailure {
        return RestoreBackupRun.run(console, folder, lost, isTry);
    }

    @Command(
            name = "admit",
            description = "Lets sessions in again after a backup was restored, also while the venue runs: name each"
                    + " once its member knows that history was lost. http stands for orders with client ids over"
                    + " HTTP.",
            footer = {
                "Example:",
                "  daybook admit data 17 18 http",
                "",
                "Exit status: 0; 2 if no history was lost there."
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
                "Shows how long orders took from place to place on their way, from the program's decision to its"
                        + " listener. Every n-th command is timed (hopEvery in daybook.toml, 64 without it); nothing is"
                        + " left out.",
                "DIR is the folder of an exchange whose gateway has ended in order, or one in which Java clients and"
                        + " subscribers left their files (hops in their builder). All files are joined by the number of"
                        + " the command; they must be of one machine, whose clock they share, and of one start of it.",
                "A time is taken behind what it is of, and the next one may already be under way: a hop between two"
                        + " threads can take less than nothing."
            },
            footer = {
                "Examples:",
                "  daybook hops ./exchange                the venue alone: T1 to T6, its feed: T5m, T6m",
                "  daybook hops ./exchange ./client       and what clients and subscribers saw: T7 to T12, T7m to T9m",
                "  daybook hops ./exchange --hgrm out     files for HdrHistogram's plotter, too"
            })
    int hops(
            @Parameters(arity = "1..*", paramLabel = "DIR", description = "Where files of hops are.")
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
            description = "Says what a result code means and what to do about it; without a code, all of them.",
            footer = {"Example:", "  daybook explain RISK_NSF", "", "The numbers behind one refusal: daybook shell."})
    int explain(
            @Parameters(arity = "0..1", paramLabel = "CODE", description = "The code, by name or by number.")
                    final @Nullable String code,
            @Mixin final Usage usage)
            throws CommandFailure {
        return ExplainRun.run(console, code, usage);
    }
}
