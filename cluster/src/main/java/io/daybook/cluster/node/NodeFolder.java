package io.daybook.cluster.node;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The folder of a node, locked while its process lives.
 *
 * <pre>
 *  identity     cluster, node and members of the first start: others are refused
 *  lock         held by the process; the system lets go of it, however the process ends
 *  archive/     Aeron's recordings of log and snapshots
 *  cluster/     Aeron's consensus module: recording log, votes
 * </pre>
 *
 * <p>Aeron's mark files say that a process lives until ten seconds after its last sign. Whoever has the lock knows
 * better, and removes them, so that a killed node starts again at once.
 */
final class NodeFolder implements AutoCloseable {
    private static final List<String> MARKS =
            List.of("cluster/cluster-mark.dat", "cluster/cluster-mark-service-0.dat", "archive/archive-mark.dat");

    private final Path dir;
    private final FileLock lock;

    private NodeFolder(final Path dir, final FileLock lock) {
        this.dir = dir;
        this.lock = lock;
    }

    /**
     * Takes the folder of a node, made where there is none.
     *
     * @throws ClusterConfigException where another process has it, or where it is that of another node
     */
    static NodeFolder open(final ClusterConfig config) throws IOException {
        final Path dir = config.dir();
        Files.createDirectories(dir);
        final FileLock lock = FileChannel.open(dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                .tryLock();
        if (lock == null) {
            throw new ClusterConfigException(dir + " is in use by another process: stop it, or name another dir");
        }
        final NodeFolder folder = new NodeFolder(dir, lock);
        folder.requireIdentity(config);
        for (final String mark : MARKS) {
            Files.deleteIfExists(dir.resolve(mark));
        }
        return folder;
    }

    private void requireIdentity(final ClusterConfig config) throws IOException {
        final Path file = dir.resolve("identity");
        final String identity =
                "cluster " + config.cluster() + "\nnode " + config.node() + "\nmembers " + config.members() + "\n";
        if (!Files.exists(file)) {
            Files.writeString(file, identity);
        } else if (!Files.readString(file).equals(identity)) {
            lock.acquiredBy().close();
            throw new ClusterConfigException(dir + " is the folder of another node; it says\n" + Files.readString(file)
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
        lock.acquiredBy().close();
    }
}
