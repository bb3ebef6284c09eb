package io.daybook.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.cli.CommandRun;
import io.daybook.cli.console.ProgressLine;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports all events of an exchange as files. */
@Proves("export writes each event with its command as a row, continues where it ended, or fails with the reason")
class ExportCommandTest {
    private static final long BUYER = 301;
    private static final long SELLER = 302;

    @TempDir
    private Path folder;

    private Path exchange() {
        return folder.resolve("exchange");
    }

    private Path events() {
        return folder.resolve("events");
    }

    private CommandRun export(final String format, final String... more) {
        final List<String> arguments =
                new ArrayList<>(List.of("export", exchange().toString(), "--to", format + ":" + events()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(new String[0]));
    }

    private void run(final Command... commands) {
        try (Exchange running = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .journal(exchange())
                .start()) {
            Arrays.stream(commands).forEach(command -> running.submit(command).join());
        }
    }

    private void begin() {
        run(
                new AddSymbol(SymbolSpec.exchangePair(1, 1, 2).build()),
                AddAccounts.of(Map.of(BUYER, Map.of(2, 100_000L), SELLER, Map.of(1, 1_000L))));
    }

    private static PlaceOrder order(final long uid, final long id, final Side side, final long price, final long size) {
        return PlaceOrder.gtc(uid, 1, id, side, price, size);
    }

    private List<String> rows(final String format) throws IOException {
        final List<String> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(events())) {
            for (final Path file : files.filter(one -> one.toString().endsWith("." + format))
                    .sorted()
                    .toList()) {
                rows.addAll(Files.readAllLines(file));
            }
        }
        return rows.stream()
                .map(row -> row.replaceAll("179\\d{16}|\\d{19}", "T"))
                .toList();
    }

