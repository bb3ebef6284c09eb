package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import io.daybook.wire.ByeReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the messages to TCP sessions follow from the journal alone: a venue that has lost its outboxes makes them
 * again with the same bytes, with another topology, on another Java, and although reloads of the members added and
 * removed drop copies.
 */
@Proves(value = "the messages to TCP sessions follow from the journal alone", normal = "2 replays", large = "4")
@Tag("whole")
@OnlyLong
class TcpOutboxTest {
    private static final int TIME_OUT_MS = 90_000;
    private static final int ANSWERS = 100;
    private static final int BURST = 5;
    private static final String EXCHANGE = "validateEvery = 0\ntopology = \"%s\"";

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private VenueProcess venue;

    @AfterEach
    void killVenue() throws InterruptedException {
        venue.kill();
    }

    private static String trader(final int number, final long uid, final int burst) {
        return "\"session\":" + number + ",\"protocol\":\"tcp\",\"accounts\":{\"U\":" + uid
                + "},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":50,\"burst\":"
                + burst
                + "}";
    }

    private static String copies(final String accounts) {
        return "\"session\":19,\"protocol\":\"tcp\",\"accounts\":{" + accounts + "},\"may\":[\"dropcopy\"]";
    }

    /** The sessions of a seller, a buyer whose requests above the rate are refused, and a receiver of drop copies. */
    private static String[] sessions(final String accounts) {
        return new String[] {trader(17, 301, 1_000_000), trader(18, 302, BURST), copies(accounts)};
    }

    @Test
    void shouldTellTheSameFromEveryReplay() throws Exception {
        venue = new VenueProcess(folder, seed);
        venue.configure(EXCHANGE.formatted("fused"), "limits.refusalsPerSecond = 1000000", sessions("\"A\":301"));
        venue.endow();
        venue.start();
        trade();
        venue.stop();
        final Map<String, String> told = OutboxFiles.hashes(venue.data());
        assertEquals(List.of("17", "18", "19"), OutboxFiles.sessions(told), told::toString);
        for (final InstalledJava java : InstalledJava.all()) {
            for (final String topology : OutboxFiles.topologies(java)) {
                OutboxFiles.lose(venue.data());
                venue.on(java);
                venue.configure(EXCHANGE.formatted(topology), "", sessions("\"B\":302"));
                venue.start();
                venue.stop();
                assertEquals(
                        told,
                        OutboxFiles.hashes(venue.data()),
                        () -> topology + " on " + java + ", seed=" + seed + "\n" + venue.log());
            }
        }
    }

    /** Two members trade; a third receives copies of one of them, then of both, then of the other. */
    private void trade() throws Exception {
        final Copies copies = new Copies();
        try (TradingMember seller = new TradingMember(301, seed);
                TradingMember buyer = new TradingMember(302, seed + 1);
                DaybookClient ignored = venue.client(19)
                        .reconnectMs(10, 80)
                        .nextOut(1)
                        .dropCopy()
                        .listener(copies)
                        .connect()) {
            seller.connect(venue.client(17));
            buyer.connect(venue.client(18));
            int reloads = 0;
            for (final String accounts : List.of("\"A\":301,\"B\":302", "\"B\":302")) {
                copies.awaitMore();
                venue.members(sessions(accounts));
                final int expected = ++reloads;
                final long beganNs = System.nanoTime();
                while (reloads(venue.log()) < expected) { // whether or not a member receives something meanwhile
                    assertTrue(System.nanoTime() - beganNs < TIME_OUT_MS * 1_000_000L, venue::log);
                    TimeUnit.MILLISECONDS.sleep(10);
                }
            }
            copies.awaitMore();
            for (final TradingMember member : List.of(seller, buyer)) {
                final long answers = member.answered() + ANSWERS;
                assertTrue(member.await(() -> member.answered() >= answers, TIME_OUT_MS), () -> story(member));
                member.stopSending();
                assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(member));
            }
            assertTrue(
                    buyer.ledger().answers().values().stream().anyMatch(MemberLedger.Answered::ofGateway),
                    () -> "no request was refused, seed=" + seed);
            assertTrue(copies.fills() > 0, () -> "no trade was copied, seed=" + seed);
        }
    }

    private static int reloads(final String log) {
        return log.split("are in force", -1).length - 1;
    }

    private String story(final TradingMember member) {
        return "seed=" + seed + " open " + member.openRequests() + " failure " + member.failure() + "\n" + venue.log();
    }

    /** Counts the drop copies that it receives. */
    private final class Copies implements ClientListener {
        private int answers;
        private int fills;
        private String ended = "no connection has ended";

        synchronized int fills() {
            return fills;
        }

        /** Waits for so many more copies that some are of commands which were sent after this call. */
        synchronized void awaitMore() throws InterruptedException {
            final int expected = answers + ANSWERS;
            final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
            while (answers < expected) {
                final long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
                assertTrue(
                        leftMs > 0, () -> "copies " + answers + ", " + ended + ", seed=" + seed + "\n" + venue.log());
                wait(leftMs);
            }
        }

        @Override
        public synchronized void onAnswer(final Answer answer) {
            answers++;
            notifyAll();
        }

        @Override
        public synchronized void onFill(final Fill fill) {
            fills++;
        }

        @Override
        public synchronized void onDisconnected(final String why) {
            ended = why;
        }

        @Override
        public synchronized void onStopped(final @Nullable ByeReason reason, final String why) {
            ended = "stopped: " + why;
            notifyAll();
        }

        @Override
        public void onOff(final Off off) {}

        @Override
        public void onNotCarriedOut(final long request) {}

        @Override
        public void onHistoryLost(final String why) {}
    }
}
