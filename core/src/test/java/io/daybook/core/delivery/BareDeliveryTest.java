package io.daybook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.EventView;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.core.listener.ListenerErrors;
import io.daybook.core.listener.Listeners;
import io.daybook.host.Clock;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.Numbering;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests that the short path for results that consist of numbers only reports the same as the long path. */
class BareDeliveryTest {
    private static final long SEED = Long.getLong("daybook.seed", 20_261_123L);
    private static final int COMMANDS = 2_000;
    private static final int BATCH = 16;
    private static final int THROWS_EVERY = 7;

    private final Random random = new Random(SEED);
    private final EventRing events = new EventRing(8);
    private final Hearing shortWay = new Hearing();
    private final Hearing longWay = new Hearing();

    /** Records its calls, and throws now and then. */
    private static final class Hearing implements ExchangeListener {
        private final List<String> heard = new ArrayList<>();
        private final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();

        @Override
        public void onResult(final ResultView result) {
            heard.add(result.seq() + " at " + result.timestampNs() + ": " + result.typeCode() + " "
                    + result.resultCode() + " " + result.cookie() + " " + result.eventCount());
            if (heard.size() % THROWS_EVERY == 0) {
                throw new IllegalArgumentException("from a listener");
            }
        }

        @Override
        public void onTrade(final ResultView result, final EventView trade) {
            heard.add("trade " + trade.tradeId());
        }

        @Override
        public void onListenerError(final RuntimeException error) {
            heard.add(String.valueOf(error.getMessage()));
        }
    }

    @Test
    void shouldTellWhatTheLongWayTells() {
        final ResultDelivery bare = deliveryTo(shortWay);
        final ResultDelivery whole = deliveryTo(longWay);
        int taken = 0;
        for (int i = 1; i <= COMMANDS; i++) {
            final int choice = random.nextInt(100);
            final CommandSlot slot = slot(i, choice);
            complete(slot, choice, longWay);
            whole.deliverNext(slot);
            complete(slot, choice, shortWay);
            if (bare.deliverBare(slot)) {
                taken++;
            } else {
                bare.deliverNext(slot);
            }
            events.releaseAll();
            if (i % BATCH == 0) {
                bare.endBatch();
                whole.endBatch();
                assertCountersAreEqual(whole, bare);
            }
        }

        assertEquals(longWay.heard, shortWay.heard, () -> "seed=" + SEED);
        for (int i = 0; i < longWay.futures.size(); i++) {
            assertTrue(shortWay.futures.get(i).isDone(), () -> "seed=" + SEED);
            assertEquals(longWay.futures.get(i).join(), shortWay.futures.get(i).join(), () -> "seed=" + SEED);
        }
        assertTrue(taken > COMMANDS / 3 && taken < COMMANDS * 2 / 3, "seed=" + SEED + " taken=" + taken);
    }

    @Test
    void shouldTellEachOfSeveralListeners() {
        final ResultDelivery delivery = new ResultDelivery(
                new Listeners(shortWay, longWay), new ListenerErrors(Clock.system()), null, new Numbering(0, 0));

        assertTrue(delivery.deliverBare(slot(1, 0)));
        delivery.endBatch();

        assertEquals(1, delivery.deliveredSeq());
        assertEquals(1, shortWay.heard.size());
        assertEquals(longWay.heard, shortWay.heard);
    }

    @Test
    void shouldCountWhatNobodyHears() {
        final ResultDelivery delivery =
                new ResultDelivery(new Listeners(), new ListenerErrors(Clock.system()), null, new Numbering(0, 0));

        assertTrue(delivery.deliverBare(slot(1, 0)));
        delivery.endBatch();

        assertEquals(1, delivery.carriedOut());
    }

    private static ResultDelivery deliveryTo(final ExchangeListener listener) {
        return new ResultDelivery(
                new Listeners(listener), new ListenerErrors(Clock.system()), null, new Numbering(0, 0));
    }

    private void assertCountersAreEqual(final ResultDelivery whole, final ResultDelivery bare) {
        assertEquals(whole.deliveredSeq(), bare.deliveredSeq(), () -> "seed=" + SEED);
        assertEquals(whole.carriedOut(), bare.carriedOut(), () -> "seed=" + SEED);
        assertEquals(whole.refused(), bare.refused(), () -> "seed=" + SEED);
        assertEquals(whole.listenerErrors(), bare.listenerErrors(), () -> "seed=" + SEED);
    }

    /**
     * Six slots in ten are bare, one of them refused; the others are void, or have an event, a future, or another type.
     */
    private CommandSlot slot(final int cookie, final int choice) {
        final CommandSlot slot = new CommandSlot();
        slot.cookie(cookie);
        slot.timestampNs(random.nextInt(COMMANDS));
        if (choice >= 90) {
            slot.type(choice >= 95 ? CommandSlot.VOID : CommandType.RESET.code());
        } else {
            slot.type(CommandType.MOVE_ORDER.code());
        }
        if (choice >= 50 && choice < 60) {
            slot.refuse(ResultCode.MATCHING_UNKNOWN_ORDER_ID);
        }
        if (choice >= 60 && choice < 75) {
            events.begin();
            events.trade(cookie, 2, 20, 0, 0, 104, 5, 5, 0);
            events.end(slot);
        }
        return slot;
    }

    private static void complete(final CommandSlot slot, final int choice, final Hearing hearing) {
        if (choice >= 75 && choice < 90) {
            final CompletableFuture<CommandResult> future = new CompletableFuture<>();
            hearing.futures.add(future);
            slot.completion(future);
        }
    }
}
