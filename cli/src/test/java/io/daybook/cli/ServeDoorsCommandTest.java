package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.sessions.member.Secret;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("serve and config check refuse doors that cannot work")
@Tag("whole")
class ServeDoorsCommandTest {
    private static final String KEPT = "sha256$" + "0a".repeat(16) + "$" + "1b".repeat(32);

    @TempDir
    private Path folder;

    private Path config = Path.of("");

    @BeforeEach
    void writeFiles() throws IOException {
        config = Files.writeString(folder.resolve("daybook.toml"), """
                data = "data"
                members = "members.json"
                [http]
                enabled = false
                [tcp]
                port = 0
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
                """);
        Files.writeString(folder.resolve("members.json"), """
                {"members":[{"name":"ALPHA","secret":"%s","sessions":[
                  {"session":17,"protocol":"tcp","accounts":{"A":301},"may":["trade"]}]}]}
                """.formatted(KEPT));
    }

    @Test
    void shouldFindNoFaultInGoodFiles() {
        final CommandRun run = CommandRun.of("config", "check", config.toString());
        assertEquals(0, run.status(), run.err());
        assertEquals(
                List.of(config + ": 1 listing", folder.resolve("members.json") + ": 1 session of 1 member"),
                run.lines());
        assertFalse(Files.exists(folder.resolve("data")), "check must start nothing");
    }

    private void addFeed(final String keys) throws IOException {
        Files.writeString(config, Files.readString(config) + "[feed]\n" + keys);
    }

    @Test
    void shouldShowWhereTheFeedGoes() throws IOException {
        addFeed("""
                channels = 2
                [feed.lineA]
                address = "127.0.0.1"
                port = 15000
                [feed.requests]
                port = 18000
                """);
        final CommandRun run = CommandRun.of("config", "check", config.toString());
        assertEquals(0, run.status(), run.err());
        assertEquals(
                config + ": feed of 2 channels: line A 127.0.0.1:15000, requests 127.0.0.1:18000, TCP",
                run.lines().get(2));
    }

    @Test
    void shouldRefuseAPortOfTheFeedThatIsTaken() throws IOException {
        try (DatagramSocket taken = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            addFeed("""
                    [feed.lineA]
                    address = "127.0.0.1"
                    port = %d
                    [feed.requests]
                    port = %1$d
                    """.formatted(taken.getLocalPort()));
            final CommandRun run = CommandRun.of("serve", "--config", config.toString());
            assertEquals(3, run.status());
            assertTrue(
                    run.err()
                                    .contains("requests 127.0.0.1:" + taken.getLocalPort()
                                            + ", TCP: the feed cannot be sent: ")
                            && run.err().contains("choose another feed.requests.port"),
                    run.err());
        }
    }

    @Test
    void shouldRefuseOtherChannelsThanTheFeedBeganWith() throws IOException {
        shouldRefuseAPortOfTheFeedThatIsTaken();
        Files.writeString(config, Files.readString(config).replace("[feed]\n", "[feed]\nchannels = 2\n"));
        final CommandRun run = CommandRun.of("serve", "--config", config.toString());
        assertEquals(2, run.status());
        assertTrue(
                run.err()
                        .contains("the feed does not start: channels must be 1, as in the feed of this folder:"
                                + " channels=2"),
                run.err());
    }

    @Test
    void shouldShowEveryFaultOnALineOfItsOwn() throws IOException {
        Files.writeString(
                config, Files.readString(config).replace("port", "prt").replace("id = 2", "id = 1"));
        for (final String[] arguments : List.of(
                new String[] {"config", "check", config.toString()},
                new String[] {"serve", "--config", config.toString()})) {
            final CommandRun run = CommandRun.of(arguments);
            assertEquals(2, run.status());
            assertEquals(
                    List.of(
                            config + ":5:1 tcp.port: is missing. Add port, a whole number from 0 to 65535.",
                            config + ":6:1 tcp.prt: unknown key. Did you mean \"port\"?",
                            config + ":11:1 currency.EUR.id: 1 is the id of BTC too."
                                    + " Give each currency one of its own."),
                    run.err().lines().toList());
        }
    }

