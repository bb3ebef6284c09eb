package io.daybook.core.stages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.lmax.disruptor.Sequence;
import io.daybook.api.Attachment;
import io.daybook.api.Follower;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.core.delivery.ResultDelivery;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.follower.AttachedFollower;
import io.daybook.core.follower.FollowerDelivery;
import io.daybook.core.listener.ListenerErrors;
import io.daybook.core.listener.Listeners;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.core.scheduling.Wakeup;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.SimulatedClock;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.Numbering;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests when a follower counts as hanging, and when a polled one is woken. */
@Timeout(value = 400, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FreeingStageTest {
    private static final int RING_SIZE = 64;
    private static final int TIMEOUT_MS = 10_000;
    private static final int LOOK_MS = 100;
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int MOST_ROUNDS = LONG ? 20_000_000 : 40_000;
    private static final int LEAST_ROUNDS = 1_000;
    private static final long FOR_NS = TimeUnit.SECONDS.toNanos(LONG ? 280 : 10);

    private final SimulatedClock time = new SimulatedClock(0);
    private final CommandRing ring = new CommandRing(
            RING_SIZE, false, new Wakeup(1), new Lifecycle(), Clock.system(), Scheduler.threads(Clock.system()));
    private final Sequence settled = new Sequence();
    private final DeliveryStage delivery = new DeliveryStage(
            ring,
            settled,
            settled,
            new ResultDelivery(new Listeners(), new ListenerErrors(time), null, new Numbering(0, 0)),
            null);
    private final EventRing events = new EventRing(RING_SIZE);
    private final List<Throwable> failures = new ArrayList<>();
    private final AtomicInteger wakeUps = new AtomicInteger();

    /** The number of slots that the follower passes in all; unknown while more are delivered. */
    private volatile long end = Long.MAX_VALUE;

    /** A follower that receives nothing, because the tests deliver void slots only. */
    private static final class Deaf implements Follower {
        @Override
        public String name() {
            return "deaf";
        }

        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {}

        @Override
        public void onResult(final ResultView result, final boolean replayed) {}
    }

    /** A follower that its owner polls. */
    private FollowerStage follower() {
        return follower(new Attachment(new Deaf(), OnFailure.HALT, wakeUps::incrementAndGet));
    }

    private FollowerStage followerOfOwnThread() {
        return follower(new Attachment(new Deaf(), OnFailure.HALT));
    }

    private FollowerStage follower(final Attachment attachment) {
        return new FollowerStage(
                ring,
                delivery,
                new AttachedFollower(
                        attachment,
                        new FollowerDelivery(new Deaf(), 0, new Numbering(0, 0), null),
                        failures::add,
                        failures::add));
    }

    private FreeingStage freeing(final FollowerStage follower) {
        final FreeingStage freeing =
                new FreeingStage(ring, delivery, List.of(follower), List.of(events), TIMEOUT_MS, time);
        ring.gate(freeing.sequence());
        return freeing;
    }

    private void deliver(final int slots) {
        final long last = ring.claim(slots);
        ring.publish(last - slots + 1, last);
        settled.set(last);
        delivery.doWork();
    }

    private void look(final FreeingStage freeing, final int times) {
        for (int i = 0; i < times; i++) {
            freeing.doWork();
            time.advance(LOOK_MS, TimeUnit.MILLISECONDS);
        }
    }

    @Test
    void shouldNotTakeAPauseOfTheMachineForAFollowerThatHangs() {
        final FollowerStage follower = follower();
        final FreeingStage freeing = freeing(follower);
        deliver(RING_SIZE);
        look(freeing, 2);
        time.advance(1, TimeUnit.HOURS);
        look(freeing, 2);
        assertEquals(List.of(), failures);
        follower.deliver(1);
        look(freeing, TIMEOUT_MS / LOOK_MS - 1);
        assertEquals(List.of(), failures, "it has made progress");
        look(freeing, 3);
        assertEquals(1, failures.size());
        assertTrue(failures.get(0).getMessage().contains("without progress for followerTimeoutMs=10000"));
    }

    @Test
    void shouldFreeASixteenthOfAFullRingAtOnceAndTheRestBehindTheLastSlot() {
        final FollowerStage follower = followerOfOwnThread();
        final FreeingStage freeing = freeing(follower);
        deliver(RING_SIZE);
        follower.deliver(3);
        assertFalse(follower.isWorthWaking(), "it has more to receive");
        look(freeing, 3);
        assertEquals(-1, freeing.sequence().get(), "fewer slots than a sixteenth of the ring");
        follower.deliver(2);
        assertTrue(follower.isWorthWaking());
        look(freeing, 1);
        assertEquals(4, freeing.sequence().get());
        follower.deliver(1);
        assertFalse(follower.isWorthWaking());
        follower.deliver(RING_SIZE);
        assertTrue(follower.isWorthWaking(), "it has received everything");
        look(freeing, 1);
        assertEquals(RING_SIZE - 1, freeing.sequence().get());
    }

    @Test
    void shouldFreeEachSlotWhereThereIsRoom() {
        final FollowerStage follower = followerOfOwnThread();
        final FreeingStage freeing = freeing(follower);
        deliver(RING_SIZE / 8);
        follower.deliver(1);
        look(freeing, 1);
        assertEquals(0, freeing.sequence().get(), "no sender waits for room");
    }

    @Test
    void shouldFreeEachSlotForAnOwnerWhoPolls() {
        final FollowerStage follower = follower();
        final FreeingStage freeing = freeing(follower);
        deliver(RING_SIZE);
        follower.deliver(1);
        assertTrue(follower.isWorthWaking());
        look(freeing, 1);
        assertEquals(0, freeing.sequence().get());
    }

    @Test
    void shouldFreeAllWhereAFollowerHasEnded() {
        final FollowerStage follower = followerOfOwnThread();
        final FreeingStage freeing = freeing(follower);
        deliver(RING_SIZE);
        follower.deliver(2);
        follower.end();
        look(freeing, 1);
        assertEquals(RING_SIZE - 1, freeing.sequence().get());
    }

    @Test
    void shouldNotWaitForeverWhereABatchNeedsMoreRoomThanAQuarterOfTheRing() {
        final FreeingStage freeing = freeing(follower());
        deliver(1);
        deliver(1);
        look(freeing, 2 * TIMEOUT_MS / LOOK_MS);
        assertEquals(List.of(), failures, "no sender waits for room");
        deliver(RING_SIZE / 2);
        look(freeing, 2 * TIMEOUT_MS / LOOK_MS);
        assertEquals(1, failures.size(), "there is no room for the next of that size");
    }

    @Test
    void shouldSeeAFollowerThatHoldsSpilledEvents() {
        final FreeingStage freeing = freeing(follower());
        deliver(1);
        for (long spilled = 0; spilled <= 1 << 20; spilled += 1_000) {
            events.begin();
            for (int i = 0; i < RING_SIZE + 1_000; i++) {
                events.reject(1);
            }
            events.end(ring.slot(1));
            events.release(events.position());
        }
        events.begin();
        look(freeing, 2 * TIMEOUT_MS / LOOK_MS);
        assertEquals(1, failures.size(), "the engine accepts no command");
    }

    /**
     * The follower's owner sleeps after each empty poll, and only the hook wakes it. A round is two changes of thread:
     * it takes a microsecond on two processors, and a hundred times as long or more on one, so a time limit ends the
     * test too.
     */
    @Test
    @SuppressWarnings("ThreadPriorityCheck") // if both threads share a processor, the waiting one lets the other run
    void shouldLoseNoWakeUp() throws Exception {
        final FollowerStage follower = follower();
        final FreeingStage freeing = freeing(follower);
        final CompletableFuture<Long> heard =
                CompletableFuture.supplyAsync(() -> pollUntilEnd(follower), task -> new Thread(task).start());
        final long beganNs = System.nanoTime();
        int rounds = 0;
        while (rounds < MOST_ROUNDS
                && (rounds < LEAST_ROUNDS || System.nanoTime() - beganNs < FOR_NS)
                && !heard.isDone()) {
            deliver(1);
            rounds++;
            freeing.doWork();
            while (follower.passed() < delivery.sequence().get() && !heard.isDone()) {
                Thread.yield();
            }
        }
        end = rounds;
        assertEquals(rounds, heard.get(300, TimeUnit.SECONDS));
    }

    @SuppressWarnings("ThreadPriorityCheck") // if both threads share a processor, the waiting one lets the other run
    private long pollUntilEnd(final FollowerStage follower) {
        long heard = 0;
        int woken = 0;
        while (heard < end) {
            final int passed = follower.deliver(RING_SIZE);
            heard += passed;
            if (passed == 0 && follower.sleep()) {
                final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                while (wakeUps.get() == woken && heard < end) {
                    if (System.nanoTime() - deadlineNs >= 0) {
                        return heard;
                    }
                    Thread.yield();
                }
                woken = wakeUps.get();
            }
        }
        return heard;
    }
}
