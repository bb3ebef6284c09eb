package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.OwnCommand;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each command has all of its classes on the class path that the launcher of a built distribution gives it; that class
 * path is smaller than that of the other tests. Venues whose files have all sections start with that launcher.
 */
@Proves("the packaged launcher starts every documented command")
@Tag("whole")
class LaunchedCommandsTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    /** Commands on the folder of a venue: one command for each class path, and commands that read files of doors. */
    private static final List<String> SOME =
            List.of("backup --to=copy", "key list", "config check daybook.toml", "feed restart data", "audit data");

    private static final List<String> REST = List.of(
            "exec in.jsonl",
            "shell",
            "demo --seconds 1",
            "restore data",
            "journal stat data",
            "journal verify data",
            "journal dump data",
            "journal followers data",
            "journal truncate --at=3 data",
            "snapshot list data",
            "snapshot verify data",
            "mark set --from=2 data m",
            "mark list data",
            "mark remove data m",
            "gateway",
            "testvenue --memory --for=PT0S",
            "session secret",
            "session reset daybook.toml 17",
            "fix roll daybook.toml",
            "restore-backup data --try",
            "admit data 17",
            "key on k262145",
            "fix dump daybook.toml 18",
            "feed play --config=daybook.toml data",
            "config init --to=new.toml",
            "config show",
            "key add --role=viewer some",
            "key init",
            "key password 1",
            "key end 1",
            "import lobster messages orderbook",
            "import itch day",
            "export --to=csv:rows data",
            "export itch data day",
            "series --flow=data --tops=tops.csv",
            "backtest --flow=messages --book=orderbook --orders=mine --out=report",
            "trade --session=17 --secret=none --uid=301 --feed-session=18 --feed-secret=none --symbols=1"
                    + " --strategy=random",
            "floor --for=2s --symbols=1 --traders=market-maker,liquidity-taker",
            "hops data",
            "explain RISK_NSF");

    private static final String MAIN = "io/daybook/cli/Daybook";

    /** The folders of libraries that only some commands have on their class path. */
    private static final List<String> EXTRA = List.of("server", "cluster", "testvenue");

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private UnpackedDistribution daybook;

    @BeforeEach
    void unpack() throws IOException {
        daybook = new UnpackedDistribution(folder);
    }

    private List<Path> jars(final String element) throws IOException {
        assertTrue(element.endsWith("/*"), element);
        try (Stream<Path> files = Files.list(folder.resolve(element.substring(0, element.length() - 2)))) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private List<Path> jarsOf(final String command) throws IOException, InterruptedException {
        final List<Path> jars = new ArrayList<>();
        for (final String element : daybook.classPath(command)) {
            jars.addAll(jars(element));
        }
        return jars;
    }

    @Test
    void shouldHaveEachClassThatACommandNames() throws IOException, InterruptedException {
        final List<Path> all = new ArrayList<>(jars(daybook.lib() + "/*"));
        for (final String extra : EXTRA) {
            all.addAll(jars(daybook.lib().resolve(extra) + "/*"));
        }
        final ClassReferences references = new ClassReferences(all);
        final Map<String, List<Path>> jarsByFirstWord = new HashMap<>();
        final Set<String> missing = new TreeSet<>();
        for (final Map.Entry<String, String> command : OwnCommand.classes().entrySet()) {
            final String first = command.getKey().split(" ")[0];
            if (!jarsByFirstWord.containsKey(first)) {
                jarsByFirstWord.put(first, jarsOf(first));
            }
            references
                    .missing(command.getValue().replace('.', '/'), MAIN, jarsByFirstWord.get(first))
                    .forEach(name -> missing.add(command.getKey() + ": " + name));
        }
        assertEquals(Set.of(), missing);
        assertTrue(jarsByFirstWord.containsKey("cluster") && jarsByFirstWord.containsKey("exec"));
        assertTrue( // otherwise no class could be missing
                jarsByFirstWord.get("exec").size()
                        < jarsByFirstWord.get("serve").size());
    }

    /** Each jar makes a start slower, so commands that are often started have only the jars of lib. */
    @Test
    void shouldGiveBriefCommandsTheSmallClassPath() throws IOException, InterruptedException {
        for (final String command : List.of("--version", "--help", "exec", "shell", "restore", "journal", "explain")) {
            assertEquals(List.of(daybook.lib() + "/*"), daybook.classPath(command), command);
        }
    }

    @Test
    @OnlyLong
    void shouldRunNodesWithAllTheirDoors() throws Exception {
        try (ClusterVenue venue = new ClusterVenue(folder, seed, true, node -> "[gateway.feed]\nlevels = true\n")) {
            venue.launchBy(daybook);
            venue.members(
                    "\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":301},\"may\":[\"trade\"]",
                    "\"session\":18,\"protocol\":\"fix\",\"compId\":\"C18\",\"venue\":\"DAYBOOK\","
                            + "\"accounts\":{\"U\":302},\"may\":[\"trade\"]");
            require(venue.run("check", venue.file(0).toString(), venue.file(1).toString()));
            venue.begin();
            venue.follow("gateway", "gateway-fix", "feed");
            venue.snapshot();
            venue.roll();
            venue.awaitAgreement();
            for (int node = 0; node < ClusterConfig.NODES; node++) {
                assertTrue(Files.isDirectory(venue.data(node).resolve("feed")), venue::log);
            }
            requireCommandsOfTheLog(venue);
            require(venue.run("status", venue.file(0).toString()));
            require(venue.run("stop", venue.file(venue.awaitLeader()).toString()));
            for (int node = 0; node < ClusterConfig.NODES; node++) {
                assertEquals(0, venue.awaitEnd(node), venue::log);
            }
            rescue(venue);
            assertFalse(venue.log().contains("NoClassDefFoundError"), venue::log);
            final Set<String> leafs = new TreeSet<>(OwnCommand.classes().keySet());
            leafs.removeIf(leaf -> !leaf.startsWith("cluster "));
            venue.commands().forEach(command -> leafs.remove("cluster " + command));
            assertEquals(Set.of("cluster demo"), leafs, "the commands that were not started");
        }
    }

    /** Runs commands that read the log of a running node, and commands that are refused while it runs. */
    private void requireCommandsOfTheLog(final ClusterVenue venue) throws Exception {
        final String file = venue.file(0).toString();
        require(venue.run("export", file, folder.resolve("exported").toString()));
        requireRefusal(2, "", venue.run("retain", file)); // there are too few snapshots
        requireRefusal(2, "", venue.run("activate", "--semantics=99", file));
        requireRefusal(2, "", venue.run("seed", file));
        requireRefusal(2, "", venue.run("new", file));
        requireRefusal(
                3, "", venue.run("import", file, folder.resolve("exported").toString()));
        final Process backup =
                venue.begin("backup", file, folder.resolve("copy").toString());
        try {
            venue.await(all -> Files.isDirectory(folder.resolve("copy")));
            backup.destroy();
            assertTrue(backup.waitFor(1, TimeUnit.MINUTES));
            assertEquals(143, backup.exitValue(), "the status after SIGTERM, as in its help");
        } finally {
            backup.destroyForcibly();
        }
    }

    private static void requireRefusal(final int status, final String why, final DaybookProcess.Ended ended) {
        assertEquals(status, ended.status(), () -> ended.out() + ended.err());
        assertTrue(ended.err().contains(why), ended::err);
        assertFalse(ended.err().contains("\tat "), ended::err);
    }

    /**
     * After all nodes have ended, the folders of two are lost: rescues the log of the third node and begins the cluster
     * anew from it, as an operator would.
     */
    private void rescue(final ClusterVenue venue) throws Exception {
        final String file = venue.file(0).toString();
        final String journal = folder.resolve("journal").toString();
        final DaybookProcess.Ended asked = venue.run("rescue", file, journal);
        assertEquals(2, asked.status(), asked.err());
        assertTrue(asked.out().contains("Nothing was done: add --yes to carry it out."), () -> "" + asked.out());
        assertTrue(Files.isDirectory(venue.data(0)));
        for (int node = 1; node < ClusterConfig.NODES; node++) {
            Files.move(venue.data(node), folder.resolve("lost" + node));
        }
        final Process rescue = venue.begin("rescue", file, journal, "--yes");
        try {
            venue.await(all -> Files.isDirectory(folder.resolve("data0.rescued")));
            require(venue.run("new", file));
            for (int node = 0; node < ClusterConfig.NODES; node++) {
                venue.start(node);
            }
            assertTrue(rescue.waitFor(2, TimeUnit.MINUTES), venue::log);
            assertEquals(0, rescue.exitValue(), venue::log);
        } finally {
            rescue.destroyForcibly();
        }
        venue.awaitAgreement();
        assertEquals(0, venue.operate("user 309 EUR 1\n").status());
    }

    private static void require(final DaybookProcess.Ended ended) {
        assertEquals(0, ended.status(), () -> ended.out() + ended.err());
    }

    /**
     * Serves one folder; after the server has ended, runs the operators' commands on the folder, all of them only in
     * the long build.
     */
    @Test
    @OnlyLong
    void shouldServeAllSectionsAndRunEachCommandOnTheirFolder() throws Exception {
        final VenueProcess venue = new VenueProcess(folder, seed);
        venue.launchBy(daybook);
        venue.withHttp();
        venue.withFix();
        venue.configure(
                "",
                "[feed]\nlevels = true\n",
                "\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":301},\"may\":[\"trade\"]",
                "\"session\":18,\"protocol\":\"fix\",\"compId\":\"C18\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":302},"
                        + "\"may\":[\"trade\"]");
        venue.endow();
        try {
            venue.start();
            venue.stop();
        } finally {
            venue.kill();
        }
        Files.writeString(folder.resolve("in.jsonl"), "{\"cmd\":\"add_user\",\"uid\":1}\n");
        final Set<String> leafs = new TreeSet<>(OwnCommand.classes().keySet());
        OwnCommand.classes().keySet().forEach(one -> leafs.removeIf(other -> one.startsWith(other + " ")));
        final List<String> lines = new ArrayList<>(SOME);
        if (LONG) {
            lines.addAll(REST);
        }
        for (final String line : lines) {
            final UnpackedDistribution.Ended ended = daybook.run(Map.of(), line.split(" "));
            // Some commands are refused because of the files that they find.
            assertTrue(ended.status() <= (SOME.contains(line) ? 0 : 2), () -> line + "\n" + ended.out() + ended.err());
            assertFalse(ended.err().contains("\tat "), () -> line + "\n" + ended.err());
            leafs.removeIf(leaf -> line.equals(leaf) || line.startsWith(leaf + " "));
        }
        leafs.removeIf(
                leaf -> leaf.startsWith("cluster ") || List.of("help", "serve").contains(leaf));
        assertTrue(!LONG || leafs.isEmpty(), leafs::toString);
    }
}
