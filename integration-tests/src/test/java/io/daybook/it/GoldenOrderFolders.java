package io.daybook.it;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.MassCancel;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.SetUser;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Tick;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserSetting;
import io.daybook.model.Scenario;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.ScenarioGenerator;
import io.daybook.scenario.BadLineException;
import io.daybook.scenario.ScenarioLine;
import io.daybook.scenario.ScenarioReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the golden folders of semantics 3, {@code golden/v3}, in the same way as {@link GoldenFolders} makes those of
 * version 1. The arguments are the folder for the results and the folder to work in. The folders were made once and are
 * never made again.
 */
final class GoldenOrderFolders {
    private static final int SEGMENT_BYTES = 1 << 18;
    private static final int SYMBOL = 1;
    private static final int SNAPSHOT_EVERY = 90;
    /**
     * Later timestamps are replaced: scenarios have some that are far ahead of the clock, which would end all orders
     * with an expiry time.
     */
    private static final long FAR = 1L << 30;

    private static final long OWNER = 1;
    private static final long MAKER = 2;
    private static final long TAKER = 3;

    private GoldenOrderFolders() {}

    /** Makes all folders. */
    public static void main(final String[] args) throws Exception {
        final GoldenFolders folders =
                new GoldenFolders(Files.createDirectories(Path.of(args[0])), Files.createDirectories(Path.of(args[1])));
        final GoldenFolders.Writing plain =
                GoldenFolders.Writing.PLAIN.keeping(1_000).segments(SEGMENT_BYTES);
        folders.make(
                "terms",
                "every term and every command of orders, from generated scenarios, compressed, two snapshots",
                folder -> writeLines(plain, folder, lines(Kind.ORDERS, 31_001, 260)),
                OrderFacts::of);
        folders.make(
                "complex-raw",
                "icebergs, hidden orders, self-trades, replacements, expiry; not compressed",
                folder -> writeLines(plain.raw(), folder, lines(Kind.COMPLEX, 31_002, 260)),
                OrderFacts::of);
        folders.make(
                "futures",
                "stops, trailing stops, orders with two faces and brackets on futures",
                folder -> writeLines(plain, folder, lines(Kind.FUTURES_STOPS, 31_003, 260)),
                OrderFacts::of);
        folders.make(
                "waiting",
                "dormant, trailing, hidden, bracketed and expiring orders that wait; no trade has met them yet",
                folder -> GoldenFolders.write(plain, folder, waiting()),
                OrderFacts::of);
        folders.make(
                "backlog",
                "a snapshot in the middle of a cascade, and another that is unfinished at the end of the journal",
                folder -> GoldenFolders.write(plain.inBatches(), folder, backlog()),
                OrderFacts::of);
        folders.make(
                "backlog-torn",
                "a cascade whose last frames were not forced; one lost a sector, and the ticks after it are lost",
                folder -> folders.tear(
                        plain,
                        folder,
                        stops(1_150, 100),
                        List.of(trade(5_000_001, 1_000), many(), new Tick(SYMBOL), new Tick(SYMBOL)),
                        frame -> {
                            final long lost = (frame.position() + 1_024) / 512 * 512;
                            GoldenFolders.zero(GoldenFolders.segment(folder, frame), lost, lost + 512);
                        }),
                OrderFacts::of);
    }

    private static List<ScenarioLine.Send> lines(final Kind kind, final long seed, final int length) {
        final Scenario scenario = ScenarioGenerator.generate(kind, seed, length);
        final ScenarioReader reader = new ScenarioReader();
        final List<ScenarioLine.Send> lines = new ArrayList<>();
        for (final String line : scenario.lines()) {
            final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            try {
                if (reader.read(bytes, 0, bytes.length) instanceof ScenarioLine.Send send) {
                    lines.add(send);
                }
            } catch (BadLineException e) {
                continue; // some generated lines are bad
            }
        }
        return lines;
    }

    private static void writeLines(
            final GoldenFolders.Writing writing, final Path folder, final List<ScenarioLine.Send> lines) {
        try (Exchange exchange = writing.open(folder)) {
            int sent = 0;
            for (final ScenarioLine.Send line : lines) {
                exchange.submit(line.command(), line.cookie(), line.timestampNs() > FAR ? 0 : line.timestampNs())
                        .join();
                if (++sent % SNAPSHOT_EVERY == 0) {
                    exchange.submit(new PersistSnapshot(), 0, 0).join();
                }
            }
        }
    }

    private static List<Command> opening() {
        final List<Command> commands = new ArrayList<>();
        commands.add(new AddSymbol(
                SymbolSpec.exchangePair(SYMBOL, 10, 20).feesPerLot(2, 1).build()));
        commands.add(AddAccounts.of(Map.of(
                OWNER, Map.of(10, 1L << 30, 20, 1L << 40),
                MAKER, Map.of(10, 1L << 30, 20, 1L << 40),
                TAKER, Map.of(10, 1L << 30, 20, 1L << 40))));
        return commands;
    }

