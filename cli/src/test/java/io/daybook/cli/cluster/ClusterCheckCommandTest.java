package io.daybook.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.host.Proves;
import io.daybook.sessions.member.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The faults of doors that {@code daybook cluster check} finds. */
@Proves("cluster check finds doors and files that cannot work")
@Tag("whole")
class ClusterCheckCommandTest {
    private static final String KEPT =
            Secret.make(new byte[Secret.RANDOM_BYTES]).kept().kept();

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        for (int node = 0; node < 3; node++) {
            members(node, "{\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"A\":301},\"may\":[\"trade\"]}");
            file(node, "127.0.0.1:7003", true);
        }
    }

    private void file(final int node, final String third, final boolean hasDoor) throws IOException {
        Files.writeString(
                folder.resolve("n" + node + ".toml"),
                """
                cluster = "tulip"
                node = %d
                dir = "data%d"
                members = ["127.0.0.1:20000", "127.0.0.1:20010", "127.0.0.1:20020"]
                """.formatted(node, node) + (hasDoor ? """
                [gateway]
                members = "members%d.json"
                addresses = ["127.0.0.1:7001", "127.0.0.1:7002", "%s"]
                [gateway.tcp]
                port = 700%d
                """.formatted(node, third, node + 1) : ""));
    }

    private void add(final int node, final String more) throws IOException {
        Files.writeString(folder.resolve("n" + node + ".toml"), more, StandardOpenOption.APPEND);
    }

    private void members(final int node, final String sessions) throws IOException {
        Files.writeString(
                folder.resolve("members" + node + ".json"),
                "{\"members\":[{\"name\":\"ALPHA\",\"secret\":\"" + KEPT + "\",\"sessions\":[" + sessions + "]}]}");
    }

    private CommandRun check() {
        return CommandRun.of(
                "cluster",
                "check",
                folder.resolve("n0.toml").toString(),
                folder.resolve("n1.toml").toString(),
                folder.resolve("n2.toml").toString());
    }

    private void requireFault(final String fault) {
        final CommandRun run = check();
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains(fault), run.err());
    }

    @Test
    void shouldFindThatDoorsFitTogether() {
        final CommandRun run = check();
        assertEquals(0, run.status(), run.err());
    }

    @Test
    void shouldFindOtherAddresses() throws IOException {
        file(2, "127.0.0.1:7004", true);
        requireFault("gateway.addresses must be the same in all files: node 2");
    }

    @Test
    void shouldFindANodeWithoutADoor() throws IOException {
        file(1, "127.0.0.1:7003", false);
        requireFault("whether there is [gateway] must be the same in all files: node 1 has none");
    }

    @Test
    void shouldFindOtherSessions() throws IOException {
        members(1, "{\"session\":18,\"protocol\":\"tcp\",\"accounts\":{\"A\":301},\"may\":[\"trade\"]}");
        requireFault("node 1 has no session 17");
        requireFault("node 1 has session 18, and the first file does not");
        members(1, "{\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"A\":302},\"may\":[\"trade\"]}");
        requireFault("node 1 has a different session 17");
    }

    private void fix(final int node, final String third, final String lot, final int closedKept) throws IOException {
        file(node, "127.0.0.1:7003", true);
        final Path file = folder.resolve("n" + node + ".toml");
        Files.writeString(file, Files.readString(file) + """
                [gateway.fix]
                addresses = ["127.0.0.1:9001", "127.0.0.1:9002", "%s"]
                port = 900%d
                limits.closedKept = %d
                [currency.BTC]
                id = 1
                decimals = 8
                [currency.EUR]
                id = 2
                decimals = 7
                [listing.BTC-EUR]
                symbol = 1
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "%s"
                """.formatted(third, node + 1, closedKept, lot));
    }

    @Test
    void shouldFindOtherDoorsOfFix() throws IOException {
        for (int node = 0; node < 3; node++) {
            fix(node, "127.0.0.1:9003", "0.00001", 1_024);
        }
        assertEquals(0, check().status());
        fix(1, "127.0.0.1:9004", "0.0001", 2_048);
        requireFault("gateway.fix.addresses must be the same in all files: node 1");
        requireFault("listings and their currencies must be the same in all files: node 1");
        requireFault("gateway.fix.limits.closedKept must be the same in all files: node 1 has 2048");
        file(1, "127.0.0.1:7003", true);
        requireFault("whether there is [gateway.fix] must be the same in all files: node 1 has none");
    }

    @Test
    void shouldFindThatFeedsFitTogether() throws IOException {
        for (int node = 0; node < 3; node++) {
            add(node, """
                    [gateway.feed]
                    [gateway.feed.lineA]
                    address = "127.0.0.1"
                    port = 15000
                    """);
        }
        final CommandRun run = check();
        assertEquals(0, run.status(), run.err());
    }

    @Test
    void shouldFindOtherFeeds() throws IOException {
        final String listing = """
                [currency.BTC]
                id = 1
                decimals = 8
                [currency.EUR]
                id = 2
                decimals = 5
                [listing.BTC-EUR]
                symbol = 1
                base = "BTC"
                quote = "EUR"
                tick = "%s"
                lot = "0.001"
                """;
        add(0, "[gateway.feed]\nchannels = 2\nlevels = true\n" + listing.formatted("0.01"));
        final String line = "[gateway.feed.lineA]\naddress = \"127.0.0.1\"\nport = 15001\n";
        add(1, "[gateway.feed]\nrestarts = 1\nanewFrom = 9\n" + line + listing.formatted("0.05"));
        requireFault("gateway.feed.channels must be the same in all files: node 1 has 1, the first file 2");
        requireFault("gateway.feed.levels must be the same in all files: node 1 has false, the first file true");
        requireFault("gateway.feed.restarts must be the same in all files: node 1 has 1, the first file 0");
        requireFault("gateway.feed.anewFrom must be the same in all files: node 1 has 9, the first file 0");
        requireFault("node 1 and the first file differ in [BTC-EUR]");
        requireFault(
                "gateway.feed.lineA must be the same in all files: node 1 has 127.0.0.1:15001, the first file none");
        requireFault("whether there is [gateway.feed] must be the same in all files: node 2 has none");
    }

    @Test
    void shouldFindFaultsOfTheSection() throws IOException {
        file(0, "7003", true);
        requireFault("must be host:port");
    }
}
