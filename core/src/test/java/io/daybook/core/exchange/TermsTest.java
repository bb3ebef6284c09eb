package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandWriter;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.Nop;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ReplaceOrderWriter;
import io.daybook.api.SetUser;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.api.Tick;
import io.daybook.api.Topology;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserSetting;
import io.daybook.core.DaybookExchange;
import io.daybook.core.recovery.JournalCommands;
import io.daybook.journal.access.JournalReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The journal has exactly the terms that a door received, whatever the slot held a lap before. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TermsTest {
    private static final long SEED = Long.getLong("daybook.seed", 1);
    private static final int RING_SIZE = 64;
    private static final int COMMANDS = 2_000;
    private static final List<Term> TERMS =
            Stream.of(Term.values()).filter(Term::isOfOrder).toList();

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2));
    }

    private Exchange start(final Topology topology) {
        return DaybookExchange.start(ExchangeConfig.builder()
                .topology(topology)
                .ringSize(RING_SIZE)
                .journal(folder)
                .build());
    }

    private List<Command> journaled() {
        final List<Command> commands = new ArrayList<>();
        final JournalReader reader = JournalReader.open(folder);
        reader.replay(
                1,
                new JournalCommands(
                        1,
                        Long.MAX_VALUE,
                        seq -> folder,
                        (seq, timestampNs, cookie, tag, command) -> commands.add(command)));
        return commands;
    }

    private static void end(final Exchange exchange) throws Exception {
        exchange.query(new StateHashQuery()).get(60, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldJournalWhatEachDoorWasTold(final Topology topology) throws Exception {
        final List<Command> sent = new ArrayList<>();
        try (Exchange exchange = start(topology)) {
            final CommandDoor door = exchange.newDoor();
            for (int i = 0; i < COMMANDS; i++) {
                final Command command = command();
                if (command instanceof SetUser || random.nextBoolean()) {
                    exchange.submit(command);
                    sent.add(command);
                } else if (random.nextInt(4) == 0) {
                    final CommandBatch batch = door.batch(3);
                    fill(batch.place(), noise()); // given up: the next command takes its slot
                    write(batch, command);
                    write(batch, command);
                    batch.publish();
                    sent.add(command);
                    sent.add(command);
                } else {
                    if (random.nextInt(4) == 0) {
                        fill(door.place(), noise()).abandon();
                    }
                    write(door, command);
                    sent.add(command);
                }
            }
            end(exchange);
        }
        assertEquals(sent, journaled(), "seed=" + SEED);
    }

    private Command command() {
        return switch (random.nextInt(8)) {
            case 0 -> new CancelOrder(1, 1, random.nextInt(9));
            case 1 -> new ReplaceOrder(1, 1, 2, random.nextInt(2), 4, 5, 0, random.nextInt(2), random.nextInt(2));
            case 2 -> new MassCancel(1, 1, random.nextBoolean() ? Side.ASK : null, random.nextBoolean(), false);
            case 3 -> new Tick(1 + random.nextInt(3));
            case 4 -> new SetUser(1, Map.of(UserSetting.STP_GROUP, random.nextLong()));
            case 5 -> noise();
            default -> PlaceOrder.gtc(1, 1, random.nextInt(9), Side.BID, 100, 3);
        };
    }

    /** An order with many terms, each a random number. */
    private PlaceOrder noise() {
        final OrderTerms.Builder terms = OrderTerms.builder();
        for (final Term term : TERMS) {
            if (random.nextBoolean()) {
                terms.set(term, random.nextLong());
            }
        }
        return PlaceOrder.ioc(1, 1, 5, Side.ASK, 100, 3).withTerms(terms.build());
    }

    private static PlaceOrderWriter fill(final PlaceOrderWriter writer, final PlaceOrder order) {
        for (final Term term : TERMS) {
            if (order.terms().has(term)) {
                writer.term(term, order.terms().get(term));
            }
        }
        return writer.uid(order.uid())
                .symbol(order.symbol())
                .orderId(order.orderId())
                .side(order.side())
                .type(order.orderType())
                .price(order.price())
                .size(order.size());
    }

    private static void write(final CommandDoor door, final Command command) {
        if (command instanceof PlaceOrder order) {
            door.place(writer -> fill(writer, order));
        } else if (command instanceof CancelOrder order) {
            door.cancel(writer -> writer.uid(order.uid()).symbol(order.symbol()).orderId(order.orderId()));
        } else if (command instanceof ReplaceOrder order) {
            door.replace(writer -> replace(writer, order));
        } else if (command instanceof MassCancel cancel) {
            door.massCancel(writer -> {
                writer.uid(cancel.uid()).symbol(cancel.symbol());
                if (cancel.side() != null) {
                    writer.side(cancel.side());
                }
                if (cancel.flagged()) {
                    writer.flagged();
                }
            });
        } else {
            door.tick(writer -> writer.symbol(((Tick) command).symbol()));
        }
    }

    private static void write(final CommandBatch batch, final Command command) {
        final CommandWriter<?> filled;
        if (command instanceof PlaceOrder order) {
            filled = fill(batch.place(), order);
        } else if (command instanceof CancelOrder order) {
            filled = batch.cancel().uid(order.uid()).symbol(order.symbol()).orderId(order.orderId());
        } else if (command instanceof ReplaceOrder order) {
            filled = replace(batch.replace(), order);
        } else if (command instanceof MassCancel cancel) {
            final var writer = batch.massCancel().uid(cancel.uid()).symbol(cancel.symbol());
            if (cancel.side() != null) {
                writer.side(cancel.side());
            }
            filled = cancel.flagged() ? writer.flagged() : writer;
        } else {
            filled = batch.tick().symbol(((Tick) command).symbol());
        }
        filled.publish();
    }

    private static ReplaceOrderWriter replace(final ReplaceOrderWriter writer, final ReplaceOrder order) {
        return writer.uid(order.uid())
                .symbol(order.symbol())
                .orderId(order.orderId())
                .newOrderId(order.newOrderId())
                .price(order.price())
                .size(order.size())
                .reservePrice(order.reservePrice())
                .trigger(order.trigger())
                .stopPrice(order.stopPrice());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldSayTermsInWords(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            final CommandDoor door = exchange.newDoor();
            order(door)
                    .trigger(105, TriggerWhen.RISES)
                    .stopPrice(106)
                    .trail(10, 2)
                    .hidden()
                    .minSize(3)
                    .slippage(4)
                    .slide()
                    .publish();
            order(door)
                    .display(7)
                    .expireAt(8)
                    .stp(StpMode.DECREMENT)
                    .flagged()
                    .exit(9, 10, 11, 12)
                    .publish();
            door.massCancel().uid(1).side(Side.BID).flagged().suspend().publish();
            door.replace().newOrderId(7).newOrderId(0).publish();
            try (PlaceOrderWriter order = order(door)) {
                assertThrows(IllegalArgumentException.class, () -> order.term(Term.SUSPEND, 1));
            }
            end(exchange);
        }
        final PlaceOrder plain = new PlaceOrder(1, 2, 3, Side.BID, OrderType.GTC, 4, 0, 5);
        assertEquals(
                List.of(
                        plain.withTerms(OrderTerms.builder()
                                .trigger(105, TriggerWhen.RISES)
                                .stopPrice(106)
                                .trail(10, 2)
                                .hidden()
                                .minSize(3)
                                .slippage(4)
                                .slide()
                                .build()),
                        plain.withTerms(OrderTerms.builder()
                                .display(7)
                                .expireAt(8)
                                .stp(StpMode.DECREMENT)
                                .flagged()
                                .exit(9, 10, 11, 12)
                                .build()),
                        new MassCancel(1, 0, Side.BID, true, true),
                        new ReplaceOrder(0, 0, 0, 0, 0, 0, 0, 0, 0)),
                journaled());
    }

    private static PlaceOrderWriter order(final CommandDoor door) {
        return door.place().uid(1).symbol(2).orderId(3).bid().gtc().price(4).size(5);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseAStampBeyondEverythingAndGoOn(final Topology topology) throws Exception {
        final long nowNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        final long tooLate = nowNs + 2 * Limits.MAX_STAMP_LEAD_NS;
        try (Exchange exchange = start(topology)) {
            final CommandDoor door = exchange.newDoor();
            assertThrows(IllegalArgumentException.class, () -> exchange.submit(new Nop(), 0, tooLate));
            assertThrows(
                    IllegalArgumentException.class, () -> exchange.submit(new Nop(), 0, Long.MAX_VALUE, new byte[1]));
            final var cancel = door.cancel().uid(1).symbol(1).orderId(1);
            assertThrows(IllegalArgumentException.class, () -> cancel.timestampNs(tooLate));
            cancel.publish();
            try (CommandBatch batch = door.batch(2)) {
                assertThrows(IllegalArgumentException.class, () -> batch.tick().timestampNs(Long.MAX_VALUE));
            }
            final long early = nowNs + Limits.MAX_STAMP_LEAD_NS / 2;
            door.tick().symbol(1).timestampNs(early).publish();
            final long next = early + Limits.MAX_STAMP_LEAD_NS;
            assertEquals(
                    next,
                    exchange.submit(new Nop(), 0, next)
                            .get(60, TimeUnit.SECONDS)
                            .timestampNs());
            assertEquals(3, exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq() - 1);
        }
        try (Exchange exchange = start(topology)) {
            final long again = nowNs + 2 * Limits.MAX_STAMP_LEAD_NS;
            assertEquals(
                    again,
                    exchange.submit(new Nop(), 0, again)
                            .get(60, TimeUnit.SECONDS)
                            .timestampNs());
            assertTrue(exchange.recovery().lastSeq() == 4);
        }
    }
}
