package io.daybook.client.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With random losses the books equal the publisher's at the end, and whenever they are shown. */
@Proves(
        value = "a subscriber has the books again whatever the network loses",
        normal = "60,000 messages a case",
        large = "1,000,000 a case")
final class FeedLossTest {
    private static final long MS = 1_000_000;
    private static final int MESSAGES =
            Boolean.getBoolean("daybook.long") ? 1_000_000 : Boolean.getBoolean("daybook.quick") ? 5_000 : 60_000;

    @ParameterizedTest
    @CsvSource({
        "10, 10, true, true, false",
        "100, 100, true, true, false",
        "10, 0, true, true, false",
        "100, 1000, true, true, false",
        "100, 100, false, true, false",
        "300, 300, false, true, false",
        "100, 100, false, false, true",
        "300, 300, true, true, true",
    })
    void shouldHaveTheSameBooks(
            final int lostOnA, final int lostOnB, final boolean requests, final boolean cycle, final boolean stream) {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final String where = "seed=" + seed + " A=" + lostOnA + " B=" + lostOnB + " requests=" + requests;
        try {
            run(new FeedLab(seed), lostOnA, lostOnB, requests, cycle, stream, where);
        } catch (final AssertionError e) {
            throw new AssertionError(where, e);
        }
    }

    private static void run(
            final FeedLab lab,
            final int lostOnA,
            final int lostOnB,
            final boolean requests,
            final boolean cycle,
            final boolean stream,
            final String where) {
        lab.lineA = new FeedLab.Faults(lostOnA, 30, 50, 50 * MS);
        lab.lineB = new FeedLab.Faults(lostOnB, 30, 50, 50 * MS);
        lab.snapshotsA = lab.lineA;
        lab.snapshotsB = lab.lineB;
        lab.isRequestServerOn = requests;
        lab.isCycleOn = cycle;
        lab.isStreamOn = stream;
        int step = 0;
        int compared = 0;
        while (lab.messages() < MESSAGES) {
            lab.trade();
            if (lab.random.nextInt(4) == 0) {
                lab.publish();
                lab.pass(lab.random.nextLong(2 * MS));
            }
            if (++step % 50 == 0) {
                lab.cycle();
            }
            if (step % 100 == 0 && lab.isWhole()) {
                lab.requireSameBooks(where + " step=" + step);
                compared++;
            }
        }
        assertTrue(compared > 0 || lostOnB >= 100, "the books were never complete");
        lab.lineA = new FeedLab.Faults(lostOnA, 0, 0, 0);
        lab.lineB = new FeedLab.Faults(lostOnB, 0, 0, 0);
        lab.snapshotsA = lab.lineA;
        lab.snapshotsB = lab.lineB;
        int rounds = 0;
        while (!lab.isWhole()) {
            lab.publish();
            lab.cycle();
            lab.pass(20 * MS);
            assertTrue(rounds++ < 2_000, () -> "not complete: " + lab.heard.words);
        }
        lab.requireSameBooks(where);
        assertEquals(0, lab.heard.mismatches, lab.heard.words::toString);
    }
}