    @Test
    void shouldWriteEachEventWithItsCommand() throws IOException {
        begin();
        run(
                order(SELLER, 1, Side.ASK, 100, 5),
                order(SELLER, 2, Side.ASK, 101, 5),
                order(BUYER, 3, Side.BID, 101, 7).withType(OrderType.IOC),
                new ReplaceOrder(SELLER, 1, 2, 9, 103, 5, 0, 0, 0),
                new CancelOrder(SELLER, 1, 77),
                new AdjustBalance(BUYER, 2, -50, 1));
        final CommandRun run = export("jsonl");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.err().contains("9 rows of commands 1 to 8"), run.err());
        final List<String> rows = rows("jsonl");
        assertEquals(9, rows.size());
        final String bid = "\"time\":T,\"command\":\"PLACE_ORDER\",\"result\":\"SUCCESS\",\"uid\":301,\"symbol\":1,"
                + "\"order_id\":3,\"side\":\"BID\",\"type\":\"IOC\",\"price\":101,\"size\":7,\"remaining\":0,"
                + "\"kind\":\"TRADE\",\"event_symbol\":1,";
        assertEquals(
                "{\"seq\":5,\"event\":0," + bid + "\"trade_id\":1,\"event_order_id\":3,\"event_uid\":301,"
                        + "\"event_side\":\"BID\",\"event_price\":100,\"event_size\":5,\"event_remaining\":2,"
                        + "\"event_fee\":0,\"maker_order_id\":1,\"maker_uid\":302,"
                        + "\"maker_remaining\":0,\"maker_fee\":0}",
                rows.get(4));
        assertTrue(rows.get(5).startsWith("{\"seq\":5,\"event\":1," + bid + "\"trade_id\":2,"), rows.get(5));
        assertTrue(
                rows.get(6)
                        .endsWith("\"kind\":\"REPLACE\",\"event_symbol\":1,\"event_order_id\":2,\"event_uid\":302,"
                                + "\"event_side\":\"ASK\",\"event_price\":103,\"event_remaining\":3,"
                                + "\"new_order_id\":9,\"kept\":0}"),
                rows.get(6));
        assertEquals(
                "{\"seq\":7,\"event\":0,\"time\":T,\"command\":\"CANCEL_ORDER\","
                        + "\"result\":\"MATCHING_UNKNOWN_ORDER_ID\",\"uid\":302,\"symbol\":1,\"order_id\":77}",
                rows.get(7));
        assertEquals(
                "{\"seq\":8,\"event\":0,\"time\":T,\"command\":\"ADJUST_BALANCE\",\"result\":\"SUCCESS\",\"uid\":301,"
                        + "\"currency\":2,\"amount\":-50,\"transaction_id\":1}",
                rows.get(8));
    }

    @Test
    void shouldHaveTheSameColumnsInEachRowOfCsv() throws IOException {
        begin();
        run(
                order(SELLER, 1, Side.ASK, 100, 5)
                        .withTerms(OrderTerms.builder().display(2).build()),
                order(BUYER, 3, Side.BID, 100, 4));
        assertEquals(0, export("csv").status());
        final List<String> rows = rows("csv");
        for (final String row : rows) {
            assertEquals(EventColumn.values().length, row.split(",", -1).length, row);
        }
        assertTrue(rows.get(0).startsWith("seq,event,time,command,result,"), rows.get(0));
        assertTrue(String.join("\n", rows).contains(",REFRESH,1,"), String.join("\n", rows));
    }

    @Test
    void shouldGoOnWhereItEnded() throws IOException {
        begin();
        assertEquals(0, export("csv").status());
        run(order(SELLER, 1, Side.ASK, 100, 5));
        Files.writeString(events().resolve("events.part"), "of an export that was killed");
        final CommandRun second = export("csv");
        assertEquals(0, second.status(), second.err());
        assertTrue(second.err().contains("1 rows of commands 3 to 3"), second.err());
        assertFalse(Files.exists(events().resolve("events.part")));
        try (Stream<Path> files = Files.list(events())) { // like a loader that takes files away
            for (final Path file :
                    files.filter(one -> one.toString().endsWith(".csv")).toList()) {
                Files.delete(file);
            }
        }
        run(order(SELLER, 2, Side.ASK, 100, 5));
        final CommandRun third = export("csv", "--from", "1");
        assertTrue(third.err().contains("1 rows of commands 4 to 4"), third.err());
        assertTrue(export("csv").err().contains("0 rows of commands 5 to 4"), "there must be no new rows");
    }

    /**
     * The first file gets its name before the new state is on the disk, so a kill can leave the file without the state.
     */
    @Test
    void shouldGoOnAfterAKillBehindTheFirstFile() throws Exception {
        try (EventFiles files = new EventFiles(events(), EventFormat.CSV, "x")) {
            assertEquals(0, files.lastSeq());
            Files.writeString(events().resolve("events-00000000000000000001-00000000000000000007.csv"), "rows");
        }
        try (EventFiles files = new EventFiles(events(), EventFormat.CSV, "x")) {
            assertEquals(7, files.lastSeq());
        }
    }

    @Test
    void shouldShowProgressBeforeTheFirstCommandOfTheExport() throws Exception {
        final AtomicLong nowNs = new AtomicLong();
        final ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (EventFiles files = new EventFiles(events(), EventFormat.CSV, "x");
                ProgressLine line = new ProgressLine(
                        new PrintStream(shown, true, StandardCharsets.UTF_8),
                        ProgressLine.Manner.LINES,
                        false,
                        nowNs::get)) {
            final EventExport export = new EventExport(files, EventFormat.CSV, 9, 1 << 20, line, nowNs::get);
            nowNs.set(TimeUnit.SECONDS.toNanos(3));
            assertFalse(export.isDone());
        }
        assertEquals(
                "csv: carries out the commands before the first one of the export, 3 s",
                shown.toString(StandardCharsets.UTF_8).strip());
    }

    @Test
    void shouldBeginWithTheCommandThatIsNamed() throws IOException {
        begin();
        run(order(SELLER, 1, Side.ASK, 100, 5), order(SELLER, 2, Side.ASK, 100, 5));
        assertEquals(0, export("jsonl", "--from", "4").status());
        assertEquals(1, rows("jsonl").size());
        assertTrue(Files.exists(events().resolve("events-00000000000000000004-00000000000000000004.jsonl")));
    }

    /** The table in the distribution has the columns of the files, in their order. */
    @Test
    void shouldHaveATableForThem() throws IOException {
        final String sql =
                Files.readString(Path.of(System.getProperty("daybook.root"), "cli/src/main/dist/ops/events.sql"));
        final String table = sql.substring(sql.indexOf("CREATE TABLE events ("), sql.indexOf("PRIMARY KEY"));
        assertEquals(
                Arrays.stream(EventColumn.values()).map(EventColumn::text).toList(),
                Pattern.compile("(\\w+) (?:bigint|integer|text),")
                        .matcher(table)
                        .results()
                        .map(column -> column.group(1))
                        .toList());
    }

    @Test
    void shouldLeaveOtherExportsAlone() throws IOException {
        begin();
        assertEquals(0, export("csv").status());
        final CommandRun otherFormat = export("jsonl");
        assertEquals(2, otherFormat.status());
        assertTrue(otherFormat.err().contains("format=csv"), otherFormat.err());
        Files.move(exchange(), folder.resolve("before"));
        begin();
        final CommandRun otherExchange = export("csv");
        assertEquals(2, otherExchange.status());
        assertTrue(otherExchange.err().contains("another exchange"), otherExchange.err());
    }
}
