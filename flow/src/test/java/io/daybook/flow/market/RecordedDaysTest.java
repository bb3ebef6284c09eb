package io.daybook.flow.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.RestingOrders;
import io.daybook.api.Side;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.flow.MaybePacked;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedEvent.Kind;
import io.daybook.flow.RecordedListener;
import io.daybook.flow.itch.ItchEvents;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.MatchedDay;
import io.daybook.flow.lobster.LobsterDay;
import io.daybook.flow.lobster.MadeUpFlow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs days without an outsider: after every message the book of the exchange is equal to that of the file. */
class RecordedDaysTest {
    private static final int MESSAGES = 50_000;

    /** The permitted allocation for rising ids and the JIT: less than one byte per message. */
    private static final long ALLOWED_BYTES = MESSAGES;

    private final Exchange exchange =
            DaybookExchange.builder().topology(Topology.INLINE).start();
    private final RecordedMarket market = new RecordedMarket(exchange, (id, price, size, isMaker, isDoubtful) -> {
        throw new AssertionError("there is no outsider");
    });
    private long events;

    @AfterEach
    void close() {
        exchange.close();
    }

    /** An order in the file. */
    private static final class Filed {
        private final int symbol;
        private long size;

        Filed(final int symbol, final long size) {
            this.symbol = symbol;
            this.size = size;
        }
    }

    /** Follows the orders of the file by its messages, and compares them with those of the exchange. */
    private final class Both implements RecordedListener {
        private final Map<Long, Filed> filed = new HashMap<>();
        private final Map<Integer, MarketModel> models = new TreeMap<>();

        /** The symbols whose messages were out of order, so that the exchange has traded differently. */
        private final Set<Integer> outOfOrder = new TreeSet<>();

        private int before;
        private long losses;
        private long looks;

        @Override
        public void onEvent(final RecordedEvent event) {
            events++;
            market.onEvent(event);
            file(event);
            model(event);
            final long now = market.counts().odd() + market.counts().displaced();
            if (now > losses) {
                outOfOrder.add(before);
                outOfOrder.add(event.symbol());
            }
            losses = now;
            before = event.symbol();
            if (!market.isUnderWay() && events % 50 == 0) {
                compare();
            } else if (!market.isUnderWay()) {
                compare(event.reference());
                compare(event.newReference());
            }
        }

        /** Passes the event to a model for each symbol. An aggressor has ended if a message of another symbol comes. */
        private void model(final RecordedEvent event) {
            if (event.kind() != Kind.LISTED && event.kind() != Kind.CROSS) {
                models.forEach((symbol, model) -> {
                    if (symbol != event.symbol()) {
                        model.endGroup();
                    }
                });
            }
            models.computeIfAbsent(event.symbol(), unused -> new MarketModel()).event(event);
        }

        private void file(final RecordedEvent event) {
            final Filed order = filed.get(event.reference());
            switch (event.kind()) {
                case ADDED -> filed.putIfAbsent(event.reference(), new Filed(event.symbol(), event.size()));
                case EXECUTED, EXECUTED_AT_PRICE, CANCELLED -> {
                    if (order != null) {
                        order.size -= Math.min(order.size, event.size());
                        filed.values().removeIf(one -> one.size == 0);
                    }
                }
                case DELETED -> filed.remove(event.reference());
                case REPLACED -> {
                    if (order != null && !filed.containsKey(event.newReference())) {
                        filed.remove(event.reference());
                        filed.put(event.newReference(), new Filed(order.symbol, event.size()));
                    }
                }
                default -> {}
            }
        }

        void compare() {
            filed.keySet().forEach(this::compare);
            models.forEach((symbol, model) -> {
                for (final MarketModel.Resting order : model.orders) {
                    final long id = RecordedMarket.idOf(Long.parseLong(order.name.substring(1)));
                    final RestingOrders orders = Objects.requireNonNull(market.orders(symbol));
                    assertEquals(order.lots, orders.lots(id), () -> "event " + events + ", " + order);
                }
            });
        }

        private void compare(final long reference) {
            final Filed order = filed.get(reference);
            if (order != null && !outOfOrder.contains(order.symbol)) {
                looks++;
                final RestingOrders orders = market.orders(order.symbol);
                assertEquals(
                        order.size,
                        orders == null ? -1 : orders.lots(RecordedMarket.idOf(reference)),
                        () -> "event " + events + ", order " + reference + ", symbol " + order.symbol);
            }
        }
    }

    private void finish(final String name, final Both both) {
        market.end();
        both.models.values().forEach(MarketModel::endGroup);
        both.compare();
        final MarketCounts counts = market.counts();
        System.out.printf(
                "%s: %,d events, %,d looks; displaced %,d, odd %,d, unknown %,d%n",
                name, events, both.looks, counts.displaced(), counts.odd(), counts.unknown());
        assertEquals(0, counts.consumed() + counts.missed() + counts.doubtful());
        assertEquals(
                counts.odd(),
                both.models.values().stream().mapToLong(model -> model.odd).sum());
        assertEquals(
                counts.displaced(),
                both.models.values().stream()
                        .mapToLong(model -> model.displaced)
                        .sum());
    }

    private void requireInOrder() {
        assertEquals(0, market.counts().displaced(), "no order must be cut");
        assertEquals(0, market.counts().odd(), "the file must be in order");
    }

    @Test
    void shouldHaveTheBookOfAMadeUpDayOfItch() {
        final Both both = new Both();
        final byte[] day = MatchedDay.make(7, 3, 20_000);
        new ItchParser(new ItchEvents(null, both)).parse(day, 0, day.length);
        finish("made up, ITCH", both);
        requireInOrder();
        assertEquals(0, market.counts().unknown());
    }

