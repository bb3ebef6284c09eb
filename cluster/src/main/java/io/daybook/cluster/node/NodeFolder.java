package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.log.NodeLog;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.host.storage.StorageLockedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a node, locked while its process lives.
 *
 * <pre>
 *  identity     cluster, node and members of the first start: others are refused
 *  lock         held by the process; the system releases it, however the process ends
 *  committed    how far the log was committed, see {@link CommitMark}
 *  new-cluster  an operator has decided that the cluster begins: removed once the node takes part
 *  must-be-seeded   the disk failed, or the node's results differed from those of both others: it is not started
 *  archive/     Aeron's recordings of log and snapshots
 *  cluster/     Aeron's consensus module: recording log, votes
 * </pre>
 *
 * <p>According to Aeron's mark files, a process is alive until ten seconds after its last sign of life. The holder of
 * the lock removes them, so that a killed node can start again at once.
 */
final class NodeFolder implements AutoCloseable {
    private static final List<String> MARKS =
            List.of("cluster/cluster-mark.dat", "cluster/cluster-mark-service-0.dat", "archive/archive-mark.dat");

    /** Exists if the node must not start with its folder; contains the reason. */
    static final String SPOILED = "must-be-seeded";

    /** Exists if an operator has decided that the cluster begins. */
    static final String NEW = "new-cluster";

    private final Path dir;
    private final StorageLock lock;

    private NodeFolder(final Path dir, final StorageLock lock) {
        this.dir = dir;
        this.lock = lock;
    }

    /**
     * Takes the folder of a node, and creates it if it is missing.
     *
     * @throws ClusterConfigException if another process has it, or it belongs to another node
     */
    static NodeFolder open(final ClusterConfig config) throws IOException {
        Files.createDirectories(config.dir());
        final NodeFolder folder = tryOpen(config.dir(), identity(config));
        if (folder == null) {
            throw new ClusterConfigException(config.dir()
                    + " is in use by another process, or another node in this one: stop it, or name another dir");
        }
        if (folder.content() == StartRules.Folder.UNSEEDED) {
            folder.close();
            throw new ClusterConfigException(config.dir() + " had a log, and cluster/recording.log is gone from it."
                    + " Move it away, run daybook cluster seed with its file while both others run, then start it");
        }
        return folder;
    }

    /** Returns null if the folder is in use, by another process or in this one. */
    private static @Nullable NodeFolder tryOpen(final Path dir, final String identity) throws IOException {
        final StorageLock lock;
        try {
            lock = new FileJournalStorage().lock(dir.resolve("lock"), "a node or backup of a cluster");
        } catch (StorageLockedException e) {
            return null;
        }
        boolean isTaken = false;
        try {
            final NodeFolder folder = new NodeFolder(dir, lock);
            folder.requireFit(identity);
            isTaken = true;
            return folder;
        } finally {
            if (!isTaken) {
                lock.close();
            }
        }
    }

    private void requireFit(final String identity) throws IOException {
        if (Files.exists(dir.resolve(NodeSeed.UNFINISHED))) {
            throw new ClusterConfigException(
                    dir + " was not seeded to the end: run daybook cluster seed again, with its configuration");
        }
        final Path spoiled = dir.resolve(SPOILED);
        if (Files.exists(spoiled)) {
            throw new ClusterConfigException(dir + " must not be used any more: "
                    + Files.readString(spoiled).strip()
                    + ". Move it away, run daybook cluster seed with its file while both others run, then start"
                    + " it");
        }
        requireIdentity(identity);
        for (final String mark : MARKS) {
            Files.deleteIfExists(dir.resolve(mark));
        }
    }

    /**
     * Takes the folder of a node that does not run, for a tool.
     *
     * @return the folder; null if its node runs
     * @throws ClusterConfigException if there is no folder, or it belongs to another node
     */
    static @Nullable NodeFolder openStopped(final ClusterConfig config) throws IOException {
        if (!Files.exists(config.dir().resolve("identity"))) {
            throw new ClusterConfigException(
                    config.dir() + " is not the folder of a node: name the configuration of one that ran here");
        }
        return tryOpen(config.dir(), identity(config));
    }

    /** Turns a folder that was just seeded into the folder of its node. */
    static NodeFolder takeSeeded(final ClusterConfig config) throws IOException {
        Files.delete(config.dir().resolve(NodeSeed.UNFINISHED));
        return open(config);
    }

