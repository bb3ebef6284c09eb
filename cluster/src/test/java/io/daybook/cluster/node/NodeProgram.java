package io.daybook.cluster.node;

import java.nio.file.Path;

/** A node as a process of its own: the file of its configuration is the only argument. */
public final class NodeProgram {
    private NodeProgram() {}

    public static void main(final String[] args) throws Exception {
        final ClusterNode node = ClusterNode.start(ClusterConfigReader.read(Path.of(args[0])));
        Runtime.getRuntime().addShutdownHook(new Thread(node::close));
        node.awaitEnd();
    }
}
