package io.daybook.cluster.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A node as a process of its own: the file of its configuration is the only argument. The files {@code .network} and
 * {@code .space} beside it, where there are any, disturb it.
 */
public final class NodeProgram {
    private NodeProgram() {}

    public static void main(final String[] args) throws Exception {
        final Path file = Path.of(args[0]);
        final ClusterConfig config = ClusterConfigReader.read(file);
        final Path network = beside(file, ".network");
        final NodeMachine machine = new NodeMachine(
                driver -> {
                    if (Files.exists(network)) {
                        new NetworkFaults(config, network).into(driver);
                    }
                },
                dir -> space(beside(file, ".space"), dir));
        final ClusterNode node = ClusterNode.start(config, machine);
        Runtime.getRuntime().addShutdownHook(new Thread(node::close));
        node.awaitEnd();
    }

    static Path beside(final Path file, final String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private static long space(final Path told, final Path dir) throws IOException {
        return Files.exists(told)
                ? Long.parseLong(Files.readString(told).strip())
                : NodeMachine.REAL.space().bytes(dir);
    }
}
