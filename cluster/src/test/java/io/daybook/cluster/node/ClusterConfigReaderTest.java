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
                "cluster = \"tulip\" | cluster = \"Tulip 1\" | cluster must be of",
                "node = 1 | node = 3 | node must be a number within 0..2: node=3",
                "node = 1 | node = \"1\" | node must be a number",
                "dir = \"data\" | dir = 7 | dir must be a text in quotes: dir=7",
                "dir = \"data\" | folder = \"data\" | folder is no key of a node",
                "127.0.0.1:20010 | 127.0.0.1 | a member must be",
                "127.0.0.1:20010 | 127.0.0.1:70000 | a member must be",
                "127.0.0.1:20010 | 127.0.0.1:20003 | at least 6 apart: 127.0.0.1:20000, 127.0.0.1:20003",
                ", \"127.0.0.1:20020\" | `` | members must be a list of 3",
                "node = 1 | node = 1 1 | no valid TOML",
                "dir = \"data\" | dir = \"data\"\\ndurability = \"mostly\" | durability must be one of",
                "dir = \"data\" | dir = \"data\"\\nanswers = \"soon\" | answers must be one of",
                "dir = \"data\" | dir = \"data\"\\nbind = \"0.0.0.0\" | bind must be one address",
                "dir = \"data\" | dir = \"data\"\\ntimeouts.heartbeat = 1 | heartbeat must be a number within 50",
                "dir = \"data\" | dir = \"data\"\\ntimeouts.pause = 1 | timeouts.pause is no key",
                "dir = \"data\" | dir = \"data\"\\nupkeep.at = \"3:30\" | upkeep.at must be a list of times",
                "dir = \"data\" | dir = \"data\"\\nupkeep.at = [\"3:30\"] | upkeep.at=[3:30]"
            })
    void shouldNameEachFaultWithItsFile(final String from, final String to, final String fault) {
        final ClusterConfigException refused =
                assertThrows(ClusterConfigException.class, () -> read(LEAST.replace(from, to.replace("\\n", "\n"))));
        assertTrue(refused.getMessage().contains(fault), refused::getMessage);
        assertTrue(refused.getMessage().contains("node.toml"), refused::getMessage);
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
