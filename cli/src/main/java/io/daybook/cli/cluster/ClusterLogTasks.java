package io.daybook.cli.cluster;

import io.daybook.api.ExchangeClosedException;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.log.ClusterLogException;
import io.daybook.cluster.log.ExportReport;
import io.daybook.cluster.log.JournalImport;
import io.daybook.cluster.node.ClusterNode;
import io.daybook.cluster.node.LogBackup;
import io.daybook.cluster.node.NodeExport;
import io.daybook.cluster.node.NodeRetain;
import io.daybook.cluster.node.NodeSeed;
import io.daybook.engine.codec.CodecException;
import io.daybook.engine.state.SnapshotContentException;
import io.daybook.journal.JournalException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of those commands of {@code daybook cluster} that work on the log. They are in a separate class, so that
 * the command line can describe all commands without the jars of the cluster.
 */
final class ClusterLogTasks {
    private static final long EVERY_MS = 1_000;

    private ClusterLogTasks() {}

    static int export(
            final Console console, final Path file, final Path folder, final boolean isFinal, final @Nullable Path from)
            throws CommandFailure {
        final ClusterConfig config = ClusterTasks.config(file);
        final NodeExport export;
        try {
            export =
                    from == null ? NodeExport.run(config, folder, isFinal) : NodeExport.ofFolder(from, folder, isFinal);
        } catch (final ClusterConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final ClusterLogException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final IOException e) {
            throw CommandFailure.of(e, folder.toString());
        }
        final ExportReport report = export.report();
        final Report out = console.report();
        out.println(
                report.firstSeq() > report.lastSeq()
                        ? "nothing new: " + folder + " ends at seq " + report.lastSeq()
                        : "seq " + report.firstSeq() + " to " + report.lastSeq() + " of exchange " + report.exchangeId()
                                + " written to " + folder);
        out.println(String.format(
                Locale.ROOT,
                "the log was read to seq %d, position %d: state %016x, chain %016x",
                report.logSeq(),
                report.logPosition(),
                report.stateHash(),
                report.chain()));
        if (!export.isCommitted() && from == null) {
            out.println("the node is stopped: the end of its log may not be committed; compare it with the other"
                    + " nodes");
        }
        if (report.isTorn()) {
            out.println("the log ends with a message that a crash tore, which is left out");
        }
        if (report.lastSeq() < report.logSeq()) {
            out.println((report.logSeq() - report.lastSeq())
                    + " commands do not fill a whole block yet: a later export, or --final, writes them");
        }
        out.send();
        return ExitCodes.OK;
    }

    static int importJournal(final Console console, final Path file, final Path folder, final @Nullable String name)
            throws CommandFailure {
        final ClusterConfig config = ClusterTasks.config(file);
        try {
            final JournalImport state = JournalImport.read(folder);
            ClusterSetup.importState(
                    config.ingressEndpoints(),
                    config.bind(),
                    state.chunks(),
                    state.stateHash(),
                    ClusterTasks.key(config, name),
                    ClusterTasks.PATIENCE);
            final Report out = console.report();
            out.println("exchange " + state.exchangeId() + " runs on " + config.cluster() + " from seq " + state.seq()
                    + " on, " + String.format(Locale.ROOT, "state %016x", state.stateHash()));
            out.send();
            return ExitCodes.OK;
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final ClusterLogException
                | ExchangeClosedException
                | SnapshotContentException
                | CodecException
                | IllegalStateException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        } catch (final InterruptedException e) {
            throw ClusterTasks.interrupted();
        }
    }

    static int begin(final Console console, final Path file) throws CommandFailure {
        final ClusterConfig config = ClusterTasks.config(file);
        try {
            ClusterNode.sayNew(config);
            final Report out = console.report();
            out.println("node " + config.node() + " of " + config.cluster()
                    + " begins a new cluster with its next start, and waits for no other node");
            out.send();
            return ExitCodes.OK;
        } catch (final ClusterConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, config.dir().toString());
        }
    }

    static int seed(final Console console, final Path file) throws CommandFailure {
        final ClusterConfig config = ClusterTasks.config(file);
        try {
            final long position = NodeSeed.run(config);
            final Report out = console.report();
            out.println("node " + config.node() + " is seeded to position " + position + ", in " + config.dir()
                    + ": start it");
            out.send();
            return ExitCodes.OK;
        } catch (final ClusterConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, config.dir().toString());
        } catch (final InterruptedException e) {
            throw ClusterTasks.interrupted();
        }
    }

    static int retain(final Console console, final Path file, final @Nullable String forget) throws CommandFailure {
        final ClusterConfig config = ClusterTasks.config(file);
        final Report out = console.report();
        try {
            if (forget != null) {
                out.println(
                        NodeRetain.forget(config, forget)
                                ? "the log is no longer kept for " + forget
                                : "no reader has the name " + forget);
                out.send();
            }
            final NodeRetain retained = NodeRetain.run(config);
            if (retained.snapshots() > 0) {
                out.println(retained.snapshots() + " recordings of older snapshots were purged");
            }
            out.println(
                    retained.from() == retained.to()
                            ? "nothing to purge: the log begins at position " + retained.from() + ", kept for "
                                    + retained.keptFor()
                            : "the log begins at position " + retained.to() + ", was " + retained.from() + "; kept for "
                                    + retained.keptFor());
            out.send();
            return ExitCodes.OK;
        } catch (final ClusterConfigException | ClusterLogException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, config.dir().toString());
        }
    }

    static int backup(
            final Console console, final Path file, final Path folder, final String address, final String name)
            throws CommandFailure {
        final ClusterConfig config = ClusterTasks.config(file);
        final CountDownLatch closed = new CountDownLatch(1);
        final Thread main = Thread.currentThread();
        try (LogBackup backup = LogBackup.start(config, folder, address, name)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> ClusterTasks.end(main, closed), "cluster-end"));
            console.err().println("daybook: a backup of " + config.cluster() + " runs, in " + folder);
            String said = null;
            while (!backup.isEnded()) {
                Thread.sleep(EVERY_MS);
                backup.tellPosition();
                final String failure = backup.lastFailure();
                if (failure != null && !failure.equals(said)) {
                    console.err().println("daybook: backup: " + failure + "; the backup tries again");
                }
                said = failure;
            }
            throw new CommandFailure(
                    ExitCodes.FATAL, "the backup gave up: " + said + "; check the disk, then start the backup again");
        } catch (final ClusterConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, folder.toString());
        } catch (final InterruptedException e) {
            return ExitCodes.OK; // SIGTERM
        } finally {
            closed.countDown();
        }
    }
}
