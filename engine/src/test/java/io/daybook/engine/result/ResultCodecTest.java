package io.daybook.engine.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.ActCause;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.CancelReason;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderEvent;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineHost;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.codec.CodecException;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@Proves(
        value = "a decoded result equals the encoded one in every field",
        normal = "4,000 results, 50,000 hostile blocks",
        large = "1,000,000 blocks")
class ResultCodecTest {
    private static final long FIRST_SEED = Long.getLong("daybook.seed", 1);
    private static final int COMMANDS = 2_000;
    private static final int EVENTS_IN_RING = 64;
    private static final long MOST_BYTES_IN_ALL = 64 << 10;
    private static final long MOST_BYTES_OF_HOSTILE = 1 << 20;

    private final byte[] buffer = new byte[1 << 20];
    private final ResultDecoder decoder = new ResultDecoder();

    /**
     * Carries out the commands of a random market, with tags and cookies, and shows each result; a small ring makes
     * events spill.
     */
    private static void forEachResult(final long seed, final Consumer<ResultView> consumer) {
        final RandomMarket market = new RandomMarket(seed);
        final SplittableRandom random = new SplittableRandom(seed);
        final EngineHost host = new EngineHost(
                new ExchangeEngine(new EngineConfig(OrderBookType.LADDER, true, true), new EventRing(EVENTS_IN_RING)));
        final SlotResultView view = new SlotResultView();
        final CommandSlot slot = new CommandSlot();
        final List<Command> commands = new ArrayList<>(market.opening());
        commands.addAll(market.trading(COMMANDS));
        for (final Command command : commands) {
            slot.clear();
            CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
            slot.cookie(random.nextLong());
            final byte[] tag = new byte[random.nextInt(3) == 0 ? random.nextInt(Limits.MAX_TAG_BYTES + 1) : 0];
            random.nextBytes(tag);
            slot.tag(tag, 0, tag.length);
            host.apply(slot, random.nextInt(1_000_000), (applied, seq, timeNs) -> {
                view.wrap(applied, seq, timeNs);
                consumer.accept(view);
            });
        }
    }

    /** The values of all methods of an interface, by name, so that no field is left out here. */
    private static Map<String, Object> shown(final Class<?> type, final Object view) {
        final Map<String, Object> shown = new TreeMap<>();
        for (final Method method : type.getMethods()) {
            if (method.getParameterCount() == 0) {
                try {
                    shown.put(method.getName(), method.invoke(view));
                } catch (IllegalAccessException | InvocationTargetException e) {
                    throw new AssertionError(method.getName(), e);
                }
            }
        }
        return shown;
    }

    private static List<Object> all(final ResultView result) {
        final List<Object> all = new ArrayList<>();
        all.add(shown(ResultView.class, result));
        final byte[] tag = new byte[result.tagLength()];
        result.copyTag(tag, 0);
        all.add(HexFormat.of().formatHex(tag));
        for (int i = 0; i < result.eventCount(); i++) {
            all.add(shown(EventView.class, result.event(i)));
        }
        return all;
    }

