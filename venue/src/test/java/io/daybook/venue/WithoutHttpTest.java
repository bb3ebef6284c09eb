package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerMetrics;
import io.daybook.config.Inputs;
import io.daybook.gateway.config.VenueFile;
import io.daybook.server.StartException;
import io.daybook.server.config.ServerSections;
import io.daybook.server.config.ServerSettings;
import io.daybook.sessions.member.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A venue with HTTP switched off in its file. */
class WithoutHttpTest {
    private static final Secret.Fresh SECRET = Secret.make(new byte[Secret.RANDOM_BYTES]);

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws Exception {
        Files.writeString(folder.resolve("daybook.toml"), """
                data = "data"
                members = "members.json"
                [http]
                enabled = false
                [tcp]
                port = 0
                [feed]
                """);
        members(17);
    }

    private void members(final int... sessions) throws Exception {
        final List<String> texts = new ArrayList<>();
        for (final int session : sessions) {
            texts.add(
                    "{\"session\":" + session + ",\"protocol\":\"tcp\",\"accounts\":{\"A\":301},\"may\":[\"trade\"]}");
        }
        Files.writeString(
                folder.resolve("members.json"),
                "{\"members\":[{\"name\":\"ALPHA\",\"secret\":\""
                        + SECRET.kept().kept() + "\",\"sessions\":" + texts + "}]}");
    }

    private VenueFile<ServerSettings> config() throws Exception {
        return ServerSections.read(folder.resolve("daybook.toml"), Inputs.of(Map.of(), List.of()));
    }

    @Test
    void shouldKeepNothingForHttp() throws Exception {
        try (Venue venue = Venue.open(config())) {
            assertEquals(0, venue.listen());
            assertNull(venue.http());
            final Exchange exchange = venue.start();
            assertTrue(venue.tcpPort() > 0);
            assertEquals(
                    List.of("feed", "gateway"),
                    exchange.metrics().followers().stream()
                            .map(FollowerMetrics::name)
                            .sorted()
                            .toList());
            venue.drain();
            venue.close();
            assertEquals(ExchangeState.CLOSED, exchange.state());
        }
        assertFalse(Files.exists(folder.resolve("data/server")));
        assertFalse(Files.exists(folder.resolve("data/served")));
    }

    @Test
    void shouldReadTheMembersAgainByItselfAndKeepThoseThatCountWhereTheFileIsAtFault() throws Exception {
        final List<String> notes = new ArrayList<>();
        try (Venue venue = Venue.open(config())) {
            venue.notes(notes::add);
            venue.start();
            members(17, 18);
            poll(venue, notes);
            assertEquals(List.of(folder.resolve("members.json") + ": 2 sessions are in force"), notes);
            notes.clear();
            Files.writeString(folder.resolve("members.json"), "{");
            poll(venue, notes);
            assertEquals(2, venue.sessionCount());
            assertEquals("the earlier members stay in force", notes.get(notes.size() - 1));
            final VenueFile<ServerSettings> same = config();
            final StartException refused = assertThrows(StartException.class, () -> venue.reload(same));
            assertTrue(refused.isUsage(), refused::toString);
        }
        final String audit = Files.readString(folder.resolve("data/gateway/audit.jsonl"));
        assertEquals(
                2,
                audit.lines()
                        .filter(line -> line.contains("\"event\":\"reloadRefused\""))
                        .count(),
                audit);
    }

    /** The earlier file is not watched any more: otherwise its members would return by themselves. */
    @Test
    void shouldWatchTheMembersFileThatAReloadNamed() throws Exception {
        final List<String> notes = new ArrayList<>();
        try (Venue venue = Venue.open(config())) {
            venue.notes(notes::add);
            venue.start();
            Files.copy(folder.resolve("members.json"), folder.resolve("other.json"));
            final Path file = folder.resolve("daybook.toml");
            Files.writeString(file, Files.readString(file).replace("members.json", "other.json"));
            venue.reload(config());
            members(17, 18, 19);
            for (int i = 0; i < 2; i++) {
                venue.poll();
            }
            assertEquals(List.of(), notes);
            assertEquals(1, venue.sessionCount());
            Files.copy(
                    folder.resolve("members.json"), folder.resolve("other.json"), StandardCopyOption.REPLACE_EXISTING);
            poll(venue, notes);
            assertEquals(3, venue.sessionCount());
        }
    }

    /** A copy of a backup must be restored first. */
    @Test
    void shouldDoNothingToACopyThatWasNotRestored() throws Exception {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/BACKUP"), "");
        final StartException refused = assertThrows(
                StartException.class, () -> StoppedVenue.resetSession(folder.resolve("data"), 17, "the test"));
        assertTrue(String.valueOf(refused.getMessage()).contains("daybook restore-backup"), refused::toString);
    }

    /** Polls twice, because a file that is still being written is not ready: it has to be the same at two checks. */
    private static void poll(final Venue venue, final List<String> notes) {
        for (int i = 0; i < 2; i++) {
            venue.poll();
        }
        assertFalse(notes.isEmpty());
    }

    /** A failed start releases the folder, for any failure. */
    @Test
    void shouldGiveItsFolderBackWhereItsStartFails() throws Exception {
        final Venue venue = Venue.open(config());
        try (venue) {
            venue.listener(new ExchangeListener() {});
            Files.createDirectories(folder.resolve("data/gateway"));
            Files.writeString(folder.resolve("data/feed"), "no folder");
            assertThrows(Exception.class, venue::start);
        }
        FolderLock.requireFree(folder.resolve("data"), "the test");
        Files.delete(folder.resolve("data/feed"));
        try (Venue again = Venue.open(config())) {
            again.start();
        }
    }
}
