package io.daybook.core.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.Follower;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.journal.host.Clock;
import io.daybook.journal.host.Scheduler;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FollowerCapturesTest {

    /** Keeps its state in a store, until that is closed. */
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
}
