package io.daybook.server.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.AddUser;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** If the check of a copy needs more memory than there is, only the check fails, and the venue continues. */
@Proves("if the check of a backup runs out of memory, only the check fails, and the venue continues")
@Tag("whole")
class BackupProcessTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRecoverACopyAndOutliveOneThatFindsNoMemory() throws Exception {
        final Path data = folder.resolve("data");
        try (var exchange = DaybookExchange.builder().journal(data).start()) {
            exchange.submit(new AddUser(1)).join();
        }
        try (BackupProcess checks = new BackupProcess();
                BackupProcess poor = new BackupProcess(List.of("-Xmx6m"), Duration.ofMinutes(1))) {
            final BackupCheck.Checked here = BackupCheck.here(data);
            assertEquals(here, checks.check(data));
            final BackupException none = assertThrows(BackupException.class, () -> poor.check(data));
            assertFalse(String.valueOf(none.getMessage()).isEmpty()); // the text is that of the JVM
        }
    }

    @Test
    void shouldEndACheckThatTakesTooLong() {
        // a process that waits at its start until this file is removed, so that the check cannot end before its timeout
        final List<String> waiting = List.of(
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+PauseAtStartup",
                "-XX:PauseAtStartupFile=" + folder.resolve("paused"));
        try (BackupProcess checks = new BackupProcess(waiting, Duration.ofNanos(1))) {
            final BackupException late = assertThrows(BackupException.class, () -> checks.check(folder));
            assertEquals("the copy was not recovered within 0 s, so the process was ended", late.getMessage());
        }
    }

    @Test
    void shouldSayWhyACopyDoesNotCountAndCheckNoneAtTheEnd() throws Exception {
        final BackupProcess checks = new BackupProcess();
        final Path none = Files.createDirectory(folder.resolve("none"));
        assertThrows(BackupException.class, () -> checks.check(none.resolve("nothing")));
        checks.close();
        final BackupException ended = assertThrows(BackupException.class, () -> checks.check(none));
        assertEquals("the server ends", ended.getMessage());
    }
}
