package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResultView;
import io.daybook.api.ResumeUser;
import io.daybook.api.SetUser;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Tick;
import io.daybook.api.Topology;
import io.daybook.api.UserSetting;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.host.Proves;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.access.Journal;
import io.daybook.journal.access.JournalOptions;
import io.daybook.journal.access.JournalReader;
import io.daybook.kernel.command.CommandSlot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tags come back with the result of their command and no other, live and by replay, through every door. */
@Proves(
        value = "tags come back on every command, door and topology",
        normal = "97 lengths on 14 commands, 4 topologies")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TagTest {
    private static final long SEED = Long.getLong("daybook.seed", 1);

    /** Small, so that slots are used again and again. */
    private static final int RING_SIZE = 64;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** The tags of the results, in hexadecimal digits. */
    private static final class Tags implements ExchangeListener {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void onResult(final ResultView result) {
            final byte[] target = new byte[result.tagLength() + 2];
            result.copyTag(target, 1);
            heard.add(HexFormat.of().formatHex(target, 1, target.length - 1));
        }
    }

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2));
    }

    private Exchange start(final Topology topology, final ExchangeListener listener) {
        return DaybookExchange.start(
                ExchangeConfig.builder()
                        .topology(topology)
                        .ringSize(RING_SIZE)
                        .journal(folder)
                        .build(),
                listener);
    }

    private static List<Command> everyCommand() {
        final SymbolSpec spec = SymbolSpec.exchangePair(1, 10, 20).build();
        return List.of(
                new AddSymbol(spec),
                new AddSymbols(List.of(spec)),
                new AddUser(7),
                AddAccounts.of(Map.of(8L, Map.of(20, 100L))),
                new AdjustBalance(7, 20, 1_000, 1),
                new SuspendUser(8),
                new ResumeUser(8),
                PlaceOrder.gtc(7, 1, 5, Side.BID, 100, 3),
                new MoveOrder(7, 1, 5, 90),
                new ReduceOrder(7, 1, 5, 1),
                new CancelOrder(7, 1, 5),
                ReplaceOrder.of(7, 1, 5, 90, 2),
                new MassCancel(7, 1, null, false, false),
                new Tick(1),
                new SetUser(7, Map.of(UserSetting.STP_GROUP, 1L)),
                new Nop(),
                new Reset(),
                new PersistSnapshot());
    }

    private byte[] tag(final int length) {
        final byte[] tag = new byte[length];
        random.nextBytes(tag);
        return tag;
    }

    private static String hex(final byte[] tag) {
        return HexFormat.of().formatHex(tag);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldComeBackWithEveryCommandThroughTheSafeDoor(final Topology topology) throws Exception {
        final List<String> sent = new ArrayList<>();
        final Tags live = new Tags();
        try (Exchange exchange = start(topology, live)) {
            for (int length = 0; length <= Limits.MAX_TAG_BYTES; length++) {
                for (final Command command : everyCommand()) {
                    final boolean isSlow = command instanceof PersistSnapshot && length % 32 != 0;
                    if (!isSlow) {
                        final byte[] tag = tag(length);
                        exchange.submit(command, 1, tag);
                        exchange.submit(new Nop());
                        sent.add(hex(tag));
                        sent.add("");
                    }
                }
            }
            exchange.query(new StateHashQuery()).get(60, TimeUnit.SECONDS);
        }
        assertEquals(sent, live.heard, "seed=" + SEED);
        assertReplayed(sent);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldComeBackThroughTheFastDoor(final Topology topology) throws Exception {
        final List<String> sent = new ArrayList<>();
        final Tags live = new Tags();
        try (Exchange exchange = start(topology, live)) {
            final CommandDoor door = exchange.newDoor();
            for (int length = 0; length <= Limits.MAX_TAG_BYTES; length++) {
                final byte[] array = tag(length + 5);
                final String tag = HexFormat.of().formatHex(array, 3, 3 + length);
                door.place()
                        .uid(1)
                        .symbol(1)
                        .orderId(1)
                        .bid()
                        .gtc()
                        .price(1)
                        .size(1)
                        .tag(array, 3, length)
                        .publish();
                door.move()
                        .uid(1)
                        .symbol(1)
                        .orderId(1)
                        .price(1)
                        .tag(array, 3, length)
                        .publish();
                door.reduce()
                        .uid(1)
                        .symbol(1)
                        .orderId(1)
                        .size(1)
                        .tag(array, 3, length)
                        .publish();
                door.cancel().uid(1).symbol(1).orderId(1).tag(array, 3, length).publish();
                door.adjust().uid(1).currency(1).amount(1).tag(array, 3, length).publish();
                door.replace()
                        .uid(1)
                        .symbol(1)
                        .orderId(1)
                        .price(1)
                        .tag(array, 3, length)
                        .publish();
                door.massCancel().uid(1).tag(array, 3, length).publish();
                door.tick().symbol(1).tag(array, 3, length).publish();
                door.nop().tag(array, 3, length).publish();
                for (int i = 0; i < 9; i++) {
                    sent.add(tag);
                }
                door.cancel()
                        .uid(1)
                        .symbol(1)
                        .orderId(1)
                        .tag(array, 0, 2)
                        .tag(array, 0, 0)
                        .publish();
                door.cancel().uid(1).symbol(1).orderId(1).publish();
                sent.add("");
                sent.add("");
                array[3] ^= 1; // a command that was sent has a copy
            }
            exchange.query(new StateHashQuery()).get(60, TimeUnit.SECONDS);
        }
        assertEquals(sent, live.heard, "seed=" + SEED);
        assertReplayed(sent);
    }

    private void assertReplayed(final List<String> sent) {
        final Tags replayed = new Tags();
        assertEquals(sent.size(), Replay.from(folder, 1, replayed));
        assertEquals(sent, replayed.heard, "seed=" + SEED);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseATagThatIsTooLongAndSendNothing(final Topology topology) throws Exception {
        final Tags live = new Tags();
        try (Exchange exchange = start(topology, live)) {
            final byte[] tooLong = new byte[Limits.MAX_TAG_BYTES + 1];
            assertThrows(IllegalArgumentException.class, () -> exchange.submit(new Nop(), 0, tooLong));
            final var cancel = exchange.newDoor().cancel().uid(1).symbol(1).orderId(1);
            assertThrows(IllegalArgumentException.class, () -> cancel.tag(tooLong, 0, tooLong.length));
            assertThrows(IndexOutOfBoundsException.class, () -> cancel.tag(tooLong, 2, Limits.MAX_TAG_BYTES));
            assertThrows(IndexOutOfBoundsException.class, () -> cancel.tag(tooLong, -1, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> cancel.tag(tooLong, 0, -1));
            cancel.tag(tooLong, 1, Limits.MAX_TAG_BYTES).publish();
            exchange.query(new StateHashQuery()).get(60, TimeUnit.SECONDS);
        }
        assertEquals(List.of("00".repeat(Limits.MAX_TAG_BYTES)), live.heard);
    }

    @Test
    void shouldNotBelongToTheState() {
        final long[] hashes = new long[2];
        for (int i = 0; i < hashes.length; i++) {
            try (Exchange exchange =
                    DaybookExchange.builder().topology(Topology.INLINE).start()) {
                for (final Command command : everyCommand()) {
                    exchange.submit(command, 0, 1, tag(i * 17)).join();
                }
                hashes[i] = exchange.query(new StateHashQuery()).join().hash();
            }
        }
        assertEquals(hashes[0], hashes[1]);
    }

    /**
     * A segment's header names the codec of all its commands, so a segment whose codec has no tags never holds a tag.
     */
    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnInANewSegmentWhereTheLastOneKnowsNoTags(final Topology topology) throws Exception {
        final CommandBlockEncoder block = new CommandBlockEncoder(1024);
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, new AddUser(7), null);
        block.append(slot, 1);
        final String settings = "margin-trading=on reset-allowed=off";
        try (Journal journal = Journal.open(folder, JournalOptions.DEFAULT, new JournalFingerprint(1, 1, settings))) {
            journal.writer().append(1, 1, 1, block.buffer(), 0, block.length());
            journal.writer().force();
        }
        final byte[] tag = tag(Limits.MAX_TAG_BYTES);
        try (Exchange exchange = start(topology, new Tags())) {
            assertEquals(1, exchange.recovery().lastSeq());
            exchange.submit(new AddUser(8), 0, tag).get(60, TimeUnit.SECONDS);
        }
        final List<SegmentStat> segments = JournalReader.open(folder).stat().segments();
        assertEquals(
                List.of(1, 2), segments.stream().map(SegmentStat::codecVersion).toList());
        assertEquals(
                List.of(1L, 2L), segments.stream().map(SegmentStat::lastSeq).toList());
        final Tags replayed = new Tags();
        assertEquals(2, Replay.from(folder, 1, replayed));
        assertEquals(List.of("", hex(tag)), replayed.heard);
        try (Exchange exchange = start(topology, new Tags())) {
            assertEquals(2, exchange.recovery().lastSeq());
        }
        assertArrayEquals(tag, HexFormat.of().parseHex(replayed.heard.get(1)));
    }
}
