package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.feed.SnapshotWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order in which snapshots are served, with a clock of the test. */
class SnapshotDeskTest {
    private static final int SYMBOLS = 3;

    private final List<Integer> written = new ArrayList<>();
    private final SnapshotDesk desk = new SnapshotDesk(new BookSource() {
        @Override
        public int symbols(final int channel) {
            return SYMBOLS;
        }

        @Override
        public void write(final int channel, final int index, final SnapshotWriter writer) {
            written.add(index);
        }
    });

    private long nowNs = 1;

    private boolean duty() {
        return desk.duty(channel -> 7, nowNs);
    }

    /** Takes all copies that come, while no time passes. */
    private int takeAll(final SnapshotDesk.Order order) {
        int taken = 0;
        for (int i = 0; i <= SYMBOLS; i++) {
            duty();
            taken += order.take() == null ? 0 : 1;
        }
        return taken;
    }

    @Test
    void shouldServeOthersBesideViewersThatTakeNothing() {
        final List<SnapshotDesk.Order> stalled = IntStream.range(0, SnapshotDesk.SERVED_AT_ONCE)
                .mapToObj(i -> desk.order(0))
                .toList();
        final SnapshotDesk.Order good = desk.order(0);
        nowNs += SnapshotDesk.PATIENCE_NS - 1;
        duty();
        nowNs += SnapshotDesk.PATIENCE_NS - 1;
        assertEquals(0, takeAll(good), "all places must be taken");
        nowNs++;
        assertEquals(SYMBOLS, takeAll(good));
        assertTrue(good.isDone());
        for (final SnapshotDesk.Order order : stalled) {
            written.clear();
            assertEquals(SYMBOLS, takeAll(order), "the copies must continue where they stopped");
            assertTrue(order.isDone());
            assertEquals(7, order.oldest());
        }
    }

    @Test
    void shouldCopyAgainWhatWasNotTaken() {
        final SnapshotDesk.Order slow = desk.order(0);
        duty();
        assertNotNull(slow.take(), "the first symbol");
        duty();
        IntStream.range(0, SnapshotDesk.SERVED_AT_ONCE).forEach(i -> desk.order(0));
        duty();
        assertEquals(List.of(0, 1, 0, 0, 0), written);
        nowNs += SnapshotDesk.PATIENCE_NS;
        written.clear();
        duty();
        assertNull(slow.take(), "the slow request must wait until the one that took its place is served");
        assertFalse(slow.isDone());
    }

    @Test
    void shouldLeaveASlowViewerItsPlaceWhereNobodyWaits() {
        final SnapshotDesk.Order slow = desk.order(0);
        duty();
        nowNs += 100 * SnapshotDesk.PATIENCE_NS;
        assertFalse(duty(), "nothing is copied again");
        assertNotNull(slow.take());
    }
}
