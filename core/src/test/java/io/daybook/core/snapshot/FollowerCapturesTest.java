package io.daybook.core.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Follower;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FollowerCapturesTest {

    /** Keeps its state in a store, until the store is closed. */
    private static final class Storing implements Follower {
        private final String name;
        private long mark = 1;
        private boolean isClosed;

        Storing(final String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long mark() {
            if (isClosed) {
                throw new StackOverflowError("the store is closed");
            }
            return mark;
        }

        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {}

        @Override
        public void onResult(final ResultView result, final boolean replayed) {}
    }

    @Test
    void shouldKeepTheLastMarkOfAFollowerThatCannotTellIt() {
        final Storing closed = new Storing("closed");
        final Storing open = new Storing("open");
        final FollowerCaptures captures =
                new FollowerCaptures(List.of(closed, open), Clock.system(), Scheduler.threads(Clock.system()));
        closed.isClosed = true;
        assertEquals(Map.of("closed", 1L, "open", 1L), captures.marks());
        closed.isClosed = false;
        closed.mark = 20;
        captures.marks();
        closed.isClosed = true;
        open.mark = 30;
        assertEquals(Map.of("closed", 20L, "open", 30L), captures.marks());
    }

    /** The engine captures while another thread detaches a follower: one of the two must see the other. */
    @Test
    void shouldWaitForNoPartOfAFollowerThatIsDetachedWhileACaptureBegins() {
        final FollowerCaptures captures =
                new FollowerCaptures(List.of(new Storing("slow")), Clock.system(), Scheduler.threads(Clock.system()));
        final List<SnapshotCapture> begun = new ArrayList<>();
        captures.detached(0, () -> {
            final SnapshotCapture capture =
                    new SnapshotCapture(1, 1, null, 0, 0, captures.newParts(), new CompletableFuture<>());
            begun.add(capture);
            captures.leaveOut(capture);
            return null; // the detaching thread read before the capture was set
        });
        assertTrue(begun.get(0).parts().get(0).isDone());
    }
}
