package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Clock;
import io.daybook.host.Proves;
import io.daybook.server.StartException;
import io.daybook.server.backup.Backup;
import io.daybook.server.backup.BackupException;
import io.daybook.server.backup.Restore;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The result of a restore on a copy, with and without the lost folder. */
@Proves("no number is given twice, even after a restore")
@Tag("whole")
class RestoreTest {
    private static final int FORMAT_VERSION_OFFSET = 8;

    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String admin;
    private String anna;
    private String bert;

    @BeforeEach
    void makeBackup() throws Exception {
        venue = ServedVenue.start(folder);
        admin = venue.adminToken();
        anna = venue.trader(301, "2", "100000");
        bert = venue.trader(302, "2", "100000");
        ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.1", "kept")));
        assertTrue(Backup.take(venue.data(), folder.resolve("copy")).seq() > 0);
        ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.1", "lost")));
        ok(venue.send(admin, "DELETE", "/v1/admin/keys/262146", ""));
        venue.key(302, "bearer", "");
        venue.close();
        Files.move(venue.data(), folder.resolve("lost"), StandardCopyOption.ATOMIC_MOVE);
        Files.move(folder.resolve("copy"), venue.data(), StandardCopyOption.ATOMIC_MOVE);
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    @Test
    void shouldKeepKeysAsTheyWereInTheFolderThatWasLost() throws Exception {
        final byte[] identity = Files.readAllBytes(venue.data().resolve("IDENTITY"));
        final Restore.Done planned = Restore.look(venue.data(), folder.resolve("lost"), Clock.system());
        assertTrue(Restore.isCopy(venue.data()), "a try must change nothing");
        assertEquals(1, identity[FORMAT_VERSION_OFFSET]);
        final Restore.Done done = Restore.restore(venue.data(), folder.resolve("lost"), Clock.system());
        assertEquals(planned.notes(), done.notes());
        assertEquals(
                List.of(
                        "seq: the copy ends with " + done.seq() + ", and the lost folder with " + (done.seq() + 1),
                        "key k262146 trader 302: was ended after the backup, and is ended here, too",
                        "key k262147 trader 302: was made after the backup; make it again"),
                done.notes());
        assertFalse(Restore.isCopy(venue.data()));
        assertEquals(
                2, Files.readAllBytes(venue.data().resolve("IDENTITY"))[FORMAT_VERSION_OFFSET], "older builds refuse");

        venue.begin();
        assertEquals(200, venue.get(anna, "/v1/session").statusCode());
        assertEquals(401, venue.get(bert, "/v1/session").statusCode());
        final long fresh = Long.parseLong(member(venue.key(301, "bearer", ""), "number"));
        assertTrue(fresh > 262_147 + 255, "the lost folder gave numbers up to 262147: " + fresh);
        assertEquals(
                Long.toString(done.history()),
                venue.get(anna, "/v1/session")
                        .headers()
                        .firstValue("Daybook-History")
                        .orElseThrow());
    }

    @Test
    void shouldStayACopyUntilTheAuditLogHasTheRestore() throws Exception {
        final Path audit = venue.data().resolve("server/audit.jsonl");
        Files.deleteIfExists(audit);
        Files.createDirectory(audit);
        assertThrows(
                UncheckedIOException.class,
                () -> Restore.restore(venue.data(), folder.resolve("lost"), Clock.system()));
        final StartException refused = assertThrows(StartException.class, venue::begin);
        assertTrue(String.valueOf(refused.getMessage()).contains("stays a copy"), refused.getMessage());
        assertTrue(Restore.isCopy(venue.data()), "the next start restores it");
        Files.delete(audit);
        final Restore.Done done = Restore.restore(venue.data(), folder.resolve("lost"), Clock.system());
        assertFalse(Restore.isCopy(venue.data()));
        assertTrue(Files.readString(audit).contains("history " + done.history()));
    }

    @Test
    void shouldSayWhyAKeyStaysOff() throws Exception {
        venue.begin();
        final String hmac = member(venue.key(301, "hmac", ""), "number");
        venue.close();
        final Restore.Done done = Restore.restore(venue.data(), null, Clock.system());
        assertTrue(String.join("\n", done.notes()).contains("k" + hmac), () -> String.join("\n", done.notes()));
        Files.delete(venue.data().resolve("server/master.key"));
        venue.begin();
        final var refused = venue.send(admin, "POST", "/v1/admin/keys/" + hmac + "/on", "");
        assertEquals(400, refused.statusCode(), refused.body());
        assertTrue(refused.body().contains("k" + hmac + " stays off"), refused.body());
        ok(venue.send(admin, "DELETE", "/v1/admin/keys/" + hmac, ""));
    }

    /** A mark in such a folder would make the next start a restore. */
    @Test
    void shouldLeaveTheFolderOfAVenueThatRunsAndOneThatIsNoExchanges() throws Exception {
        venue.begin();
        Files.deleteIfExists(venue.data().resolve("BACKUP"));
        assertThrows(Exception.class, () -> Restore.restore(venue.data(), null, Clock.system()));
        assertFalse(Restore.isCopy(venue.data()));
        final Path other = Files.createDirectory(folder.resolve("other"));
        assertThrows(Exception.class, () -> Restore.restore(other, null, Clock.system()));
        assertFalse(Restore.isCopy(other));
    }

    @Test
    void shouldRestoreACopyAtItsFirstStart() throws Exception {
        venue.begin();
        assertFalse(Restore.isCopy(venue.data()));
        assertEquals(401, venue.get(anna, "/v1/session").statusCode(), "the key may have been ended");
        assertEquals(200, venue.get(admin, "/v1/session").statusCode());
        assertTrue(ok(venue.get(admin, "/v1/admin/keys")).contains("\"off\":true"));
        ok(venue.send(admin, "POST", "/v1/admin/keys/262145/on", ""));
        assertEquals(
                404, venue.send(admin, "POST", "/v1/admin/keys/262145/on", "").statusCode());
        assertTrue(ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.1", "kept")))
                .contains("\"duplicate\":true"));
        final var refused = venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.1", "lost"));
        assertEquals(409, refused.statusCode());
        assertEquals("HISTORY_LOST", member(refused.body(), "code"));
        ok(venue.send(admin, "POST", "/v1/admin/sessions/http/admit", ""));
        assertTrue(ok(venue.get(admin, "/v1/admin/history")).contains("\"admitted\":[\"http\"]"));
        final String placed = ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.1", "lost")));
        final long history = Long.parseLong(member(ok(venue.get("", "/v1/status")), "history"));

        venue.restart(); // an ordinary start is not a restore
        assertEquals(history, Long.parseLong(member(ok(venue.get("", "/v1/status")), "history")));
        final String next = ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.1", "next")));
        assertEquals(
                Long.parseLong(member(placed, "orderId")) + 1, Long.parseLong(member(next, "orderId")), "ids continue");
    }

    @Test
    void shouldRefuseTheFolderOfAnotherExchange() throws Exception {
        final Path other = Files.createDirectories(folder.resolve("other"));
        try (ServedVenue stranger = ServedVenue.start(other)) {
            assertTrue(stranger.port() > 0);
        }
        final BackupException refused = assertThrows(
                BackupException.class, () -> Restore.restore(venue.data(), other.resolve("data"), Clock.system()));
        assertTrue(String.valueOf(refused.getMessage()).contains("belongs to exchange"), refused.getMessage());
        assertTrue(Restore.isCopy(venue.data()), "the copy must be unchanged");
    }
}
