package io.daybook.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.gateway.config.VenueFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

class ServerSectionsTest {
    @TempDir
    private Path folder;

    private Path file(final String content) throws IOException {
        return Files.writeString(folder.resolve("daybook.toml"), content);
    }

    private VenueFile<ServerSettings> read(final String content, final Inputs inputs) throws Exception {
        return ServerSections.read(file(content), inputs);
    }

    private List<String> faults(final String content, final Inputs inputs) throws IOException {
        final Path file = file(content);
        return assertThrows(ConfigException.class, () -> ServerSections.read(file, inputs))
                .getMessage()
                .lines()
                .map(line -> line.replace(file.toString(), "daybook.toml"))
                .toList();
    }

    private static Inputs none() {
        return Inputs.of(Map.of(), List.of());
    }

    @Test
    void shouldListenOnThisMachineWhereNothingIsSaid() throws Exception {
        final VenueFile<ServerSettings> venue = read("data = \"data\"\n", none());
        assertEquals("127.0.0.1", venue.own().http().address().getHostAddress());
        assertEquals(8440, venue.own().http().port());
        assertEquals(folder.resolve("data/server"), venue.own().folder());
        assertNull(venue.tcp());
        assertNull(venue.members());
    }

    @Test
    void shouldServeHttpUnlessTheFileSwitchesItOff() throws Exception {
        assertTrue(read("data = \"data\"\n", none()).own().servesHttp());
        final String off = "data = \"data\"\nmembers = \"m\"\n[http]\nenabled = false\n";
        assertFalse(read(off + "[fix]\nport = 0\n", none()).own().servesHttp());
        assertEquals(
                List.of("daybook.toml:4:1 http.enabled: is false, and the file has neither [tcp] nor [fix]: no"
                        + " command could reach the venue. Add a section, or set true."),
                faults(off, none()));
    }

    @Test
    void shouldTakeTheOptionBeforeTheEnvironmentBeforeTheFile() throws Exception {
        final String content =
                "data = \"data\"\n[http]\nport = 1\n[limits]\nrequestsPerSecond = 1\nordersPerSecond = 1\n";
        final Inputs inputs = Inputs.of(
                Map.of("DAYBOOK_HTTP_PORT", "2", "DAYBOOK_LIMITS_REQUESTSPERSECOND", "2", "HOME", "x"),
                List.of("http.port=3"));
        final ServerSettings settings = read(content, inputs).own();
        assertEquals(3, settings.http().port());
        assertEquals(2, settings.requestsPerSecond());
        assertEquals(1, settings.ordersPerSecond());
        final Map<String, String> origins = new TreeMap<>();
        inputs.inForce().forEach(setting -> origins.put(setting.key(), setting.value() + " " + setting.origin()));
        assertEquals("3 --set http.port", origins.get("http.port"));
        assertEquals("2 DAYBOOK_LIMITS_REQUESTSPERSECOND", origins.get("limits.requestsPerSecond"));
        assertEquals("1 line 6", origins.get("limits.ordersPerSecond"));
        assertEquals("true default", origins.get("http.publicData"));
    }

    @Test
    void shouldSetKeysOfSectionsThatAreNotThere() throws Exception {
        final Inputs inputs = Inputs.of(Map.of(), List.of("limits.ordersPerSecond=7", "http.hosts.x=1"));
        assertEquals(
                List.of("--set http.hosts.x http.hosts.x: unknown key."),
                faults("data = \"data\"\n", inputs).stream()
                        .map(line ->
                                line.replace("--set http.hosts.x unknown", "--set http.hosts.x http.hosts.x: unknown"))
                        .toList());
        assertEquals(
                7,
                read("data = \"data\"\n", Inputs.of(Map.of(), List.of("limits.ordersPerSecond=7")))
                        .own()
                        .ordersPerSecond());
    }

    @Test
    void shouldRefuseStrangersWithoutTlsAndUnknownKeys() throws Exception {
        assertEquals(
                List.of(
                        "daybook.toml:3:1 http.bind: \"0.0.0.0\" needs TLS. Set http.tls.certificate and http.tls.key,"
                                + " or http.behindProxy.",
                        "daybook.toml:4:1 http.prot: unknown key. Did you mean \"port\"?",
                        "--set http.port http.port: \"x\" must be a whole number from 0 to 65535."),
                faults(
                                "data = \"data\"\n[http]\nbind = \"0.0.0.0\"\nprot = 1\n",
                                Inputs.of(Map.of(), List.of("http.port=x")))
                        .stream()
                        .sorted(Comparator.comparing(line -> line.startsWith("--")))
                        .toList());
        assertEquals(
                "0.0.0.0",
                read("data = \"data\"\n[http]\nbind = \"0.0.0.0\"\nbehindProxy = true\n", none())
                        .own()
                        .http()
                        .address()
                        .getHostAddress());
    }

