package io.daybook.cli.itch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.cli.CommandRun;
import io.daybook.client.book.OrderLevels;
import io.daybook.core.DaybookExchange;
import io.daybook.flow.itch.ItchBooks;
import io.daybook.flow.itch.ItchText;
import io.daybook.flow.itch.MatchedDay;
import io.daybook.host.Proves;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports a day of an exchange as an ITCH file, with the command. */
@Proves("export itch writes a file that importers read, or fails with the reason")
@Tag("whole")
class ExportItchCommandTest {
    private static final long SEED = Long.getLong("daybook.seed", 50);
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    private static final long FIRST_DAY = 20_000; // 2024-10-04
    private static final int BASE = 1;
    private static final int QUOTE = 2;
    private static final long UID = 7;

    @TempDir
    private Path folder;

    private Path journal() {
        return folder.resolve("exchange");
    }

    private CommandRun export(final String file, final String... more) {
        final List<String> arguments =
                new ArrayList<>(List.of("export", "itch", journal().toString(), file));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(new String[0]));
    }

    private static ItchBooks books(final byte[] file) {
        final ItchBooks books = new ItchBooks();
        books.parser().parse(file, 0, file.length);
        assertEquals(0, books.oddities());
        return books;
    }

    private static List<Long> orders(final OrderLevels levels, final int book) {
        final List<Long> orders = new ArrayList<>();
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                orders.add(levels.price(level));
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    orders.add(levels.size(order));
                }
            }
        }
        return orders;
    }

    /** A file that is played on an exchange and exported has the same queues under the same locates. */
    @Test
    void shouldGiveBackTheBooksOfAFileThatWasPlayed() throws IOException {
        final byte[] day = MatchedDay.make(SEED, 5, 10_000);
        final Path in = Files.write(folder.resolve("in.itch"), day);
        final CommandRun played = CommandRun.of(
                "import", "itch", in.toString(), "--journal", journal().toString());
        assertEquals(0, played.status(), played.err());
        final Path plain = folder.resolve("out.itch");
        final CommandRun run = export(plain.toString());
        assertEquals(0, run.status(), run.err());
        assertTrue(run.err().contains(" messages of 1970-01-01 about 5 symbols: S 6, R 5, H 5, A "), run.err());
        final byte[] written = Files.readAllBytes(plain);
        final ItchBooks before = books(day);
        final ItchBooks after = books(written);
        assertTrue(before.levels().orders() > 100);
        for (int locate = 1; locate <= 5; locate++) {
            assertEquals(
                    orders(before.levels(), locate),
                    orders(after.levels(), locate),
                    "locate " + locate + ", seed=" + SEED);
            assertEquals("#" + locate, ItchText.of(after.stock(locate)));
        }
        final Path packed = folder.resolve("out.itch.gz");
        assertEquals(0, export(packed.toString()).status());
        try (GZIPInputStream bytes = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(packed)))) {
            assertArrayEquals(written, bytes.readAllBytes());
        }
    }

    private void run(final Map<Command, Long> commands) {
        try (Exchange exchange = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .journal(journal())
                .start()) {
            commands.forEach((command, timeNs) ->
                    assertTrue(exchange.submit(command, 0, timeNs).join().isSuccess(), command::toString));
        }
    }

    private static SymbolSpec pair(final int symbol) {
        return SymbolSpec.exchangePair(symbol, BASE, QUOTE).build();
    }

    private static PlaceOrder order(
            final int symbol, final long id, final Side side, final long price, final long size) {
        return PlaceOrder.gtc(UID, symbol, id, side, price, size);
    }

    private static long time(final int day, final long ns) {
        return (FIRST_DAY + day) * DAY_NS + ns;
    }

    /** Commands in their order, with their times. */
    private static final class Story {
        private final Map<Command, Long> commands = new LinkedHashMap<>();

        Story add(final Command command, final int day, final long ns) {
            commands.put(command, time(day, ns));
            return this;
        }
    }

    private static Story funded() {
        return new Story().add(AddAccounts.of(Map.of(UID, Map.of(BASE, 1L << 50, QUOTE, 1L << 53))), 0, 1_000);
    }

    /** Orders that have rested since the day before come first; later days are left out. */
    @Test
    void shouldWriteOneOfSeveralDays() throws IOException {
        run(funded().add(new AddSymbol(pair(17)), 0, 2_000)
                .add(order(17, 1, Side.BID, 100, 5), 0, 3_000)
                .add(order(17, 2, Side.BID, 100, 7), 0, 4_000)
                .add(order(17, 3, Side.ASK, 100, 1), 1, 5_000)
                .add(order(17, 4, Side.ASK, 200, 9), 2, 6_000)
                .commands);
        final Path file = folder.resolve("day.itch");
        final CommandRun undecided = export(file.toString());
        assertEquals(2, undecided.status());
        assertTrue(undecided.err().contains("name it with --date, from 2024-10-04 to 2024-10-06"), undecided.err());
        assertTrue(Files.notExists(file));
        final CommandRun run = export(file.toString(), "--date", "2024-10-05");
        assertEquals(0, run.status(), run.err());
        assertTrue(
                run.err().startsWith("11 messages of 2024-10-05 about 1 symbol: S 6, R 1, H 1, A 2, E 1"), run.err());
        assertEquals(
                List.of(100L, 4L, 7L), orders(books(Files.readAllBytes(file)).levels(), 17));
        final CommandRun none = export(file.toString(), "--date", "2024-10-07");
        assertEquals(2, none.status());
        assertTrue(none.err().contains("--date must be from 2024-10-04 to 2024-10-06"), none.err());
    }

    private static final String CONFIG = """
            data = "exchange"
            members = "members.json"

            [tcp]
            port = 8441

            [currency.BTC]
            id = 1
            decimals = 8

            [currency.EUR]
            id = 2
            decimals = 2

            [listing.BTC-EUR]
            symbol = 1
            base = "BTC"
            quote = "EUR"
            tick = "1000000"
            lot = "0.00000001"
            """;

    @Test
    void shouldNameWhatItchHasNoRoomFor() throws IOException {
        run(funded().add(new AddSymbol(pair(1)), 0, 2_000)
                .add(new AddSymbol(pair(2)), 0, 2_000)
                .add(new AddSymbol(pair(100_000)), 0, 2_000)
                .add(new AddSymbol(pair(Integer.MAX_VALUE)), 0, 2_000)
                .add(order(1, 1, Side.BID, 1L << 32, 1), 0, 3_000)
                .add(order(2, 2, Side.ASK, 1, 1L << 32), 0, 3_000)
                .add(order(100_000, 3, Side.BID, (1L << 32) - 1, 1), 0, 3_000)
                .add(order(Integer.MAX_VALUE, 4, Side.ASK, 1, (1L << 32) - 1), 0, 3_000)
                .commands);
        final Path file = folder.resolve("day.itch");
        final CommandRun run = export(file.toString());
        assertEquals(0, run.status(), run.err());
        assertTrue(
                run.err()
                        .contains("left out: symbol 1: its highest price, 429496.7296, is above 429496.7295\n"
                                + "left out: symbol 2: its largest size, 4294967296 lots, is above 4294967295\n"),
                run.err());
        final ItchBooks books = books(Files.readAllBytes(file));
        assertEquals(List.of((1L << 32) - 1, 1L), orders(books.levels(), 65_535));
        assertEquals("#100000", ItchText.of(books.stock(65_535)));
        assertEquals(List.of(1L, (1L << 32) - 1), orders(books.levels(), 65_534));
        assertEquals("@ZIK0ZJ", ItchText.of(books.stock(65_534)));
        final Path config = Files.writeString(folder.resolve("daybook.toml"), CONFIG);
        final CommandRun configured = export(file.toString(), "--config", config.toString());
        assertEquals(0, configured.status(), configured.err());
        assertTrue(configured.err().contains("left out: symbol 1, BTC-EUR: its highest price, "), configured.err());
    }

    /** A tick of 100 euros is a million times 1/10,000. */
    @Test
    void shouldTakeNamesAndTicksOfAConfiguration() throws IOException {
        final SymbolSpec spec = SymbolSpec.exchangePair(1, BASE, QUOTE)
                .lotSize(100_000_000)
                .tickValue(10_000)
                .build();
        run(funded().add(new AddSymbol(spec), 0, 2_000).add(order(1, 1, Side.BID, 570, 3), 0, 3_000).commands);
        final String listing = CONFIG.replace("0.00000001", "1");
        final Path config = Files.writeString(folder.resolve("daybook.toml"), listing.replace("1000000", "100"));
        final Path file = folder.resolve("day.itch");
        final CommandRun run = export(file.toString(), "--config", config.toString());
        assertEquals(0, run.status(), run.err());
        final ItchBooks books = books(Files.readAllBytes(file));
        assertEquals("BTC-EUR", ItchText.of(books.stock(1)));
        assertEquals(List.of(570_000_000L, 3L), orders(books.levels(), 1));
        final String served = listing.replace("1000000", "100")
                .replace("members = \"members.json\"\n", "")
                .replace("[tcp]\nport = 8441\n", "[http]\nport = 8440\n");
        final CommandRun ofServer = export(
                file.toString(),
                "--config",
                Files.writeString(folder.resolve("server.toml"), served).toString());
        assertEquals(0, ofServer.status(), ofServer.err());
        assertEquals(
                570_000_000L,
                orders(books(Files.readAllBytes(file)).levels(), 1).get(0));
        final Path other = Files.writeString(folder.resolve("daybook.toml"), listing.replace("1000000", "10"));
        final CommandRun refused = export(file.toString(), "--config", other.toString());
        assertEquals(2, refused.status());
        assertTrue(refused.err().contains("listing BTC-EUR must match the journal's symbol 1"), refused.err());
    }
}
