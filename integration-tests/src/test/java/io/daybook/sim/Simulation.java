package io.daybook.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.CommandResult;
import io.daybook.api.Compression;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.RecoverySummary;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.cli.scenario.ScenarioLine;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalOptions;
import io.daybook.journal.storage.SimulatedStorage;
import io.daybook.model.CapacityExceeded;
import io.daybook.model.ResultLines;
import io.daybook.model.Scenario;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.ScenarioGenerator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One run: a scenario from a seed, sent by several producers to an exchange that is cut off, killed, restarted and given a failing
 * disk; everything from the seed alone, on the thread that calls.
 *
 * <p>Each life of the exchange has other books, another acknowledgement mode and another compression. After every recovery what is there
 * is a prefix of what was sent that holds all that was promised; hash, totals, reports, audit, seq and time are those of the reference
 * model and of an exchange that nobody interrupted, at that seq.
 */
final class Simulation {
    private static final int MIN_COMMANDS = 300;
    private static final int MAX_COMMANDS = 1_000;
    private static final int MAX_BATCH = 6;
    private static final int NEVER_MS = 60_000;
    private static final Path FOLDER = Path.of("/data");
    private static final List<OrderBookType> BOOKS = List.of(OrderBookType.values());

    private final Random random;
    private final Scenario scenario;
    private final Producers producers;
    private final History history;
    private final Figures figures;
    private SimulatedStorage storage = new SimulatedStorage();
    private Life life;
    private long forcedSeq;
    private boolean halted;

