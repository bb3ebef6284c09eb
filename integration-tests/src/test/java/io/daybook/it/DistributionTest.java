package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs commands of the unpacked distribution. */
@Proves("the packaged launcher starts every documented command")
@OnlyLong
@Tag("whole")
class DistributionTest {
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final String SHORT_LIFE = UnpackedDistribution.SHORT_LIFE;

    @TempDir
    private Path folder;

    private UnpackedDistribution daybook;

    @BeforeEach
    void unpack() throws IOException {
        daybook = new UnpackedDistribution(folder);
    }

    @Test
    void shouldNameWhoWroteWhatIsInIt() throws IOException {
        final String notices = Files.readString(Documents.ROOT.resolve("THIRD-PARTY-NOTICES.md"));
        try (Stream<Path> jars = Files.walk(daybook.lib())) {
            final List<String> unnamed = jars.filter(jar -> jar.toString().endsWith(".jar"))
                    .map(jar -> jar.getFileName().toString())
                    .map(jar -> jar.replaceFirst("-[0-9].*", ""))
                    .filter(jar -> !jar.startsWith("daybook-") && !notices.contains("`" + jar + "`"))
                    .toList();
            assertEquals(List.of(), unnamed);
        }
    }

    @Test
    void shouldTradeThroughALinkWithOnlyTheNewExchangeAnnouncedOnStandardError()
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("in.jsonl"), "{\"cmd\":\"add_user\",\"uid\":1}\n{\"cmd\":\"snapshot\"}\n");
        final UnpackedDistribution.Ended run = daybook.run(Map.of(), "exec", "--journal", "data", "in.jsonl");
        assertEquals(0, run.status(), run.err());
        assertEquals(
                List.of(
                        "{\"seq\":1,\"cmd\":\"add_user\",\"result\":\"SUCCESS\"}",
                        "{\"seq\":2,\"cmd\":\"snapshot\",\"result\":\"SUCCESS\"}"),
                run.out().lines().toList());
        assertEquals(
                List.of("daybook: a new exchange in data"),
                run.err().lines().toList(),
                "neither the JVM nor a library must print a warning");
        assertTrue(daybook.run(Map.of(), "--version").out().matches("(?s)daybook \\d.*"));
    }

    /**
     * If a class of a signed jar were loaded, the check of signatures would take at least a fifth of the time of a
     * start.
     */
    @Test
    void shouldTradeWithoutClassesOfASignedJar() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("in.jsonl"), """
                {"cmd":"add_accounts","accounts":{"301":{"1":1000,"2":1000},"302":{"1":1000,"2":1000}}}
                {"cmd":"add_symbol","symbol":7,"type":"EXCHANGE_PAIR","base":1,"quote":2,"lotSize":1,"tickValue":1}
                {"cmd":"place","uid":301,"symbol":7,"orderId":1,"side":"ASK","type":"GTC","price":10,"size":3}
                {"cmd":"place","uid":302,"symbol":7,"orderId":2,"side":"BID","type":"IOC","price":10,"size":3}
                """);
        final UnpackedDistribution.Ended run = daybook.run(
                Map.of("DAYBOOK_OPTS", SHORT_LIFE + " -Xlog:class+load:file=loaded"),
                "exec",
                "--journal",
                "data",
                "in.jsonl");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("\"TRADE\""), run.out());
        assertEquals(
                4,
                run.out().lines().filter(line -> line.contains("\"SUCCESS\"")).count(),
                run.out() + run.err());

        final Set<String> loaded = Files.readString(folder.resolve("loaded"))
                .lines()
                .filter(line -> line.contains(" source: file:") && line.endsWith(".jar"))
                .map(line -> line.replaceFirst(".*/", ""))
                .collect(Collectors.toSet());
        final Set<String> signed = signedJars();
        assertFalse(signed.isEmpty(), "no jar is signed, so the test proves nothing");
        assertTrue(loaded.stream().anyMatch(jar -> jar.startsWith("daybook-risk")), loaded::toString);
        loaded.retainAll(signed);
        assertEquals(Set.of(), loaded);
    }

    private Set<String> signedJars() throws IOException {
        final Set<String> signed = new TreeSet<>();
        try (Stream<Path> jars = Files.walk(daybook.lib())) {
            for (final Path jar :
                    jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                try (ZipFile zip = new ZipFile(jar.toFile())) {
                    if (zip.stream().anyMatch(entry -> entry.getName().matches("META-INF/[^/]+\\.SF"))) {
                        signed.add(jar.getFileName().toString());
                    }
                }
            }
        }
        return signed;
    }

    @Test
    void shouldUseColoursOnlyOnATerminalAndNotAgainstTheWish() throws IOException, InterruptedException {
        final String terminal = SHORT_LIFE + " -Ddaybook.terminal=true";
        final UnpackedDistribution.Ended plain = daybook.run(Map.of(), "demo", "--seconds", "1");
        assertEquals(0, plain.status(), plain.err());
        assertFalse(plain.out().contains("\u001b"), "output to a file must have no escape sequences");
        final UnpackedDistribution.Ended coloured =
                daybook.run(Map.of("DAYBOOK_OPTS", terminal), "demo", "--seconds", "1");
        assertEquals(0, coloured.status(), coloured.err());
        assertTrue(COLOUR.matcher(coloured.out()).find());
        final UnpackedDistribution.Ended wished =
                daybook.run(Map.of("DAYBOOK_OPTS", terminal, "NO_COLOR", "1"), "demo", "--seconds", "1");
        assertEquals(0, wished.status(), wished.err());
        assertFalse(COLOUR.matcher(wished.out()).find());
        assertTrue(wished.out().contains("\u001b["), "the screen must still be redrawn");
    }
}
