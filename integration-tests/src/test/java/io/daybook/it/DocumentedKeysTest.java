package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.cluster.config.ClusterConfigReader;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.config.Sentences;
import io.daybook.gateway.config.GatewayConfigReader;
import io.daybook.host.Proves;
import io.daybook.server.config.ServerSections;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/keys.md} lists the keys that the readers of configurations declare; {@code -Ddaybook.update=true} writes
 * the page.
 */
@Proves("docs/keys.md has the keys of daybook.toml and of a node's file, as the readers declare them")
class DocumentedKeysTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "keys.md");

    /** A file with all sections; most of them have no keys. */
    private static final String VENUE = """
            [exchange]
            [currency.X]
            [listing.X]
            [listing.Y]
            type = "futures"
            [currency.Z]
            id = 5
            decimals = 0
            [currency.W]
            id = 6
            decimals = 0
            [listing.Z]
            symbol = 5
            base = "W"
            quote = "Z"
            tick = "1"
            lot = "1"
            [tcp]
            [tcp.tls]
            [tcp.limits]
            [fix]
            [fix.tls]
            [fix.limits]
            [fix.slippage]
            [feed]
            [feed.lineA]
            [feed.lineB]
            [feed.snapshots]
            [feed.requests]
            [http]
            [http.tls]
            [limits]
            [log]
            """;

    private static final String NODE = "[timeouts]\n[upkeep]\n[limits]\n"
            + VENUE.lines()
                    .filter(line -> line.matches("\\[(tls|tcp|fix|feed).*"))
                    .reduce("[gateway]\n", (text, line) -> text + line.replace("[", "[gateway.") + "\n");

    @TempDir
    private Path folder;

    @Test
    void shouldListTheKeysThatTheReadersDeclare() throws IOException {
        final Map<String, String> rows = new LinkedHashMap<>();
        final String venue = table(rows, "", venue(folder));
        final String node = table(rows, "nodes.", node());
        final String page = """
                # Keys of the files

                A test compares this page with what the readers declare. `….` stands for each section that has the key,
                `X` for a name; * marks keys that must be there.

                ## daybook.toml

                %s
                ## The file of a node

                [A node's file](cluster.md) also has `[currency.X]` and `[listing.X]`; `[gateway.tls]`, `[gateway.tcp]`,
                `[gateway.fix]` and `[gateway.feed]` have the keys of `[tls]`, `[tcp]`, `[fix]` and `[feed]`.

                %s""".formatted(venue, node);
        if (Boolean.getBoolean("daybook.update")) {
            Files.writeString(DOCUMENT, page);
        }
        assertEquals(page, Files.readString(DOCUMENT), "-Ddaybook.update=true writes the page");
        final Set<String> unused = new TreeSet<>(Sentences.entries());
        unused.removeAll(rows.keySet());
        assertEquals(Set.of(), unused, "sentences without a key");
    }

    private static String table(
            final Map<String, String> rows, final String prefix, final List<Inputs.Setting> settings) {
        final StringBuilder table = new StringBuilder("| key and default | what it is |\n|---|---|\n");
        for (final Inputs.Setting setting : settings) {
            final String key = prefix + setting.key();
            final String entry = Sentences.entry(key);
            assertNotNull(entry, key + " has no sentence");
            final String declared = entry.startsWith(prefix) ? entry.substring(prefix.length()) : entry;
            final boolean isWhole =
                    declared.split("\\.").length == setting.key().split("\\.").length;
            final String value = setting.origin().equals("default") && setting.value() != null
                    ? " = " + setting.value() + "`"
                    : setting.origin().equals("required") ? "` *" : "`";
            if (rows.putIfAbsent(entry, value) == null) {
                table.append("| `" + (isWhole ? "" : "….") + declared + value + " | " + Sentences.sentence(entry)
                        + (setting.values().isEmpty() ? "" : "; " + setting.values()) + " |\n");
            }
        }
        return table.toString();
    }

    /** The settings that the readers read from a {@code daybook.toml} with all sections. */
    static List<Inputs.Setting> venue(final Path folder) throws IOException {
        final Path file = Files.writeString(folder.resolve("daybook.toml"), VENUE);
        final Inputs inputs = Inputs.of(Map.of(), List.of());
        assertThrows(ConfigException.class, () -> ServerSections.read(file, inputs));
        return inputs.known();
    }

    private List<Inputs.Setting> node() throws IOException {
        final Path file = Files.writeString(folder.resolve("node.toml"), NODE);
        final Inputs inputs = Inputs.of(Map.of(), List.of());
        assertThrows(IllegalArgumentException.class, () -> ClusterConfigReader.read(file, inputs));
        assertThrows(
                ConfigException.class,
                () -> GatewayConfigReader.node(file, NODE.getBytes(StandardCharsets.UTF_8), inputs, 3, false));
        return inputs.known();
    }
}
