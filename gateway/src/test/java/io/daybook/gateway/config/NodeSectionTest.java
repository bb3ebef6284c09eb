package io.daybook.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.daybook.api.Listing;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the section of the doors in the file of a cluster's node. */
class NodeSectionTest {
    private static final Path FILE = Path.of("tulip", "n0.toml");

    private static final String FULL = """
            cluster = "tulip"
            node = 0
            [gateway]
            members = "members.json"
            addresses = ["a.lan:7001", "10.0.0.2:7001", "[fd00::3]:7001"]
            [gateway.tcp]
            port = 7001
            limits.inFlight = 64
            [gateway.feed]
            channels = 2
            restarts = 3
            anewFrom = 70000
            [gateway.feed.lineA]
            address = "127.0.0.1"
            port = 15000
            """;

    private static @Nullable NodeGatewayConfig read(final String text) throws ConfigException {
        return GatewayConfigReader.node(FILE, text.getBytes(StandardCharsets.UTF_8), Inputs.none(), 3, true);
    }

    @Test
    void shouldReadTheDoorOfANode() throws ConfigException {
        final NodeGatewayConfig door = read(FULL);
        assertNotNull(door);
        assertEquals(Path.of("tulip", "members.json"), door.members());
        assertEquals(List.of("a.lan:7001", "10.0.0.2:7001", "[fd00::3]:7001"), door.addresses());
        assertEquals(7_001, door.tcp().port());
        assertEquals(64, door.tcp().limits().inFlight());
        assertTrue(door.tcp().lossOnPowerFailure());
    }

    private static final String FIX = """
            [gateway.fix]
            addresses = ["a.lan:9001", "10.0.0.2:9001", "[fd00::3]:9001"]
            port = 9001
            [gateway.fix.slippage]
            BTC-EUR = "100.00"
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
            lot = "0.00001"
            """;

    @Test
    void shouldReadTheDoorOfFix() throws ConfigException {
        final NodeGatewayConfig door = read(FULL + FIX);
        assertNotNull(door);
        final NodeFixConfig fix = door.fix();
        assertNotNull(fix);
        assertEquals(List.of("a.lan:9001", "10.0.0.2:9001", "[fd00::3]:9001"), fix.addresses());
        assertEquals(9_001, fix.door().port());
        assertEquals("BTC-EUR", fix.listings().get(0).name());
        assertEquals(Map.of(1, 10_000L), fix.door().slippage());
    }

    static List<Arguments> faultsOfFix() {
        return List.of(
                arguments("\"10.0.0.2:9001\", ", "", "gateway.fix.addresses: must be a list of 3"),
                arguments("port = 9001", "port = 9001\nlimit = 1", "gateway.fix.limit: unknown key"),
                arguments("BTC-EUR = ", "BTC-USD = ", "gateway.fix.slippage.BTC-USD: is not listed here"),
                arguments("tick = \"0.01\"", "tick = 0.01", "listing.BTC-EUR.tick"),
                arguments(FIX.substring(FIX.indexOf("[gateway.fix.slippage]")), "", "gateway.fix: needs a [listing."));
    }

    @ParameterizedTest
    @MethodSource("faultsOfFix")
    void shouldRefuseWhatADoorOfFixCannotBe(final String what, final String instead, final String fault) {
        final ConfigException refused =
                assertThrows(ConfigException.class, () -> read(FULL + FIX.replace(what, instead)));
        assertTrue(String.valueOf(refused.getMessage()).contains(fault), refused::getMessage);
    }

    @Test
    void shouldReadTheFeedOfANode() throws ConfigException {
        final NodeGatewayConfig door = read("""
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
                tick = "0.01"
                lot = "0.001"
                """ + FULL.replace("cluster = \"tulip\"\nnode = 0\n", ""));
        assertNotNull(door);
        final NodeFeedConfig feed = door.feed();
        assertNotNull(feed);
        assertEquals(2, feed.door().channels());
        assertEquals(3, feed.restarts());
        assertEquals(70_000, feed.anewFrom());
        assertEquals(
                List.of("BTC-EUR"), feed.listings().stream().map(Listing::name).toList());
        final NodeGatewayConfig without = read(FULL.substring(0, FULL.indexOf("[gateway.feed]")));
        assertNotNull(without);
        assertNull(without.feed());
    }

    @Test
    void shouldReadListingsWhereThereIsNoDoor() {
        final ConfigException refused = assertThrows(
                ConfigException.class, () -> read("cluster = \"tulip\"\n[currency.BTC]\nid = 1\ndezimals = 8\n"));
        assertTrue(String.valueOf(refused.getMessage()).contains("dezimals"), refused::getMessage);
    }

    @Test
    void shouldFindNoDoorWhereThereIsNoSection() throws ConfigException {
        assertNull(read("cluster = \"tulip\""));
    }

    static List<Arguments> faults() {
        return List.of(
                arguments("members = \"members.json\"", "", "gateway.members: is missing"),
                arguments("port = 7001", "port = 70000", "gateway.tcp.port: 70000 must be"),
                arguments("\"10.0.0.2:7001\", ", "", "gateway.addresses: must be a list of 3"),
                arguments("10.0.0.2:7001", "10.0.0.2", "must be host:port"),
                arguments("limits.inFlight", "limit.inFlight", "gateway.tcp.limit: unknown key"),
                arguments(
                        "port = 7001", "port = 7001\nbind = \"10.0.0.1\"", "gateway.tcp.bind: \"10.0.0.1\" needs TLS"),
                arguments("restarts = 3", "restarts = 256", "gateway.feed.restarts: 256 must be"),
                arguments("restarts = 3", "restarts = 0", "gateway.feed.anewFrom: needs gateway.feed.restarts"),
                arguments("[gateway.feed.lineA]", "[gateway.feed.lineB]", "needs [gateway.feed.lineA]"),
                arguments("[gateway.tcp]", "[gateway.fix]", "gateway.tcp: is missing"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldRefuseWhatADoorCannotBe(final String what, final String instead, final String fault) {
        final ConfigException refused = assertThrows(ConfigException.class, () -> read(FULL.replace(what, instead)));
        assertTrue(String.valueOf(refused.getMessage()).contains(fault), refused::getMessage);
    }
}
