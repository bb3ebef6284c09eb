package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.api.Exchange;
import io.daybook.api.OnFailure;
import io.daybook.api.OrderBookType;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.feed.FeedFold;
import io.daybook.host.Proves;
import io.daybook.model.Scenario;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.ScenarioGenerator;
import io.daybook.scenario.ScenarioRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The feeds of a live exchange, of its replay, of another topology and of another price index are the same bytes,
 * whether the feed begins with the first command or while orders already rest, and whatever snapshots and restarts come
 * in between.
 */
@Proves("the feed is the same in every topology, with every price index, on every Java, live and by replay")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class FeedSamenessTest {
    private static final int CHANNELS = 3;
    private static final int LENGTH = 2_000;
    private static final long SEED = Long.getLong("daybook.seed", 17);

    @TempDir
    private Path folder;

    private final RecordedFeed live = new RecordedFeed(CHANNELS);
    private final RecordedFeed replayed = new RecordedFeed(CHANNELS);

    static Stream<Arguments> variants() {
        return Stream.of(
                Arguments.of(Topology.INLINE, OrderBookType.AVL, Kind.ORDERS),
                Arguments.of(Topology.FUSED, OrderBookType.RADIX, Kind.STOPS),
                Arguments.of(Topology.pipelined(2), OrderBookType.LADDER, Kind.COMPLEX));
    }

    private static Exchange start(
            final Path folder,
            final Topology topology,
            final OrderBookType books,
            final Scenario scenario,
            final @Nullable RecordedFeed sink,
            final SnapshotConfig snapshots) {
        final DaybookExchange.Builder builder = DaybookExchange.builder()
                .topology(topology)
                .orderBookType(books)
                .marginTrading(scenario.settings().marginTrading())
                .resetAllowed(scenario.settings().resetAllowed())
                .ringSize(256)
                .eventRingSize(256)
                .journal(folder)
                .snapshots(snapshots);
        if (sink != null) {
            builder.attach(new FeedFold(CHANNELS, sink), OnFailure.HALT);
        }
        return builder.start();
    }

    private static void run(final Exchange exchange, final List<String> lines) throws IOException {
        final byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        final ScenarioRun.Outcome outcome = new ScenarioRun(
                        exchange, new ByteArrayInputStream(text), OutputStream.nullOutputStream(), false, count -> {})
                .run();
        assertEquals(null, outcome.failure());
    }

    private void replay(final Path journal, final long fromSeq, final long lastSeq) {
        final FeedFold fold = new FeedFold(CHANNELS, replayed);
        Replay.follow(journal, fromSeq, fold, () -> fold.seq() >= lastSeq);
    }

    /** Every line of these kinds of scenarios has a timestamp, so that all runs have the same times. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"ORDERS", "STOPS", "COMPLEX"})
    void shouldBeTheSameOnAllTopologiesAndPriceIndexesAndReplayed(final Kind kind) throws IOException {
        final Scenario scenario = ScenarioGenerator.generate(kind, SEED, LENGTH);
        long last = 0;
        for (final Arguments variant : variants().toList()) {
            final Topology topology = (Topology) variant.get()[0];
            final OrderBookType books = (OrderBookType) variant.get()[1];
            final Path journal = folder.resolve(topology.kind().name());
            final RecordedFeed told = new RecordedFeed(CHANNELS);
            try (Exchange exchange = start(journal, topology, books, scenario, told, SnapshotConfig.DEFAULT)) {
                run(exchange, scenario.lines());
                last = exchange.query(new StateHashQuery()).join().seq();
            }
            append(told);
            assertEquals(live.channels(), told.channels(), topology + " seed=" + SEED);
        }
        replay(folder.resolve(Topology.INLINE.kind().name()), 1, last);
        assertEquals(live.channels(), replayed.channels(), "seed=" + SEED);
        assertTrue(live.size() > LENGTH / 4, "messages: " + live.size());
    }

    /** Each installed Java replays the journal of a live run, in a process of its own. */
    @Test
    void shouldBeTheSameOnEveryJava() throws IOException, InterruptedException {
        final Scenario scenario = ScenarioGenerator.generate(Kind.COMPLEX, SEED, LENGTH);
        final Path journal = folder.resolve("journal");
        final long last;
        try (Exchange exchange =
                start(journal, Topology.FUSED, OrderBookType.LADDER, scenario, live, SnapshotConfig.DEFAULT)) {
            run(exchange, scenario.lines());
            last = exchange.query(new StateHashQuery()).join().seq();
        }
        final List<InstalledJava> javas = InstalledJava.all();
        for (final InstalledJava java : javas) {
            final RecordedFeed told = new RecordedFeed(CHANNELS);
            for (final String line : ReplayProcess.run(java, folder, journal, last, "feed", String.valueOf(CHANNELS))) {
                final int end = line.indexOf(' ');
                told.channels().get(Integer.parseInt(line.substring(0, end))).add(line.substring(end + 1));
            }
            assertEquals(live.channels(), told.channels(), java + " seed=" + SEED);
        }
        assertTrue(live.size() > LENGTH / 8, "messages: " + live.size());
        assumeTrue(
                javas.size() > 1,
                () -> "no other Java is installed next to " + javas.get(0).home() + ": the agreement was not tested");
    }

    /**
     * Begins the feed after a third of the scenario, while orders rest; then takes snapshots and starts the exchange
     * four times.
     */
    @ParameterizedTest
    @MethodSource("variants")
    void shouldBeTheSameFromWhereOrdersRest(final Topology topology, final OrderBookType books, final Kind kind)
            throws IOException {
        final Scenario scenario = ScenarioGenerator.generate(kind, SEED, LENGTH);
        final List<String> lines = scenario.lines();
        final SnapshotConfig snapshots = SnapshotConfig.every(LENGTH / 7).retainingAll();
        final long begin;
        try (Exchange exchange =
                start(folder, topology, books, scenario, null, SnapshotConfig.DEFAULT.retainingAll())) {
            run(exchange, lines.subList(0, lines.size() / 3));
            begin = exchange.query(new StateHashQuery()).join().seq();
        }
        RecordedFeed told = live;
        long last = 0;
        for (int part = 1; part <= 4; part++) {
            final int from = lines.size() / 3 + lines.size() / 6 * (part - 1);
            final int to = part == 4 ? lines.size() : from + lines.size() / 6;
            told = new RecordedFeed(CHANNELS);
            try (Exchange exchange = start(folder, topology, books, scenario, told, snapshots)) {
                run(exchange, lines.subList(from, to));
                last = exchange.query(new StateHashQuery()).join().seq();
            }
            append(told);
        }
        replay(folder, begin + 1, last);
        assertEquals(live.channels(), replayed.channels(), "seed=" + SEED);
        assertTrue(live.size() > LENGTH / 8, "messages: " + live.size());
    }

    /**
     * Appends messages to the stream. A start sends the messages after the newest snapshot again: they must be the same
     * and have the same numbers.
     */
    private void append(final RecordedFeed told) {
        for (int channel = 0; channel < CHANNELS; channel++) {
            final List<String> all = live.channels().get(channel);
            for (final String line : told.channels().get(channel)) {
                final int index = Integer.parseInt(line.substring(0, line.indexOf(' '))) - 1;
                assertTrue(index <= all.size(), () -> "a gap before message " + line);
                if (index < all.size()) {
                    assertEquals(all.get(index), line, "channel " + channel);
                } else {
                    all.add(line);
                }
            }
        }
    }
}
