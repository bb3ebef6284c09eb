package io.daybook.cli.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes, checks and shows the file of a server, and starts nothing. */
class ConfigCommandsTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("daybook.toml");
        final CommandRun init = CommandRun.of("config", "init", file.toString());
        assertEquals(0, init.status(), init.err());
    }

    private void add(final String content) throws IOException {
        Files.writeString(file, Files.readString(file) + content);
    }

    private CommandRun check(final String... more) {
        final String[] words = new String[3 + more.length];
        System.arraycopy(new String[] {"config", "check", file.toString()}, 0, words, 0, 3);
        System.arraycopy(more, 0, words, 3, more.length);
        return CommandRun.of(words);
    }

    @Test
    void shouldFindNoFaultInWhatItWroteAndWriteItOnce() {
        final CommandRun run = check();
        assertEquals(0, run.status(), run.err());
        assertEquals(file + ": 1 listing\n", run.out());
        assertFalse(Files.exists(folder.resolve("data")), "check must start nothing");
        final CommandRun again = CommandRun.of("config", "init", file.toString());
        assertEquals(2, again.status());
        assertTrue(again.err().contains("exists already"), again.err());
    }

    @Test
    void shouldReadAFileThatBeginsWithAByteOrderMark() throws IOException {
        final String content = Files.readString(file);
        Files.writeString(file, "\uFEFF" + content);
        final CommandRun run = check();
        assertEquals(0, run.status(), run.err());
        Files.writeString(file, "\uFEFFa = ?\n" + content);
        assertTrue(check().err().contains("daybook.toml:1:5"), check().err());
    }

    @Test
    void shouldShowEveryFaultWithItsPlaceAndTheWayOut() throws IOException {
        add("[demo]\nbts = 1\n[listing.ETH-EUR]\nsymbol = 2\nbase = \"ETH\"\nquote = \"EUR\"\ntick = \"0.01\"\n"
                + "lot = \"0.00001\"\n");
        final CommandRun run = check("--set", "http.bind=0.0.0.0", "--set", "http.port=x");
        assertEquals(2, run.status());
        for (final String fault : new String[] {
            "http.bind: \"0.0.0.0\" needs TLS. Set http.tls.certificate and http.tls.key, or http.behindProxy.",
            "http.port: \"x\" must be a whole number from 0 to 65535.",
            "demo: unknown key.",
            "listing.ETH-EUR.base: \"ETH\""
        }) {
            assertTrue(run.err().contains(fault), fault + " is not in: " + run.err());
        }
        assertTrue(
                run.err().lines().filter(line -> line.contains("daybook.toml:")).count() >= 2, run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldReadWhatAStartReadsInTheFolderOfTheServer() throws IOException {
        final Path server = Files.createDirectories(folder.resolve("data/server"));
        Files.writeString(server.resolve("listings.json"), "{\"listing\":{\"X\":1}}");
        final CommandRun listings = check();
        assertEquals(2, listings.status(), listings.err());
        assertTrue(listings.err().contains("listings.json"), listings.err());
        Files.delete(server.resolve("listings.json"));
        Files.write(server.resolve("identity.db"), new byte[] {1, 2, 3});
        final CommandRun keys = check();
        assertEquals(2, keys.status(), keys.err());
        assertTrue(keys.err().contains("identity.db"), keys.err());
    }

    @Test
    void shouldSayThatALineOfTheAuditLogWasChanged() throws IOException {
        for (final String name : new String[] {"first", "second", "third"}) {
            final CommandRun made = CommandRun.of("key", "add", name, "--role=viewer", "--config", file.toString());
            assertEquals(0, made.status(), made.err());
        }
        final CommandRun whole = check();
        assertEquals(0, whole.status(), whole.err());
        assertTrue(whole.out().contains("audit log of operators: 6 lines, the chain holds"), whole.out());
        final Path log = folder.resolve("data/server/audit.jsonl");
        Files.writeString(log, Files.readString(log).replace("second", "secand"));
        final CommandRun changed = check();
        assertEquals(2, changed.status(), changed.out());
        assertTrue(changed.err().contains("the audit log was changed: " + log), changed.err());
    }

    @Test
    void shouldReadWhatItNamesForTls() throws IOException {
        add("[http.tls]\ncertificate = \"venue.pem\"\nkey = \"venue.key\"\n");
        Files.writeString(
                folder.resolve("venue.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        final CommandRun run = check();
        assertEquals(2, run.status());
        assertTrue(run.err().contains("tls.key: " + folder.resolve("venue.key") + " cannot be read"), run.err());
        assertTrue(
                run.err().contains("tls.certificate: " + folder.resolve("venue.pem") + " cannot be read"), run.err());
    }

    @Test
    void shouldShowWhatEachKeyIs() {
        final CommandRun run = CommandRun.of("config", "show", file.toString(), "--about");
        assertEquals(0, run.status(), run.err());
        assertTrue(
                run.out()
                        .contains("# whether market data needs no key\nhttp.publicData = true\n"
                                + "# whether orders, fills and"),
                run.out());
        assertEquals(-1, run.out().indexOf("# \n"), run.out());
    }

    @Test
    void shouldShowWhatIsInForceAndWhence() {
        final CommandRun run =
                CommandRun.of("config", "show", file.toString(), "--origin", "--set", "limits.ordersPerSecond=7");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.lines().contains("limits.ordersPerSecond = 7   # --set limits.ordersPerSecond"), run.out());
        assertTrue(run.out().contains("http.publicData = true   # default"), run.out());
        assertTrue(run.out().matches("(?s).*http\\.port = 8440   # line \\d+\n.*"), run.out());
    }
}
