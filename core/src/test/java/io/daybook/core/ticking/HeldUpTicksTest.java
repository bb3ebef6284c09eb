package io.daybook.core.ticking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.NoSpaceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What ticks do that find no room. */
class HeldUpTicksTest {
    private static final long NOW_NS = 1_000;
    private static final int SYMBOL = 7;

    private final AtomicInteger tries = new AtomicInteger();

    @Test
    void shouldRestAMillisecondWhileTheRingIsFull() {
        final AutomaticTicks ticks = new AutomaticTicks(this::full, () -> NOW_NS);
        requireRest(ticks, TimeUnit.MILLISECONDS.toNanos(1));
    }

    @Test
    void shouldRestLongerWhileTheDiskIsFull() {
        final AutomaticTicks ticks = new AutomaticTicks(this::noSpace, () -> NOW_NS);
        requireRest(ticks, TimeUnit.MILLISECONDS.toNanos(20));
    }

    private void requireRest(final AutomaticTicks ticks, final long restNs) {
        ticks.due().onDue(0, SYMBOL, NOW_NS);
        ticks.due().onDue(1, SYMBOL + 1, NOW_NS);
        for (int call = 1; call <= 3; call++) {
            assertEquals(0, ticks.doWork());
            assertEquals(call, tries.get(), "one try a call, for the next book would find the same");
            assertEquals(restNs, ticks.idleNs());
        }
        assertTrue(!ticks.overdueEnded().isDone() && !ticks.isDone());
    }

    private @Nullable CompletableFuture<CommandResult> full(final int symbol) {
        tries.incrementAndGet();
        return null;
    }

    private CompletableFuture<CommandResult> noSpace(final int symbol) {
        tries.incrementAndGet();
        throw new NoSpaceException("full");
    }
}
