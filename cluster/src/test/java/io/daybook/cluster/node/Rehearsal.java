package io.daybook.cluster.node;

import io.daybook.api.Nop;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Runs nodes once, in one process, so that the classes that they load are in their archive of classes, see
 * {@link io.daybook.host.ChildJvm}.
 */
final class Rehearsal {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Rehearsal() {}

    /** The argument is a folder. */
    public static void main(final String[] args) {
        try {
            rehearse(Path.of(args[0]));
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1); // else the nodes would continue
        }
    }

    private static void rehearse(final Path folder) throws Exception {
        final ClusterProcesses nodes = ClusterProcesses.patient(folder);
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final String[] file = {folder.resolve("node" + node + ".toml").toString()};
            final Thread thread = new Thread(() -> run(file), "node-" + node);
            thread.setDaemon(true);
            thread.start();
        }
        nodes.awaitLeader();
        ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, PATIENCE);
        try (ClusterExchange client = nodes.connect(1)) {
            client.submit(new Nop()).join();
            client.requestSnapshot().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        nodes.awaitAgreement(1);
        System.exit(0); // ends the nodes in order
    }

    private static void run(final String[] file) {
        try {
            NodeProgram.main(file);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
