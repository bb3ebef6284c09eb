package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.Topology;
import io.daybook.cli.itch.ItchExport;
import io.daybook.cli.itch.ItchStocks;
import io.daybook.client.book.OrderLevels;
import io.daybook.core.Replay;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.feed.FeedFold;
import io.daybook.flow.itch.AddOrder;
import io.daybook.flow.itch.HiddenTrade;
import io.daybook.flow.itch.ItchBooks;
import io.daybook.flow.itch.ItchListener;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.ItchText;
import io.daybook.flow.itch.ItchWriter;
import io.daybook.flow.itch.OrderCancelled;
import io.daybook.flow.itch.OrderDeleted;
import io.daybook.flow.itch.OrderExecuted;
import io.daybook.flow.itch.OrderReplaced;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.access.JournalOptions;
import io.daybook.model.Scenario;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.ScenarioGenerator;
import io.daybook.scenario.ScenarioRun;
import io.daybook.wire.feed.MessageSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The ITCH file of a journal has the books and the trades of its exchange, both for our own reader and for another
 * project's reader in Python. The commands include orders of all types and terms, icebergs, hidden lots and resets.
 */
@Proves(value = "an exported ITCH file has the exchange's books and trades", normal = "5 streams of 2,000 commands")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class ItchExportTest {
    private static final int LENGTH = 2_000;
    private static final long SEED = Long.getLong("daybook.seed", 23);

    /** A price or size that is too large for ITCH: the export leaves out a symbol that has one. */
    private static final Pattern TOO_LARGE = Pattern.compile("\"(price|size)\":\\d{10}");

    @TempDir
    private Path folder;

    private Path journal;

    /** Plays a scenario; if {@code isCut}, a snapshot replaces the commands of its first half. */
    private void make(final Kind kind, final boolean isCut, final int length) throws IOException {
        final Scenario scenario = ScenarioGenerator.generate(kind, SEED, length);
        final List<String> lines = scenario.lines().stream()
                .filter(line -> !TOO_LARGE.matcher(line).find())
                .toList();
        journal = folder.resolve("exchange");
        try (Exchange exchange = start(scenario)) {
            play(exchange, lines.subList(0, lines.size() / 2), isCut);
            play(exchange, lines.subList(lines.size() / 2, lines.size()), false);
        }
    }

    /** Starts an exchange with short segments, so that a snapshot retires some. */
    private Exchange start(final Scenario scenario) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .marginTrading(scenario.settings().marginTrading())
                .resetAllowed(scenario.settings().resetAllowed())
                .blockBytes(4_096)
                .journal(journal)
                .build();
        final JournalOptions options = JournalOptions.builder()
                .keepSnapshots(1)
                .maxBlockBytes(8_192)
                .firstSegmentBytes(16_384)
                .maxSegmentBytes(16_384)
                .build();
        return new InlineExchange(config, RecoveredState.recover(config, new FileJournalStorage(), options));
    }

    private static void play(final Exchange exchange, final List<String> lines, final boolean isKept)
            throws IOException {
        final byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        final ScenarioRun.Outcome outcome = new ScenarioRun(
                        exchange, new ByteArrayInputStream(text), OutputStream.nullOutputStream(), false, count -> {})
                .run();
        assertEquals(null, outcome.failure());
        if (isKept) {
            exchange.snapshot().join();
        }
    }

    /** The exported file, the plan of the export, and the day: the last one of the journal. */
    private record Exported(byte[] bytes, ItchStocks.Plan plan, LocalDate day) {}

    private Exported export() throws IOException {
        final ItchStocks stocks = new ItchStocks(null);
        fold(stocks::onMessage);
        final LocalDate day = stocks.lastDay();
        assertNotNull(day);
        final ItchStocks.Plan plan = stocks.plan(List.of());
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ItchExport export = new ItchExport(plan, day, new ItchWriter(out::write));
        fold(export::onMessage);
        export.end();
        return new Exported(out.toByteArray(), plan, day);
    }

    private void fold(final MessageSink sink) {
        final FeedFold fold = new FeedFold(
                1, (channel, number, bytes, offset, length, replayed) -> sink.onMessage(number, bytes, offset, length));
        RecoveredState.foldReadOnly(new FileJournalStorage(), journal, Long.MAX_VALUE, fold);
    }

    /** The books of the exchange, a line for each price level: stock, side, price, and the sizes in the queue. */
    private List<String> booksOfExchange(final ItchStocks.Plan plan) {
        final Map<String, StringBuilder> levels = new TreeMap<>();
        RecoveredState.readOnly(new FileJournalStorage(), journal)
                .engine()
                .view()
                .forEachOrder(order -> {
                    if (plan.stocks().containsKey(order.symbol()) && order.shown() > 0) {
                        levels.computeIfAbsent(
                                        key(order.symbol(), order.side() == Side.BID, order.price()),
                                        key -> new StringBuilder())
                                .append(' ')
                                .append(order.shown());
                    }
                });
        return lines(levels);
    }

    private static String key(final int symbol, final boolean isBid, final long price) {
        return String.format("#%d %s %012d", symbol, isBid ? "B" : "S", price);
    }

    private static List<String> lines(final Map<String, StringBuilder> levels) {
        final List<String> lines = new ArrayList<>();
        levels.forEach((level, queue) -> lines.add(level + queue));
        return lines;
    }

    private static List<String> booksOfFile(final byte[] file) {
        final ItchBooks books = new ItchBooks();
        final ItchParser parser = books.parser();
        parser.parse(file, 0, file.length);
        assertTrue(parser.isWhole());
        assertEquals(0, books.oddities() + parser.wrongLengths() + parser.unknownTypes());
        final Map<String, StringBuilder> levels = new TreeMap<>();
        final OrderLevels all = books.levels();
        for (int locate = 0; locate < all.books(); locate++) {
            for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
                for (int level = all.best(locate, side); level != OrderLevels.NO_LEVEL; level = all.worse(level)) {
                    assertEquals("#" + locate, ItchText.of(books.stock(locate)));
                    final StringBuilder queue = new StringBuilder();
                    for (int order = all.head(level); order != OrderLevels.NO_ORDER; order = all.next(order)) {
                        queue.append(' ').append(all.size(order));
                    }
                    levels.put(key(locate, side == OrderLevels.BID, all.price(level)), queue);
                }
            }
        }
        return lines(levels);
    }

    /** The trades in the exported stocks on the exported day, in order: stock, price and size. */
    private List<String> tradesOfExchange(final Exported exported) {
        final List<String> trades = new ArrayList<>();
        Replay.from(journal, Replay.firstSeq(journal), new ExchangeListener() {
            @Override
            public void onTrade(final ResultView result, final EventView trade) {
                final long day = Math.floorDiv(result.timestampNs(), TimeUnit.DAYS.toNanos(1));
                if (exported.plan().stocks().containsKey(result.symbol())
                        && day == exported.day().toEpochDay()) {
                    trades.add("#" + result.symbol() + " " + trade.price() + " " + trade.size());
                }
            }
        });
        return trades;
    }

    private static List<String> tradesOfFile(final byte[] file) {
        final ItchBooks books = new ItchBooks();
        final List<String> trades = new ArrayList<>();
        final ItchListener listener = new ItchListener() {
            @Override
            public void onAddOrder(final AddOrder order) {
                books.onAddOrder(order);
            }

            @Override
            public void onOrderExecuted(final OrderExecuted execution) {
                final int order = books.find(execution.reference());
                add(execution.locate(), books.levels().price(books.levels().level(order)), execution.shares());
                assertEquals(trades.size(), execution.match());
                books.onOrderExecuted(execution);
            }

            @Override
            public void onOrderCancelled(final OrderCancelled cancel) {
                books.onOrderCancelled(cancel);
            }

            @Override
            public void onOrderDeleted(final OrderDeleted deletion) {
                books.onOrderDeleted(deletion);
            }

            @Override
            public void onOrderReplaced(final OrderReplaced replacement) {
                books.onOrderReplaced(replacement);
            }

            @Override
            public void onTrade(final HiddenTrade trade) {
                add(trade.locate(), trade.price(), trade.shares());
            }

            private void add(final int locate, final long price, final long shares) {
                trades.add("#" + locate + " " + price + " " + shares);
            }
        };
        new ItchParser(listener).parse(file, 0, file.length);
        return trades;
    }

    private void assertSame(final Exported exported) {
        final String message = "seed=" + SEED + " " + exported.plan().leftOut();
        assertTrue(exported.plan().stocks().size() > exported.plan().leftOut().size(), message);
        assertEquals(booksOfExchange(exported.plan()), booksOfFile(exported.bytes()), message);
        assertEquals(tradesOfExchange(exported), tradesOfFile(exported.bytes()), message);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"ORDERS", "STOPS", "COMPLEX"})
    void shouldHaveTheBooksAndTheTradesOfTheExchange(final Kind kind) throws IOException {
        make(kind, false, LENGTH);
        final Exported exported = export();
        assertSame(exported);
        assertTrue(exported.bytes().length > LENGTH, "seed=" + SEED);
    }

    /**
     * If a snapshot has replaced the first commands, the orders that rest in the snapshot are new orders in the file.
     */
    @Test
    void shouldBeginWhereTheJournalBegins() throws IOException {
        make(Kind.COMPLEX, true, LENGTH);
        assertTrue(Replay.firstSeq(journal) > 1, "the journal must have lost its beginning");
        assertSame(export());
    }

    @Test
    void shouldBeReadByAParserOfOthers() throws Exception {
        assumeTrue(hasItchFeed(), "python3 has no module itchfeed 1.6.4");
        make(Kind.COMPLEX, false, LENGTH);
        final Exported exported = export();
        final Path file = folder.resolve("day.itch.gz");
        final var ended = DaybookProcess.run(
                Files.createFile(folder.resolve("nothing")),
                "export",
                "itch",
                journal.toString(),
                file.toString(),
                "--date",
                exported.day().toString());
        assertEquals(0, ended.status(), ended.err());
        final List<String> read = read(file);
        final List<String> books = new ArrayList<>();
        final List<String> trades = new ArrayList<>();
        for (final String line : read) {
            final String[] words = line.split(" ", 4);
            if (words[0].equals("trade")) {
                trades.add(line.substring("trade ".length()));
            } else {
                books.add(String.format("%s %s %012d %s", words[0], words[1], Long.parseLong(words[2]), words[3]));
            }
        }
        books.sort(null);
        assertEquals(booksOfExchange(exported.plan()), books, "seed=" + SEED);
        assertEquals(tradesOfExchange(exported), trades, "seed=" + SEED);
        assertTrue(!books.isEmpty() && !trades.isEmpty(), "seed=" + SEED);
    }

    private List<String> read(final Path file) throws IOException, InterruptedException {
        final Path out = folder.resolve("read");
        final Path err = folder.resolve("read.err");
        final Process python = new ProcessBuilder(
                        "python3",
                        Path.of("src", "test", "python", "read_itch.py").toString(),
                        file.toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertTrue(python.waitFor(120, TimeUnit.SECONDS), "the reader does not end");
        assertEquals(0, python.exitValue(), () -> said(err));
        return Files.readAllLines(out, StandardCharsets.UTF_8);
    }

    private static String said(final Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static boolean hasItchFeed() throws InterruptedException {
        try {
            final Process python = new ProcessBuilder("python3", "-c", "from itch.parser import MessageParser")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return python.waitFor(60, TimeUnit.SECONDS) && python.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
