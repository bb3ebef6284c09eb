package io.daybook.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@Proves("the page is small, has no inline script or style, names its files, and asks no other host")
class ConsolePageTest {
    private static final int MOST_BYTES = 400_000;
    private static final Path FILES = Path.of("src/main/resources/io/daybook/console");
    private static final Pattern SUM = Pattern.compile("([0-9a-f]{64})  (\\S+)");
    private static final Pattern IMPORT = Pattern.compile("(?:from|import) \"\\./([^\"]+)\"");
    private static final Pattern ADDRESS = Pattern.compile("https?://[\\w.-]+");

    @Test
    void shouldServeEachFileOfItsFolderAndNoMoreBytesThanPromised() throws Exception {
        final ConsolePage page = ConsolePage.read();
        final TreeSet<String> names = new TreeSet<>(ConsolePage.NAMES);
        names.addAll(List.of("index.html", "document.html"));
        try (Stream<Path> files = Files.list(FILES)) {
            assertEquals(
                    names,
                    files.map(file -> file.getFileName().toString())
                            .collect(TreeSet::new, TreeSet::add, TreeSet::addAll));
        }
        int bytes = page.index().bytes().length;
        for (final String name : ConsolePage.NAMES) {
            final ConsolePage.Asset asset = page.find(page.version(), name);
            assertNotNull(asset, name);
            bytes += asset.bytes().length;
        }
        assertTrue(bytes <= MOST_BYTES, "bytes=" + bytes);
        assertNull(page.find("0000000000000000", "app.js"), "another version");
        assertNull(page.find(page.version(), "../index.html"));
    }

    @Test
    void shouldHaveNothingInlineAndNameNoFileThatIsNotThere() throws Exception {
        final ConsolePage page = ConsolePage.read();
        requirePlain(page, page.index());
        final ConsolePage.Asset document = page.document("A & <b>", "<p>{version} of {title}</p>");
        requirePlain(page, document);
        final String text = new String(document.bytes(), StandardCharsets.UTF_8);
        assertTrue(text.contains("<title>A &amp; &lt;b&gt; "), text);
        assertTrue(text.contains("<p>{version} of {title}</p>"), text);
        assertFalse(text.contains("<script"), text);
        for (final String name : ConsolePage.NAMES) {
            final String file = Files.readString(FILES.resolve(name));
            final Matcher imports = IMPORT.matcher(file);
            while (imports.find()) {
                assertTrue(ConsolePage.NAMES.contains(imports.group(1)), name + " imports " + imports.group(1));
            }
            final boolean isOfOthers = name.equals("lightweight-charts.js") || name.equals("preact.js");
            final Matcher addresses = ADDRESS.matcher(file);
            while (!isOfOthers && addresses.find()) {
                assertTrue(
                        List.of("https://www.tradingview.com", "http://www.w3.org")
                                .contains(addresses.group()),
                        name + " names " + addresses.group());
            }
        }
    }

    private static void requirePlain(final ConsolePage page, final ConsolePage.Asset asset) {
        final String html = new String(asset.bytes(), StandardCharsets.UTF_8);
        assertFalse(
                Pattern.compile("<style|<script(?![^>]+src=)|\\son\\w+=|style=")
                        .matcher(html)
                        .find(),
                html);
        final Matcher sources =
                Pattern.compile("(?:href|src)=\"(/console/[^\"]*)\"").matcher(html);
        int count = 0;
        while (sources.find()) {
            final String[] path = sources.group(1).split("/", -1);
            assertEquals(page.version(), path[2]);
            assertNotNull(page.find(path[2], path[3]), sources.group(1));
            count++;
        }
        assertTrue(count >= 3, html);
    }

    @Test
    void shouldHaveTheLibrariesThatWereNoted() throws Exception {
        final MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        for (final String line : Files.readAllLines(Path.of("vendor/SHA256SUMS"))) {
            final Matcher sum = SUM.matcher(line);
            assertTrue(sum.matches(), line);
            final byte[] bytes = Files.readAllBytes(FILES.resolve(Objects.requireNonNull(sum.group(2))));
            assertEquals(sum.group(1), HexFormat.of().formatHex(sha256.digest(bytes)), line);
        }
    }
}
