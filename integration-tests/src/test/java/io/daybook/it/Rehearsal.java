package io.daybook.it;

import io.daybook.api.Nop;
import io.daybook.cli.Daybook;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Does the work of the processes of these tests once, in one process, so that the archive of classes for such processes
 * contains the classes that they load. {@link io.daybook.host.ChildJvm} makes the archive.
 */
final class Rehearsal {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ANSWERS = 50;
    private static final long SEED = 1;

    private Rehearsal() {}

    /** Runs the rehearsal. Argument: a folder. */
    public static void main(final String[] args) {
        try {
            rehearse(Path.of(args[0]));
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1); // the threads that the rehearsal started would keep the process alive
        }
    }

    private static void rehearse(final Path folder) throws Exception {
        final VenueProcess venue = serve(Files.createDirectory(folder.resolve("venue")));
        final ClusterVenue nodes = runNodes(Files.createDirectory(folder.resolve("cluster")));
        trade(venue);
        nodes.awaitLeader();
        final String members = nodes.config.ingressEndpoints();
        ClusterSetup.init(members, "127.0.0.1", true, null, PATIENCE);
        try (ClusterExchange client = ClusterExchange.connect(members, "127.0.0.1", 1, PATIENCE)) {
            client.submit(new Nop()).join();
        }
        final Path lines = Files.writeString(folder.resolve("lines.jsonl"), """
                {"cmd":"add_user","uid":1}
                {"cmd":"snapshot"}
                {"cmd":"state_hash"}
                """);
        Daybook.main(new String[] {"exec", "--journal", folder.resolve("exec").toString(), lines.toString()
        }); // ends the process, and closes in order all that runs
    }

    private static VenueProcess serve(final Path folder) throws Exception {
        final VenueProcess venue = new VenueProcess(folder, SEED);
        venue.withFix();
        venue.withHttp();
        venue.configure("", "", "\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":301},\"may\":[\"trade\"]");
        start("serve", "--config", folder.resolve("daybook.toml").toString());
        return venue;
    }

    private static ClusterVenue runNodes(final Path folder) throws Exception {
        final ClusterVenue nodes = new ClusterVenue(folder, SEED, true);
        nodes.members("\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":301},\"may\":[\"trade\"]");
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            start("cluster", "node", nodes.file(node).toString());
        }
        return nodes;
    }

    private static void start(final String... command) {
        final Thread thread = new Thread(() -> Daybook.main(command), String.join(" ", command));
        thread.setDaemon(true);
        thread.start();
    }

    private static void trade(final VenueProcess venue) throws Exception {
        try (TradingMember member = new TradingMember(301, SEED)) {
            member.connect(venue.client(17).connectTimeoutMs((int) PATIENCE.toMillis()));
            member.await(() -> member.answered() >= ANSWERS, PATIENCE.toMillis());
        }
    }
}
