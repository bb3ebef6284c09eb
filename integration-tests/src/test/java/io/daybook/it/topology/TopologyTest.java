package io.daybook.it.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.api.ResultCode;
import io.daybook.api.Topology;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requires that one stream has one outcome. If one thread sends the stream, the results, hashes, reports and dumps of
 * the journal are the same for every topology and every order book, whether or not one producer was promised. If three
 * threads send the stream, the outcome is that of a single thread that sends the commands of the journal.
 */
@Proves(
        value = "one stream has one outcome in every topology and book, from one thread and from three",
        normal = "25,000 commands, 14 variants",
        large = "1,000,000 commands, 30 variants")
@Timeout(value = 3_600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
@Tag("alone")
class TopologyTest {
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final int COMMANDS = IS_LONG ? 1_000_000 : 25_000;
    private static final long SEED = 20_261_120;
    private static final List<Topology> ALL = List.of(
            Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2), Topology.pipelined(4));

    private static List<MixedStream.Item> stream;
    private static StreamRun.Outcome expected;
    private static String expectedDump;

    @BeforeAll
    static void runInline(@TempDir final Path folder) {
        stream = MixedStream.of(SEED, COMMANDS);
        final StreamRun run =
                new StreamRun(config(Topology.INLINE, OrderBookType.AVL, folder).build());
        expected = run.run(stream, 1);
        expectedDump = JournalContent.dumpOfProcess(folder);

        final Map<ResultCode, Long> refused = run.metrics().refused();
        System.out.println("topologies: seed " + SEED + ", " + run.results() + " commands, " + run.events()
                + " events, " + expected.hashes().size() + " hashes, refused " + refused + ", dump " + expectedDump);
        assertEquals(COMMANDS, run.results());
        assertTrue(run.events() > COMMANDS / 5, "orders have to trade: events=" + run.events());
        assertTrue(refused.getOrDefault(ResultCode.RISK_NSF, 0L) > COMMANDS / 50, "funds have to run out: " + refused);
        assertTrue(expected.hashes().size() >= COMMANDS / MixedStream.HASH_EVERY);
    }

    /** Every topology and every book in the normal build; every pair of them in the long one. */
    static List<Arguments> variants() {
        return IS_LONG
                ? everyPair(ALL)
                : List.of(
                        Arguments.of(Topology.INLINE, OrderBookType.RADIX),
                        Arguments.of(Topology.INLINE, OrderBookType.LADDER),
                        Arguments.of(Topology.FUSED, OrderBookType.AVL),
                        Arguments.of(Topology.FUSED, OrderBookType.LADDER),
                        Arguments.of(Topology.pipelined(1), OrderBookType.LADDER),
                        Arguments.of(Topology.pipelined(2), OrderBookType.RADIX),
                        Arguments.of(Topology.pipelined(4), OrderBookType.AVL));
    }

    static List<Arguments> threadedVariants() {
        return IS_LONG
                ? everyPair(ALL.subList(1, ALL.size()))
                : List.of(
                        Arguments.of(Topology.FUSED, OrderBookType.RADIX),
                        Arguments.of(Topology.pipelined(1), OrderBookType.AVL),
                        Arguments.of(Topology.pipelined(2), OrderBookType.LADDER),
                        Arguments.of(Topology.pipelined(4), OrderBookType.RADIX));
    }

    private static List<Arguments> everyPair(final List<Topology> topologies) {
        final List<Arguments> pairs = new ArrayList<>();
        for (final Topology topology : topologies) {
            for (final OrderBookType books : OrderBookType.values()) {
                pairs.add(Arguments.of(topology, books));
            }
        }
        return pairs;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldGiveTheSameOutcomeInEveryTopologyWithEveryBook(
            final Topology topology, final OrderBookType books, @TempDir final Path folder) {
        final boolean promised = books != OrderBookType.LADDER;
        final StreamRun run = new StreamRun(
                config(topology, books, folder).singleProducer(promised).build());
        assertEquals(expected, run.run(stream, 1));
        assertEquals(expectedDump, JournalContent.dump(folder));
        System.out.println("topologies: " + topology + " " + books + (promised ? ", one producer promised" : "")
                + ": same, " + run.metrics().speculationsThatWaited() + " speculations waited");
        if (topology.kind() == Topology.Kind.PIPELINED) {
            assertTrue(run.metrics().speculationsThatWaited() > 0, "no speculation had to wait");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldGiveTheSameOutcomeWithABookOfItsOwnKindForEachSymbol(
            final int matchingThreads, @TempDir final Path folder, @TempDir final Path otherFolder) {
        final Topology topology = matchingThreads == 0 ? Topology.FUSED : Topology.pipelined(matchingThreads);
        final ExchangeConfig.Builder config = config(topology, OrderBookType.LADDER, folder);
        for (int symbol = 1; symbol <= MixedStream.SYMBOLS; symbol++) {
            config.orderBookType(symbol, OrderBookType.values()[symbol % OrderBookType.values().length]);
        }
        assertEquals(expected, new StreamRun(config.build()).run(stream, 1));
        assertEquals(expectedDump, JournalContent.dump(folder));
        final StreamRun other = new StreamRun(
                config(Topology.INLINE, OrderBookType.RADIX, otherFolder).build());
        assertEquals(
                expected.hashes(), other.runJournal(folder, expected.hashes()).hashes());
    }

    @ParameterizedTest
    @MethodSource("threadedVariants")
    void shouldGiveTheOutcomeOfTheJournalsOrderWhenThreeThreadsSend(
            final Topology topology,
            final OrderBookType books,
            @TempDir final Path folder,
            @TempDir final Path inlineFolder) {
        final StreamRun.Outcome outcome =
                new StreamRun(config(topology, books, folder).build()).run(stream, 3);
        final StreamRun.Outcome inline = new StreamRun(
                        config(Topology.INLINE, books, inlineFolder).build())
                .runJournal(folder, outcome.hashes());
        assertEquals(inline.results(), outcome.results());
        assertEquals(inline.hashes(), outcome.hashes());
        assertEquals(JournalContent.dump(inlineFolder), JournalContent.dump(folder));
        System.out.println("topologies: " + topology + " " + books + ", 3 producers: same, "
                + outcome.hashes().size() + " hashes");
    }

    private static ExchangeConfig.Builder config(
            final Topology topology, final OrderBookType books, final Path folder) {
        return ExchangeConfig.builder()
                .topology(topology)
                .orderBookType(books)
                .ringSize(4_096)
                .eventRingSize(1_024)
                .journal(folder)
                .ackMode(AckMode.AFTER_WRITE);
    }
}
