package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrder;
import io.daybook.api.CommandResult;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.host.Proves;
import io.daybook.sessions.member.Right;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MsgType;

/** Tests market data with a QuickFIX/J client that has the stock dictionary. */
@Proves(value = "a FIX client has the book", normal = "2,100 commands", large = "6,000 commands")
@Timeout(300)
@Tag("whole")
final class MarketDataTest {
    private static final Decimals DECIMALS = new Decimals(FixVenue.BTC_EUR);
    private static final int COMMANDS = Boolean.getBoolean("daybook.long") ? 2_000 : 700;

    @TempDir
    private Path folder;

    private long lastId;

    static Message request(final String id, final String kind, final String depth, final String... symbols) {
        final Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, "V");
        message.setString(262, id);
        message.setString(263, kind);
        message.setString(264, depth);
        message.setString(265, "1");
        for (final String type : List.of("0", "1", "2")) {
            final Group group = new Group(267, 269);
            group.setString(269, type);
            message.addGroup(group);
        }
        for (final String symbol : symbols) {
            final Group group = new Group(146, 55);
            group.setString(55, symbol);
            message.addGroup(group);
        }
        return message;
    }

    private long place(final FixVenue venue, final long uid, final Side side, final long ticks, final long lots) {
        final long id = ++lastId;
        venue.submit(PlaceOrder.gtc(uid, 1, id, side, ticks, lots));
        return id;
    }

    private static String book(final FixVenue venue, final int depth) throws Exception {
        final OrderBookReport report =
                venue.exchange().query(new OrderBookQuery(1, depth)).get(60, TimeUnit.SECONDS);
        return side(report.bids()) + " " + side(report.asks());
    }

    private static String side(final List<OrderBookReport.Level> levels) {
        final NavigableMap<String, String> side = new TreeMap<>(Comparator.comparing(Double::parseDouble));
        levels.forEach(level -> side.put(
                DECIMALS.price().text(level.price()), DECIMALS.quantity().text(level.size()) + "x" + level.orders()));
        return side.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void shouldLetAStockClientRebuildTheBook(final int depth) throws Exception {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        try (FixVenue venue = new FixVenue(folder, FixVenue.viewer(9));
                StockInitiator client = venue.connect(9, folder)) {
            place(venue, 1, Side.BID, 15_000, 5);
            client.send(request("M", "1", Integer.toString(depth), "BTC-EUR"));
            final RebuiltBook book = new RebuiltBook();
            book.take(client.receive());
            final TreeMap<Long, Long> live = new TreeMap<>();
            for (int i = 0; i < COMMANDS; i++) {
                if (random.nextInt(4) == 0 && !live.isEmpty()) {
                    final long id = live.firstKey();
                    venue.send(new CancelOrder(live.remove(id), 1, id));
                } else {
                    final long id = ++lastId;
                    final long uid = 1 + random.nextInt(4);
                    final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
                    venue.send(PlaceOrder.gtc(uid, 1, id, side, 14_990 + random.nextInt(20), 1 + random.nextInt(9)));
                    live.put(id, uid);
                }
            }
            final String expected = book(venue, depth);
            while (!book.toString().equals(expected)) {
                book.take(client.receive());
            }
            assertTrue(book.updates() > COMMANDS / 20, "seed=" + seed + ": " + book.updates() + " X");
            assertTrue(book.trades() > COMMANDS / 20, "seed=" + seed + ": " + book.trades() + " trades");
            assertTrue(client.refusals().isEmpty(), () -> "seed=" + seed + ": " + client.refusals());
        }
    }

    @Test
    void shouldShowTheBookAgainToWhoDidNotRead() throws Exception {
        final int commands = 8_000;
        final int subscriptions = 10; // together more bytes than a system keeps for a connection
        try (FixVenue venue = new FixVenue(folder, FixVenue.viewer(9), FixVenue.viewer(10));
                RawFix other = venue.logon(10);
                Socket slow = new Socket()) {
            assertEquals("A", RawFix.field(other.receive(), 35));
            slow.setReceiveBufferSize(4_096);
            slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), venue.port()));
            slow.setSoTimeout(60_000);
            final RawFix client = new RawFix(slow, "S9", "DAYBOOK");
            client.send("35=A|98=0|108=300|553=9|554=" + FixVenue.SECRET.text());
            client.receive();
            final RebuiltBook book = new RebuiltBook();
            for (int i = 1; i <= subscriptions; i++) {
                client.send("35=V|262=M" + i + "|263=1|264=0|265=1|267=2|269=0|269=1|146=1|55=BTC-EUR");
                final String shown = client.receive();
                if (i == 1) {
                    book.take(StockDictionary.check(whole(shown)));
                }
            }
            CompletableFuture<CommandResult> last = CompletableFuture.completedFuture(null);
            for (int i = 0; i < commands; i++) {
                last = venue.exchange().submit(PlaceOrder.gtc(1 + i % 4, 1, ++lastId, Side.BID, 10_000 + i % 5_000, 1));
            }
            last.get(60, TimeUnit.SECONDS);
            // This answer comes after all changes, so the door has sent or left out each of them.
            other.send("35=V|262=O|263=0|264=1|265=1|267=2|269=0|269=1|146=1|55=BTC-EUR");
            assertEquals("W", RawFix.field(other.receiveApplication(), 35));
            final String expected = book(venue, 0);
            final String lastPrice = DECIMALS.price().text(10_000 + (commands - 1) % 5_000);
            while (!book.knows(lastPrice, 2) || !book.toString().equals(expected)) { // the last order is its second
                final String message = client.receive();
                assertNotNull(message, () -> "closed: " + venue.audited);
                if (message.contains("|262=M1|")) {
                    book.take(StockDictionary.check(whole(message)));
                }
            }
            assertTrue(book.snapshots() > 1, () -> "snapshots " + book.snapshots());
            assertTrue(book.updates() < commands, () -> "updates " + book.updates());
        }
    }

    private static String whole(final String message) {
        return message.substring(1).replace('|', '\001');
    }

    @Test
    void shouldTellLevelsAndTradesFieldByField() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.viewer(9));
                StockInitiator client = venue.connect(9, folder)) {
            place(venue, 1, Side.ASK, 15_400, 5);
            place(venue, 2, Side.ASK, 15_400, 7);
            client.send(request("M", "1", "0", "BTC-EUR"));
            final Message shown = client.receive();
            assertEquals(
                    "W M BTC-EUR 1",
                    "W " + shown.getString(262) + " " + shown.getString(55) + " " + shown.getGroupCount(268));
            final Group level = shown.getGroups(268).get(0);
            assertEquals(
                    "1 154000 0.012 2",
                    level.getString(269) + " " + level.getString(270) + " " + level.getString(271) + " "
                            + level.getString(346));
            final long seq = level.isSetField(299) ? Long.parseLong(level.getString(299)) : 0;

            place(venue, 3, Side.BID, 15_400, 5);
            final Message traded = client.receive();
            final Group trade = traded.getGroups(268).get(0);
            assertEquals(
                    "0 2 154000 0.005 1",
                    trade.getString(279) + " " + trade.getString(269) + " " + trade.getString(270) + " "
                            + trade.getString(271) + " " + trade.getString(278));
            assertEquals(seq + 1, Long.parseLong(trade.getString(299)));
            final Group changed = client.receive().getGroups(268).get(0);
            assertEquals(
                    "1 1 154000 0.007 1",
                    changed.getString(279) + " " + changed.getString(269) + " " + changed.getString(270) + " "
                            + changed.getString(271) + " " + changed.getString(346));

            place(venue, 3, Side.BID, 15_400, 7);
            client.receive();
            final Group gone = client.receive().getGroups(268).get(0);
            assertEquals("2 1 154000", gone.getString(279) + " " + gone.getString(269) + " " + gone.getString(270));

            client.send(request("M", "2", "0", "BTC-EUR"));
            client.send(request("N", "0", "0", "BTC-EUR"));
            place(venue, 1, Side.ASK, 15_400, 5);
            final Message once =
                    client.receive(message -> StockInitiator.type(message).equals("W"));
            assertEquals("N", once.getString(262));
        }
    }

    @Test
    void shouldShowAnEmptyBookAndTwoBooksOfARequest() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.viewer(9));
                StockInitiator client = venue.connect(9, folder)) {
            client.send(request("M", "1", "5", "BTC-EUR", "BTC-FUT"));
            final Set<String> names =
                    Set.of(client.receive().getString(55), client.receive().getString(55));
            assertEquals(Set.of("BTC-EUR", "BTC-FUT"), names);
            place(venue, 1, Side.ASK, 15_400, 5);
            final Group entry = client.receive().getGroups(268).get(0);
            assertEquals("0 1 BTC-EUR", entry.getString(279) + " " + entry.getString(269) + " " + entry.getString(55));
            assertTrue(client.refusals().isEmpty(), () -> client.refusals().toString());
        }
    }

    /** Each row has 281, then 55, 263, 264 and 265 of the request, and perhaps a further field of it. */
    private static final List<String> REFUSED = List.of(
            "0 BTC-USD 1 0 1",
            "5 BTC-EUR 1 20000 1",
            "5 BTC-EUR 1 16385 1",
            "6 BTC-EUR 1 0 0",
            "7 BTC-EUR 1 0 1 266 N",
            "A BTC-EUR 1 0 1 546 1",
            "B BTC-EUR 1 0 1 286 0",
            "C BTC-EUR 1 0 1 547 Y");

    @Test
    void shouldSayWhyARequestIsRefused() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.viewer(9));
                StockInitiator client = venue.connect(9, folder)) {
            for (final String row : REFUSED) {
                final String[] fields = row.split(" ");
                final Message request = request("M", fields[2], fields[3], fields[1]);
                request.setString(265, fields[4]);
                if (fields.length > 5) {
                    request.setString(Integer.parseInt(fields[5]), fields[6]);
                }
                client.send(request);
                final Message refusal = client.receive();
                assertEquals("Y M " + fields[0], "Y " + refusal.getString(262) + " " + refusal.getString(281), row);
                assertTrue(!refusal.getString(58).isEmpty(), row);
            }
        }
    }

    @Test
    void shouldRefuseWhatIsTakenUnknownOrNotPermitted() throws Exception {
        try (FixVenue venue = new FixVenue(
                        folder,
                        FixVenue.viewer(9),
                        FixVenue.trader(17, 1),
                        FixVenue.session(18, Set.of(Right.TRADE, Right.VIEW), 2));
                StockInitiator viewer = venue.connect(9, folder);
                StockInitiator trader = venue.connect(17, folder);
                StockInitiator both = venue.connect(18, folder)) {
            viewer.send(request("M", "1", "0", "BTC-EUR"));
            assertEquals("W", StockInitiator.type(viewer.receive()));
            viewer.send(request("M", "1", "1", "BTC-FUT"));
            assertEquals("1", viewer.receive().getString(281));
            viewer.send(request("N", "2", "0", "BTC-EUR"));
            final Message unknown = viewer.receive();
            assertTrue(!unknown.isSetField(281) && unknown.getString(58).startsWith("no subscription"));
            final Message prices = request("O", "1", "0", "BTC-EUR");
            prices.removeGroup(267);
            final Group group = new Group(267, 269);
            group.setString(269, "4");
            prices.addGroup(group);
            viewer.send(prices);
            assertEquals("8", viewer.receive().getString(281));
            trader.send(request("M", "1", "0", "BTC-EUR"));
            assertEquals("3", trader.receive().getString(281));
            both.send(request("M", "1", "0", "BTC-EUR"));
            assertEquals("3", both.receive().getString(281));
        }
    }
}