    @Test
    void shouldHaveTheBookOfAMadeUpDayOfLobster(@TempDir final Path folder) throws IOException {
        final MadeUpFlow day = MadeUpFlow.of(11, 5_000);
        lobster(
                "made up, LOBSTER",
                Files.write(folder.resolve("messages"), day.messages()),
                Files.write(folder.resolve("books"), day.books()));
        assertEquals(0, market.counts().unknown());
        final String[] last = day.books().get(day.books().size() - 1).split(",");
        final RestingOrders orders = Objects.requireNonNull(market.orders(1));
        assertEquals(Long.parseLong(last[0]), orders.bestAsk());
        assertEquals(Long.parseLong(last[2]), orders.bestBid());
    }

    private void lobster(final String name, final Path messages, final Path books) throws IOException {
        final Both both = new Both();
        try (BufferedReader rows = Files.newBufferedReader(messages);
                BufferedReader book = Files.newBufferedReader(books)) {
            new LobsterDay(1, both).run(rows, "messages", book, "book");
        }
        finish(name, both);
        requireInOrder();
    }

    @Test
    void shouldPassOverOrdersThatNoIdCanHave() {
        final RecordedEvent event = new RecordedEvent();
        for (final long reference : new long[] {-1, -5, Long.MAX_VALUE, RecordedMarket.FIRST_OUTSIDER_ID}) {
            event.begin(Kind.ADDED, 1, 1)
                    .references(reference, 0)
                    .terms(Side.BID, 100)
                    .sizes(1, 1);
            market.onEvent(event);
        }
        event.begin(Kind.ADDED, 1, 0).references(1, 0).terms(Side.BID, 100).sizes(1, 1);
        market.onEvent(event);
        event.begin(Kind.ADDED, 1, 1).references(1, 0).terms(Side.BID, 100).sizes(1, 1);
        market.onEvent(event);
        event.begin(Kind.REPLACED, 1, 1).references(1, -1).terms(Side.BID, 100).sizes(1, 1);
        market.onEvent(event);
        assertEquals(6, market.counts().unknown());
        assertEquals(1, Objects.requireNonNull(market.orders(1)).lots(RecordedMarket.idOf(1)));
    }

    @Test
    void shouldAllocateNothingForAMessageOnceItHasRoom() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final byte[] day = MatchedDay.make(8, 2, MESSAGES);
        try (Exchange alone =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            final Trader trader = new Trader(alone);
            trader.play(day);
            trader.deleteAll();
            final long fillsBefore = trader.fills;
            final long before = threads.getThreadAllocatedBytes(thread);
            trader.play(day);
            final long allocated = threads.getThreadAllocatedBytes(thread) - before;
            assertTrue(trader.fills > fillsBefore + 100, () -> "fills=" + trader.fills);
            assertTrue(trader.market.counts().missed() > 0
                    && trader.market.counts().displaced() > 0);
            assertTrue(allocated < ALLOWED_BYTES, () -> allocated + " bytes for " + MESSAGES + " messages");
        }
    }

    /** A trader that trades with a day all the time. */
    private static final class Trader implements RecordedListener {
        private final RecordedMarket market;
        private final RecordedEvent deletion = new RecordedEvent();
        private final long[] own = new long[8];
        private long fills;
        private long lastReference;
        private int messages;

        Trader(final Exchange alone) {
            market = new RecordedMarket(alone, (id, price, size, isMaker, isDoubtful) -> fills++);
        }

        void play(final byte[] day) {
            new ItchParser(new ItchEvents(null, this)).parse(day, 0, day.length);
            market.end();
        }

        @Override
        public void onEvent(final RecordedEvent event) {
            market.onEvent(event);
            lastReference = Math.max(lastReference, event.reference());
            messages++;
            if (messages % 20 == 0) {
                final int at = messages / 20 & own.length - 1;
                market.cancel(event.symbol(), event.timeNs(), own[at]);
                final Side side = at % 2 == 0 ? Side.BID : Side.ASK;
                final long price = 10_000 + (at % 2 == 0 ? -2 : 2) * (at % 4 == 0 ? -1 : 1);
                own[at] = market.place(event.symbol(), event.timeNs(), side, OrderType.GTC, price, 50);
            }
        }

        void deleteAll() {
            for (long reference = 0; reference <= lastReference + MESSAGES; reference++) {
                for (int symbol = 1; symbol <= 2; symbol++) {
                    deletion.begin(Kind.DELETED, 0, symbol).references(reference, 0);
                    market.onEvent(deletion);
                }
            }
        }
    }

    private static Path recorded(final String name) {
        final String folder = System.getProperty("daybook.data");
        assumeTrue(folder != null, "no recorded day: name a folder with -Ddaybook.data");
        return Path.of(folder, name);
    }

    @Test
    void shouldHaveTheBookOfARecordedDayOfLobster() throws IOException {
        lobster(
                "recorded, LOBSTER",
                recorded("aapl-20120621-message-10.csv"),
                recorded("aapl-20120621-orderbook-10.csv"));
    }

    /** The public sample leaves messages out, so a stock is compared with the file only until its orders cross. */
    @Test
    void shouldHaveTheBookOfARecordedDayOfItch() throws IOException {
        final byte[] day;
        try (InputStream in =
                MaybePacked.unpacked(Files.newInputStream(recorded("nasdaq-20101224-sample.itch50.gz")))) {
            day = in.readAllBytes();
        }
        final Both both = new Both();
        new ItchParser(new ItchEvents(null, both)).parse(day, 0, day.length);
        finish("recorded, ITCH", both);
        assertTrue(market.counts().odd() > 0, "the sample must be out of order, as its description says");
    }
}
