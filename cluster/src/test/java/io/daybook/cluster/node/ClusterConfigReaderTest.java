package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.config.Answers;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.ClusterConfigReader;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.config.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterConfigReaderTest {
    private static final String MEMBERS = "members = [\"127.0.0.1:20000\", \"127.0.0.1:20010\", \"127.0.0.1:20020\"]\n";
    private static final String LEAST = "cluster = \"tulip\"\nnode = 1\ndir = \"data\"\n" + MEMBERS;

    @TempDir
    private Path folder;

    private ClusterConfig read(final String content) throws IOException {
        return ClusterConfigReader.read(Files.writeString(folder.resolve("node.toml"), content));
    }

    @Test
    void shouldReadTheLeastThatANodeNeeds() throws IOException {
        final ClusterConfig config = read(LEAST);
        assertEquals("tulip", config.cluster());
        assertEquals(folder.resolve("data"), config.dir());
        assertEquals(new ClusterMember("127.0.0.1", 20_010), config.self());
        assertEquals("127.0.0.1", config.bind());
        assertEquals(Durability.POWER, config.durability());
        assertEquals(Answers.CARRIED_OUT, config.answers());
        assertEquals(1_000, config.heartbeatMs());
        assertEquals(100, config.intervalMs());
        assertEquals(500, config.electionMs());
        assertEquals(100, config.clients());
        assertEquals("0=127.0.0.1:20000,1=127.0.0.1:20010,2=127.0.0.1:20020", config.ingressEndpoints());
        assertTrue(config.isPrivate());
    }

    @Test
    void shouldReadEverything() throws IOException {
        final ClusterConfig config = read(LEAST
                + "bind = \"127.0.0.2\"\ndurability = \"power-metadata\"\nanswers = \"committed\"\n"
                + "[timeouts]\nheartbeat = 300\ninterval = 50\nelection = 150\n[limits]\nclients = 7\n"
                + "[upkeep]\nat = [\"15:30\", \"03:30\"]\n");
        assertEquals(List.of(LocalTime.of(3, 30), LocalTime.of(15, 30)), config.upkeepAt());
        assertEquals("127.0.0.2", config.bind());
        assertEquals(Durability.POWER_METADATA, config.durability());
        assertEquals(Answers.COMMITTED, config.answers());
        assertEquals(
                List.of(300, 50, 150, 7),
                List.of(config.heartbeatMs(), config.intervalMs(), config.electionMs(), config.clients()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "cluster = \"tulip\" | cluster = \"Tulip 1\" | 1:1 cluster: \"Tulip 1\" must have 1 to 32",
                "node = 1 | node = 3 | 2:1 node: 3 must be a whole number from 0 to 2.",
                "node = 1 | node = \"1\" | node: \"1\" must be a whole number",
                "dir = \"data\" | dir = 7 | dir: 7 must be a text in quotes",
                "dir = \"data\" | folder = \"data\" | 3:1 folder: unknown key.",
                "127.0.0.1:20010 | 127.0.0.1 | 4:31 members: \"127.0.0.1\" must be \"host:port\"",
                "127.0.0.1:20010 | 127.0.0.1:70000 | must be \"host:port\", with a port from 1 to 65529",
                "127.0.0.1:20010 | 127.0.0.1:20003 | at least 6 apart: 127.0.0.1:20000, 127.0.0.1:20003",
                ", \"127.0.0.1:20020\" | `` | members: must be a list of 3",
                "node = 1 | node = 1 1 | 2:10 not valid TOML",
                "dir = \"data\" | dir = \"data\"\\ndurability = \"mostly\" | durability: \"mostly\" must be one"
                        + " of power, power-metadata, process.",
                "dir = \"data\" | dir = \"data\"\\nanswers = \"soon\" | answers: \"soon\" must be one of"
                        + " carried-out, committed.",
                "dir = \"data\" | dir = \"data\"\\nbind = \"0.0.0.0\" | bind: \"0.0.0.0\" must be one address",
                "dir = \"data\" | dir = \"data\"\\ntimeouts.heartbeat = 1 | timeouts.heartbeat: 1 must be a"
                        + " whole number from 50 to 60000.",
                "dir = \"data\" | dir = \"data\"\\ntimeouts.pause = 1 | timeouts.pause: unknown key. Known here:"
                        + " heartbeat, interval, election.",
                "dir = \"data\" | dir = \"data\"\\nupkeep.at = \"3:30\" | upkeep.at: \"3:30\" must be a list",
                "dir = \"data\" | dir = \"data\"\\nupkeep.at = [\"3:30\"] | upkeep.at: \"3:30\" must be a time"
                        + " of the day in UTC"
            })
    void shouldNameEachFaultWithItsFile(final String from, final String to, final String fault) {
        final ClusterConfigException refused =
                assertThrows(ClusterConfigException.class, () -> read(LEAST.replace(from, to.replace("\\n", "\n"))));
        assertTrue(refused.getMessage().contains(fault), refused::getMessage);
        assertTrue(refused.getMessage().contains("node.toml"), refused::getMessage);
    }

    @Test
    void shouldNameAllFaultsAtOnce() {
        final ClusterConfigException refused = assertThrows(
                ClusterConfigException.class,
                () -> read("cluster = \"T\"\nnode = 7\n[limits]\nclients = 0\nusers = 1\n"));
        assertEquals(6, refused.getMessage().lines().count(), refused::getMessage);
    }

    @Test
    void shouldReadTimesWithoutQuotes() throws IOException {
        assertEquals(
                List.of(LocalTime.of(3, 30)),
                read(LEAST + "[upkeep]\nat = [03:30:00]\n").upkeepAt());
    }

    @Test
    void shouldLookForOthersForAMultipleOfAnyHeartbeat() {
        assertEquals(
                List.of(20_000L, 10_000L, 5_100L, 5_000L),
                List.of(
                        ClusterNode.canvassMs(5_000, 10_000),
                        ClusterNode.canvassMs(5_000, 5_000),
                        ClusterNode.canvassMs(5_000, 300),
                        ClusterNode.canvassMs(5_000, 1_000)));
        for (int heartbeat = 50; heartbeat <= 60_000; heartbeat++) {
            final long canvass = ClusterNode.canvassMs(5_000, heartbeat);
            assertTrue(canvass >= 5_000 && canvass % heartbeat == 0 && canvass / heartbeat >= 2, "" + heartbeat);
        }
    }

    @Test
    void shouldSayWhatDoesNotFitTogether() throws IOException {
        final ClusterConfig one = read(LEAST);
        assertEquals(List.of(), ClusterConfig.compare(List.of(one, read(LEAST.replace("node = 1", "node = 2")))));
        final ClusterConfig other = read(LEAST.replace("tulip", "rose")
                .replace("20020", "20030")
                .replace("dir =", "answers = \"committed\"\ndir ="));
        final List<String> faults = ClusterConfig.compare(List.of(one, other));
        assertEquals(4, faults.size(), faults::toString);
        assertTrue(faults.get(3).contains("answers must be the same in all files"), faults::toString);
        assertTrue(faults.get(0).contains("node=1 twice"), faults::toString);
        assertTrue(faults.get(1).contains("rose"), faults::toString);
    }

    @Test
    void shouldFindTheNextOfSomeTimesOfTheDay() {
        final List<LocalTime> times = List.of(LocalTime.of(3, 30), LocalTime.of(15, 30));
        final Instant noon = Instant.parse("2026-11-25T12:00:00Z");
        final Instant first = Instant.parse("2026-11-25T15:30:00Z");
        assertEquals(first, NodeUpkeep.next(times, noon));
        assertEquals(first, NodeUpkeep.next(times, first.minusNanos(1)));
        assertEquals(Instant.parse("2026-11-26T03:30:00Z"), NodeUpkeep.next(times, first));
        assertEquals(Instant.MAX, NodeUpkeep.next(List.of(), noon));
    }

    @Test
    void shouldKnowPublicAddresses() throws IOException {
        final ClusterConfig config = read(LEAST);
        for (final String host : List.of("10.1.2.3", "192.168.0.1", "127.0.0.1", "fd00::1", "::1")) {
            assertTrue(withBind(config, host).isPrivate(), host);
        }
        for (final String host : List.of("8.8.8.8", "2001:4860::1")) {
            assertFalse(withBind(config, host).isPrivate(), host);
        }
    }

    private static ClusterConfig withBind(final ClusterConfig config, final String bind) {
        return new ClusterConfig(
                config.cluster(),
                config.node(),
                config.dir(),
                config.members(),
                bind,
                config.durability(),
                config.answers(),
                config.heartbeatMs(),
                config.intervalMs(),
                config.electionMs(),
                config.clients(),
                config.secrets(),
                config.upkeepAt());
    }
}
