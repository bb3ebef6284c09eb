package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens a folder with a TCP door, with both doors, with a FIX door, and with both doors again. A session gets the
 * messages that it missed as soon as its door is open again.
 */
@Proves(value = "a session gets the messages that it missed while its door was closed", normal = "4 lives")
@Tag("whole")
class FixDoorsTest {
    private static final int TIME_OUT_MS = 90_000;
    private static final int LOTS = 10_000_000;
    private static final int FILLS = 20;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private VenueProcess venue;

    @AfterEach
    void killVenue() throws InterruptedException {
        venue.kill();
    }

    @Test
    void shouldTellADoorThatWasAwayWhatHappened() throws Exception {
        venue = new VenueProcess(folder, seed);
        final int port = venue.withFix();
        open(true, false);
        venue.endow();
        venue.start();
        final Heard heard = new Heard();
        try (DaybookClient client =
                venue.client(17).listener(heard).nextOut(heard.nextOut()).connect()) {
            assertTrue(
                    client.place(new OrderHandle(), 301, 1, Side.ASK, OrderType.GTC, 5_710_000, LOTS) > 0,
                    "the order was not sent");
            heard.await(heard.answers, 1);
        }
        venue.stop();
        try (FixMember buyer = new FixMember(port, 18, venue.secret(), seed)) {
            open(true, true);
            venue.start();
            buyer.start();
            trade(buyer);
            venue.stop();
            open(false, true);
            venue.start();
            trade(buyer);
            venue.stop();
            open(true, true);
            venue.start();
            try (DaybookClient client =
                    venue.client(17).listener(heard).nextOut(heard.nextOut()).connect()) {
                trade(buyer);
                buyer.stopSending();
                assertTrue(buyer.await(buyer::isQuiet, TIME_OUT_MS), () -> story(buyer));
                // fills may come after the answer to their order, and either of the two members may get them first
                assertTrue(
                        buyer.await(() -> heard.fills.get() == buyer.fills().size(), TIME_OUT_MS),
                        () -> "received " + heard.fills + "\n" + story(buyer));
                assertTrue(!client.isStopped());
            }
        }
    }

    private void open(final boolean tcp, final boolean fix) throws Exception {
        venue.withDoors(tcp, fix);
        venue.configure(
                "",
                "",
                "\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":301},\"may\":[\"trade\"],"
                        + "\"cancelOnDisconnect\":\"none\"",
                "\"session\":18,\"protocol\":\"fix\",\"compId\":\"C18\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":302},"
                        + "\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\"");
    }

    /** Waits until the FIX member has bought more from the order that was placed over TCP. */
    private void trade(final FixMember buyer) throws InterruptedException {
        final int fills = buyer.fills().size() + FILLS;
        assertTrue(buyer.await(() -> buyer.fills().size() >= fills, TIME_OUT_MS), () -> story(buyer));
    }

    private String story(final FixMember buyer) {
        return "seed=" + seed + " open " + buyer.open() + " failure " + buyer.failure() + "\n" + venue.log();
    }

    /** Counts the events that the TCP client received. */
    private static final class Heard implements ClientListener {
        private final AtomicInteger answers = new AtomicInteger();
        private final AtomicInteger fills = new AtomicInteger();
        private final AtomicInteger last = new AtomicInteger();

        void await(final AtomicInteger count, final int least) {
            final long beganNs = System.nanoTime();
            while (count.get() < least) {
                assertTrue(
                        System.nanoTime() - beganNs < TIME_OUT_MS * 1_000_000L,
                        () -> "received " + count + " of " + least);
                LockSupport.parkNanos(1_000_000);
            }
        }

        long nextOut() {
            return last.get() + 1L;
        }

        @Override
        public void onAnswer(final Answer answer) {
            last.set((int) answer.out());
            answers.incrementAndGet();
        }

        @Override
        public void onFill(final Fill fill) {
            last.set((int) fill.out());
            fills.incrementAndGet();
        }

        @Override
        public void onOff(final Off off) {
            last.set((int) off.out());
        }

        @Override
        public void onNotCarriedOut(final long request) {
            throw new AssertionError("not carried out: " + request);
        }

        @Override
        public void onHistoryLost(final String why) {
            throw new AssertionError(why);
        }
    }
}
