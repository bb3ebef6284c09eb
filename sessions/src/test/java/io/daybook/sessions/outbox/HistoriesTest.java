package io.daybook.sessions.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

@Proves("no number is given twice, even after a restore")
class HistoriesTest {
    private static final Path DATA = Path.of("/data");
    private static final long NOW = 1_795_832_099L;
    private static final long YEAR = 366L * 24 * 3_600;

    @Test
    void shouldGiveTwoRestoresOfOneCopyDifferentNumbers() {
        final long first = Histories.request(27, NOW);
        final long usedMeanwhile = first + 16_000;
        assertTrue(first > 27);
        assertTrue(Histories.request(27, NOW + 1) > usedMeanwhile, "a second at 16,000 requests a second");
        assertTrue(Histories.message(27, NOW + 1) > Histories.message(27, NOW) + 1_000_000);
        assertTrue(Histories.feedMessage(27, NOW + 1) > Histories.feedMessage(27, NOW) + 4_000_000);
        assertTrue(Histories.httpId(1_027, 1_000, NOW + 1) > Histories.httpId(1_027, 1_000, NOW) + 4_000);
    }

    @Test
    void shouldGoOnAboveNumbersThatAreHigherAlready() {
        final long high = 1L << 42;
        assertTrue(Histories.request(high, NOW) > high + 1_000_000);
        assertTrue(Histories.request(27, 0) > 1_000_000, "the clock of the restore is wrong");
    }

    @Test
    void shouldLeaveRoomForYears() {
        assertTrue(Histories.request(0, NOW + 15 * YEAR) < OrderNumbers.MAX_REQUEST);
        assertTrue(Histories.message(0, NOW + 15 * YEAR) < 1L << 53);
        assertTrue(Histories.httpId(1L << 42, 1L << 42, NOW + 15 * YEAR) < 1L << 43);
    }

    @Test
    void shouldLetInOnlyWhomAnOperatorHasNamedInThisHistory() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        storage.createDirectories(DATA);
        final Histories.Current present = new Histories.Current(NOW, 28);
        assertTrue(Histories.isAdmitted(storage, DATA, Histories.Current.FIRST, "17"));
        assertFalse(Histories.isAdmitted(storage, DATA, present, "17"));
        Histories.admit(storage, DATA, present, "17");
        Histories.admit(storage, DATA, present, "17");
        assertTrue(Histories.isAdmitted(storage, DATA, present, "17"));
        assertEquals(List.of("17"), Histories.admitted(storage, DATA, present));
        assertFalse(Histories.isAdmitted(storage, DATA, present, Histories.HTTP));
        assertFalse(Histories.isAdmitted(storage, DATA, new Histories.Current(NOW + 1, 40), "17"), "a later restore");
    }
}
