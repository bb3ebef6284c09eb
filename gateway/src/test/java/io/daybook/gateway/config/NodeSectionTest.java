package io.daybook.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The door in the file of a cluster's node. */
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
            """;

    private static @Nullable NodeGatewayConfig read(final String text) throws ConfigException {
        return GatewayConfigReader.node(FILE, text.getBytes(StandardCharsets.UTF_8), 3, true);
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
                arguments("[gateway.tcp]", "[gateway.fix]", "gateway.tcp: is missing"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldRefuseWhatADoorCannotBe(final String what, final String instead, final String fault) {
        final ConfigException refused = assertThrows(ConfigException.class, () -> read(FULL.replace(what, instead)));
        assertTrue(String.valueOf(refused.getMessage()).contains(fault), refused::getMessage);
    }
}
