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
 * {@code daybook cluster}: one exchange on three nodes. Each method is a subcommand. The signatures use no class of the
 * cluster, so that help needs none of its libraries.
 */
@Command(
        name = "cluster",
        addMethodSubcommands = false,
        description = "One exchange on three nodes: answered commands survive the loss of any one node, and trading"
                + " continues. FILE is the configuration of a node.",
        footer = {
            "Examples:",
            "  daybook cluster demo                                three nodes, a market, the leader killed",
            "  daybook cluster check n0.toml n1.toml n2.toml       finds contradictions between the files",
            "  daybook cluster node n0.toml                        runs a node",
            "  daybook cluster init n0.toml --margin-trading on    once, when all three run",
            "  daybook cluster status n0.toml                      shows the state of all three",
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
        throw new ParameterException(spec.commandLine(), "name a subcommand, for instance: daybook cluster demo");
    }

    @Command(
            name = "demo",
            description = "Starts three nodes on this machine, lets a market trade, kills the leader while commands are"
                    + " in flight, starts it again, and proves by seqs and chains that no command was lost or carried"
                    + " out twice. Takes about twenty seconds.",
            footer = "Exit status: 0 only if all nodes agree; otherwise 3.")
    int demo() throws CommandFailure {
        return ClusterTasks.demo(console);
    }

    @Command(
            name = "check",
            description = "Reads the configurations of the nodes of one cluster, and starts nothing. Prints a line for"
                    + " each fault and each contradiction.",
            footer = "Exit status: 0 without faults; 2 with faults.")
    int check(
            @Parameters(arity = "1..3", paramLabel = "FILE", description = "The configurations, preferably all three.")
                    final List<Path> files)
            throws CommandFailure {
        return ClusterTasks.check(console, files);
    }

    @Command(
            name = "node",
            description = "Runs one node of a cluster until the cluster is stopped, or until SIGTERM. It prints 'node N"
                    + " of CLUSTER runs' once the node runs; if its folder has no log, the node first waits for both"
                    + " others.",
            footer =
                    "Exit status: 0 after 'daybook cluster stop'; 143 after SIGTERM; 2 for faults in the file; 70 after"
                            + " an exception, or if the node fell behind for good; 71 before its disk is full; 72 if"
                            + " its disk failed; 73 if the leader lacks commands that this node has committed; 76 if"
                            + " its results differ from those of both other nodes.")
    int node(
            @Parameters(paramLabel = "FILE", description = "The configuration of this node.") final Path file,
            @Option(
                            names = "--plain-text-on-public-address",
                            description = "Start even if an address is neither of this machine nor private, although"
                                    + " nothing is encrypted.")
                    final boolean publicAddress)
            throws CommandFailure {
        return ClusterTasks.node(console, file, publicAddress);
    }

    @Command(
            name = "new",
            description = "Marks a node, before its first start and on its machine, as part of a new cluster. Without"
                    + " this mark a node without a log waits until both other nodes report that they have none either."
                    + " Needed only if a new cluster begins with two nodes. Never use it for a node whose folder is"
                    + " lost: that node may have acknowledged commands that it no longer has; daybook cluster seed"
                    + " fills its folder.",
            footer = "Exit status: 0; 2 for faults in the file, if the folder is in use, or if it has a log or once had"
                    + " one.")
    int begin(@Parameters(paramLabel = "FILE", description = OWN_FILE) final Path file) throws CommandFailure {
        return ClusterLogTasks.begin(console, file);
    }

    @Command(
            name = "init",
            description = "Gives a new cluster its settings, once, when at least two of its nodes run: a random"
                    + " exchange id and secret, and whether futures are traded. Until then the cluster refuses every"
                    + " command.",
            footer = "Exit status: 0; 2 for faults in the file; 3 if no leader answers, or the cluster has settings.")
    int init(
            @Parameters(paramLabel = "FILE", description = ANY_FILE) final Path file,
            @Option(
                            names = "--margin-trading",
                            required = true,
                            paramLabel = "on|off",
                            description = "Whether orders for futures are accepted. This cannot be changed later.")
                    final Switch marginTrading,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterTasks.init(console, file, marginTrading == Switch.on, as.name());
    }

    @Command(
            name = "status",
            description = "Queries all three nodes, and shows role, term, position of the log, seq, chain (equal chains"
                    + " mean that every result so far was equal), sessions, newest snapshot since the start, and free"
                    + " space.",
            footer = "Exit status: 0 if there is no fault; 2 if a node does not answer, or for faults in the file; 3"
                    + " without a leader; 4 if chains differ.")
    int status(
            @Parameters(paramLabel = "FILE", description = ANY_FILE) final Path file,
            @ArgGroup final @Nullable Form form,
            @Option(names = "--watch", description = "Repeats the output every second until it" + " is interrupted.")
                    final boolean watch)
            throws CommandFailure {
        return ClusterTasks.status(console, file, form == null ? ClusterStatusText.Form.TEXT : form.of(), watch);
    }

    @Command(
            name = "client",
            description = "Trades by hand on a cluster: reads lines like 'daybook shell' ('help' lists the words) and"
                    + " shows the outcome of each. If nodes fail, it waits and continues.",
            footer = "Exit status: 0; 1 if lines were not understood; 2 for faults in the file; 3 if no leader answers,"
                    + " or another client took over the session.")
    int client(
            @Parameters(paramLabel = "FILE", description = ANY_FILE) final Path file,
            @Option(
                            names = "--session",
                            required = true,
                            paramLabel = "N",
                            description = "The session, 1 to 524287. A client that uses it now is disconnected.")
                    final int session,
            @Option(names = "--address", paramLabel = "HOST", defaultValue = LOCAL, description = ADDRESS)
                    final String address,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterTasks.client(console, file, session, address, as.name());
    }

    @Command(
            name = "snapshot",
            description = "Takes a snapshot on every node, at the same position of the log, and waits until each node"
                    + " has it. A node that starts again reads the snapshot instead of the earlier log. All nodes pause"
                    + " meanwhile.",
            footer = "Exit status: 0; 2 for faults in the file; 3 if a node has no snapshot in time.")
    int snapshot(@Mixin final ClusterOperator operator) throws CommandFailure {
        return ClusterTasks.snapshot(console, operator.file(), operator.session(), operator.name());
    }

    @Command(
            name = "activate",
            description = "Activates the next version of the semantics for all later commands; all nodes begin at the"
                    + " same position of the log. Every node must run a release that supports the version; its status"
                    + " shows that. A log cannot return to an earlier version.",
            footer = "Exit status: 0; 2 for faults in the file, or if a node does not answer or does not support the"
                    + " version; 3 if no leader answers, or the cluster refuses.")
    int activate(
            @Parameters(paramLabel = "FILE", description = ANY_FILE) final Path file,
            @Option(
                            names = "--semantics",
                            required = true,
                            paramLabel = "N",
                            description = "The version, one above the version of the log.")
                    final int semantics,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterTasks.activate(console, file, semantics, as.name());
    }

    @Command(
            name = "roll",
            description = "Ends a day for the sessions of FIX, at one position of the log: orders that are good for the"
                    + " day (59=0) are cancelled, which is reported to their sessions with 150=C, and ClOrdIDs may be"
                    + " used again.",
            footer = "Exit status: 0; 2 for faults in the file, or if the cluster has no door for FIX; 3 if no"
                    + " leader answers, or the cluster refuses.")
    int roll(@Mixin final ClusterOperator operator) throws CommandFailure {
        return ClusterRollTask.run(console, operator.file(), operator.session(), operator.name());
    }

    @Command(
            name = "followers",
            description = "Adds followers, which receive every result from now on; all nodes begin at the same position"
                    + " of the log. Each node must answer and support the followers: a node that lacks a follower could"
                    + " not continue. This command cannot remove a follower.",
            footer = "Exit status: 0; 2 for faults in the file, or if a node does not answer or does not support a"
                    + " follower; 3 if no leader answers, or the cluster refuses.")
    int followers(
            @Parameters(index = "0", paramLabel = "FILE", description = ANY_FILE) final Path file,
            @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME", description = "The name of a follower.")
                    final List<String> names,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterTasks.followers(console, file, names, as.name());
    }

    @Command(
            name = "stop",
            description = "Makes the cluster take a snapshot and end, and waits until no node answers. Run it on the"
                    + " machine of the leader, with the leader's FILE: daybook cluster status shows which node leads.",
            footer = "Exit status: 0 when all nodes have ended; 2 for faults in the file; 3 if that node does not"
                    + " lead.")
    int stop(
            @Parameters(paramLabel = "FILE", description = "The configuration of the node that leads.") final Path file)
            throws CommandFailure {
        return ClusterTasks.stop(console, file);
    }

    @Command(
            name = "export",
            description = "Writes the log of a node on this machine into a journal folder, for restore, audit, journal"
                    + " and replay. If the node runs, the log is written as far as it is committed. An existing folder"
                    + " is continued. The frames have the same bytes for every node and any number of runs.",
            footer = "Exit status: 0; 2 for faults in the file or the arguments; 3 if the log or the folder is"
                    + " refused.")
    int export(
            @Parameters(index = "0", paramLabel = "FILE", description = OWN_FILE) final Path file,
            @Parameters(index = "1", paramLabel = "DIR", description = "The journal folder.") final Path folder,
            @Option(
                            names = "--final",
                            description = "Also writes the end of the log. Without this option, only whole blocks of"
                                    + " 4,096 commands are written.")
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
            description = "Begins the log of a new cluster, instead of init, with the state of a journal folder, which"
                    + " is only read: the same exchange, balances, orders and seqs. Afterwards the folder must not be"
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
            description = "Copies log and snapshots of a cluster into a folder, as far as they are committed, until the"
                    + " command is ended. A backup has no vote. The nodes keep the parts of the log that it has not"
                    + " copied yet. 'export --from DIR' reads its folder.",
            footer = "Exit status: 143 after SIGTERM; 2 for faults in the file or the arguments; 3 if the backup gave"
                    + " up, for instance on a full disk.")
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
                            description = "The name of this backup for the nodes; each backup needs its own. Default:"
                                    + " ${DEFAULT-VALUE}.")
                    final String name)
            throws CommandFailure {
        return ClusterLogTasks.backup(console, file, folder, address, name);
    }

    @Command(
            name = "seed",
            description = "Fills the empty folder of a node, on its machine, with everything that the leader has, so"
                    + " that the node can be started without harm: a node that comes back with less than it once"
                    + " acknowledged, or that votes twice, can lose answered commands. Both other nodes must run.",
            footer = "Exit status: 0; 2 if the folder is not empty, a node does not answer, or no node leads.")
    int seed(
            @Parameters(paramLabel = "FILE", description = "The configuration of the node to be seeded.")
                    final Path file)
            throws CommandFailure {
        return ClusterLogTasks.seed(console, file);
    }

    @Command(
            name = "rescue",
            description = "Begins the cluster anew with the log of one node, if the folders of both other nodes are"
                    + " lost. Run it on the machine of the remaining node, which must be stopped: its log becomes the"
                    + " journal DIR, and its folder is moved away. Then start all three nodes with empty folders; this"
                    + " command waits for them and imports the journal.",
            footer = {
                "Without --yes it only prints the cost, and ends with 2.",
                "Exit status: 0; 2 for faults in the file, without --yes, or if another node has a log to seed from; 3"
                        + " if the log or DIR is refused, or the nodes do not start."
            })
    int rescue(
            @Parameters(index = "0", paramLabel = "FILE", description = "The configuration of the remaining node.")
                    final Path file,
            @Parameters(index = "1", paramLabel = "DIR", description = "The journal folder to be written.")
                    final Path folder,
            @Option(names = "--yes", description = "Carries the rescue out.") final boolean isAgreed,
            @Mixin final ClusterClientName as)
            throws CommandFailure {
        return ClusterRescueTask.run(console, file, folder, isAgreed, as.name());
    }

    @Command(
            name = "retain",
            description = "Purges the log of a running node, on its machine: whole files before the oldest of its three"
                    + " newest snapshots, and before the parts that an exporter, a backup or another node still needs."
                    + " Run it on each node.",
            footer = "Exit status: 0; 2 if the node does not run, has fewer snapshots, or a mark cannot be read.")
    int retain(
            @Parameters(paramLabel = "FILE", description = OWN_FILE) final Path file,
            @Option(
                            names = "--forget",
                            paramLabel = "NAME",
                            description = "First removes a reader for which the log is kept: a backup, or 'export'.")
                    final @Nullable String forget)
            throws CommandFailure {
        return ClusterLogTasks.retain(console, file, forget);
    }

    /** The value of an option that is on or off. */
    enum Switch {
        on,
        off
    }

    /** The form of the output; text if no option is given. */
    static final class Form {
        @Option(names = "--json", description = "One line for each node with a JSON object of all its metrics.")
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
