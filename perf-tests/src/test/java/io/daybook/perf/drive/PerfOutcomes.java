package io.daybook.perf.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.Command;
import io.daybook.api.OrderBookType;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.perf.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Digests of all outcomes of all workloads, one command in ten spoiled, on all books: two versions of the engine must
 * agree on them. Runs only if it is named: {@code mvn -T1 -Dtest=PerfOutcomes test}. docs/performance.md describes how
 * to compare two versions.
 */
class PerfOutcomes {
    private static final long SEED = 20_261_123L;
    private static final int COMMANDS = Integer.getInteger("daybook.perf.commands", 40_000);
    private static final int SEMANTICS = Integer.getInteger("daybook.perf.semantics", 1);
    private static final String COMPARE = System.getProperty("daybook.perf.compare", "");
    private static final String OUT = System.getProperty("daybook.perf.out", ".");
    private static final int EVENTS = 1 << 14;
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private final CommandSlot slot = new CommandSlot();
    private long digest;
    private int refused;
    private int eventCount;

    @Test
    void testOutcomes() throws IOException {
        final List<String> lines = new ArrayList<>();
        for (final Workload kind : Workload.values()) {
            for (final OrderBookType books : OrderBookType.values()) {
                final String line = outcomes(kind, books);
                System.out.println(line);
                lines.add(line);
            }
        }
        final Path file = Path.of(OUT, "outcomes.txt");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, lines);
        if (!COMPARE.isEmpty()) {
            assertEquals(Files.readAllLines(Path.of(COMPARE)), lines);
        }
    }

    private String outcomes(final Workload kind, final OrderBookType books) {
        final GeneratedWorkload workload = HarderWorkload.generate(kind, COMMANDS);
        final EventRing events = new EventRing(EVENTS);
        final ExchangeEngine engine = newEngine(books, events);
        WorkloadCommands.setup(workload.setup(), sent -> {
            final Command command = HarderWorkload.harder(sent);
            CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
            engine.apply(slot);
            slot.clearReferences();
        });
        digest = 17;
        refused = 0;
        eventCount = 0;
        final Mutations mutations = new Mutations(SEED, workload.setup());
        run(workload.prefill(), null, engine, events);
        run(workload.timed(), mutations, engine, events);
        return String.format(
                Locale.ROOT,
                "%s %s: %d commands, %d refused, %d events, outcomes %016x, state %016x",
                workload.name(),
                books,
                workload.prefill().size() + workload.timed().size(),
                refused,
                eventCount,
                digest,
                engine.stateHash());
    }

    private static ExchangeEngine newEngine(final OrderBookType books, final EventRing events) {
        final ExchangeEngine engine = new ExchangeEngine(new EngineConfig(books, true, false), events);
        engine.semanticsVersion(SEMANTICS);
        return engine;
    }

    private void run(
            final CommandStream stream,
            final @Nullable Mutations mutations,
            final ExchangeEngine engine,
            final EventRing events) {
        for (int i = 0; i < stream.size(); i++) {
            slot.clearCommand();
            WorkloadCommands.fill(slot, stream.chunkOf(i), stream.offsetOf(i));
            if (mutations != null) {
                mutations.apply(slot);
            }
            engine.apply(slot);
            addOutcome();
            events.release(events.position());
            slot.clearReferences();
        }
    }

    private void addOutcome() {
        refused += slot.isSuccess() ? 0 : 1;
        add(slot.resultCode());
        add(slot.side());
        add(slot.orderType());
        add(slot.reservePrice());
        add(slot.initialRemaining());
        add(slot.remaining());
        add(slot.heldAmount());
        final int count = slot.eventCount();
        add(count);
        for (int i = 0; i < count; i++) {
            addEvent(slot.eventRing().array(slot, i), slot.eventRing().base(slot, i));
        }
        eventCount += count;
    }

    private void addEvent(final long[] array, final int base) {
        add(EventDescriptor.kind(array, base));
        add(EventDescriptor.tradeId(array, base));
        add(EventDescriptor.makerOrderId(array, base));
        add(EventDescriptor.makerUid(array, base));
        add(EventDescriptor.price(array, base));
        add(EventDescriptor.size(array, base));
        add(EventDescriptor.makerRemaining(array, base));
        add(EventDescriptor.takerRemaining(array, base));
        add(EventDescriptor.takerFee(array, base));
        add(EventDescriptor.makerFee(array, base));
    }

    private void add(final long field) {
        final long mixed = (digest ^ field) * FACTOR;
        digest = mixed ^ mixed >>> 29;
    }
}
