package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.server.StartException;
import io.daybook.server.backup.Backup;
import io.daybook.server.backup.BackupException;
import io.daybook.server.backup.BackupProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The acts of operators on a running server: listings, backups, and acts that only the program that has started it can
 * do.
 */
@Proves("an operator gets listings, backups, reloads and a stop, of a running server")
@Tag("whole")
class OperationsTest {
    private static final String SOL = "{\"currency\":{\"SOL\":{\"id\":4,\"decimals\":8}},\"listing\":{\"SOL-EUR\":"
            + "{\"symbol\":17,\"base\":\"SOL\",\"quote\":\"EUR\",\"tick\":\"0.01\",\"lot\":\"0.001\","
            + "\"takerFee\":\"0.001\"}}}";

    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String admin;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder);
        admin = venue.adminToken();
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    @Test
    void shouldTradeWhatIsListedWhileItRunsAndAfterARestart() throws Exception {
        final String anna = venue.trader(301, "2", "100000");
        final HttpResponse<String> made = venue.send(admin, "POST", "/v1/admin/listings", SOL);
        assertEquals(201, made.statusCode(), made.body());
        assertEquals("17", member(made.body(), "number"));
        ok(venue.send(admin, "POST", "/v1/admin/users/301/adjust", ServedVenue.adjust("SOL", "50", 3)));
        ok(venue.shown(venue.send(anna, "POST", "/v1/orders", sol("s-1"))));
        assertTrue(ok(venue.get("", "/v1/book/SOL-EUR")).contains("[\"150.00\",\"2.000\"]"));

        venue.restart();
        assertTrue(ok(venue.get("", "/v1/listings")).contains("\"symbol\":\"SOL-EUR\",\"number\":17"));
        assertTrue(ok(venue.get("", "/v1/book/SOL-EUR")).contains("[\"150.00\",\"2.000\"]"));
        assertEquals(
                "duplicate",
                ok(venue.send(anna, "POST", "/v1/orders", sol("s-1"))).contains("\"duplicate\":true")
                        ? "duplicate"
                        : "new");
        final HttpResponse<String> again = venue.send(admin, "POST", "/v1/admin/listings", SOL);
        assertEquals(409, again.statusCode(), again.body());
        assertEquals("LISTED", member(again.body(), "code"));
        assertTrue(Files.readString(venue.data().resolve("server/audit.jsonl")).contains("add listing"));
    }

    private static String sol(final String clientOrderId) {
        return order("sell", "150.00", "2.000", clientOrderId).replace("BTC-EUR", "SOL-EUR");
    }

    /** The listing has a tick of 1,000,000, as is usual if a bitcoin costs billions: its top price has 19 digits. */
    @Test
    void shouldStartOnEachListingThatItHasAccepted() throws Exception {
        final String vnd = SOL.replace("SOL", "VND")
                .replace("\"base\":\"VND\",\"quote\":\"EUR\"", "\"base\":\"BTC\",\"quote\":\"VND\"")
                .replace("VND-EUR", "BTC-VND")
                .replace("\"tick\":\"0.01\"", "\"tick\":\"1000000\"");
        ok(venue.send(admin, "POST", "/v1/admin/listings", vnd));
        ok(venue.send(
                admin, "POST", "/v1/admin/listings", SOL.replace("17", "18").replace("\"id\":4", "\"id\":5")));
        venue.restart();
        assertTrue(ok(venue.get("", "/v1/listings")).contains("\"tick\":\"1000000\""));

        // The form in which earlier builds wrote it, with the greatest price.
        venue.close();
        final Path file = venue.data().resolve("server/listings.json");
        final String written = Files.readString(file);
        Files.writeString(
                file,
                written.replace(
                        "\"tick\" : \"1000000\",",
                        "\"tick\" : \"1000000\", \"minPrice\" : \"1000000\", \"maxPrice\" : \"1099511627776000000\","));
        assertFalse(Files.readString(file).equals(written));
        venue.restart();
        assertTrue(ok(venue.get("", "/v1/listings")).contains("\"tick\":\"1000000\""));
    }

    @Test
    void shouldSayThatEarlierListingsCannotBeReadAndMakeNoBackupOfThem() throws Exception {
        ok(venue.send(admin, "POST", "/v1/admin/listings", SOL));
        final Path file = venue.data().resolve("server/listings.json");
        Files.writeString(file, Files.readString(file).replace("\"0.001\"", "\"x\""));
        final HttpResponse<String> refused = venue.send(
                admin,
                "POST",
                "/v1/admin/listings",
                SOL.replace("SOL-EUR", "SOL-EU2").replace("17", "18"));
        assertEquals(409, refused.statusCode(), refused.body());
        assertTrue(refused.body().contains("listings.json"), refused.body());
        final BackupException none =
                assertThrows(BackupException.class, () -> Backup.take(venue.data(), folder.resolve("none")));
        assertTrue(String.valueOf(none.getMessage()).contains("listings.json"), none.getMessage());
        assertFalse(Files.exists(folder.resolve("none")));
    }

    /** Other users may be kept out by the mode of the venue's folder, or of the server's folder. */
    @Test
    void shouldKeepTheModesOfWhatABackupCopies() throws Exception {
        Files.setPosixFilePermissions(venue.data(), PosixFilePermissions.fromString("rwx------"));
        final Path copy = Backup.take(venue.data(), folder.resolve("copy")).folder();
        int compared = 0;
        try (Stream<Path> copied = Files.walk(copy)) {
            // The mark of a copy exists only in the copy.
            for (final Path one :
                    copied.filter(file -> !file.endsWith("BACKUP")).toList()) {
                final Path original = venue.data().resolve(copy.relativize(one));
                assertEquals(
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(original)),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(one)),
                        one::toString);
                compared++;
            }
        }
        assertTrue(compared > 8, "only " + compared);
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.resolve("server/identity.db"))));
    }

    @Test
    void shouldStartAndMakeBackupsAlthoughAMarkIsDamaged() throws Exception {
        ok(venue.send(admin, "POST", "/v1/admin/users", "{\"uid\":7}"));
        venue.close();
        final Path marks = Files.createDirectories(venue.data().resolve("marks"));
        Files.write(marks.resolve("warehouse"), new byte[] {1, 2, 3});
        Files.write(marks.resolve("backup-" + Integer.MAX_VALUE + "-7f"), new byte[0]);
        venue.restart();
        assertTrue(Files.exists(marks.resolve("warehouse")), "an operator's mark stays until it is set again");
        assertFalse(Files.exists(marks.resolve("backup-" + Integer.MAX_VALUE + "-7f")));
        assertTrue(Backup.take(venue.data(), folder.resolve("copy")).seq() > 0);
    }

    @Test
    void shouldNameWhatIsWrongWithAListing() throws Exception {
        final HttpResponse<String> none = venue.send(admin, "POST", "/v1/admin/listings", "{}");
        assertEquals(400, none.statusCode(), none.body());
        final HttpResponse<String> unknown =
                venue.send(admin, "POST", "/v1/admin/listings", SOL.replace("\"quote\":\"EUR\"", "\"quote\":\"EUX\""));
        assertEquals(400, unknown.statusCode(), unknown.body());
        assertTrue(unknown.body().contains("is not a currency of this file"), unknown.body());
        final HttpResponse<String> other = venue.send(
                admin,
                "POST",
                "/v1/admin/listings",
                SOL.replace("{\"SOL\":{\"id\":4,\"decimals\":8}}", "{\"EUR\":{\"id\":9,\"decimals\":2}}")
                        .replace("\"base\":\"SOL\"", "\"base\":\"BTC\""));
        assertEquals(400, other.statusCode(), other.body());
        assertTrue(other.body().contains("EUR is known with id 2 and 8 decimals"), other.body());
        assertEquals(404, venue.get("", "/v1/listings/SOL-EUR").statusCode());
        assertFalse(Files.exists(venue.data().resolve("server/listings.json")), "no file must be written");
    }

    @Test
    void shouldMakeAListingOfTheFileWhoseCommandWasLost() throws Exception {
        ok(venue.send(admin, "POST", "/v1/admin/listings", SOL));
        venue.close();
        final Path file = venue.data().resolve("server/listings.json");
        Files.writeString(
                file, Files.readString(file).replace("SOL-EUR", "SOL-EURO").replace(": 17", ": 18"));
        venue.restart();
        assertTrue(ok(venue.get("", "/v1/listings")).contains("\"symbol\":\"SOL-EURO\",\"number\":18"));
        venue.close();
        Files.writeString(file, Files.readString(file).replace("\"0.001\"", "\"0.002\""));
        final StartException refused = assertThrows(StartException.class, venue::restart);
        assertTrue(String.valueOf(refused.getMessage()).contains("the exchange:"), refused.getMessage());
        Files.writeString(file, Files.readString(file).replace("\"0.002\"", "\"0.001\""));
        venue.restart();
    }

    @Test
    void shouldCopyAFolderThatIsWrittenToSoThatAServerStartsOnIt() throws Exception {
        final String anna = venue.trader(301, "2", "100000");
        ok(venue.send(admin, "POST", "/v1/admin/listings", SOL));
        ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.1", "kept")));
        ok(venue.send(admin, "POST", "/v1/admin/snapshot", ""));
        final AtomicBoolean isDone = new AtomicBoolean();
        final Thread traffic = new Thread(() -> {
            for (int i = 0; !isDone.get(); i++) {
                try {
                    ok(venue.send(anna, "POST", "/v1/orders", order("buy", "101.00", "0.001", "t-" + i)));
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        traffic.start();
        final HttpResponse<String> made = venue.send(admin, "POST", "/v1/admin/backup", "{\"name\":\"monday\"}");
        isDone.set(true);
        traffic.join();
        assertEquals(201, made.statusCode(), made.body());
        assertEquals(
                409,
                venue.send(admin, "POST", "/v1/admin/backup", "{\"name\":\"monday\"}")
                        .statusCode());
        assertEquals(
                400,
                venue.send(admin, "POST", "/v1/admin/backup", "{\"name\":\"../x\"}")
                        .statusCode());
        final HttpResponse<String> quiet = venue.send(admin, "POST", "/v1/admin/backup", "{\"name\":\"quiet\"}");
        assertEquals(201, quiet.statusCode(), quiet.body());
        assertTrue(Long.parseLong(member(quiet.body(), "seq")) >= Long.parseLong(member(made.body(), "seq")));
        final String hash = venue.server().stateHash();
        assertEquals(hash, member(quiet.body(), "stateHash"), "the state must be the same");
        assertFalse(
                Files.exists(venue.data().resolve("marks"))
                        && holdsFiles(venue.data().resolve("marks")),
                "no mark must be left");

        venue.close();
        Files.move(venue.data(), folder.resolve("lost"), StandardCopyOption.ATOMIC_MOVE);
        Files.move(folder.resolve("backups/quiet"), venue.data(), StandardCopyOption.ATOMIC_MOVE);
        venue.restart();
        ok(venue.send(admin, "POST", "/v1/admin/keys/262145/on", "")); // a restore switches the key off
        assertEquals("open", member(ok(venue.get(anna, "/v1/orders/by-client/kept")), "state"));
        assertTrue(ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.1", "kept")))
                .contains("\"duplicate\":true"));
        ok(venue.get("", "/v1/listings/SOL-EUR"));
        venue.close();
        Files.move(venue.data(), folder.resolve("quiet"), StandardCopyOption.ATOMIC_MOVE);
        Files.move(folder.resolve("backups/monday"), venue.data(), StandardCopyOption.ATOMIC_MOVE);
        venue.restart();
        ok(venue.send(admin, "POST", "/v1/admin/keys/262145/on", ""));
        assertEquals("open", member(ok(venue.get(anna, "/v1/orders/by-client/kept")), "state"));
    }

    @Test
    void shouldMakeOneOfTwoBackupsOfANameAndRefuseTheOther() throws Exception {
        final String anna = venue.trader(301, "2", "100000");
        ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.1", "kept")));
        assertTrue(Backup.take(venue.data(), folder.resolve("before")).seq() > 0); // creates the folder of marks
        final Path target = folder.resolve("backups/both");
        final Path passing = venue.data().resolve("server");
        final AtomicBoolean isDone = new AtomicBoolean();
        final Thread others = new Thread(() -> {
            for (int i = 0; !isDone.get(); i++) {
                try {
                    final Path directory = Files.createDirectory(passing.resolve(".passing-" + i));
                    Files.delete(directory); // a folder that disappears while the backup lists files
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        });
        others.start();
        final List<CompletableFuture<Object>> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return Backup.take(venue.data(), target);
                        } catch (BackupException e) {
                            return String.valueOf(e.getMessage());
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    task -> new Thread(task).start()));
        }
        final List<Object> said = both.stream().map(CompletableFuture::join).toList();
        isDone.set(true);
        others.join();
        assertEquals(1, said.stream().filter(Backup.Made.class::isInstance).count(), said::toString);
        assertTrue(said.stream().anyMatch(one -> one.toString().contains("name another folder")), said::toString);
        try (Stream<Path> left = Files.list(folder.resolve("backups"))) {
            assertEquals(List.of(target), left.toList());
        }
        assertTrue(new BackupProcess().check(target).seq() > 0);
    }

    private static boolean holdsFiles(final Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isPresent();
        }
    }

    @Test
    void shouldShowSnapshotsAndLeaveItsEndToItsStarter() throws Exception {
        ok(venue.send(admin, "POST", "/v1/admin/snapshot", ""));
        assertEquals("true", member(ok(venue.get(admin, "/v1/admin/snapshots")), "sound"));
        final HttpResponse<String> stop = venue.send(admin, "POST", "/v1/admin/stop", "");
        assertEquals(409, stop.statusCode(), stop.body());
        assertTrue(stop.body().contains("a program has started this server"), stop.body());
        assertEquals(409, venue.send(admin, "POST", "/v1/admin/reload", "").statusCode());
    }
}
