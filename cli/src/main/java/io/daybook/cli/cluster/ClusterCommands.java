package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code daybook cluster}: one exchange on three nodes. Each method is a subcommand. Their signatures name no class of
 * the cluster, so that help needs none of its libraries.
 */
@Command(
        name = "cluster",
        addMethodSubcommands = false,
        description = "One exchange on three nodes: what was answered survives the loss of any one, and trading goes"
                + " on. FILE is the configuration of a node.",
        footer = {
            "Examples:",
            "  daybook cluster demo                                three nodes, a market, the leader killed",
            "  daybook cluster check n0.toml n1.toml n2.toml       finds what does not fit together",
            "  daybook cluster node n0.toml                        runs a node",
            "  daybook cluster init n0.toml --margin-trading on    once, when all three run",
            "  daybook cluster status n0.toml                      how all three are",
            "  daybook cluster client n0.toml --session 1          trades by hand"
        })
public final class ClusterCommands implements Callable<Integer> {
    private static final String LOCAL = "127.0.0.1";
    private static final String ADDRESS =
            "The address of this machine at which the nodes reach it. Default: ${DEFAULT-VALUE}.";
    private static final String ANY_FILE = "The configuration of one of the nodes.";
    private static final String OWN_FILE = "The configuration of the node.";

    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    public ClusterCommands(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (spec == null) {
            return ExitCodes.USAGE;
        }
        throw new ParameterException(
                spec.commandLine(), "say what to do with the cluster, as in: daybook cluster demo");
    }

    @Command(
            name = "demo",
            description = "Starts three nodes on this machine, lets a market trade, kills the leader in the middle of"
                    + " it with commands on their way, starts it again, and proves by seqs and chains that nothing was"
                    + " lost and nothing done twice. Takes about twenty seconds.",
            footer = "Exit status: 0 only when everything agrees; else 3.")
    int demo() throws CommandFailure {
        return ClusterTasks.demo(console);
    }

    @Command(
            name = "check",
            description = "Reads the configurations of the nodes of one cluster, and starts nothing. Says, line by"
                    + " line, what does not fit together.",
            footer = "Exit status: 0 without faults; 2 with faults.")
    int check(
            @Parameters(arity = "1..3", paramLabel = "FILE", description = "The configurations, all three at best.")
                    final List<Path> files)
            throws CommandFailure {
        return ClusterTasks.check(console, files);
    }

    @Command(
            name = "node",
            description = "Runs one node of a cluster until the cluster is told to stop, or SIGTERM. It says 'node N of"
                    + " CLUSTER runs' once it does; with a folder without a log it first waits for both others.",
            footer =
                    "Exit status: 0 after 'daybook cluster stop'; 143 after SIGTERM; 2 for faults in the file; 70 where"
                            + " something threw or the node fell behind for good; 71 before its disk is full; 72 where"
                            + " its disk"
                            + " failed; 73 if the leader lacks what this node has committed; 76 if it computed"
                            + " something"
                            + " else than both others.")
    int node(
            @Parameters(paramLabel = "FILE", description = "The configuration of this node.") final Path file,
            @Option(
                            names = "--plain-text-on-public-address",
                            description = "Start although an address is neither of this machine nor private: nothing"
                                    + " is encrypted.")
                    final boolean publicAddress)
            throws CommandFailure {
        return ClusterTasks.node(console, file, publicAddress);
    }

    @Command(
            name = "new",
            description = "Says, before the first start of a node, on its machine, that its cluster begins: a node"
                    + " without a log otherwise waits until both others have said that they have none either. Needed"
                    + " only where a new cluster begins with two nodes. Never say it of a node whose folder is lost:"
                    + " that one may have answered what it no longer has; daybook cluster seed fills it.",
            footer = "Exit status: 0; 2 for faults in the file, or where the folder is in use, or has or had a log.")
    int begin(@Parameters(paramLabel = "FILE", description = OWN_FILE) final Path file) throws CommandFailure {
        return ClusterLogTasks.begin(console, file);
    }

    @Command(
            name = "init",
            description = "Gives a new cluster its settings, once, when at least two of its nodes run: an exchange id"
                    + " and a secret, both drawn, and whether futures are traded. Until then the cluster refuses"
                    + " everything.",
            footer = "Exit status: 0; 2 for faults in the file; 3 if no leader answers, or the cluster has settings.")
    int init(
            @Parameters(paramLabel = "FILE", description = ANY_FILE) final Path file,
            @Option(
                            names = "--margin-trading",
                            required = true,
                            paramLabel = "on|off",
                            description = "Whether orders for futures are taken; stays so.")
                    final Switch marginTrading,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterTasks.init(console, file, marginTrading == Switch.on, as.name());
    }

