package io.daybook.core.doors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.lmax.disruptor.Sequence;
import io.daybook.api.IdleStrategy;
import io.daybook.core.scheduling.Idler;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.core.scheduling.Stage;
import io.daybook.core.scheduling.StageLoop;
import io.daybook.core.scheduling.Wakeup;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the order of claims that wait for room in the ring, and the slots after the end of the ring. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandRingTest {
    private static final int ROUNDS = 200;

    private final Lifecycle lifecycle = new Lifecycle();
    private final Wakeup wakeup = new Wakeup(1);
    private final Scheduler threads = Scheduler.threads(Clock.system());
    private final CommandRing ring = new CommandRing(64, false, wakeup, lifecycle, Clock.system(), threads);
    private final Sequence freed = new Sequence();

    @Test
    void shouldNotTakeARingForFullWhileAQueryGoesFirst() throws Exception {
        ring.gate(freed);
        final CompletableFuture<Integer> rounds = new CompletableFuture<>();
        final Stage listener = () -> {
            for (int round = 0; round < ROUNDS; round++) {
                sendWhileAQueryIsAboutToTakeRoom();
            }
            rounds.complete(ROUNDS);
            lifecycle.halt();
            return 1;
        };
        final Idler idler = new Idler(IdleStrategy.BUSY_SPIN, wakeup, 0);
        final StageLoop loop =
                new StageLoop(List.of(listener), idler, wakeup, lifecycle, rounds::completeExceptionally);
        threads.task("daybook-delivery", loop).start();
        assertEquals(ROUNDS, rounds.get(50, TimeUnit.SECONDS));
    }

    /** If a thread saw the exchange running and claims after its end, publish returns false. */
    @Test
    void shouldNotSayThatWhatIsBehindTheEndIsCarriedOut() throws Exception {
        ring.gate(freed);
        final long before = ring.tryClaim(1);
        lifecycle.beginClosing();
        final long end = ring.tryClaimForExchange();
        final long behind = ring.tryClaimForExchange();
        final CompletableFuture<Boolean> first =
                CompletableFuture.supplyAsync(() -> ring.publish(before, before), task -> new Thread(task).start());
        final CompletableFuture<Boolean> last =
                CompletableFuture.supplyAsync(() -> ring.publish(behind, behind), task -> new Thread(task).start());
        LockSupport.parkNanos(1_000_000);
        ring.endAt(end);
        assertTrue(first.get(50, TimeUnit.SECONDS));
        assertFalse(last.get(50, TimeUnit.SECONDS));
    }

    /**
     * A query waits while the ring is full. Then there is room for the query and a command, and this thread, which made
     * the room, is the first to try.
     */
    private void sendWhileAQueryIsAboutToTakeRoom() {
        for (long at = ring.tryClaim(1); at != CommandRing.FULL; at = ring.tryClaim(1)) {
            ring.publish(at, at);
        }
        final CompletableFuture<Long> query = CompletableFuture.supplyAsync(
                () -> ring.claimForQuery(TimeUnit.SECONDS.toNanos(30)), task -> new Thread(task).start());
        LockSupport.parkNanos(500_000);
        freed.set(ring.cursor());
        final long command = ring.claim(1);
        ring.publish(command, command);
        final long asked = query.join();
        ring.publish(asked, asked);
    }
}
