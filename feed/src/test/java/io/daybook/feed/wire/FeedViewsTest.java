package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.client.feed.SnapshotWriter;
import io.daybook.sessions.ViewSource;
import io.daybook.wire.Frame;
import io.daybook.wire.SubscribeDescriptor;
import org.junit.jupiter.api.Test;

/** The thread that serves views is woken for news only while there are views. */
class FeedViewsTest {
    private int woken;

    private final FeedViews views = new FeedViews(new MemoryLog(1), null, new SnapshotDesk(new BookSource() {
        @Override
        public int symbols(final int channel) {
            return 0;
        }

        @Override
        public void write(final int channel, final int index, final SnapshotWriter writer) {
            throw new IllegalStateException("there are no symbols");
        }
    }));

    private void requireWoken(final int times) {
        woken = 0;
        views.news();
        assertEquals(times, woken);
    }

    @Test
    void shouldWakeNobodyOnceTheLastViewHasEnded() {
        views.listen(() -> woken++);
        requireWoken(0);
        assertNull(views.subscribe(0, SubscribeDescriptor.ORDERS, 99), "the message does not exist yet");
        requireWoken(0);
        assertThrows(IllegalArgumentException.class, () -> views.subscribe(0, SubscribeDescriptor.LEVELS, 0));
        requireWoken(0);
        final ViewSource.View view = views.subscribe(0, SubscribeDescriptor.ORDERS, 0);
        assertNotNull(view);
        requireWoken(1);
        view.close();
        view.close();
        requireWoken(0);
    }

    /** A subscriber whose request for snapshots is no longer served would wait for ever. */
    @Test
    void shouldEndThoseWhoWaitForSnapshotsOrMessages() {
        views.listen(() -> woken++);
        final ViewSource.View snapshots = views.subscribe(0, SubscribeDescriptor.ORDERS, 0);
        final ViewSource.View messages = views.subscribe(0, SubscribeDescriptor.ORDERS, 1);
        assertNotNull(snapshots);
        assertNotNull(messages);
        final byte[] frame = new byte[Frame.MAX_LENGTH];
        assertEquals(0, snapshots.next(frame));
        assertEquals(0, messages.next(frame));
        views.end();
        assertEquals(1, woken);
        assertEquals(ViewSource.View.ENDED, snapshots.next(frame));
        assertEquals(ViewSource.View.ENDED, messages.next(frame));
    }
}