    @Command(
            name = "status",
            description = "Asks all three nodes, and shows role, term, position of the log, seq, chain (equal chains:"
                    + " every result so far was equal), sessions, newest snapshot since the start, and free space.",
            footer = "Exit status: 0 when all is well; 2 if a node does not answer, or for faults in the file; 3"
                    + " without a leader; 4 if chains differ.")
    int status(
            @Parameters(paramLabel = "FILE", description = ANY_FILE) final Path file,
            @ArgGroup final @Nullable Form form,
            @Option(names = "--watch", description = "Again every second, until interrupted.") final boolean watch)
            throws CommandFailure {
        return ClusterTasks.status(console, file, form == null ? ClusterStatusText.Form.TEXT : form.of(), watch);
    }

    @Command(
            name = "client",
            description = "Trades by hand on a cluster: reads lines as 'daybook shell' does ('help' lists the words)"
                    + " and shows what became of each. While nodes fail it waits, and goes on.",
            footer = "Exit status: 0; 1 when lines were not understood; 2 for faults in the file; 3 if no leader"
                    + " answers, or another client took the session.")
    int client(
            @Parameters(paramLabel = "FILE", description = ANY_FILE) final Path file,
            @Option(
                            names = "--session",
                            required = true,
                            paramLabel = "N",
                            description = "The session, 1 to 524287; a client that has it now is shut out.")
                    final int session,
            @Option(names = "--address", paramLabel = "HOST", defaultValue = LOCAL, description = ADDRESS)
                    final String address,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterTasks.client(console, file, session, address, as.name());
    }

    @Command(
            name = "snapshot",
            description = "Takes a snapshot on every node, at the same place of the log, and waits until each has it: a"
                    + " node that starts again reads it instead of the log before it. All nodes stand still meanwhile.",
            footer = "Exit status: 0; 2 for faults in the file; 3 if a node does not have one in time.")
    int snapshot(@Mixin final ClusterOperator operator) throws CommandFailure {
        return ClusterTasks.snapshot(console, operator.file(), operator.session(), operator.name());
    }

    @Command(
            name = "activate",
            description = "Has commands carried out by the next version of semantics, from a place of the log on, once"
                    + " every node runs a release that knows it: each says so in its status. There is no way back.",
            footer = "Exit status: 0; 2 for faults in the file, or where a node does not answer or does not know the"
                    + " version; 3 if no leader answers, or the cluster refuses.")
    int activate(
            @Parameters(paramLabel = "FILE", description = ANY_FILE) final Path file,
            @Option(
                            names = "--semantics",
                            required = true,
                            paramLabel = "N",
                            description = "The version, one above that of the log.")
                    final int semantics,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterTasks.activate(console, file, semantics, as.name());
    }

    @Command(
            name = "roll",
            description = "Ends a day for the sessions of FIX, at one place of the log: orders that are good for the"
                    + " day (59=0) are cancelled, which their sessions hear as 150=C, and ClOrdIDs may be used again.",
            footer = "Exit status: 0; 2 for faults in the file, or if the cluster has no door for FIX; 3 if no"
                    + " leader answers, or the cluster refuses.")
    int roll(@Mixin final ClusterOperator operator) throws CommandFailure {
        return ClusterRollTask.run(console, operator.file(), operator.session(), operator.name());
    }

    @Command(
            name = "followers",
            description = "Names those who hear every result on each node, from a place of the log on, beside those"
                    + " that are named already. Each node must answer, and say that it knows them: a node that lacks"
                    + " one could not go on. There is no way back.",
            footer = "Exit status: 0; 2 for faults in the file, or where a node does not answer or does not know one of"
                    + " them; 3 if no leader answers, or the cluster refuses.")
    int followers(
            @Parameters(index = "0", paramLabel = "FILE", description = ANY_FILE) final Path file,
            @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME", description = "A follower.")
                    final List<String> names,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterTasks.followers(console, file, names, as.name());
    }

    @Command(
            name = "stop",
            description = "Tells the cluster to take a snapshot and to end, and waits until no node answers. Run it on"
                    + " the machine of the leader, with its FILE: daybook cluster status says which node leads.",
            footer = "Exit status: 0 when all have ended; 2 for faults in the file; 3 if that node does not lead.")
    int stop(
            @Parameters(paramLabel = "FILE", description = "The configuration of the node that leads.") final Path file)
            throws CommandFailure {
        return ClusterTasks.stop(console, file);
    }

    @Command(
            name = "export",
            description = "Writes the log of a node on this machine into a journal folder, which restore, audit,"
                    + " journal and replay take. The node may run: then up to what is committed. A folder that is there"
                    + " is continued; from whichever node, in however many runs, its frames are the same bytes.",
            footer = "Exit status: 0; 2 for faults in the file or the arguments; 3 if the log or the folder is"
                    + " refused.")
    int export(
            @Parameters(index = "0", paramLabel = "FILE", description = OWN_FILE) final Path file,
            @Parameters(index = "1", paramLabel = "DIR", description = "The journal folder.") final Path folder,
            @Option(
                            names = "--final",
                            description = "Writes the end of the log, too; without it, only whole blocks of 4,096"
                                    + " commands.")
                    final boolean isFinal,
            @Option(
                            names = "--from",
                            paramLabel = "DIR",
                            description = "Reads the folder of a backup, or a copy of a node's folder, instead.")
                    final @Nullable Path from)
            throws CommandFailure {
        return ClusterLogTasks.export(console, file, folder, isFinal, from);
    }