    @Test
    void shouldDecodeEveryFieldOfEveryResult() {
        final int[] events = {0, 0};
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 2; seed++) {
            final String where = "seed=" + seed;
            forEachResult(seed, result -> {
                final int offset = (int) (result.seq() % 9);
                Arrays.fill(buffer, 0, 4_096, (byte) 0xA5); // leftovers in the buffer
                final int length = ResultEncoder.encode(result, buffer, offset);
                assertEquals(ResultEncoder.encodedLength(result), length, where);
                assertEquals(length, decoder.wrap(buffer, offset, length + 3), where);
                assertEquals(all(result), all(decoder), where);
                assertEquals(result.toResult(), decoder.toResult(), where);
                events[0] += result.eventCount();
                events[1] = Math.max(events[1], result.eventCount());
            });
        }
        assertTrue(events[0] > COMMANDS / 2, "events: " + events[0]);
        assertTrue(events[1] > 2, "most events of a command: " + events[1]);
    }

    private static SlotResultView resultWithAnAct() {
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandType.PLACE_ORDER.code());
        slot.orderId(4);
        slot.uid(30);
        slot.side(Side.BID.code());
        final EventRing events = new EventRing(2);
        events.begin();
        events.trade(1, 2, 20, 0, 0, 104, 5, 5, 0);
        events.act(ActCause.DELEVERAGE.code(), 1, 10, 0, Side.ASK.code(), OrderType.IOC.code(), 90, 0, 7, 0, 6);
        events.trade(2, 3, 20, 0, 0, 95, 7, 1, 0);
        events.endAct(3, 0);
        events.end(slot);
        final SlotResultView view = new SlotResultView();
        view.wrap(slot, 1, 2);
        return view;
    }

    @Test
    void shouldDecodeEveryFieldOfAnAct() {
        final SlotResultView result = resultWithAnAct();
        decoder.wrap(buffer, 0, ResultEncoder.encode(result, buffer, 0));
        assertEquals(all(result), all(decoder));
        assertEquals(result.toResult(), decoder.toResult());
        assertEquals(
                new OrderEvent.Act(ActCause.DELEVERAGE, 1, 10, Side.ASK, OrderType.IOC, 90, 6, 3),
                decoder.toResult().events().get(1));
    }

    @Test
    void shouldRefuseAnActWithoutACauseOrAType() {
        final byte[] sound = Arrays.copyOf(buffer, ResultEncoder.encode(resultWithAnAct(), buffer, 0));
        final int act = ResultDescriptor.length(0, 1);
        assertRefused(sound, act + ResultDescriptor.EVENT_CAUSE_OFFSET, 0, "invalid cause of an event of this kind: 0");
        assertRefused(sound, act + ResultDescriptor.EVENT_CAUSE_OFFSET, 6, "invalid cause of an event of this kind: 6");
        assertRefused(
                sound, act + ResultDescriptor.EVENT_ORDER_TYPE_OFFSET, 99, "order type of an event of this kind: 99");
        final int trade = ResultDescriptor.length(0, 0);
        assertRefused(sound, trade + ResultDescriptor.EVENT_CAUSE_OFFSET, 1, "cause of an event of this kind: 1");
        assertRefused(
                sound, trade + ResultDescriptor.EVENT_ORDER_TYPE_OFFSET, 1, "order type of an event of this kind: 1");
    }

    /** A result with all kinds of events, including the change of an order; their flags are not part of a result. */
    private static SlotResultView resultOfEveryKind(final boolean more) {
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandType.REPLACE_ORDER.code());
        slot.symbol(7);
        slot.orderId(4);
        slot.uid(30);
        slot.side(Side.BID.code());
        final EventRing events = new EventRing(16);
        events.begin();
        events.replace(4, 1L << 50, 30, Side.BID.code(), 104, 12, true);
        events.trade(1, 2, 20, 0, 0, 104, 5, 5, 7);
        events.refresh(2, 20, Side.ASK.code(), 104, 5);
        events.cancel(7, 0, CancelReason.STP.code(), 8, 30, 3, Side.ASK.code(), 105, 0, 6, 1);
        events.flag(-1 >>> 8);
        events.entryLots(9);
        events.reprice(1L << 50, 30, Side.BID.code(), 103);
        events.act(ActCause.TRIGGER.code(), 1, 10, 0, Side.ASK.code(), OrderType.IOC.code(), 90, 0, 7, 0, 6);
        events.flagAct(-1 >>> 8);
        events.reject(3);
        events.endAct(3, 0);
        events.end(slot);
        slot.more(more);
        final SlotResultView view = new SlotResultView();
        view.wrap(slot, 1, 2);
        return view;
    }

    @Test
    void shouldDecodeEveryFieldOfEveryKindOfEvent() {
        for (final boolean more : new boolean[] {false, true}) {
            final SlotResultView result = resultOfEveryKind(more);
            final int length = ResultEncoder.encode(result, buffer, 5);
            assertEquals(2, buffer[5 + ResultDescriptor.VERSION_OFFSET]);
            assertEquals(length, decoder.wrap(buffer, 5, length));
            assertEquals(all(result), all(decoder));
            assertEquals(result.toResult(), decoder.toResult());
            final byte[] again = new byte[length];
            assertEquals(length, ResultEncoder.encode(decoder, again, 0));
            assertArrayEquals(Arrays.copyOfRange(buffer, 5, 5 + length), again);
            assertEquals(more, decoder.more());
        }
        assertEquals(1L << 50, decoder.orderId());
        assertEquals(
                List.of(
                        new OrderEvent.Replace(4, 1L << 50, Side.BID, 104, 12, true),
                        new OrderEvent.Trade(1, 1L << 50, 30, Side.BID, 2, 20, 104, 5, 5, 7, 0, 0),
                        new OrderEvent.Refresh(2, Side.ASK, 104, 5),
                        new OrderEvent.Cancel(8, 30, Side.ASK, 105, 6, 1, CancelReason.STP),
                        new OrderEvent.Reprice(1L << 50, 103),
                        new OrderEvent.Act(ActCause.TRIGGER, 1, 10, Side.ASK, OrderType.IOC, 90, 6, 3),
                        new OrderEvent.Reject(1, 3)),
                decoder.toResult().events());
    }

    @Test
    void shouldLeaveAnEventWhereItIsWhenAskedForTheOrder() {
        final SlotResultView result = resultOfEveryKind(false);
        final EventView trade = result.event(1);
        final long tradeId = trade.tradeId();
        assertEquals(1L << 50, result.orderId());
        assertEquals(tradeId, trade.tradeId());
    }

    @Test
    void shouldWriteTheFirstVersionWhereItHasRoomForAll() {
        ResultEncoder.encode(resultWithAnAct(), buffer, 0);
        assertEquals(1, buffer[ResultDescriptor.VERSION_OFFSET]);
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandType.TICK.code());
        slot.sentSide(-1);
        slot.startWork();
        slot.more(true);
        final SlotResultView tick = new SlotResultView();
        tick.wrap(slot, 1, 2);
        decoder.wrap(buffer, 0, ResultEncoder.encode(tick, buffer, 0));
        assertEquals(2, buffer[ResultDescriptor.VERSION_OFFSET]);
        assertEquals(all(tick), all(decoder));
    }

    private static SlotResultView resultThatIsNotAllShown() {
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandType.PLACE_ORDER.code());
        slot.symbol(7);
        slot.orderId(4);
        slot.side(Side.BID.code());
        slot.remaining(9);
        slot.concealed(6);
        final EventRing events = new EventRing(4);
        events.begin();
        events.act(ActCause.EXIT.code(), 1, 10, 0, Side.ASK.code(), OrderType.IOC.code(), 90, 0, 7, 0, 6);
        events.endAct(5, 4);
        events.end(slot);
        final SlotResultView view = new SlotResultView();
        view.wrap(slot, 1, 2);
        return view;
    }

    @Test
    void shouldTellWhatIsShown() {
        final SlotResultView result = resultThatIsNotAllShown();
        assertThirdVersion(result);
        assertEquals(3, decoder.shown());
        assertEquals(1, decoder.event(0).shown());
        final byte[] sound = Arrays.copyOf(buffer, ResultEncoder.encode(result, buffer, 0));
        final int act = ResultDescriptor.length(0, 0);
        final int tail = ResultDescriptor.length(0, 1);
        assertRefused(sound, act + ResultDescriptor.EVENT_CONCEALED_OFFSET, 6, "among those that remain: 6");
        assertRefused(sound, tail + ResultDescriptor.TAIL_CONCEALED_OFFSET, 10, "among those that remain: 10");
        assertRefused(sound, tail + ResultDescriptor.TAIL_SYMBOL_COUNT_OFFSET, 1, "symbols of a result are missing");
        assertRefused(sound, ResultDescriptor.FLAGS_OFFSET, 4, "invalid flags of a result: 4");
        assertRefused(sound, ResultDescriptor.FLAGS_OFFSET, 0, "head, tag, events and tail");
        assertRefused(sound, ResultDescriptor.VERSION_OFFSET, 4, "the version is 4");
    }

    @Test
    void shouldTellOfWhichSymbolACancelIs() {
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandType.MASS_CANCEL.code());
        final EventRing events = new EventRing(4);
        events.begin();
        events.cancel(7, 0, CancelReason.MASS.code(), 8, 30, 3, Side.ASK.code(), 105, 0, 6, 0);
        events.cancel(9, 1, CancelReason.MASS.code(), 8, 30, 3, Side.ASK.code(), 105, 0, 6, 0);
        events.end(slot);
        final SlotResultView view = new SlotResultView();
        view.wrap(slot, 1, 2);
        assertThirdVersion(view);
        assertEquals(7, decoder.event(0).symbol());
        assertEquals(9, decoder.event(1).symbol());
    }

    @Test
    void shouldTellTheSymbolsThatAreAdded() {
        final List<SymbolSpec> specs = List.of(
                SymbolSpec.exchangePair(5, 1, 2)
                        .lotSize(3)
                        .tickValue(4)
                        .feesProportional(20, 10)
                        .build(),
                SymbolSpec.futuresContract(6, 1, 2)
                        .feesPerLot(3, 2)
                        .margins(5, 4)
                        .prices(7, 9_000)
                        .build());
        for (final Command command : List.of(new AddSymbols(specs), new AddSymbol(specs.get(0)))) {
            final CommandSlot slot = new CommandSlot();
            CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
            slot.startWork();
            final SlotResultView view = new SlotResultView();
            view.wrap(slot, 1, 2);
            assertThirdVersion(view);
            assertEquals(command instanceof AddSymbols ? specs : specs.subList(0, 1), decoder.addedSymbols());
            final byte[] sound = Arrays.copyOf(buffer, ResultEncoder.encode(view, buffer, 0));
            final int symbol = ResultDescriptor.length(0, 0) + ResultDescriptor.TAIL_LENGTH;
            assertRefused(sound, symbol + ResultDescriptor.SYMBOL_TYPE_OFFSET, 9, "type=9");
            slot.refuse(ResultCode.SYMBOL_ALREADY_EXISTS);
            decoder.wrap(buffer, 0, ResultEncoder.encode(view, buffer, 0));
            assertEquals(1, buffer[ResultDescriptor.VERSION_OFFSET]);
            assertEquals(List.of(), decoder.addedSymbols());
        }
    }

    private void assertThirdVersion(final ResultView result) {
        final int length = ResultEncoder.encode(result, buffer, 5);
        assertEquals(3, buffer[5 + ResultDescriptor.VERSION_OFFSET]);
        assertEquals(ResultEncoder.encodedLength(result), length);
        assertEquals(length, decoder.wrap(buffer, 5, length));
        assertEquals(all(result), all(decoder));
        final byte[] again = new byte[length];
        assertEquals(length, ResultEncoder.encode(decoder, again, 0));
        assertArrayEquals(Arrays.copyOfRange(buffer, 5, 5 + length), again);
    }

    @Test
    void shouldRefuseWhatTheFirstVersionCannotHaveAndWhatNoEventHas() {
        final byte[] sound = Arrays.copyOf(buffer, ResultEncoder.encode(resultOfEveryKind(true), buffer, 0));
        assertRefused(sound, ResultDescriptor.VERSION_OFFSET, 1, "invalid kind of an event of this version: 6");
        assertRefused(sound, ResultDescriptor.MORE_OFFSET, 2, "more is: 2");
        final int replace = ResultDescriptor.length(0, 0);
        assertRefused(sound, replace + ResultDescriptor.EVENT_KEPT_OFFSET, 2, "kept is: 2");
        assertRefused(sound, replace + ResultDescriptor.EVENT_ORDER_SIDE_OFFSET, 0, "invalid side of an order: 0");
        assertRefused(sound, replace + ResultDescriptor.EVENT_TAKER_SIDE_OFFSET, 1, "must fit the kind of event: 1");
        assertRefused(sound, replace + ResultDescriptor.EVENT_CAUSE_OFFSET, 1, "cause of an event of this kind: 1");
        assertRefused(sound, replace + 6, 1, "must be 0");
        final int trade = ResultDescriptor.length(0, 1);
        assertRefused(sound, trade + ResultDescriptor.EVENT_ORDER_SIDE_OFFSET, 1, "must be 0");
        final int refresh = ResultDescriptor.length(0, 2);
        assertRefused(sound, refresh + ResultDescriptor.EVENT_KEPT_OFFSET, 1, "only a REPLACE can be kept");
        final int cancel = ResultDescriptor.length(0, 3);
        assertRefused(sound, cancel + ResultDescriptor.EVENT_CAUSE_OFFSET, 0, "cause of an event of this kind: 0");
        assertRefused(sound, cancel + ResultDescriptor.EVENT_CAUSE_OFFSET, 6, "cause of an event of this kind: 6");
    }

    @Test
    void shouldEncodeADecodedResultToTheSameBytes() {
        final byte[] again = new byte[buffer.length];
        forEachResult(FIRST_SEED, result -> {
            final int length = ResultEncoder.encode(result, buffer, 0);
            decoder.wrap(buffer, 0, length);
            assertEquals(length, ResultEncoder.encode(decoder, again, 0));
            assertTrue(Arrays.equals(buffer, 0, length, again, 0, length), "seed=" + FIRST_SEED);
        });
    }

    @Test
    void shouldRefuseATargetWithoutRoomAndWriteNothing() {
        forEachResult(FIRST_SEED, result -> {
            if (result.seq() % 100 == 0) {
                final byte[] small = new byte[ResultEncoder.encodedLength(result) - 1];
                assertThrows(IndexOutOfBoundsException.class, () -> ResultEncoder.encode(result, small, 0));
                assertThrows(IndexOutOfBoundsException.class, () -> ResultEncoder.encode(result, buffer, -1));
                assertTrue(Arrays.equals(new byte[small.length], small));
            }
        });
    }

    @Test
    void shouldAllocateNothing() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long[] bytes = {0};
        final long[] sum = {0};
        forEachResult(FIRST_SEED, result -> {
            final long before = threads.getCurrentThreadAllocatedBytes();
            final int length = ResultEncoder.encode(result, buffer, 0);
            decoder.wrap(buffer, 0, length);
            decoder.copyTag(buffer, length);
            for (int i = 0; i < decoder.eventCount(); i++) {
                sum[0] += decoder.event(i).size();
            }
            bytes[0] += threads.getCurrentThreadAllocatedBytes() - before;
        });
        assertTrue(sum[0] > 0);
        assertTrue(bytes[0] < MOST_BYTES_IN_ALL, () -> "bytes: " + bytes[0]);
    }

    @Test
    void shouldThrowNothingButItsOwnExceptionOnRandomAndMutatedBytes() {
        final List<byte[]> sound = new ArrayList<>();
        sound.add(Arrays.copyOf(buffer, ResultEncoder.encode(resultOfEveryKind(true), buffer, 0)));
        sound.addAll(Collections.nCopies(COMMANDS / 4, sound.get(0)));
        forEachResult(FIRST_SEED, result -> {
            if (result.eventCount() > 0 || result.seq() % 50 == 0) {
                sound.add(Arrays.copyOf(buffer, ResultEncoder.encode(result, buffer, 0)));
            }
        });
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final int cases = Boolean.getBoolean("daybook.long") ? 1_000_000 : 50_000;
        int refused = 0;
        long most = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + cases; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final byte[] bytes = hostile(random, sound.get(random.nextInt(sound.size())));
            final long before = threads.getCurrentThreadAllocatedBytes();
            try {
                final int length = decoder.wrap(bytes, 0, bytes.length);
                assertTrue(length <= bytes.length);
                decoder.toResult();
                decoder.copyTag(buffer, 0);
            } catch (CodecException e) {
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed, e);
            }
            most = Math.max(most, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertFalse(refused == 0 || refused == cases, "some cases must be refused, but not all: " + refused);
        assertTrue(most <= MOST_BYTES_OF_HOSTILE, "bytes allocated by one decoding: " + most);
    }

    private static byte[] hostile(final SplittableRandom random, final byte[] sound) {
        if (random.nextInt(4) == 0) {
            final byte[] bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = (byte) (1 + random.nextInt(2));
            }
            return bytes;
        }
        final byte[] bytes = Arrays.copyOf(sound, random.nextInt(8) == 0 ? random.nextInt(sound.length) : sound.length);
        for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
            final int most = random.nextBoolean() ? Math.min(16, bytes.length) : bytes.length;
            bytes[random.nextInt(most)] = (byte) random.nextInt();
        }
        return bytes;
    }

    @Test
    void shouldNameWhatIsWrong() {
        final byte[][] first = new byte[1][];
        forEachResult(FIRST_SEED, result -> {
            if (result.eventCount() > 0 && first[0] == null) {
                first[0] = Arrays.copyOf(buffer, ResultEncoder.encode(result, buffer, 0));
            }
        });
        final byte[] sound = first[0];
        assertRefused(sound, ResultDescriptor.VERSION_OFFSET, 0, "the version is 0");
        assertRefused(sound, ResultDescriptor.VERSION_OFFSET, 4, "the version is 4");
        assertRefused(sound, ResultDescriptor.TYPE_OFFSET, 64, "invalid type of a command: 64");
        assertRefused(sound, ResultDescriptor.CODE_OFFSET, 255, "invalid code of a result: 255");
        assertRefused(sound, ResultDescriptor.TAG_LENGTH_OFFSET, 97, "a tag must have at most 96 bytes, but has: 97");
        assertRefused(sound, ResultDescriptor.LENGTH_OFFSET + 2, 1, "fewer bytes");
        assertRefused(sound, ResultDescriptor.EVENT_COUNT_OFFSET + 3, 0x80, " events, but has: ");
        assertRefused(sound, ResultDescriptor.EVENT_COUNT_OFFSET, 0, "head, tag, events and tail");
        final int event = sound.length - ResultDescriptor.EVENT_LENGTH;
        assertRefused(sound, event, 77, "invalid kind of an event of this version: 77");
        assertRefused(sound, event + 1, 3, "must fit the kind of event: 3");
        assertRefused(sound, event + 7, 1, "must be 0");
        final CodecException cut = assertThrows(CodecException.class, () -> decoder.wrap(sound, 0, 111));
        assertTrue(cut.getMessage().contains("the head needs 112 bytes"), cut::getMessage);
    }

    private void assertRefused(final byte[] sound, final int at, final int value, final String expected) {
        final byte[] bytes = sound.clone();
        bytes[at] = (byte) value;
        final CodecException refused =
                assertThrows(CodecException.class, () -> decoder.wrap(bytes, 0, bytes.length), expected);
        assertTrue(refused.getMessage().contains(expected), refused::getMessage);
    }

    /** A new kind of event or a new field needs a place in the encoding, and so a new version. */
    @Test
    void shouldHaveAPlaceForEveryField() {
        assertEquals(3, ResultEncoder.VERSION);
        assertEquals(
                EnumSet.allOf(EventKind.class),
                EnumSet.of(
                        EventKind.TRADE,
                        EventKind.REDUCE,
                        EventKind.REJECT,
                        EventKind.ACT,
                        EventKind.CANCEL,
                        EventKind.REPLACE,
                        EventKind.REFRESH,
                        EventKind.REPRICE));
        assertEquals(
                List.of(
                        "amount",
                        "cookie",
                        "currency",
                        "eventCount",
                        "more",
                        "orderId",
                        "orderTypeCode",
                        "price",
                        "remaining",
                        "reservePrice",
                        "resultCode",
                        "seq",
                        "shown",
                        "sideCode",
                        "size",
                        "symbol",
                        "tagLength",
                        "timestampNs",
                        "transactionId",
                        "typeCode",
                        "uid"),
                abstractFields(ResultView.class));
        assertEquals(
                List.of(
                        "causeCode",
                        "isKept",
                        "kindCode",
                        "makerFee",
                        "makerOrderId",
                        "makerRemaining",
                        "makerUid",
                        "newOrderId",
                        "orderSideCode",
                        "orderTypeCode",
                        "price",
                        "shown",
                        "size",
                        "symbol",
                        "takerFee",
                        "takerOrderId",
                        "takerRemaining",
                        "takerSideCode",
                        "takerUid",
                        "tradeId"),
                abstractFields(EventView.class));
    }

    private static List<String> abstractFields(final Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(method -> !method.isDefault() && method.getParameterCount() == 0)
                .filter(method -> method.getReturnType().isPrimitive())
                .map(Method::getName)
                .sorted()
                .toList();
    }
}