    private static List<Command> waiting() {
        final List<Command> commands = opening();
        commands.add(
                new SetUser(MAKER, 0, new TreeMap<>(Map.of(UserSetting.STP_MODE, (long) StpMode.CANCEL_MAKER.code()))));
        commands.add(PlaceOrder.gtc(MAKER, SYMBOL, 1, Side.ASK, 100, 1));
        commands.add(PlaceOrder.ioc(TAKER, SYMBOL, 2, Side.BID, 100, 1));
        for (int i = 0; i < 20; i++) {
            final long id = 100 + 20L * i;
            commands.add(PlaceOrder.ioc(OWNER, SYMBOL, id, Side.BID, 300, 1 + i)
                    .withTerms(OrderTerms.builder()
                            .trigger(150 + i % 7, TriggerWhen.RISES)
                            .flagged()
                            .build()));
            commands.add(PlaceOrder.ioc(OWNER, SYMBOL, id + 1, Side.ASK, 20, 1 + i)
                    .withTerms(OrderTerms.builder()
                            .trigger(70 - i % 5, TriggerWhen.FALLS)
                            .trail(30 + i % 5, 5)
                            .build()));
            commands.add(PlaceOrder.gtc(MAKER, SYMBOL, id + 2, Side.ASK, 120 + i % 3, 40)
                    .withTerms(OrderTerms.builder()
                            .display(i % 4 == 0 ? 0 : 7)
                            .expireAt((1L << 61) + i % 6)
                            .build()));
            commands.add(PlaceOrder.gtc(OWNER, SYMBOL, id + 3, Side.ASK, 130, 3)
                    .withTerms(OrderTerms.builder()
                            .trigger(60, TriggerWhen.FALLS)
                            .stopPrice(50 - i)
                            .stp(StpMode.CANCEL_TAKER)
                            .build()));
            commands.add(PlaceOrder.gtc(TAKER, SYMBOL, id + 4, Side.BID, 90 - i, 6)
                    .withTerms(OrderTerms.builder()
                            .exit(id + 5, 140, 55, 45)
                            .flagged()
                            .build()));
        }
        commands.add(PlaceOrder.ioc(MAKER, SYMBOL, 10_000, Side.ASK, 89, 9));
        commands.add(new PersistSnapshot());
        commands.add(new ReplaceOrder(OWNER, SYMBOL, 120, 10_001, 290, 9, 0, 155, 0));
        commands.add(new MassCancel(0, SYMBOL, Side.BID, true, false));
        commands.add(PlaceOrder.ioc(TAKER, SYMBOL, 10_002, Side.BID, 121, 60));
        return commands;
    }

    /** Stop orders, two with each trigger from a price on, and the order with which they trade. */
    private static List<Command> stops(final int count, final long from) {
        final List<Command> commands = opening();
        for (int i = 0; i < count; i++) {
            final OrderType type = i % 3 == 0 ? OrderType.GTC : OrderType.IOC;
            commands.add(PlaceOrder.ioc(1 + i % 3, SYMBOL, 1_000 + i, Side.BID, 20_000, 1 + i % 2)
                    .withType(type)
                    .withTerms(OrderTerms.builder()
                            .trigger(from + i / 2, TriggerWhen.RISES)
                            .build()));
        }
        commands.add(PlaceOrder.gtc(MAKER, SYMBOL, 1, Side.ASK, from + count, 5_000)
                .withTerms(OrderTerms.builder().display(40).build()));
        return commands;
    }

    private static PlaceOrder trade(final long id, final long price) {
        return PlaceOrder.ioc(TAKER, SYMBOL, id, Side.BID, 20_000, price);
    }

    /** A command that fills more than two sectors. */
    private static Command many() {
        final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
        for (long uid = 10_000; uid < 10_150; uid++) {
            accounts.put(uid, Map.of(20, uid * 0x9E37_79B9L));
        }
        return AddAccounts.of(accounts);
    }

    private static List<Command> backlog() {
        final List<Command> commands = stops(1_500, 100);
        commands.add(trade(5_000_001, 10));
        commands.add(new PersistSnapshot());
        commands.add(new Tick(SYMBOL));
        final List<Command> second = stops(1_300, 3_000);
        for (final Command command : second.subList(2, second.size())) {
            final PlaceOrder stop = (PlaceOrder) command;
            commands.add(new PlaceOrder(
                    stop.uid(),
                    SYMBOL,
                    stop.orderId() + 100_000,
                    stop.side(),
                    stop.orderType(),
                    stop.price(),
                    0,
                    stop.size(),
                    stop.terms()));
        }
        commands.add(trade(5_000_002, 5_000));
        return commands;
    }
}
