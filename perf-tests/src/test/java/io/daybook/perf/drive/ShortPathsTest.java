package io.daybook.perf.drive;

import static io.daybook.api.ResultCode.AUTH_INVALID_USER;
import static io.daybook.api.ResultCode.MATCHING_UNKNOWN_ORDER_ID;
import static io.daybook.api.ResultCode.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.ExchangeListener;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderBookType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.SetUser;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserSetting;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.perf.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares {@link ExchangeEngine#apply}, which carries frequent commands out at once, with the three steps one by one,
 * which do not: every outcome, every word of every event and the state are the same for any commands.
 */
@Proves(
        value = "the engine's short paths do what its steps do",
        normal = "each workload with one kind of books",
        large = "with all kinds")
@Tag("whole")
class ShortPathsTest {
    private static final long SEED = Long.getLong("daybook.seed", 20_261_122L);
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final int COMMANDS = IS_LONG ? 1_000_000 : 20_000;
    private static final int HASH_EVERY = 5_000;
    private static final int EVENTS = 1 << 14;

    /**
     * The stream that the variants of a workload run, each with other books. The map holds one stream at a time,
     * because a stream is large.
     */
    private static final Map<Workload, GeneratedWorkload> GENERATED = new EnumMap<>(Workload.class);

    private final EventRing eventsOfOne = new EventRing(EVENTS);
    private final EventRing eventsOfOther = new EventRing(EVENTS);
    private final CommandSlot atOnce = new CommandSlot();
    private final CommandSlot inSteps = new CommandSlot();
    private ExchangeEngine one = engine(OrderBookType.LADDER, eventsOfOne);
    private ExchangeEngine other = engine(OrderBookType.LADDER, eventsOfOther);
    private int refused;
    private int count;

    static Stream<Arguments> variants() {
        final List<Arguments> variants = new ArrayList<>();
        for (final Workload workload : Workload.values()) {
            for (final OrderBookType books : OrderBookType.values()) {
                if (IS_LONG || books.ordinal() == workload.ordinal() % OrderBookType.values().length) {
                    variants.add(Arguments.of(workload, books));
                }
            }
        }
        return variants.stream();
    }

    static Stream<Arguments> edges() {
        return Arrays.stream(OrderBookType.values())
                .flatMap(books -> Stream.of(
                        Arguments.of(books, false, ExchangeEngine.SEMANTICS_VERSION),
                        Arguments.of(books, true, ExchangeEngine.SEMANTICS_VERSION),
                        Arguments.of(books, false, 1)));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldDoAtOnceWhatTheStepsDo(final Workload kind, final OrderBookType books) {
        final GeneratedWorkload workload = generated(kind);
        one = engine(books, eventsOfOne);
        other = engine(books, eventsOfOther);
        WorkloadCommands.setup(workload.setup(), sent -> {
            final Command command = HarderWorkload.harder(sent);
            CommandRecords.fill(atOnce, command, CommandRecords.encodePayload(command));
            CommandRecords.fill(inSteps, command, CommandRecords.encodePayload(command));
            carryOut();
        });
        final Mutations mutations = new Mutations(SEED, workload.setup());
        run(workload.prefill(), slot -> {});
        refused = 0;
        run(workload.timed(), mutations::apply);

        assertEquals(other.stateHash(), one.stateHash(), this::where);
        assertEquals(List.of(), one.audit().violations(), this::where);
        final double share = (double) refused / COMMANDS;
        assertTrue(share > 0.03 && share < 0.6, () -> "refused=" + share + " " + where());
    }

    private static GeneratedWorkload generated(final Workload kind) {
        if (!GENERATED.containsKey(kind)) {
            GENERATED.clear();
            GENERATED.put(kind, HarderWorkload.generate(kind, COMMANDS));
        }
        return GENERATED.get(kind);
    }

    @AfterAll
    static void forgetTheLast() {
        GENERATED.clear();
    }

    private static ExchangeEngine engine(final OrderBookType books, final EventRing events) {
        return new ExchangeEngine(new EngineConfig(books, true, false), events);
    }

    private void run(final CommandStream stream, final Consumer<CommandSlot> spoiling) {
        for (int i = 0; i < stream.size(); i++) {
            atOnce.clearCommand();
            WorkloadCommands.fill(atOnce, stream.chunkOf(i), stream.offsetOf(i));
            spoiling.accept(atOnce);
            copyCommand();
            carryOut();
            refused += atOnce.isSuccess() ? 0 : 1;
            if (++count % HASH_EVERY == 0) {
                assertEquals(other.stateHash(), one.stateHash(), this::where);
            }
        }
    }

    private void copyCommand() {
        inSteps.clearCommand();
        inSteps.type(atOnce.type());
        inSteps.uid(atOnce.uid());
        inSteps.symbol(atOnce.symbol());
        inSteps.orderId(atOnce.orderId());
        inSteps.price(atOnce.price());
        inSteps.size(atOnce.size());
        inSteps.sentOrder(atOnce.sentSide(), atOnce.sentOrderType(), atOnce.sentReservePrice());
        inSteps.currency(atOnce.currency());
        inSteps.amount(atOnce.amount());
        inSteps.transactionId(atOnce.transactionId());
        for (int left = atOnce.termsMask(); left != 0; left &= left - 1) {
            final int term = Integer.numberOfTrailingZeros(left);
            inSteps.term(term, atOnce.term(term));
        }
    }

    private void carryOut() {
        one.apply(atOnce);
        assertTrue(other.hold(inSteps, true), this::where);
        if (inSteps.isSuccess()) {
            other.match(0, inSteps);
            other.settle(inSteps);
        }
        assertArrayEquals(outcome(inSteps), outcome(atOnce), this::where);
        for (int i = 0; i < atOnce.eventCount(); i++) {
            assertArrayEquals(event(inSteps, i), event(atOnce, i), this::where);
        }
        eventsOfOne.release(eventsOfOne.position());
        eventsOfOther.release(eventsOfOther.position());
        atOnce.clearReferences();
        inSteps.clearReferences();
    }

    private static long[] outcome(final CommandSlot slot) {
        return new long[] {
            slot.resultCode(),
            slot.userIndex(),
            slot.symbolIndex(),
            slot.side(),
            slot.orderType(),
            slot.reservePrice(),
            slot.initialRemaining(),
            slot.remaining(),
            slot.heldAmount(),
            slot.eventCount()
        };
    }

    private static long[] event(final CommandSlot slot, final int index) {
        final EventRing ring = slot.eventRing();
        final int base = ring.base(slot, index);
        return Arrays.copyOfRange(ring.array(slot, index), base, base + EventDescriptor.STRIDE);
    }

    private String where() {
        return "seed=" + SEED + " command=" + count + " type=" + atOnce.type() + " uid=" + atOnce.uid() + " symbol="
                + atOnce.symbol() + " orderId=" + atOnce.orderId();
    }

    /**
     * An unknown order is looked up as an empty record, whose fields are all 0, also the uid, except the flag that it
     * has terms.
     */
    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldRefuseNobodyWhereAnOrderIsUnknown(final OrderBookType books) {
        one = engine(books, eventsOfOne);
        other = engine(books, eventsOfOther);
        carryOut(new AddSymbol(
                SymbolSpec.futuresContract(1, 10, 20).prices(1, 1_000).build()));
        carryOut(new AddSymbol(SymbolSpec.exchangePair(2, 10, 20).build()));
        carryOut(AddAccounts.of(Map.of(1L, Map.of(10, 100_000L, 20, 100_000L))));
        for (int symbol = 1; symbol <= 2; symbol++) {
            carryOut(PlaceOrder.gtc(1, symbol, 1, Side.BID, 100, 5));
            carryOut(PlaceOrder.gtc(1, symbol, 2, Side.ASK, 200, 5));
            carryOut(PlaceOrder.gtc(1, symbol, 3, Side.ASK, 201, 5));
            carryOut(new CancelOrder(1, symbol, 3)); // leaves its record free
            assertEquals(SUCCESS.code(), atOnce.resultCode());
        }
        final long hash = one.stateHash();
        for (final long uid : new long[] {0, -1, 7, 1}) {
            for (final long order : new long[] {0, -1, 3, 4, Long.MAX_VALUE}) {
                for (int symbol = 1; symbol <= 2; symbol++) {
                    final ResultCode expected = uid == 1 ? MATCHING_UNKNOWN_ORDER_ID : AUTH_INVALID_USER;
                    for (final long price : new long[] {1, 99, 150}) {
                        refused(new MoveOrder(uid, symbol, order, price), expected);
                    }
                    refused(new ReduceOrder(uid, symbol, order, 1), expected);
                    refused(new CancelOrder(uid, symbol, order), expected);
                }
            }
        }
        assertEquals(hash, one.stateHash());
        assertEquals(List.of(), one.audit().violations());
    }

    /**
     * Runs with few prices, small books, orders with terms now and then, and users who are suspended or have settings;
     * every other run also reports the levels that change.
     */
    @ParameterizedTest
    @MethodSource("edges")
    void shouldDoAtOnceWhatTheStepsDoAtTheEdgesOfEveryField(
            final OrderBookType books, final boolean areTold, final int semantics) {
        one = engine(books, eventsOfOne);
        other = engine(books, eventsOfOther);
        one.semanticsVersion(semantics);
        other.semanticsVersion(semantics);
        carryOut(new AddSymbol(SymbolSpec.futuresContract(1, 10, 20)
                .feesPerLot(2, 1)
                .margins(3, 4)
                .prices(EdgeCommands.MIN_PRICE, EdgeCommands.MAX_PRICE)
                .build()));
        carryOut(new AddSymbol(SymbolSpec.exchangePair(2, 10, 20)
                .feesPerLot(2, 1)
                .prices(EdgeCommands.MIN_PRICE, EdgeCommands.MAX_PRICE)
                .build()));
        if (areTold) {
            subscribe(1);
            subscribe(2);
        }
        final Map<Integer, Long> money = Map.of(10, 1L << 50, 20, 1L << 50);
        carryOut(AddAccounts.of(Map.of(1L, money, 2L, money, 3L, money, 4L, money, 5L, money)));
        carryOut(new SetUser(3, Map.of(UserSetting.STP_MODE, (long) StpMode.CANCEL_TAKER.code())));
        carryOut(new SetUser(4, Map.of(UserSetting.MAX_OPEN_ORDERS, 2L)));
        carryOut(new SuspendUser(2));
        final EdgeCommands commands = new EdgeCommands(SEED);
        int done = 0;
        for (int i = 0; i < COMMANDS; i++) {
            atOnce.clearCommand();
            commands.fill(atOnce);
            copyCommand();
            carryOut();
            done += atOnce.isSuccess() ? 1 : 0;
            if (++count % HASH_EVERY == 0) {
                assertEquals(other.stateHash(), one.stateHash(), this::where);
            }
        }
        assertEquals(other.stateHash(), one.stateHash(), this::where);
        assertEquals(List.of(), one.audit().violations(), this::where);
        final double share = (double) done / COMMANDS;
        assertTrue(share > 0.15 && share < 0.8, () -> "done=" + share + " " + where());
    }

    /** Makes both engines report the levels of a book that each command changes, after its events. */
    private void subscribe(final int symbol) {
        for (final ExchangeEngine engine : List.of(one, other)) {
            final CommandSlot query = new CommandSlot();
            query.type(CommandType.SUBSCRIBE_BOOK.code());
            query.payload(new SubscribeBookQuery(symbol, new ExchangeListener() {}));
            engine.execute(query);
        }
    }

    private void refused(final Command command, final ResultCode expected) {
        carryOut(command);
        assertEquals(expected.code(), atOnce.resultCode(), command::toString);
        assertEquals(0, atOnce.eventCount(), command::toString);
    }

    private void carryOut(final Command command) {
        atOnce.clearCommand();
        inSteps.clearCommand();
        CommandRecords.fill(atOnce, command, CommandRecords.encodePayload(command));
        CommandRecords.fill(inSteps, command, CommandRecords.encodePayload(command));
        carryOut();
    }
}
