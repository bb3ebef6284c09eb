package io.daybook.trading.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.client.DaybookClient;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.host.Proves;
import io.daybook.trading.Execution;
import io.daybook.trading.OrderAnswers;
import io.daybook.trading.OrderPort;
import io.daybook.trading.RequestKind;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.TraderConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A real client at a venue that sends its stream as a test directs. */
@Proves("a trading program sends nothing before it has its history, and before the orders of an earlier run have ended")
class VenueOrdersTest {
    private static final int FIRST = 4;
    private static final int SECOND = 5;
    private static final long TIMEOUT_S = 60;

    /**
     * The venue of these tests sends no heartbeats, and a client that stalls for some seconds must not consider the
     * venue silent.
     */
    private static final int HEARTBEAT_MS = 60_000;

    private static final long QUIET_MS = 100;

    private final List<String> heard = new ArrayList<>();
    private final VenueOrders orders =
            new VenueOrders(new TraderConfig(List.of(FIRST, SECOND), 1, 1, RiskLimits.NONE), 301);
    private final ScriptedVenue venue = new ScriptedVenue();
    private @Nullable DaybookClient client;

    VenueOrdersTest() throws IOException {
        orders.handles(4);
    }

    @AfterEach
    void close() throws IOException {
        orders.close();
        if (client != null) {
            client.abort();
        }
        venue.close();
    }

    private final class Writing implements OrderAnswers {
        @Override
        public void onAnswer(
                final long orderId, final RequestKind kind, final int code, final long remaining, final long traded) {
            heard.add(kind + " " + orderId + " " + code);
        }

        @Override
        public void onFill(final Execution fill) {
            heard.add("fill " + fill.size());
        }

        @Override
        public void onEarlierFill(final Execution fill, final long timeNs) {
            heard.add("earlier fill " + fill.size() + " " + (fill.isMaker() ? "maker " : "taker ") + timeNs);
        }

        @Override
        public void onOff(final long orderId, final long size, final long remaining) {
            heard.add("off " + orderId);
        }

        @Override
        public void onNotCarriedOut(final long request) {
            heard.add("not carried out " + request);
        }

        @Override
        public void onStatus(final long orderId, final boolean isLive, final long remaining, final long traded) {
            heard.add("status " + orderId);
        }

        @Override
        public void onConnected() {
            heard.add("connected");
        }

        @Override
        public void onDisconnected() {
            heard.add("disconnected");
        }
    }

    private void connect() throws IOException {
        venue.start();
        client = DaybookClient.builder()
                .address("127.0.0.1", venue.port())
                .session(17, "secret")
                .nextOut(1)
                .heartbeatMs(HEARTBEAT_MS)
                .listener(orders)
                .connect();
        orders.open(client);
    }

    private final Writing trader = new Writing();

    private void await(final BooleanSupplier isSo) throws InterruptedException {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!isSo.getAsBoolean()) {
            orders.drainTo(trader, kind -> {});
            Thread.sleep(1);
            assertTrue(System.nanoTime() - endNs < 0, () -> "only this has come: " + heard);
        }
    }

    private void awaitHeard(final String... all) throws InterruptedException {
        await(() -> heard.size() >= all.length);
        assertEquals(List.of(all), heard);
    }

    /** Requires that nothing more comes for a while. */
    private void requireQuiet() throws InterruptedException {
        final List<String> before = List.copyOf(heard);
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(QUIET_MS);
        await(() -> System.nanoTime() - endNs >= 0);
        assertEquals(before, heard);
        assertEquals(List.of(), List.copyOf(venue.cancels));
    }

    private void awaitCancel(final String cancel) throws InterruptedException {
        await(() -> !venue.cancels.isEmpty());
        assertEquals(cancel, venue.cancels.poll());
    }

    private long place() {
        return orders.place(0, FIRST, OrderLevels.BID, OrderType.GTC, 100, 1);
    }

    @Test
    void shouldSendNothingBeforeItHasTheHistory() throws IOException, InterruptedException {
        venue.placed(7, 5);
        venue.bought(7, FIRST, 2, 3, 60);
        venue.bought(7, FIRST, 3, 0, 70);
        venue.placed(8, 5);
        venue.off(8, 5);
        connect();
        venue.send(1, 2);
        awaitHeard("earlier fill 2 maker 60");
        requireQuiet();
        assertEquals(OrderPort.NOT_SENT, place(), "3 lots of the position are still to come");
        venue.send(3, 5);
        awaitHeard("earlier fill 2 maker 60", "earlier fill 3 maker 70", "connected");
        assertTrue(place() > 0);
    }

    @Test
    void shouldBeginAtOnceWithoutAHistory() throws IOException, InterruptedException {
        connect();
        awaitHeard("connected");
        assertNull(orders.stopped());
    }

    @Test
    void shouldCancelWhatIsLeftAlthoughTheHistoryEndsWithARefusal() throws IOException, InterruptedException {
        venue.placed(7, 5);
        venue.refused(8);
        connect();
        venue.send(1, 2);
        awaitCancel("7 of " + FIRST);
        awaitCancel("7 of " + SECOND);
        requireQuiet();
        assertEquals(OrderPort.NOT_SENT, place(), "the order may still trade");
        venue.cancelled(7, false);
        venue.cancelled(7, true);
        venue.off(7, 5);
        venue.send(3, 3);
        awaitHeard("CANCEL 7 " + ResultCode.MATCHING_UNKNOWN_ORDER_ID.code());
        requireQuiet();
        venue.send(4, 5);
        await(() -> heard.contains("connected"));
        assertTrue(place() > 0);
    }

    @Test
    void shouldLeaveAnOrderOfASymbolThatItDoesNotTrade() throws IOException, InterruptedException {
        venue.placed(7, 5);
        connect();
        venue.send(1, 1);
        awaitCancel("7 of " + FIRST);
        awaitCancel("7 of " + SECOND);
        venue.cancelled(7, false);
        venue.cancelled(7, false);
        venue.send(2, 3);
        await(() -> heard.contains("connected"));
        assertNull(orders.stopped());
    }

    @Test
    void shouldCancelItsOrdersAfterItsThreadHasFailed() throws IOException, InterruptedException {
        connect();
        awaitHeard("connected");
        final long orderId = place();
        orders.close();
        orders.cancelAll(assertNonNull());
        assertEquals(orderId + " of " + FIRST, venue.cancels.poll(TIMEOUT_S, TimeUnit.SECONDS));
    }

    private DaybookClient assertNonNull() {
        assertNotNull(client);
        return client;
    }
}