    /**
     * Marks the folder so that no node starts with it any more, even after a loss of power: the mark is on the disk
     * when this returns.
     *
     * @throws IOException if the disk does not take it
     */
    static void spoil(final Path dir, final String why) throws IOException {
        ForcedFile.write(dir.resolve(SPOILED), why + '\n');
    }

    /** Returns the kind of the folder's content. */
    StartRules.Folder content() throws IOException {
        return content(dir);
    }

    static StartRules.Folder content(final Path dir) throws IOException {
        if (Files.exists(dir.resolve(NodeSeed.UNFINISHED)) || Files.exists(dir.resolve(SPOILED))) {
            return StartRules.Folder.UNSEEDED;
        }
        if (Files.exists(dir.resolve("cluster/recording.log"))) {
            return NodeLog.mayHoldCommands(dir) ? StartRules.Folder.COMMANDS : StartRules.Folder.BLANK;
        }
        if (CommitMark.read(dir) > 0 || hasRecordings(dir.resolve("archive"))) {
            return StartRules.Folder.UNSEEDED;
        }
        return Files.exists(dir.resolve(NEW)) ? StartRules.Folder.NEW : StartRules.Folder.EMPTY;
    }

    private static boolean hasRecordings(final Path archive) throws IOException {
        if (!Files.isDirectory(archive)) {
            return false;
        }
        try (Stream<Path> files = Files.list(archive)) {
            return files.anyMatch(file -> file.toString().endsWith(".rec"));
        }
    }

    /**
     * Returns why a node without a log does not start if another node has one: it may have acknowledged messages that
     * it no longer has, and voted. The folder can be seeded afterwards.
     */
    ClusterConfigException refuseLost(final int other) throws IOException {
        Files.deleteIfExists(dir.resolve("identity"));
        return new ClusterConfigException(
                dir + " has no log, and node " + other + " has one: this node may have voted and answered before. Run"
                        + " daybook cluster seed with its file, then start it; if both other folders are lost, see"
                        + " daybook cluster rescue");
    }

    /** Called when the node takes part: deletes the operator's mark that a new cluster begins, valid for one start. */
    void begun() throws IOException {
        Files.deleteIfExists(dir.resolve(NEW));
    }

    /**
     * Records the operator's decision that the cluster begins: the next start of the node with this folder does not
     * wait for the others.
     *
     * @throws ClusterConfigException if the folder is in use, or has or had a log
     */
    static void sayNew(final ClusterConfig config) throws IOException {
        try (NodeFolder folder = open(config)) {
            final StartRules.Folder content = folder.content();
            if (content != StartRules.Folder.EMPTY && content != StartRules.Folder.NEW) {
                throw new ClusterConfigException(config.dir()
                        + " has a log: a node with a log takes part without the decision that the cluster begins");
            }
            ForcedFile.write(config.dir().resolve(NEW), "an operator has confirmed that a new cluster begins here\n");
        }
    }

    private static String identity(final ClusterConfig config) {
        return "cluster " + config.cluster() + "\nnode " + config.node() + "\nmembers " + config.members() + "\n";
    }

    /**
     * Takes the folder of a backup, and creates it if it is missing.
     *
     * @throws ClusterConfigException if another process has it, or it belongs to another cluster
     */
    static NodeFolder openBackup(final ClusterConfig config, final Path dir) throws IOException {
        Files.createDirectories(dir);
        final NodeFolder folder =
                tryOpen(dir, "cluster " + config.cluster() + "\nbackup\nmembers " + config.members() + "\n");
        if (folder == null) {
            throw new ClusterConfigException(
                    dir + " is in use by another process, or by another in this one: stop it, or name another folder");
        }
        return folder;
    }

    private void requireIdentity(final String identity) throws IOException {
        final Path file = dir.resolve("identity");
        if (!Files.exists(file)) {
            Files.writeString(file, identity);
        } else if (!Files.readString(file).equals(identity)) {
            throw new ClusterConfigException(dir + " is the folder of another node, with\n" + Files.readString(file)
                    + "and the configuration\n" + identity + "name the folder of this node, or an empty one");
        }
    }

    Path archive() {
        return dir.resolve("archive");
    }

    Path cluster() {
        return dir.resolve("cluster");
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
