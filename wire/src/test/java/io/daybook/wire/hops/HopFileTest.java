package io.daybook.wire.hops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rings of times, and the files written from them. */
@Proves("every n-th command is timed, and no other")
final class HopFileTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("deep/engine.hops");
    }

    private List<String> read() throws IOException {
        final List<String> lines = new ArrayList<>();
        HopFile.read(file(), (seq, hop, ns) -> lines.add(seq + " " + hop + " " + ns));
        return lines;
    }

    @Test
    void shouldKeepTheFirstTimeOfEachHop() throws IOException {
        final HopRing ring = new HopRing(64, 16, Hop.T3, Hop.T4);
        ring.begin(64);
        ring.stamp(64, 0, 5);
        ring.stamp(64, 0, 6);
        ring.stamp(64, 1, 7);
        ring.begin(64);
        ring.begin(128);
        ring.stamp(128, 1, -9);
        ring.stamp(192, 0, 10); // the seq has no row
        HopFile.write(file(), ring);
        assertEquals(List.of("64 T3 5", "64 T4 7", "128 T4 -9"), read());
    }

    @Test
    void shouldKeepTheNewestRows() throws IOException {
        final HopRing ring = new HopRing(2, 4, Hop.T4J);
        for (long seq = 2; seq <= 12; seq += 2) {
            ring.begin(seq);
            ring.stamp(seq, 0, seq);
        }
        ring.stamp(2, 0, 99); // another seq has its row now
        HopFile.write(file(), ring);
        assertEquals(List.of("8 T4J 8", "10 T4J 10", "12 T4J 12", "6 T4J 6"), read());
    }

    @Test
    void shouldWriteMoreThanABufferHolds() throws IOException {
        final HopRing ring = new HopRing(1, 1 << 14, Hop.values());
        for (long seq = 1; seq <= 1 << 14; seq++) {
            ring.begin(seq);
            for (int column = 0; column < Hop.values().length; column++) {
                ring.stamp(seq, column, seq * column);
            }
        }
        HopFile.write(file(), ring);
        final long[] sums = new long[2];
        HopFile.read(file(), (seq, hop, ns) -> {
            sums[0]++;
            sums[1] += ns - seq * hop.ordinal();
        });
        assertEquals((long) Hop.values().length << 14, sums[0]);
        assertEquals(0, sums[1]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64, 1 << 20})
    void shouldTimeMultiples(final int every) {
        final HopRing ring = new HopRing(every, 2, Hop.T3);
        assertTrue(ring.isDue(every));
        assertTrue(ring.isDue(3L * every));
        assertEquals(every == 1, ring.isDue(every + 1L));
    }

    @Test
    void shouldTimeNothingAtZero() throws IOException {
        final HopRing ring = new HopRing(0, 16, Hop.T3);
        for (long seq = 1; seq < 1000; seq++) {
            assertFalse(ring.isDue(seq));
        }
        HopFile.write(file(), ring);
        assertEquals(List.of(), read());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, 63, 1 << 21})
    void shouldRefuseWhatIsNoPowerOfTwo(final int every) {
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new HopRing(every, 16, Hop.T3));
        assertTrue(refused.getMessage().endsWith("every=" + every), refused::getMessage);
    }

    @Test
    void shouldNumberEachHopOnce() {
        for (final Hop hop : Hop.values()) {
            assertEquals(hop, Hop.of(hop.code()));
        }
        assertEquals(null, Hop.of(0));
        assertEquals(null, Hop.of(Hop.CODE_LIMIT));
        assertEquals(null, Hop.of(-1));
    }

    @Test
    void shouldRefuseWhatIsNoFileOfHops() throws IOException {
        final HopRing ring = new HopRing(1, 4, Hop.T3, Hop.T4);
        ring.begin(1);
        HopFile.write(file(), ring);
        final byte[] sound = Files.readAllBytes(file());
        refused(Arrays.copyOf(sound, 9), "is cut off");
        refused(Arrays.copyOf(sound, 20), "is cut off");
        refused(Arrays.copyOf(sound, sound.length - 1), "ends within a row");
        refused(changed(sound, 0), "is not a file of hops");
        refused(changed(sound, 14), "names");
        refused(changed(sound, 17), "names hop");
        final byte[] twice = sound.clone();
        twice[24] = twice[16];
        refused(twice, "names hop 3");
    }

    private void refused(final byte[] bytes, final String why) throws IOException {
        Files.write(file(), bytes);
        final IOException refused = assertThrows(IOException.class, this::read);
        assertTrue(
                refused.getMessage().startsWith(file().toString())
                        && refused.getMessage().contains(why),
                refused::getMessage);
    }

    private static byte[] changed(final byte[] sound, final int place) {
        final byte[] changed = sound.clone();
        changed[place] ^= 1;
        return changed;
    }
}
