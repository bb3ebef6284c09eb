package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookType;
import io.daybook.api.RestingOrder;
import io.daybook.api.StateView;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineHost;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.engine.state.SnapshotContent;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.model.Scenario;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.ScenarioGenerator;
import io.daybook.scenario.BadLineException;
import io.daybook.scenario.ScenarioLine;
import io.daybook.scenario.ScenarioReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Takes snapshots of states with dormant, hidden, bracketed and expiring orders, also amid backlogs: a state that is
 * restored with books of any kind has sound books, shows the same orders, and gives the same results and the same hash
 * after further commands. Each command passes through the encoding of the journal.
 */
class TermsStateTest {
    private static final int SCENARIOS =
            Boolean.getBoolean("daybook.long") ? 400 : Boolean.getBoolean("daybook.quick") ? 5 : 30;
    private static final int LENGTH = 400;
    private static final int EVENTS = 1 << 14;

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"STOPS", "FUTURES_STOPS", "COMPLEX", "ORDERS"})
    void shouldGoOnFromEverySnapshotAsIfNothingHadHappened(final Kind kind) {
        for (int i = 0; i < SCENARIOS; i++) {
            final long seed = Long.getLong("daybook.seed", 77_000L) + i;
            final Scenario scenario = ScenarioGenerator.generate(kind, seed, LENGTH);
            final List<ScenarioLine.Send> commands = commands(scenario);
            final int cut = Math.floorMod((int) seed * 37, commands.size());
            final String what = kind + ", seed=" + seed + ", cut=" + cut;

            final Run whole = new Run(OrderBookType.LADDER);
            whole.carryOut(commands.subList(0, cut));
            final Parts parts = new Parts();
            SnapshotContent.write(whole.engine.copyState(), parts, () -> {});

            final Run restored = new Run(OrderBookType.values()[i % OrderBookType.values().length]);
            SnapshotContent.restore(parts.of(whole.engine), restored.engine);
            assertEquals(List.of(), restored.engine.audit().violations(), what);
            assertShowsTheSameOrders(restored.engine.view(), what);
            whole.results.reset();
            whole.carryOut(commands.subList(cut, commands.size()));
            restored.carryOut(commands.subList(cut, commands.size()));
            assertTrue(
                    Arrays.equals(whole.results.toByteArray(), restored.results.toByteArray()),
                    () -> what + ": results differ after the snapshot");
            assertEquals(whole.engine.stateHash(), restored.engine.stateHash(), what);
            assertEquals(List.of(), whole.engine.audit().violations(), what);
        }
    }

    /** Requires that visitors of the state see an order as its owner's report shows it. */
    private static void assertShowsTheSameOrders(final StateView view, final String what) {
        final Map<String, RestingOrder> seen = new TreeMap<>();
        view.forEachOrder(order -> seen.put(order.symbol() + "/" + order.orderId(), order));
        final List<String> reported = new ArrayList<>();
        view.forEachUser(uid -> {
            for (final UserReport.Order order :
                    view.user(new UserReportQuery(uid)).orders()) {
                final String key = order.symbol() + "/" + order.orderId();
                final RestingOrder resting = seen.get(key);
                if (resting != null) { // null for an exit all of whose lots wait: forEachOrder does not visit it
                    reported.add(key);
                    assertEquals(order.terms(), resting.terms(), () -> what + ": " + key);
                    assertEquals(order.dormant(), resting.dormant(), () -> what + ": " + key);
                    assertEquals(order.shown(), resting.shown(), () -> what + ": " + key);
                    assertEquals(order.price(), resting.price(), () -> what + ": " + key);
                }
            }
        });
        assertEquals(seen.size(), reported.size(), what);
    }

    private static List<ScenarioLine.Send> commands(final Scenario scenario) {
        final ScenarioReader reader = new ScenarioReader();
        final List<ScenarioLine.Send> commands = new ArrayList<>();
        for (final String line : scenario.lines()) {
            final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            try {
                if (reader.read(bytes, 0, bytes.length) instanceof ScenarioLine.Send send) {
                    commands.add(send);
                }
            } catch (BadLineException e) {
                assertTrue(e.getMessage() != null, "a bad line without a reason");
            }
        }
        return commands;
    }

    /** An engine, and the bytes of its results; each command passes through the encoding of the journal. */
    private static final class Run {
        final ExchangeEngine engine;
        final EngineHost host;
        final ByteArrayOutputStream results = new ByteArrayOutputStream();
        private final CommandBlockEncoder encoder = new CommandBlockEncoder(1 << 16);
        private final CommandBlockDecoder decoder = new CommandBlockDecoder();
        private final SlotResultView view = new SlotResultView();
        private final CommandSlot slot = new CommandSlot();
        private final CommandSlot decoded = new CommandSlot();

        Run(final OrderBookType books) {
            engine = new ExchangeEngine(new EngineConfig(books, true, false), new EventRing(EVENTS));
            host = new EngineHost(engine);
        }

        void carryOut(final List<ScenarioLine.Send> commands) {
            for (final ScenarioLine.Send line : commands) {
                slot.clear();
                CommandRecords.fill(slot, line.command(), CommandRecords.encodePayload(line.command()));
                final long time = Math.max(engine.timeNs(), Math.min(line.timestampNs(), 1L << 40));
                encoder.reset();
                encoder.append(slot, time);
                decoder.wrap(
                        encoder.buffer(),
                        0,
                        encoder.length(),
                        engine.seq() + 1,
                        time,
                        CommandBlockEncoder.CODEC_VERSION);
                assertTrue(decoder.next(decoded));
                host.apply(decoded, time, this::onApplied);
            }
        }

        private void onApplied(final CommandSlot applied, final long seq, final long timeNs) {
            view.wrap(applied, seq, timeNs);
            final byte[] bytes = new byte[ResultEncoder.encodedLength(view)];
            ResultEncoder.encode(view, bytes, 0);
            results.write(bytes, 0, bytes.length);
        }
    }

    /** A snapshot in memory. */
    private static final class Parts implements SnapshotContent.Sink {
        private final Map<String, ByteArrayOutputStream> bytes = new LinkedHashMap<>();
        private final Map<String, Long> hashes = new LinkedHashMap<>();

        @Override
        public SnapshotContent.PartSink part(final String name) {
            final ByteArrayOutputStream part = new ByteArrayOutputStream();
            bytes.put(name, part);
            return new SnapshotContent.PartSink(part::write, hash -> hashes.put(name, hash), () -> {});
        }

        SnapshotContent.Source of(final ExchangeEngine engine) {
            return new SnapshotContent.Source(
                    List.copyOf(bytes.keySet()), engine.seq(), engine.timeNs(), engine::stateHash, this::open);
        }

        private SnapshotContent.PartSource open(final String name) {
            final ByteArrayInputStream part =
                    new ByteArrayInputStream(bytes.get(name).toByteArray());
            return new SnapshotContent.PartSource(
                    (target, offset, length) -> Math.max(0, part.read(target, offset, length)),
                    () -> hashes.get(name),
                    () -> {});
        }
    }
}
