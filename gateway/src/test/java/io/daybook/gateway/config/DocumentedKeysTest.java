package io.daybook.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.config.ConfigException;
import io.daybook.config.Fault;
import io.daybook.config.Inputs;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/operations.md has the keys that the readers know, as they name them themselves where one is unknown. */
@Proves("the documented keys of daybook.toml and members.json are those the readers know")
class DocumentedKeysTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "operations.md");
    private static final Pattern ROW = Pattern.compile("^\\| (`[^|]+`) \\| (.*?) \\|", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern KNOWN = Pattern.compile(".* (\\S+)\\.zzzzzzzzzz: unknown key\\. Known here: (.*)\\.");
    private static final String UNKNOWN = "zzzzzzzzzz";

    /** A file with all sections, each with a key that nobody knows. */
    private static final String TOML = """
            data = "d"
            members = "m"
            [exchange]
            zzzzzzzzzz = 1
            [currency.X]
            id = 1
            decimals = 2
            zzzzzzzzzz = 1
            [currency.Y]
            id = 2
            decimals = 2
            [listing.X]
            symbol = 1
            type = "futures"
            base = "X"
            quote = "Y"
            tick = "1"
            lot = "1"
            tickValue = "1"
            zzzzzzzzzz = 1
            [tcp]
            port = 0
            zzzzzzzzzz = 1
            [tcp.limits]
            zzzzzzzzzz = 1
            [tcp.tls]
            certificate = "c"
            key = "k"
            zzzzzzzzzz = 1
            [feed]
            zzzzzzzzzz = 1
            [feed.lineA]
            zzzzzzzzzz = 1
            [feed.snapshots]
            zzzzzzzzzz = 1
            [feed.requests]
            zzzzzzzzzz = 1
            """;

    private static final String MEMBERS = """
            {"members":[{"name":"A","zzzzzzzzzz":1,"sessions":[
              {"session":1,"protocol":"tcp","may":["trade"],"zzzzzzzzzz":1,"limits":{"zzzzzzzzzz":1}}]}],
             "zzzzzzzzzz":1}
            """;

    @ParameterizedTest
    @CsvSource({"exchange, exchange", "currency.X, currency.X", "listing.X, listing.X", "tcp.limits, tcp.limits"})
    void shouldDocumentTheKeysOfASection(final String section, final String documented) throws IOException {
        assertEquals(documentedKeys(documented, key -> !key.contains(".")), known(TOML, section));
    }

    @Test
    void shouldDocumentTheKeysOfTheDoor() throws IOException {
        final Set<String> keys = documentedKeys("tcp", key -> !key.contains("."));
        keys.addAll(List.of("limits", "tls"));
        assertEquals(keys, known(TOML, "tcp"));
        final Set<String> tls = documentedKeys("tcp.tls", key -> true);
        assertEquals(tls, known(TOML, "tcp.tls"));
    }

    @Test
    void shouldDocumentTheKeysOfTheFeed() throws IOException {
        final Set<String> keys = documentedKeys("feed", key -> !key.contains("."));
        keys.addAll(List.of("lineA", "lineB", "snapshots", "requests"));
        assertEquals(keys, known(TOML, "feed"));
        assertEquals(documentedKeys("feed.lineA", key -> true), known(TOML, "feed.lineA"));
        final Set<String> snapshots = documentedKeys("feed.snapshots", key -> !key.equals("…"));
        snapshots.addAll(documentedKeys("feed.lineA", key -> true));
        assertEquals(snapshots, known(TOML, "feed.snapshots"));
        assertEquals(documentedKeys("feed.requests", key -> true), known(TOML, "feed.requests"));
    }

    @Test
    void shouldDocumentTheKeysAtTheTop() throws IOException {
        final Set<String> known = knownKeys(faults("zzzzzzzzzz = 1\n" + TOML), "zzzzzzzzzz: unknown key. Known here: ");
        final Set<String> documented = rows().stream()
                .map(key -> key.replaceFirst("\\..*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        documented.add("tls"); // in the row of tcp.tls
        assertEquals(
                documented,
                known.stream()
                        .filter(key -> !GatewayConfigReaderTest.OF_HTTP.contains(key))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void shouldDocumentTheKeysOfMembers() throws IOException {
        final Set<String> documented = documentedMembersKeys();
        final Set<String> known = new TreeSet<>(known(MEMBERS, "member"));
        known.remove("sessions"); // drawn above the table
        known.addAll(known(MEMBERS, "session"));
        assertEquals(documented, known);
        assertEquals(Set.of("perSecond", "burst"), known(MEMBERS, "session.limits"));
    }

    private static Set<String> documentedMembersKeys() throws IOException {
        final String text = Files.readString(DOCUMENT);
        final int begin = text.indexOf("### members.json");
        return codes(text.substring(begin, text.indexOf("### daybook.toml", begin)));
    }

    /** Of a section, those of its keys, without its name. */
    private static Set<String> documentedKeys(final String section, final Predicate<String> filter) throws IOException {
        return rows().stream()
                .filter(key -> key.startsWith(section + "."))
                .map(key -> key.substring(section.length() + 1))
                .filter(filter)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All keys of the tables of daybook.toml; in the row of {@code exchange.…} they are in the second column. */
    private static Set<String> rows() throws IOException {
        final String text = Files.readString(DOCUMENT);
        final int begin = text.indexOf("### daybook.toml");
        final String tables = text.substring(begin, text.indexOf("\n## ", begin));
        final Set<String> keys = codes(tables);
        final Matcher exchange = Pattern.compile("^\\| `exchange\\.…` \\| (.*?) \\|", Pattern.MULTILINE)
                .matcher(tables);
        assertTrue(exchange.find());
        final String settings = exchange.group(1).replaceAll("\\([^)]*\\)", "").replace("`ExchangeConfig`", "");
        CODE.matcher(settings).results().forEach(code -> keys.add("exchange." + code.group(1)));
        keys.remove("exchange.…");
        return keys;
    }

    private static Set<String> codes(final String tables) {
        final Set<String> keys = new TreeSet<>();
        ROW.matcher(tables)
                .results()
                .forEach(row -> CODE.matcher(row.group(1)).results().forEach(code -> keys.add(code.group(1))));
        return keys;
    }

    private static Set<String> known(final String text, final String section) {
        for (final String fault : faults(text)) {
            final Matcher matcher = KNOWN.matcher(fault);
            if (matcher.matches() && matcher.group(1).equals(section)) {
                return Set.copyOf(List.of(matcher.group(2).split(", ")));
            }
        }
        throw new AssertionError("no fault for " + section + "." + UNKNOWN + ": " + faults(text));
    }

    private static Set<String> knownKeys(final List<String> faults, final String before) {
        for (final String fault : faults) {
            final int place = fault.indexOf(" " + before);
            if (place >= 0) {
                final String keys = fault.substring(place + 1 + before.length(), fault.length() - 1);
                return Set.copyOf(List.of(keys.split(", ")));
            }
        }
        throw new AssertionError("no fault with " + before + ": " + faults);
    }

    private static List<String> faults(final String text) {
        final byte[] content = text.getBytes(StandardCharsets.UTF_8);
        return assertThrows(ConfigException.class, () -> {
                    if (text.startsWith("{")) {
                        MembersReader.read("members.json", content);
                    } else {
                        GatewayConfigReader.read(
                                Path.of("daybook.toml"), content, Inputs.none(), GatewayConfigReaderTest::passOver);
                    }
                })
                .faults()
                .stream()
                .map(Fault::toString)
                .toList();
    }
}
