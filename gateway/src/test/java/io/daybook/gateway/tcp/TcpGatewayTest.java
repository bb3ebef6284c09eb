package io.daybook.gateway.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.ClientException;
import io.daybook.client.DaybookClient;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the whole path over real sockets: the project's client, the door, a real exchange and its journal. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TcpGatewayTest {
    private static final int SYMBOL = TcpVenue.SYMBOL;

    @TempDir
    private Path folder;

    private final RecordingListener bidder = new RecordingListener();
    private final RecordingListener asker = new RecordingListener();

    private TcpVenue venue() {
        return new TcpVenue(folder, SessionLimits.DEFAULT, TcpVenue.members());
    }

    @Test
    void shouldTradeBetweenTwoSessions() throws Exception {
        try (TcpVenue venue = venue();
                DaybookClient bids = venue.connect(17, 0, bidder);
                DaybookClient asks = venue.connect(18, 0, asker)) {
            assertEquals("welcome N 0 next 1", bidder.next());
            assertEquals("welcome N 0 next 1", asker.next());
            final OrderHandle bid = new OrderHandle();
            final long id = bids.place(bid, 1, SYMBOL, Side.BID, OrderType.GTC, 100, 5);
            assertEquals(OrderNumbers.cookie(17, 1), id);
            assertEquals("answer 1 request 1 code 0 remaining 5 traded 0 fills 0", bidder.next());
            asks.place(new OrderHandle(), 2, SYMBOL, Side.ASK, OrderType.IOC, 100, 2);
            assertEquals("answer 1 request 1 code 0 remaining 0 traded 2 fills 1", asker.next());
            assertEquals("fill 2 2@100 remaining 0 taker", asker.next());
            assertEquals("fill 2 2@100 remaining 3 maker", bidder.next());
            bids.status(9, id);
            assertEquals("status 9 live remaining 3 traded 2 N 1", bidder.next());
            bids.cancel(bid);
            assertEquals("answer 3 request 2 code 0 remaining 0 traded 2 fills 0", bidder.next());
            assertEquals("off 4 size 3 remaining 0 reason 2", bidder.next());
        }
    }

    @Test
    void shouldGoOnWithTheStreamAfterARestart() throws Exception {
        final OrderHandle bid = new OrderHandle();
        try (TcpVenue venue = venue();
                DaybookClient bids = venue.connect(17, 0, bidder)) {
            assertEquals("welcome N 0 next 1", bidder.next());
            bids.place(bid, 1, SYMBOL, Side.BID, OrderType.GTC, 100, 5);
            assertEquals("answer 1 request 1 code 0 remaining 5 traded 0 fills 0", bidder.next());
        }
        final RecordingListener again = new RecordingListener();
        try (TcpVenue venue = venue();
                DaybookClient bids = venue.connect(17, 1, again);
                DaybookClient asks = venue.connect(18, 1, asker)) {
            assertEquals("welcome N 1 next 2", again.next());
            assertEquals("answer 1 request 1 code 0 remaining 5 traded 0 fills 0", again.next());
            asks.place(new OrderHandle(), 2, SYMBOL, Side.ASK, OrderType.IOC, 100, 2);
            assertEquals("fill 2 2@100 remaining 3 maker", again.next());
            bids.cancel(bid);
            assertEquals("answer 3 request 2 code 0 remaining 0 traded 2 fills 0", again.next());
        }
    }

    /** A loss of power has this effect if answers are sent before the disk has the command. */
    @Test
    void shouldStopAClientThatWasToldWhatTheVenueHasForgotten() throws Exception {
        final Path before = folder.resolve("before");
        final Path after = folder.resolve("after");
        try (TcpVenue venue = new TcpVenue(before, SessionLimits.DEFAULT, TcpVenue.members());
                DaybookClient bids = venue.connect(17, 1, bidder)) {
            assertEquals("welcome N 0 next 1", bidder.next());
            bids.place(new OrderHandle(), 1, SYMBOL, Side.BID, OrderType.GTC, 100, 5);
            assertEquals("answer 1 request 1 code 0 remaining 5 traded 0 fills 0", bidder.next());
        }
        copy(before, after);
        final RecordingListener told = new RecordingListener();
        try (TcpVenue venue = new TcpVenue(before, SessionLimits.DEFAULT, TcpVenue.members());
                DaybookClient bids = venue.connect(17, 2, told)) {
            assertEquals("welcome N 1 next 2", told.next());
            bids.place(new OrderHandle(), 1, SYMBOL, Side.BID, OrderType.GTC, 99, 5);
            assertEquals("answer 2 request 2 code 0 remaining 5 traded 0 fills 0", told.next());
        }
        final RecordingListener back = new RecordingListener();
        try (TcpVenue venue = new TcpVenue(after, SessionLimits.DEFAULT, TcpVenue.members())) {
            assertThrows(ClientException.class, () -> venue.connect(17, 3, back));
            assertEquals("history lost", back.next());
            assertEquals("stopped null", back.next());
        }
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void shouldTimeEachStepOfTheWay() throws Exception {
        final VenueHops hops = new VenueHops(2);
        try (TcpVenue venue = new TcpVenue(folder, SessionLimits.DEFAULT, TcpVenue.members(), null, hops);
                DaybookClient bids = venue.connect(17, 0, bidder);
                DaybookClient asks = venue.connect(18, 0, asker)) {
            bidder.next();
            asker.next();
            bids.place(new OrderHandle(), 1, SYMBOL, Side.BID, OrderType.GTC, 100, 50);
            bidder.next();
            for (int request = 1; request <= 40; request++) {
                asks.place(new OrderHandle(), 2, SYMBOL, Side.ASK, OrderType.IOC, 100, 1);
                asker.next();
                asker.next();
                bidder.next();
            }
        }
        hops.write(folder.resolve("hops"));
        final Map<Long, Map<Hop, Long>> bySeq = new TreeMap<>();
        for (final String file : List.of("engine", "journal", "gateway")) {
            HopFile.read(folder.resolve("hops/" + file + ".hops"), (seq, hop, ns) -> bySeq.computeIfAbsent(
                            seq, fresh -> new EnumMap<>(Hop.class))
                    .put(hop, ns));
        }
        final List<Map<Hop, Long>> whole = bySeq.values().stream()
                .filter(times -> times.containsKey(Hop.T6))
                .toList();
        assertTrue(whole.size() >= 20, () -> whole.size() + " of 41 requests, every second one, were timed");
        for (final Map<Hop, Long> times : whole) {
            assertEquals(Set.of(Hop.T1, Hop.T2, Hop.T3, Hop.T4, Hop.T4J, Hop.T5, Hop.T6), times.keySet());
            assertTrue(times.get(Hop.T1) <= times.get(Hop.T2), times::toString);
            assertTrue(times.get(Hop.T1) <= times.get(Hop.T3), times::toString);
            assertTrue(times.get(Hop.T3) <= times.get(Hop.T4), times::toString);
            assertTrue(times.get(Hop.T4) <= times.get(Hop.T5), times::toString);
            assertTrue(times.get(Hop.T4J) <= times.get(Hop.T5), times::toString);
            assertTrue(times.get(Hop.T5) <= times.get(Hop.T6), times::toString);
        }
        assertTrue(bySeq.keySet().stream().allMatch(seq -> seq % 2 == 0));
    }

    @Test
    void shouldRefuseInTheJournalWhatASessionMayNot() throws Exception {
        try (TcpVenue venue = venue();
                DaybookClient bids = venue.connect(17, 0, bidder)) {
            assertEquals("welcome N 0 next 1", bidder.next());
            bids.place(new OrderHandle(), 2, SYMBOL, Side.BID, OrderType.GTC, 100, 5);
            assertEquals("answer 1 request 1 code 1 remaining 0 traded 0 fills 0 by the gateway", bidder.next());
            bids.massCancel(1, SYMBOL, null, false, false);
            assertEquals("answer 2 request 2 code 2 remaining 0 traded 0 fills 0 by the gateway", bidder.next());
        }
    }
}