    @Test
    void shouldRefuseASectionThatNobodyReadsAndNameAllKeysOfOne() throws Exception {
        final List<String> faults =
                faults("data = \"data\"\n[sink.x]\nurl = \"x\"\n[http]\nzzz = 1\n", Inputs.of(Map.of(), List.of()));
        assertEquals(2, faults.size(), faults::toString);
        assertTrue(faults.get(0).startsWith("daybook.toml:2:1 sink: unknown key."), faults::toString);
        final String known = faults.get(1);
        assertTrue(known.startsWith("daybook.toml:5:1 http.zzz: unknown key. Known here: enabled, bind, port,"), known);
        for (final String key : new String[] {"hosts", "tls", "proxies", "masterKeyFile", "orderTimeoutMs"}) {
            assertTrue(known.contains(key), known);
        }
    }

    @Test
    void shouldServeAllUntilTheFileSaysOtherwise() throws Exception {
        final String http = "data = \"data\"\n[http]\n";
        assertEquals(Offer.ALL, read(http, none()).own().http().offer());
        assertEquals(
                new Offer(false, true),
                read(http + "orders = false\n", none()).own().http().offer());
        assertEquals(
                new Offer(true, false),
                read(
                                http + "orders = false\n",
                                Inputs.of(Map.of("DAYBOOK_HTTP_HISTORY", "false"), List.of("http.orders=true")))
                        .own()
                        .http()
                        .offer());
        assertEquals(
                List.of(
                        "daybook.toml:3:1 http.orders: \"off\" must be true or false.",
                        "daybook.toml:4:1 http.history: 0 must be true or false."),
                faults(http + "orders = \"off\"\nhistory = 0\n", none()));
        assertEquals(
                List.of("daybook.toml:3:1 http.order: unknown key. Did you mean \"orders\"?"),
                faults(http + "order = false\n", none()));
    }

    @Test
    void shouldReadOriginsAndRefuseWhatIsNone() throws Exception {
        final String http = "data = \"data\"\n[http]\ncorsOrigins = ";
        assertEquals(
                List.of("https://app.example", "http://[::1]:3000"),
                read(http + "[\"https://app.example\", \"http://[::1]:3000\"]\n", none())
                        .own()
                        .http()
                        .corsOrigins());
        for (final String wrong : new String[] {"*", "null", "app.example", "https://App.example", "https://a.b/"}) {
            final List<String> faults = faults(http + "[\"" + wrong + "\"]\n", none());
            assertEquals(1, faults.size(), faults::toString);
            assertTrue(
                    faults.get(0)
                            .startsWith("daybook.toml:3:1 http.corsOrigins: \"" + wrong + "\" is not an origin. Write"),
                    faults::toString);
        }
    }

    @Test
    void shouldReadWhereTheLogGoes() throws Exception {
        assertEquals(
                new LogSettings(Level.INFO, LogFormat.AUTO, null, 64, 8),
                read("data = \"data\"\n", none()).own().log());
        assertEquals(
                new LogSettings(Level.DEBUG, LogFormat.TEXT, folder.resolve("logs/x.log"), 2, 20),
                read(
                                "data = \"data\"\n[log]\nlevel = \"debug\"\nformat = \"text\"\nfile = \"logs/x.log\"\n"
                                        + "fileMiB = 2\nfiles = 20\n",
                                none())
                        .own()
                        .log());
        assertEquals(
                List.of(
                        "daybook.toml:3:1 log.level: \"loud\" must be one of debug, error, info, trace, warn.",
                        "daybook.toml:4:1 log.format: \"jsn\" must be one of auto, json, text. Did you mean \"json\"?",
                        "daybook.toml:5:1 log.file: \"FOLDER\" is a folder. Name a file in it.",
                        "daybook.toml:6:1 log.files: 21 must be a whole number from 1 to 20.",
                        "daybook.toml:7:1 log.rotate: unknown key. Known here: level, format, file, fileMiB, files."),
                faults(
                                "data = \"data\"\n[log]\nlevel = \"loud\"\nformat = \"jsn\"\nfile = \".\"\nfiles = 21\n"
                                        + "rotate = true\n",
                                none())
                        .stream()
                        .map(line -> line.replace(folder.resolve(".").toString(), "FOLDER"))
                        .toList());
    }

    @Test
    void shouldRefuseALogWhoseNameIsAPattern() throws Exception {
        assertEquals(
                List.of("daybook.toml:3:1 log.file: \"FOLDER/a%d\" has a %, which is reserved for the numbers of older"
                        + " files."),
                faults("data = \"data\"\n[log]\nfile = \"a%d\"\n", none()).stream()
                        .map(line -> line.replace(folder.toString(), "FOLDER"))
                        .toList());
    }

    @Test
    void shouldNeedMembersWithTheDoorForPrograms() throws Exception {
        assertEquals(
                List.of("daybook.toml:1:1 members: is missing. Name the file of the members who may log in over TCP."),
                faults("data = \"data\"\n[tcp]\nport = 0\n", none()));
    }

    @Test
    void shouldRefuseAnOptionThatIsNone() {
        assertThrows(IllegalArgumentException.class, () -> Inputs.of(Map.of(), List.of("http.port")));
        assertThrows(IllegalArgumentException.class, () -> Inputs.of(Map.of(), List.of("=1")));
    }
}