    Simulation(final long seed, final Figures figures) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.figures = figures;
        final Kind[] kinds = Kind.values();
        final int length = MIN_COMMANDS + random.nextInt(1 + random.nextInt(MAX_COMMANDS - MIN_COMMANDS + 1));
        this.scenario = ScenarioGenerator.generate(kinds[Math.floorMod(seed, kinds.length)], seed, length);
        this.producers = new Producers(scenario, random);
        this.history = new History(scenario.settings());
    }

    void run() {
        try (history) {
            figures.runs++;
            recover(0, List.of());
            while (!producers.isDone() && !halted) {
                step();
            }
            if (!halted) {
                cleanRestart();
            }
            life.exchange().close();
        }
    }

    private void step() {
        final int chance = random.nextInt(1_000);
        if (chance < 4) {
            figures.powerCuts++;
            end(true, List.of());
        } else if (chance < 7) {
            figures.kills++;
            end(false, List.of());
        } else if (chance < 9) {
            cleanRestart();
        } else if (chance < 13) {
            storage.failAtCall(1 + random.nextInt(25), anyFault());
            send();
        } else {
            send();
        }
    }

    private SimulatedStorage.Fault anyFault() {
        final SimulatedStorage.Fault[] faults = SimulatedStorage.Fault.values();
        return faults[random.nextInt(faults.length)];
    }

    // ---- sending ------------------------------------------------------------------------------------------------

    private void send() {
        final Producers.Message first = producers.next();
        if (first.meaning() instanceof ScenarioLine.Ask ask) {
            figures.queries++;
            assertAnswered(history.answer(first.line()), life.answer(ask), first);
            return;
        }
        final List<Producers.Message> messages = new ArrayList<>(List.of(first));
        RuntimeException thrown;
        if (Life.isForDoor(first) && random.nextInt(3) == 0) {
            final int count = 1 + random.nextInt(MAX_BATCH);
            Producers.Message more = null;
            while (messages.size() < count && !producers.isDone() && more == null) {
                more = producers.next();
                if (Life.isForDoor(more)) {
                    messages.add(more);
                    more = null;
                }
            }
            thrown = life.publish(messages);
            check(messages, thrown);
            if (more != null && thrown == null) {
                sendOne(more);
            }
        } else {
            thrown = life.submit(first);
            check(messages, thrown);
        }
    }

    private void sendOne(final Producers.Message message) {
        if (message.meaning() instanceof ScenarioLine.Ask ask) {
            figures.queries++;
            assertAnswered(history.answer(message.line()), life.answer(ask), message);
        } else {
            check(List.of(message), life.submit(message));
        }
    }

    /** Compares what was answered with the model, and what was not with the state of the disk. */
    private void check(final List<Producers.Message> messages, final RuntimeException thrown) {
        final List<CommandResult> results = List.copyOf(life.heard());
        for (int i = 0; i < results.size(); i++) {
            final Producers.Message message = messages.get(i);
            assertAnswered(history.add(message), life.line(results.get(i)), message);
            assertEquals(history.timeNs(), results.get(i).timestampNs(), "time goes on");
            figures.commands++;
        }
        if (thrown == null) {
            assertEquals(messages.size(), results.size(), "everything is answered");
            if (storage.faultHit() && life.fatal() == null) {
                assertTrue(messages.stream().anyMatch(Simulation::isSnapshot), "a fault stops the exchange");
                figures.faults++; // it stopped a snapshot, or the deletion of what is superfluous, and nothing else
                end(random.nextInt(3) == 0, List.of());
            }
            return;
        }
        assertEquals(ExchangeState.FAILED, life.exchange().state());
        assertNotNull(life.fatal());
        assertThrows(ExchangeClosedException.class, () -> life.exchange().submit(new Nop()));
        final List<Producers.Message> unanswered = messages.subList(results.size(), messages.size());
        if (!storage.faultHit()) {
            assertHaltIsDue(unanswered.get(0), thrown);
            return;
        }
        figures.faults++;
        end(random.nextInt(3) == 0, unanswered);
    }

    private static boolean isSnapshot(final Producers.Message message) {
        return message.meaning() instanceof ScenarioLine.Send send && send.command() instanceof PersistSnapshot;
    }

    /** A settlement that leaves 64 bits halts the exchange; it happens before the journal hears of the command. */
    private void assertHaltIsDue(final Producers.Message message, final RuntimeException thrown) {
        final long seq = history.seq();
        try {
            history.add(message);
        } catch (CapacityExceeded due) {
            halted = true;
            figures.halts++;
            history.rewindTo(seq);
            end(false, List.of());
            return;
        }
        throw new AssertionError("the exchange stopped at " + excerpt(message), thrown);
    }

    private static void assertAnswered(final String expected, final String actual, final Producers.Message message) {
        if (!expected.equals(actual)) {
            assertEquals(ResultLines.comparable(expected), ResultLines.comparable(actual), () -> excerpt(message));
        }
    }

    private static String excerpt(final Producers.Message message) {
        return message.line().substring(0, Math.min(300, message.line().length()));
    }

    // ---- ends and beginnings --------------------------------------------------------------------------------------

    private void cleanRestart() {
        figures.restarts++;
        try {
            life.exchange().close();
        } catch (JournalException e) {
            assertTrue(storage.faultHit(), e::toString);
        }
        end(random.nextBoolean(), List.of());
    }

    /** Ends this life, with the power or only the process going, and begins the next. */
    private void end(final boolean power, final List<Producers.Message> unanswered) {
        forcedSeq = life.forcedSeq();
        storage = power ? storage.crash(random) : storage.kill();
        recover(power ? life.promisedSeq(history.seq()) : history.seq(), unanswered);
        final List<String> lines = new ArrayList<>();
        unanswered.forEach(message -> lines.add(message.line()));
        producers.sendAgain(lines);
    }

    /**
     * Starts until it starts.
     *
     * @param answeredSeq what must be there as things are; a power cut before it has started may take what was never forced
     */
    private void recover(final long answeredSeq, final List<Producers.Message> unanswered) {
        long promisedSeq = answeredSeq;
        final ExchangeConfig config = anyConfig();
        final JournalOptions options = anyOptions(config);
        boolean started = false;
        while (!started) {
            if (random.nextInt(8) == 0) {
                storage.failAtCall(1 + random.nextInt(30), anyFault());
            }
            try {
                life = new Life(config, storage, options);
                started = true;
            } catch (JournalException e) {
                assertTrue(storage.faultHit(), () -> "refused without a fault: " + e);
                assertTrue(
                        e.reason() == JournalException.Reason.IO || e.reason() == JournalException.Reason.NO_SPACE,
                        e::toString);
                figures.faultsInRecovery++;
                figures.faults++;
                final boolean power = random.nextBoolean();
                storage = power ? storage.crash(random) : storage.kill();
                promisedSeq = power ? Math.min(promisedSeq, forcedSeq) : promisedSeq;
            }
        }
        figures.recoveries++;
        assertRecovered(promisedSeq, unanswered);
    }

    private void assertRecovered(final long promisedSeq, final List<Producers.Message> unanswered) {
        final RecoverySummary summary = life.exchange().recovery();
        final long seq = summary.lastSeq();
        final long answered = history.seq();
        assertTrue(promisedSeq <= seq, () -> "promised up to " + promisedSeq + ", came back up to " + seq);
        assertTrue(
                seq <= answered + Math.min(1, unanswered.size()),
                () -> "sent up to " + answered + " and " + unanswered.size() + ", came back up to " + seq);
        figures.tornTails += summary.notes().isEmpty() ? 0 : 1;
        if (seq > answered) {
            figures.unansweredKept++;
            history.add(unanswered.get(0));
        } else if (seq < answered) {
            figures.unforcedLost += answered - seq;
            history.rewindTo(seq);
        }
        assertEquals(history.timeNs(), life.recoveredTimeNs(), "time goes on");
        assertEquals(
                history.stateHash(),
                life.exchange().query(new StateHashQuery()).join().hash(),
                "state hash");
        for (final String query : history.queriesOfAll()) {
            assertEquals(history.answer(query), life.answer((ScenarioLine.Ask) Producers.meaning(query)));
        }
        final AuditReport audit = life.exchange().query(new AuditQuery()).join();
        assertTrue(audit.isBalanced(), () -> audit.violations().toString());
        assertNull(life.fatal());
    }

    private ExchangeConfig anyConfig() {
        return ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .orderBookType(BOOKS.get(random.nextInt(BOOKS.size())))
                .marginTrading(scenario.settings().marginTrading())
                .resetAllowed(scenario.settings().resetAllowed())
                .ringSize(64)
                .eventRingSize(1024)
                .journal(FOLDER)
                .ackMode(random.nextBoolean() ? AckMode.AFTER_FORCE : AckMode.AFTER_WRITE)
                .forceIntervalMs(NEVER_MS) // a run is over before: what forces is the run, not a clock
                .compression(random.nextBoolean() ? Compression.LZ4 : Compression.NONE)
                .build();
    }

    private JournalOptions anyOptions(final ExchangeConfig config) {
        return JournalOptions.builder()
                .compression(
                        config.compression() == Compression.LZ4
                                ? io.daybook.journal.Compression.LZ4
                                : io.daybook.journal.Compression.NONE)
                .maxBlockBytes(16 << 10)
                .firstSegmentBytes(28 << 10)
                .maxSegmentBytes(random.nextBoolean() ? 28 << 10 : 96 << 10)
                .fillAhead(false)
                .build();
    }
}
