package io.daybook.core.stages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.lmax.disruptor.Sequence;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.doors.OpenClaim;
import io.daybook.core.doors.OpenClaims;
import io.daybook.core.doors.RingClaims;
import io.daybook.core.doors.SlotDoor;
import io.daybook.core.doors.ThreadDoor;
import io.daybook.core.journaling.JournalRoom;
import io.daybook.core.recovery.KeptIds;
import io.daybook.core.scheduling.CommandClock;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.core.scheduling.Wakeup;
import io.daybook.host.Clock;
import io.daybook.host.Proves;
import io.daybook.host.Scheduler;
import io.daybook.host.SimulatedClock;
import io.daybook.host.VenueTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which claims the watch warns of, when, and which thread it names. */
@Proves("no mistake of a caller stops the exchange or brings an old order back")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StallWatchTest {
    private static final int POLLS = 100;

    private final Lifecycle lifecycle = new Lifecycle();
    private final SimulatedClock time = new SimulatedClock(0);
    private final CommandRing ring =
            new CommandRing(64, false, new Wakeup(1), lifecycle, time, Scheduler.threads(time));
    private final SlotDoor door = new SlotDoor(
            () -> new RingClaims(ring, lifecycle, new JournalRoom(lifecycle, null, 64, 1 << 18)),
            clock(),
            KeptIds.NONE);
    private final List<String> warnings = new ArrayList<>();
    private final StallWatch watch = new StallWatch(ring, time, warnings::add);

    private static CommandClock clock() {
        return new CommandClock(VenueTime.of(Clock.system()), 0);
    }

    private void poll(final long sequence) {
        for (int i = 0; i < POLLS; i++) {
            watch.onUnpublished(sequence);
        }
    }

    private void pass(final long ms) {
        time.advance(ms, TimeUnit.MILLISECONDS);
    }

    @Test
    void shouldWarnOnceOfEachClaimThatStaysOpenForASecond() {
        ring.gate(new Sequence());
        poll(0);
        pass(5_000);
        poll(0);
        door.place(); // nothing was claimed before
        poll(0);
        pass(999);
        poll(0);
        assertEquals(List.of(), warnings);
        pass(1);
        poll(0);
        pass(5_000);
        poll(0);
        assertEquals(1, warnings.size());
        assertTrue(
                warnings.get(0)
                        .contains(
                                "claimed by thread \"" + Thread.currentThread().getName() + "\". Publish it or"),
                warnings::toString);
        door.batch(3); // gives up the order
        poll(1);
        pass(1_000);
        poll(1);
        assertEquals(2, warnings.size());
        assertEquals(2, watch.stalledClaims());
    }

    @Test
    void shouldNameAThreadThatHasEndedAndADoorThatIsGone() throws Exception {
        ring.gate(new Sequence());
        final Thread dying = new Thread(
                () -> new SlotDoor(
                                () -> new RingClaims(ring, lifecycle, new JournalRoom(lifecycle, null, 64, 1 << 18)),
                                clock(),
                                KeptIds.NONE)
                        .place(),
                "gateway-7");
        dying.start();
        dying.join();
        poll(0);
        pass(1_000);
        poll(0);
        assertTrue(warnings.get(0).contains("thread \"gateway-7\", which has ended"), warnings::toString);
    }

    @Test
    void shouldNameTheSafeDoorWhereNoOtherHasClaimed() {
        ring.gate(new Sequence());
        ring.claim(1);
        poll(0);
        pass(1_000);
        poll(0);
        assertTrue(warnings.get(0).contains("a thread inside submit, query or snapshot"), warnings::toString);
    }

    /** The ring keeps the claims of all doors that may hold a slot, and drops all others. */
    @Test
    void shouldForgetDoorsThatAreCollected() {
        final OpenClaims claims = new OpenClaims();
        final RingClaims unused = new RingClaims(ring, lifecycle, new JournalRoom(lifecycle, null, 64, 1 << 18));
        final ThreadDoor kept = new ThreadDoor(Thread.currentThread(), unused, clock(), KeptIds.NONE);
        OpenClaim open = claims.register(Thread.currentThread(), kept);
        open.open(5, 6);
        open.clear(); // as the garbage collector does
        open.enqueue();
        open = claims.register(Thread.currentThread(), kept);
        open.clear();
        open.enqueue();
        claims.register(Thread.currentThread(), kept);
        assertEquals(2, claims.size());
        assertEquals("thread \"" + Thread.currentThread().getName() + "\"", claims.claimant(6));
    }
}
