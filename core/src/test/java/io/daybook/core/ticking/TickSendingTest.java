package io.daybook.core.ticking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.NoSpaceException;
import io.daybook.api.ResultCode;
import io.daybook.host.Proves;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests how many ticks are sent, and when they are sent again after they found no room. */
@Proves("automatic ticks survive full rings and disks")
class TickSendingTest {
    private static final long NOW_NS = 1_000;
    private static final int SYMBOL = 7;

    private final AtomicInteger tries = new AtomicInteger();
    private boolean leaves = true;

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

    /** Each batch waits for the disk, so a book with much work left must not need a batch for each TICK. */
    @Test
    void shouldSendMoreAndMoreToABookThatHasALongRest() {
        final AutomaticTicks ticks = new AutomaticTicks(this::leavesMore, () -> NOW_NS);
        ticks.due().onDue(0, SYMBOL, NOW_NS);
        int before = 0;
        for (final int batch : new int[] {1, 1, 2, 4, 8, 16, 16}) {
            final int unused = ticks.doWork();
            assertEquals(batch, tries.get() - before);
            before = tries.get();
        }
        leaves = false;
        final int rest = ticks.doWork(); // takes 16 results with work left, sends 16 ticks that leave none
        final int anew = ticks.doWork();
        assertEquals(before + 17, tries.get(), "one at a time again, once a TICK has left nothing: " + rest + anew);
    }

    @Test
    void shouldSendOneToEachOfSeveralBooks() {
        final AutomaticTicks ticks = new AutomaticTicks(this::leavesMore, () -> NOW_NS);
        ticks.due().onDue(0, SYMBOL, NOW_NS);
        ticks.due().onDue(1, SYMBOL + 1, NOW_NS);
        for (int batch = 1; batch <= 5; batch++) {
            final int unused = ticks.doWork();
            assertEquals(2 * batch, tries.get());
        }
    }

    private CompletableFuture<CommandResult> leavesMore(final int symbol) {
        return CompletableFuture.completedFuture(new CommandResult(
                tries.incrementAndGet(),
                CommandType.TICK,
                ResultCode.SUCCESS,
                0,
                NOW_NS,
                0,
                symbol,
                0,
                0,
                List.of(),
                leaves));
    }

    private void requireRest(final AutomaticTicks ticks, final long restNs) {
        ticks.due().onDue(0, SYMBOL, NOW_NS);
        ticks.due().onDue(1, SYMBOL + 1, NOW_NS);
        for (int call = 1; call <= 3; call++) {
            assertEquals(0, ticks.doWork());
            assertEquals(call, tries.get(), "one attempt per call, because the next book would find no room either");
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
