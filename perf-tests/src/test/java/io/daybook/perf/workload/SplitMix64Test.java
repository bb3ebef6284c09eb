package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SplitMix64Test {
    @Test
    void shouldGiveThePublishedSequence() {
        final SplitMix64 random = new SplitMix64(1234567);

        assertEquals(Long.parseUnsignedLong("6457827717110365317"), random.nextLong());
        assertEquals(Long.parseUnsignedLong("3203168211198807973"), random.nextLong());
        assertEquals(Long.parseUnsignedLong("9817491932198370423"), random.nextLong());
        assertEquals(Long.parseUnsignedLong("4593380528125082431"), random.nextLong());
        assertEquals(Long.parseUnsignedLong("16408922859458223821"), random.nextLong());
    }

    @Test
    void shouldDrawEveryValueBelowTheBoundAboutEquallyOften() {
        final SplitMix64 random = new SplitMix64(7);
        final int[] hits = new int[6];

        for (int i = 0; i < 600_000; i++) {
            hits[random.nextInt(6)]++;
        }

        for (int hit : hits) {
            assertEquals(100_000, hit, 1_500);
        }
    }

    @Test
    void shouldSquareAUniformDraw() {
        final SplitMix64 random = new SplitMix64(8);
        final int scale = 10_000;
        long sum = 0;
        int belowQuarter = 0;

        for (int i = 0; i < 300_000; i++) {
            final int square = random.nextSquareOf(scale);
            assertTrue(square >= 0 && square < scale, () -> "square=" + square);
            sum += square;
            if (square < scale / 4) belowQuarter++;
        }

        assertEquals(scale / 3.0, sum / 300_000.0, scale / 200.0);
        assertEquals(0.5, belowQuarter / 300_000.0, 0.005);
    }

    @Test
    void shouldSplitIntoSourcesThatDifferAndLeaveTheFirstAlone() {
        final SplitMix64 random = new SplitMix64(9);

        final long ofOne = random.split(1).nextLong();
        final long ofTwo = random.split(2).nextLong();

        assertNotEquals(ofOne, ofTwo);
        assertEquals(ofOne, random.split(1).nextLong());
        assertEquals(new SplitMix64(9).nextLong(), random.nextLong());
    }
}