    @Command(
            name = "import",
            description = "Begins the log of a new cluster, in place of init, with the state of a journal folder, which"
                    + " is only read: the same exchange, balances, orders and seqs. From then on the folder must not be"
                    + " served any more; export continues it.",
            footer = "Exit status: 0; 2 for faults in the file; 3 if the folder is refused, the cluster has settings,"
                    + " or no leader answers.")
    int importJournal(
            @Parameters(index = "0", paramLabel = "FILE", description = ANY_FILE) final Path file,
            @Parameters(index = "1", paramLabel = "DIR", description = "The journal folder.") final Path folder,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterLogTasks.importJournal(console, file, folder, as.name());
    }

    @Command(
            name = "backup",
            description = "Copies log and snapshots of a cluster into a folder, as far as they are committed, until it"
                    + " is ended. It has no vote; the nodes keep for it what it has not copied yet. 'export --from DIR'"
                    + " reads its folder.",
            footer = "Exit status: 143 after SIGTERM; 2 for faults in the file or the arguments; 3 if it gave"
                    + " up, as on a full disk.")
    int backup(
            @Parameters(index = "0", paramLabel = "FILE", description = "The configuration of any node.")
                    final Path file,
            @Parameters(index = "1", paramLabel = "DIR", description = "The folder of the backup.") final Path folder,
            @Option(names = "--address", paramLabel = "HOST", defaultValue = LOCAL, description = ADDRESS)
                    final String address,
            @Option(
                            names = "--name",
                            paramLabel = "NAME",
                            defaultValue = "backup",
                            description = "By which the nodes know it; each backup has its own. Default:"
                                    + " ${DEFAULT-VALUE}.")
                    final String name)
            throws CommandFailure {
        return ClusterLogTasks.backup(console, file, folder, address, name);
    }

    @Command(
            name = "seed",
            description = "Fills the empty folder of a node, on its machine, with all that the leader has, so that the"
                    + " node can be started without harm: a node that comes back with less than it once acknowledged,"
                    + " or votes twice, can lose what was answered. Both other nodes must run.",
            footer = "Exit status: 0; 2 if the folder is not empty, a node does not answer or none leads.")
    int seed(
            @Parameters(paramLabel = "FILE", description = "The configuration of the node to be seeded.")
                    final Path file)
            throws CommandFailure {
        return ClusterLogTasks.seed(console, file);
    }

    @Command(
            name = "rescue",
            description = "Begins the cluster anew with what one node has, where the folders of both others are lost."
                    + " Run it on the machine of the node that is left, which is stopped: its log becomes the journal"
                    + " DIR, and its folder is put away. Then start all three nodes with empty folders; this command"
                    + " waits for them and imports the journal.",
            footer = {
                "Without --yes it only says what that costs, and ends with 2.",
                "Exit status: 0; 2 for faults in the file, without --yes, or where there is something to seed from; 3"
                        + " where the log or DIR is refused, or the nodes do not start."
            })
    int rescue(
            @Parameters(index = "0", paramLabel = "FILE", description = "The configuration of the node that is left.")
                    final Path file,
            @Parameters(index = "1", paramLabel = "DIR", description = "The journal folder to be written.")
                    final Path folder,
            @Option(names = "--yes", description = "Does it.") final boolean isAgreed,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterRescueTask.run(console, file, folder, isAgreed, as.name());
    }

    @Command(
            name = "retain",
            description = "Purges the log of a running node, on its machine: whole files before the oldest of its three"
                    + " newest snapshots, and before what an exporter, a backup or another node still needs. Run it on"
                    + " each node.",
            footer = "Exit status: 0; 2 if the node does not run, has fewer snapshots, or a mark cannot be read.")
    int retain(
            @Parameters(paramLabel = "FILE", description = OWN_FILE) final Path file,
            @Option(
                            names = "--forget",
                            paramLabel = "NAME",
                            description = "First forgets a reader for whom the log is kept: a backup, or 'export'.")
                    final @Nullable String forget)
            throws CommandFailure {
        return ClusterLogTasks.retain(console, file, forget);
    }

    /** The value of an option that is on or off. */
    enum Switch {
        on,
        off
    }

    /** One of them, or none. */
    static final class Form {
        @Option(names = "--json", description = "One JSON object a node, a line each, with all metrics.")
        private boolean json;

        @Option(names = "--prometheus", description = "All metrics in the text format of Prometheus.")
        private boolean prometheus;

        private ClusterStatusText.Form of() {
            if (prometheus) {
                return ClusterStatusText.Form.PROMETHEUS;
            }
            return json ? ClusterStatusText.Form.JSON : ClusterStatusText.Form.TEXT;
        }
    }
}
