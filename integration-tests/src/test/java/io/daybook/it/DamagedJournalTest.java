package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import io.daybook.journal.access.FrameStat;
import io.daybook.journal.access.JournalReader;
import io.daybook.perf.workload.Workload;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs commands on journals with zeroed sectors, a file that is too short or a flipped byte, on a dump, on a folder
 * that another process owns, and with other settings.
 */
@Proves("commands restore or refuse a damaged journal, and a dump that is run again gives the same state hash")
@Tag("whole")
class DamagedJournalTest {
    private static final int SECTOR = 512;

    @TempDir
    private static Path whole;

    @TempDir
    private Path folder;

    private Path journal;
    private Path segment;

    @BeforeAll
    static void shouldMakeASoundJournal() throws IOException {
        final List<String> lines =
                ScenarioText.of(Workload.EXCHANGE.builder().dividedBy(500).generate());
        final Path input = Files.write(whole.resolve("in.jsonl"), lines);
        final String made = whole.resolve("journal").toString();
        final DaybookProcess.Ended run = DaybookProcess.run(input, "exec", "--journal", made, "-");
        assertEquals(0, run.status(), run.err());
    }

    @BeforeEach
    void shouldStartFromACopy() throws IOException {
        journal = folder.resolve("journal");
        final Path made = whole.resolve("journal");
        try (Stream<Path> files = Files.walk(made)) {
            for (final Path file : files.toList()) {
                Files.copy(file, journal.resolve(made.relativize(file).toString()));
            }
        }
        segment = journal.resolve("journal").resolve("00000000000000000001.jnl");
    }

    @OnlyLong
    @Test
    void shouldGiveTheSameHashWhenADumpIsRunAgain() throws IOException {
        final DaybookProcess.Ended dump = DaybookProcess.run("journal", "dump", journal.toString());
        assertEquals(0, dump.status(), dump.err());
        final List<String> lines = new ArrayList<>(dump.out());
        lines.add("{\"cmd\":\"state_hash\"}");
        final Path input = Files.write(folder.resolve("dump.jsonl"), lines);
        final DaybookProcess.Ended again = DaybookProcess.run(input, "exec", "--topology", "inline", "-");
        assertEquals(0, again.status(), again.err());
        assertEquals(
                hash(DaybookProcess.run("restore", journal.toString()).out()),
                hash(again.out().subList(again.out().size() - 1, again.out().size())));
    }

    @Test
    void shouldRestoreTheLongestWholePrefixWhenTheLastSectorsWereZeroed() throws IOException {
        final FrameStat torn = lastFrameOfSeveralSectors();
        final long secondSector = (torn.position() / SECTOR + 1) * SECTOR;
        final long end = lastNonZeroSector();
        Files.delete(journal.resolve("journal").resolve("CLOSED")); // a crash leaves no such file
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            // Zeros the frame from its second sector on, and all later frames, because a later frame could prove that
            // this one was forced.
            file.seek(secondSector);
            file.write(new byte[(int) (end - secondSector)]);
        }
        final DaybookProcess.Ended restored = DaybookProcess.run("restore", journal.toString());
        final String all = String.join("\n", restored.out()) + restored.err();
        assertEquals(0, restored.status(), all);
        assertTrue(all.contains("truncated tail: ") && !all.contains("truncated tail: none"), all);
        assertTrue(all.contains("00000000000000000001.jnl"), all);
        assertTrue(all.contains("seq: " + (torn.firstSeq() - 1) + "\n"), all);
        assertEquals(
                0, DaybookProcess.run("journal", "verify", journal.toString()).status());
    }

    @OnlyLong
    @Test
    void shouldMissWhatWasZeroedOfAJournalThatWasClosed() throws IOException {
        final FrameStat last = lastFrameOfSeveralSectors();
        final long end = lastNonZeroSector();
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(last.position());
            file.write(new byte[(int) (end - last.position())]);
        }
        assertRefused("GAP");
        for (final String command : List.of("verify", "dump")) {
            final DaybookProcess.Ended refused = DaybookProcess.run("journal", command, journal.toString());
            assertEquals(3, refused.status(), refused.err());
            assertTrue(refused.err().contains("GAP"), refused.err());
        }
        final DaybookProcess.Ended stat = DaybookProcess.run("journal", "stat", journal.toString());
        assertTrue(String.join("\n", stat.out()).contains("problem: GAP"), () -> String.join("\n", stat.out()));
        assertEquals(3, DaybookProcess.run("audit", journal.toString()).status());
    }

    @OnlyLong
    @Test
    void shouldRefuseAFileThatWasCutShort() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.setLength(file.length() - 1000);
        }
        assertRefused("SUSPECT");
    }

    @Test
    void shouldRefuseOneFlippedByteInTheMiddle() throws IOException {
        final long middle = lastNonZeroSector() / 2;
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(middle);
            final int before = file.read();
            file.seek(middle);
            file.write(before ^ 0x10);
        }
        assertRefused("CORRUPT");
    }

    @Test
    void shouldRefuseTheFolderToASecondProcess() throws Exception {
        final Process first = DaybookProcess.builder("exec", "--journal", journal.toString(), "-")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            first.getOutputStream().write("{\"cmd\":\"nop\"}\n".getBytes(StandardCharsets.UTF_8));
            first.getOutputStream().flush();
            assertTrue(first.getInputStream().read() == '{'); // the exchange runs
            final DaybookProcess.Ended second = DaybookProcess.run("exec", "--journal", journal.toString(), "-");
            assertEquals(3, second.status());
            assertTrue(second.err().contains("pid " + first.pid()), second.err());
        } finally {
            first.getOutputStream().close();
            first.waitFor();
        }
    }

    @Test
    void shouldRefuseOtherSettingsThanThoseTheFolderWasMadeWith() {
        final DaybookProcess.Ended run =
                DaybookProcess.run("exec", "--no-margin", "--journal", journal.toString(), "-");
        assertEquals(3, run.status());
        assertTrue(run.err().contains("margin-trading=on") && run.err().contains("margin-trading=off"), run.err());
    }

    private void assertRefused(final String reason) {
        for (final List<String> command : List.of(
                List.of("restore", journal.toString()), List.of("exec", "--journal", journal.toString(), "-"))) {
            final DaybookProcess.Ended refused = DaybookProcess.run(command.toArray(new String[0]));
            assertEquals(3, refused.status(), refused.err());
            assertTrue(refused.err().contains(reason), refused.err());
            assertTrue(refused.err().contains("00000000000000000001.jnl"), refused.err());
            assertTrue(refused.err().contains("offset"), refused.err());
        }
    }

    private FrameStat lastFrameOfSeveralSectors() {
        final List<FrameStat> frames = new ArrayList<>();
        JournalReader.open(journal).frames(1, Long.MAX_VALUE, frame -> {
            if (frame.count() > 0 && frame.length() > 2 * SECTOR) {
                frames.add(frame);
            }
        });
        return frames.get(frames.size() - 1);
    }

    private long lastNonZeroSector() throws IOException {
        final byte[] bytes = Files.readAllBytes(segment);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return (long) (end + SECTOR - 1) / SECTOR * SECTOR;
    }

    private static String hash(final List<String> lines) {
        final Matcher matcher = Pattern.compile("([0-9a-f]{16})").matcher(String.join("\n", lines));
        assertTrue(matcher.find(), lines::toString);
        return matcher.group(1);
    }
}
