package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with folders and files that the process may not read or write. Permissions do not stop root, so if the tests
 * run as root, the process gives up that privilege before it starts.
 */
@Proves("without a permission, a command ends with status 3 and one line, and changes nothing")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@OnlyLong
@Tag("whole")
class PermissionsTest {
    private static final List<String> WITHOUT_PRIVILEGES =
            List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search");
    private static final String NOTHING = "---------";
    private static final String READ_ONLY_FOLDER = "r-xr-xr-x";

    @TempDir
    private static Path whole;

    @TempDir
    private Path folder;

    private final Map<Path, String> taken = new HashMap<>();
    private List<String> prefix = List.of();
    private Path journal;
    private Path segment;
    private Path nop;

    @BeforeAll
    static void shouldMakeASoundJournal() throws IOException {
        final Path input = Files.writeString(
                whole.resolve("in.jsonl"),
                "{\"cmd\":\"add_user\",\"uid\":1}\n{\"cmd\":\"snapshot\"}\n{\"cmd\":\"nop\"}\n",
                StandardCharsets.UTF_8);
        final DaybookProcess.Ended run = DaybookProcess.run(
                input, "exec", "--journal", whole.resolve("exchange").toString(), "-");
        assertEquals(0, run.status(), run.err());
    }

    @BeforeEach
    void shouldStartFromASoundJournal() throws Exception {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
                "no POSIX permissions here: folders without permission were not tested");
        final Path probe = Files.createFile(folder.resolve("probe"));
        Files.setPosixFilePermissions(probe, PosixFilePermissions.fromString(NOTHING));
        if (Files.isReadable(probe)) {
            prefix = WITHOUT_PRIVILEGES;
            assumeTrue(
                    canRun("true") && !canRun("cat", probe.toString()),
                    "permissions do not stop this user, and setpriv does not help: folders without permission were"
                            + " not tested");
        }
        journal = folder.resolve("exchange");
        segment = journal.resolve("journal").resolve("00000000000000000001.jnl");
        nop = Files.writeString(folder.resolve("nop.jsonl"), "{\"cmd\":\"nop\"}\n");
        copy(whole.resolve("exchange"), journal);
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private boolean canRun(final String... command) throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(prefix));
        builder.command().addAll(List.of(command));
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            return builder.start().waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    @AfterEach
    void shouldGiveBackWhatWasTaken() throws IOException {
        for (final Map.Entry<Path, String> entry : taken.entrySet()) {
            Files.setPosixFilePermissions(entry.getKey(), PosixFilePermissions.fromString(entry.getValue()));
        }
        taken.clear();
    }

    @Test
    void shouldRefuseAFolderThatItMayNotRead() throws IOException {
        permit(journal, NOTHING);
        assertDenied(journal, exec(journal));
        assertDenied(journal, restore());
        assertDenied(journal, command("journal", "verify", journal.toString()));
    }

    @Test
    void shouldRefuseAFolderThatItMayNotWriteInto() throws IOException {
        final Path parent = Files.createDirectory(folder.resolve("parent"));
        permit(parent, READ_ONLY_FOLDER);
        assertDenied(parent.resolve("exchange"), exec(parent.resolve("exchange")));
        try (var names = Files.list(parent)) {
            assertEquals(List.of(), names.toList());
        }
        final Path empty = Files.createDirectory(folder.resolve("empty"));
        permit(empty, READ_ONLY_FOLDER);
        assertDenied(empty, exec(empty));
        try (var names = Files.list(empty)) {
            assertEquals(List.of(), names.toList());
        }
    }

    @Test
    void shouldRefuseASegmentThatItMayNotReadAndLeaveItAsItIs() throws IOException {
        final byte[] before = Files.readAllBytes(segment);
        permit(segment, NOTHING);
        assertDenied(segment, exec(journal));
        assertDenied(segment, command("journal", "verify", journal.toString()));
        shouldGiveBackWhatWasTaken();
        assertArrayEquals(before, Files.readAllBytes(segment));
        assertEquals(0, restore().status());
    }

    @Test
    void shouldRefuseASegmentThatItMayNotWrite() throws IOException {
        permit(segment, "r--r--r--");
        assertDenied(segment, exec(journal));
    }

    @Test
    void shouldRefuseALockThatItMayNotWrite() throws IOException {
        final Path lock = journal.resolve("LOCK");
        permit(lock, "r--r--r--");
        assertDenied(lock, exec(journal));
    }

    @Test
    void shouldNotTakeASnapshotThatItMayNotReadForADamagedOne() throws IOException {
        final Path snapshot = journal.resolve("snapshots").resolve("00000000000000000002");
        permit(snapshot, NOTHING);
        assertDenied(snapshot, restore());
        assertDenied(snapshot, exec(journal));
        shouldGiveBackWhatWasTaken();
        permit(snapshot.resolve("MANIFEST"), NOTHING);
        assertDenied(snapshot.resolve("MANIFEST"), restore());
    }

    private void permit(final Path path, final String permissions) throws IOException {
        taken.put(path, PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private DaybookProcess.Ended exec(final Path exchange) {
        return command("exec", "--journal", exchange.toString(), nop.toString());
    }

    private DaybookProcess.Ended restore() {
        return command("restore", journal.toString());
    }

    private DaybookProcess.Ended command(final String... arguments) {
        return DaybookProcess.runAlone(folder, prefix, arguments);
    }

    private static void assertDenied(final Path file, final DaybookProcess.Ended refused) {
        assertEquals(3, refused.status(), refused.err());
        assertEquals(List.of(), refused.out());
        assertTrue(refused.err().contains(file.toString()), refused.err());
        assertTrue(refused.err().contains("permission denied"), refused.err());
        assertFalse(refused.err().contains("Exception") || refused.err().contains("\tat "), refused.err());
        assertEquals(1, refused.err().lines().count(), refused.err());
    }
}
