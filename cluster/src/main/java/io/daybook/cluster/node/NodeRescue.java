package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Rescues a cluster whose two other nodes lost their folders: the log of the third, stopped node becomes a journal, and
 * its folder is moved away, so that three nodes with empty folders begin a new log with the state of that journal.
 *
 * @param export the journal
 * @param putAway the new place of the node's folder
 */
public record NodeRescue(NodeExport export, Path putAway) {
    private static final int ANSWER_MS = 2_000;
    private static final String SUFFIX = ".rescued";

    /**
     * Exports the whole log of the remaining node, and moves its folder away.
     *
     * @param config the configuration of that node, on its machine
     * @param journal the folder of the journal; continued if there is one
     * @throws ClusterConfigException if the node runs, or another node answers and has a log: then a seed is possible
     * @throws io.daybook.cluster.log.ClusterLogException if its log cannot be read
     */
    public static NodeRescue run(final ClusterConfig config, final Path journal) throws IOException {
        for (final Optional<NodeStatus> status : StatusClient.ask(config, ANSWER_MS)) {
            if (status.isPresent() && status.get().node() == config.node()) {
                throw new ClusterConfigException(
                        "node " + config.node() + " runs: end its process, then run this again");
            }
            if (status.isPresent() && status.get().hasLog()) {
                throw new ClusterConfigException("node " + status.get().node() + " answers and has a log: two nodes"
                        + " with a log go on, and the third is filled by daybook cluster seed; nothing was done");
            }
        }
        final NodeExport export = NodeExport.run(config, journal, true);
        if (export.isCommitted()) {
            throw new ClusterConfigException("node " + config.node() + " was started meanwhile: end its process");
        }
        Path putAway = config.dir().resolveSibling(config.dir().getFileName() + SUFFIX);
        for (int number = 2; Files.exists(putAway); number++) {
            putAway = config.dir().resolveSibling(config.dir().getFileName() + SUFFIX + number);
        }
        Files.move(config.dir(), putAway);
        return new NodeRescue(export, putAway);
    }
}
