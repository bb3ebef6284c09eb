package io.daybook.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which numbers the file keeps, and which it drops. */
@Proves("FIX numbers are given once, over kills, lost files and resets")
@Tag("whole")
final class FixNumbersTest {
    private static final int REPORTS = 20_000;
    private static final int RECORD = 24;

    @TempDir
    private Path folder;

    private FixNumbers open(final int resets, final long firstOut) throws IOException {
        final FixNumbers numbers = new FixNumbers(new FileJournalStorage(), folder);
        numbers.open(resets, firstOut);
        return numbers;
    }

    /** Writes a file in which report n was sent with number n + 10. */
    private void write() throws IOException {
        final FixNumbers numbers = open(0, 1);
        for (int out = 1; out <= REPORTS; out++) {
            numbers.report(out + 10, out, 0);
        }
        numbers.close(REPORTS + 11, 7, 0);
    }

    /** FIX counts to 2^31 - 1; after a restore, reports have numbers far above those of a venue's first years. */
    @Test
    void shouldReadNumbersAtTheirBoundsAsTheyWereWritten() throws IOException {
        final int resets = Integer.MAX_VALUE;
        final FixNumbers written = open(resets, 1);
        written.report(1, 1, resets);
        written.report(Integer.MAX_VALUE - 1, Long.MAX_VALUE - 1, resets);
        written.report(Integer.MAX_VALUE, Long.MAX_VALUE, resets);
        written.close(Integer.MAX_VALUE, Integer.MAX_VALUE, resets);
        final FixNumbers read = open(resets, 1);
        assertEquals(Long.MAX_VALUE, read.lastOut());
        assertEquals(Long.MAX_VALUE - 1, read.out(read.from(Integer.MAX_VALUE - 1)));
        assertEquals(Integer.MAX_VALUE, read.number(read.from(Integer.MAX_VALUE)));
        assertEquals(Integer.MAX_VALUE, read.closedSender());
        assertEquals(Integer.MAX_VALUE, read.closedTarget());
        assertEquals(
                Map.of(1L, 1, Long.MAX_VALUE - 1, Integer.MAX_VALUE - 1, Long.MAX_VALUE, Integer.MAX_VALUE),
                FixNumbers.read(new FileJournalStorage(), folder));
    }

    @Test
    void shouldKeepAllThatMayBeSentAgain() throws IOException {
        write();
        final FixNumbers numbers = open(0, 1);
        assertEquals((REPORTS + 1L) * RECORD, Files.size(folder.resolve("numbers")));
        assertEquals(REPORTS, numbers.lastOut());
        assertTrue(numbers.has(11));
        assertEquals(REPORTS + 11, numbers.closedSender());
        assertEquals(7, numbers.closedTarget());
    }

    @Test
    void shouldShortenAFileOfWhichLittleCounts() throws IOException {
        write();
        final long firstOut = REPORTS - 99;
        final FixNumbers numbers = open(0, firstOut);
        assertEquals(101L * RECORD, Files.size(folder.resolve("numbers")), "100 reports and the close");
        numbers.use(REPORTS + 11, 0);
        numbers.report(REPORTS + 12, REPORTS + 1, 0);
        final FixNumbers again = open(0, firstOut);
        assertEquals(REPORTS + 1, again.lastOut());
        assertEquals(0, again.closedSender(), "a number was used after the close");
        assertFalse(again.has((int) firstOut + 9));
        for (int out = (int) firstOut; out <= REPORTS; out++) {
            assertEquals(out, again.out(again.from(out + 10)));
        }
        assertEquals(REPORTS + 1, again.out(again.from(REPORTS + 12)));
    }

    @Test
    void shouldShortenAFileToNothing() throws IOException {
        write();
        final FixNumbers numbers = open(1, 1);
        assertEquals(0, Files.size(folder.resolve("numbers")));
        assertEquals(0, numbers.lastOut());
        numbers.report(1, REPORTS + 1, 1);
        assertEquals(REPORTS + 1, open(1, 1).lastOut());
    }

    @Test
    void shouldForgetInMemoryWhatIsNotSentAgain() throws IOException {
        write();
        final FixNumbers numbers = open(0, 1);
        numbers.forget(REPORTS - 1, 0);
        assertFalse(numbers.has(REPORTS + 8));
        assertTrue(numbers.has(REPORTS + 9));
        assertTrue(numbers.has(REPORTS + 10));
        numbers.forget(REPORTS + 1, 0);
        assertEquals(REPORTS, numbers.lastOut(), "sending continues after this report");
        numbers.report(REPORTS + 12, REPORTS + 1, 0);
        assertEquals(REPORTS + 1, numbers.out(numbers.from(REPORTS + 11)));
    }

    @Test
    void shouldNotLetTheFileGrowWhileItIsOpen() throws IOException {
        final FixNumbers numbers = open(0, 1);
        final int batch = 1_000;
        for (int out = 1; out <= 10 * REPORTS; out++) {
            numbers.report(out + 10, out, 0);
            if (out % batch == 0) {
                numbers.forget(out - batch, 0);
                final long records = Files.size(folder.resolve("numbers")) / RECORD;
                final int number = out;
                assertTrue(records <= 12 * batch, () -> records + " after " + number + " reports");
            }
        }
        final FixNumbers again = open(0, 10 * REPORTS - batch);
        assertEquals(10 * REPORTS, again.lastOut());
        assertEquals(10 * REPORTS - batch, again.out(again.from(10 * REPORTS - batch + 10)));
    }

    @Test
    void shouldLetGoOfNumbersFromBeforeTheyBeganAnew() throws IOException {
        final FixNumbers numbers = open(0, 1);
        for (int day = 0; day < 10; day++) {
            for (int out = 1; out <= REPORTS / 10; out++) {
                numbers.report(out + 1, day * (REPORTS / 10) + out, day);
            }
            numbers.reset();
            numbers.forget((day + 1) * (REPORTS / 10) + 1, day + 1);
        }
        final long records = Files.size(folder.resolve("numbers")) / RECORD;
        assertTrue(records < REPORTS / 2, () -> "records: " + records);
    }

    /** A close is valid until a number is used, and the file may be shortened in between. */
    @Test
    void shouldKeepTheCloseWhereTheFileIsShortened() throws IOException {
        write();
        final FixNumbers numbers = open(0, 1);
        numbers.reset();
        numbers.forget(REPORTS + 1, 0);
        assertEquals(RECORD, Files.size(folder.resolve("numbers")));
        assertEquals(REPORTS + 11, open(0, 1).closedSender());
        numbers.use(REPORTS + 11, 0);
        assertEquals(0, open(0, 1).closedSender());
    }
}