    @Test
    void shouldShowTheFaultsOfTheMembersToo() throws IOException {
        final Path members = folder.resolve("members.json");
        Files.writeString(members, Files.readString(members).replace("\"trade\"", "\"trad\""));
        final CommandRun run = CommandRun.of("config", "check", config.toString());
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith(members + ":2:"), run.err());
        Files.delete(members);
        final CommandRun missing = CommandRun.of("config", "check", config.toString());
        assertEquals(2, missing.status());
        assertEquals(
                "daybook: " + members + ": there is no such file, and \"members\" in daybook.toml names it: write"
                        + " {\"members\":[]} there, and add members with the output of 'daybook session secret'\n",
                missing.err());
    }

    @Test
    void shouldShowWhatIsWrongWithTheCertificates() throws IOException {
        final String tls = "[tcp.tls]\ncertificate = \"venue.pem\"\nkey = \"venue.key\"\n";
        Files.writeString(config, Files.readString(config) + tls);
        Files.writeString(
                folder.resolve("venue.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        final CommandRun run = CommandRun.of("config", "check", config.toString());
        assertEquals(2, run.status());
        assertTrue(run.err().contains("tls.key: " + folder.resolve("venue.key") + " cannot be read"), run.err());
        assertTrue(
                run.err().contains("tls.certificate: " + folder.resolve("venue.pem") + " cannot be read"), run.err());
    }

    @Test
    void shouldMakeASecretThatMembersCanKeep() {
        final List<String> lines = CommandRun.of("session", "secret").lines();
        final byte[] secret = lines.get(0).replace("secret:       ", "").getBytes(StandardCharsets.US_ASCII);
        final String kept = lines.get(1).replaceFirst("members.json: \"secret\":\"(.*)\"", "$1");
        assertTrue(Secret.parse(kept).matches(secret, 0, secret.length), lines.toString());
        assertNotEquals(lines, CommandRun.of("session", "secret").lines());
    }

    @Test
    void shouldRefuseAListingThatTheExchangeHasInAnotherForm() {
        final CommandRun added = CommandRun.withInput(
                "{\"cmd\":\"add_symbol\",\"symbol\":1,\"type\":\"EXCHANGE_PAIR\",\"base\":1,\"quote\":2,\"lotSize\":7,"
                        + "\"tickValue\":1}",
                "exec",
                "--journal",
                folder.resolve("data").toString());
        assertEquals(0, added.status(), added.err());
        final CommandRun run = CommandRun.of("serve", "--config", config.toString());
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("listing.BTC-EUR differs from the exchange's symbol 1."), run.err());
        assertTrue(run.err().contains("lotSize=1000,") && run.err().contains("lotSize=7,"), run.err());
    }

    @Test
    void shouldRefuseAPortThatIsTakenBeforeItTouchesTheFolder() throws IOException {
        shouldRefuseAPortThatIsTaken();
        assertFalse(Files.exists(folder.resolve("data")));
    }

    @Test
    void shouldSayThatAnotherGatewayRunsWhereItHasTheFolderAndThePort() throws IOException {
        final Path data = Files.createDirectories(folder.resolve("data"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                StorageLock owner = new FileJournalStorage().lock(data.resolve("LOCK"), "the first one")) {
            Files.writeString(config, Files.readString(config).replace("port = 0", "port = " + taken.getLocalPort()));
            final CommandRun run = CommandRun.of("serve", "--config", config.toString());
            assertEquals(3, run.status());
            assertTrue(
                    run.err()
                            .startsWith("daybook: the server does not start: the exchange does not start on " + data
                                    + ": a process has it" + " already: "),
                    run.err());
            assertFalse(run.err().contains("choose another"), run.err());
        }
        // A lock file without an owner does not count.
        shouldRefuseAPortThatIsTaken();
    }

    private void shouldRefuseAPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Files.writeString(
                    config, Files.readString(config).replaceFirst("port = \\d+", "port = " + taken.getLocalPort()));
            final CommandRun run = CommandRun.of("serve", "--config", config.toString());
            assertEquals(2, run.status());
            assertTrue(
                    run.err()
                            .startsWith("daybook: the server does not start: it cannot listen on 127.0.0.1:"
                                    + taken.getLocalPort()),
                    run.err());
        }
    }

    @Test
    void shouldResetOnlyWhatIsThere() throws IOException {
        final CommandRun none = CommandRun.of("session", "reset", config.toString(), "17");
        assertEquals(2, none.status(), none.err());
        Files.createDirectories(folder.resolve("data"));
        final CommandRun unknown = CommandRun.of("session", "reset", config.toString(), "17");
        assertEquals(2, unknown.status(), unknown.err());
        assertTrue(unknown.err().contains("17"), unknown.err());
    }

    @Test
    void shouldEndADayOfFix() throws IOException {
        final CommandRun none = CommandRun.of("fix", "roll", config.toString());
        assertEquals(2, none.status(), none.err());
        assertTrue(none.err().contains("fix: is missing"), none.err());
        Files.writeString(config, Files.readString(config) + "\n[fix]\nport = 0\n");
        final CommandRun before = CommandRun.of("fix", "roll", config.toString());
        assertEquals(2, before.status(), before.err());
        Files.createDirectories(folder.resolve("data"));
        final CommandRun run = CommandRun.of("fix", "roll", config.toString());
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("the day is over"), run.out());
    }

    @Test
    void shouldFindNoFaultWhereFixIsTheOnlyDoor() throws IOException {
        Files.writeString(config, Files.readString(config).replace("[tcp]", "[fix]"));
        final CommandRun run = CommandRun.of("config", "check", config.toString());
        assertEquals(0, run.status(), run.err());
        assertEquals(config + ": 1 listing", run.lines().get(0));
    }

    @Test
    void shouldDumpOnlyWhatASessionOfFixWasTold() throws IOException {
        final CommandRun stranger = CommandRun.of("fix", "dump", config.toString(), "16");
        assertEquals(2, stranger.status(), stranger.err());
        assertEquals(
                "daybook: session must be one of " + folder.resolve("members.json") + ": session=16\n", stranger.err());
        final CommandRun tcp = CommandRun.of("fix", "dump", config.toString(), "17");
        assertEquals(2, tcp.status(), tcp.err());
        assertEquals("daybook: session must use FIX: session=17 protocol=TCP\n", tcp.err());
        Files.writeString(config, "data = 1");
        assertEquals(2, CommandRun.of("fix", "dump", config.toString(), "17").status());
    }

    @Test
    void shouldNameWhatReplacesTheCommandThatHasGone() {
        for (final String[] arguments :
                List.of(new String[] {"gateway"}, new String[] {"gateway", "daybook.toml"}, new String[] {
                    "gateway", "check", "daybook.toml"
                })) {
            final CommandRun run = CommandRun.of(arguments);
            assertEquals(2, run.status());
            assertTrue(
                    run.err().contains("daybook serve --config FILE --set http.enabled=false")
                            && run.err().contains("daybook config check FILE"),
                    run.err());
        }
    }
}
