package io.daybook.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.OnFailure;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.RecoverySummary;
import io.daybook.api.StateHashQuery;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalOptions;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.model.CapacityExceeded;
import io.daybook.model.ResultLines;
import io.daybook.model.Scenario;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.ScenarioGenerator;
import io.daybook.scenario.ScenarioLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * One run: several producers send a scenario from a seed to an exchange that suffers power cuts, kills, restarts and a
 * failing disk. Everything follows from the seed, because only one thread runs at a time.
 *
 * <p>Each life of the exchange has random books, a random topology (whose stages take turns at random, so that commands
 * share frames), acknowledgement mode, compression and rule for automatic snapshots; sometimes the newest snapshot is
 * damaged between two lives. Two followers receive every result exactly once: one is attached in all lives, the other
 * only in some, and catches up later. After every recovery the journal has a prefix of the commands that were sent,
 * which includes all that were promised; the hash, totals, reports, audit, seq and time are those of the reference
 * model and of an uninterrupted exchange at that seq.
 */
final class Simulation {
    /** The follower that keeps its state in snapshots. */
    private static final String WITH_PARTS = "parts";

    private static final int MIN_COMMANDS = 300;
    private static final int MAX_COMMANDS = 1_000;
    private static final int MAX_BATCH = 6;
    private static final int MAX_STEPPED_BATCH = 24;
    private static final int CALLS_OF_A_SNAPSHOT = 16;
    private static final int MOST_LOOKED_THROUGH = 150;
    private static final long MOST_BETWEEN_RESULTS_NS = 1_000_000;
    static final long START_MS = 1_780_000_000_000L;
    private static final int MOST_BETWEEN_NS = 300_000;
    private static final Path NEXT_SEGMENT = Path.of("/data", "journal", ".next");

    private final Random random;
    private final HashSecret secret;
    private final Scenario scenario;
    private final AnySetup setup;
    private final Producers producers;
    private final History history;
    private final Figures figures;
    private final SnapshotsOnDisk disk;
    private final SimulatedClock clock = new SimulatedClock(START_MS);
    private SimulatedStorage storage = new SimulatedStorage();
    private final SimulatedFollower.Sum store = new SimulatedFollower.Sum();
    private Life life;
    private long forcedSeq;

    /** The fewest snapshots that a life has kept. */
    private int leastKept = Integer.MAX_VALUE;

    private boolean halted;

    Simulation(final long seed, final Figures figures) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.secret = HashSecret.of(seed);
        this.figures = figures;
        this.disk = new SnapshotsOnDisk(AnySetup.FOLDER, figures);
        final List<Kind> kinds = Kind.ofProduct();
        final int length = MIN_COMMANDS + random.nextInt(1 + random.nextInt(MAX_COMMANDS - MIN_COMMANDS + 1));
        this.scenario =
                ScenarioGenerator.generate(kinds.get((int) Math.floorMod(seed, (long) kinds.size())), seed, length);
        this.setup = new AnySetup(scenario.settings(), random);
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
            close();
        }
    }

    private void step() {
        clock.advance(random.nextInt(MOST_BETWEEN_NS), TimeUnit.NANOSECONDS);
        final int chance = random.nextInt(1_000);
        if (chance < 4) {
            figures.powerCuts++;
            end(true, List.of());
        } else if (chance < 7) {
            figures.kills++;
            end(false, List.of());
        } else if (chance < 9) {
            cleanRestart();
        } else if (chance < 12) {
            quiet();
        } else if (chance < 14) {
            hang();
        } else if (chance < 17) {
            minute();
        } else if (chance < 19) {
            followerHangs();
        } else if (chance < 23) {
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
            ask(first, ask);
            return;
        }
        if (isSnapshot(first) && random.nextInt(4) == 0) {
            storage.failAtCall(1 + random.nextInt(CALLS_OF_A_SNAPSHOT), anyFault());
        }
        final List<Producers.Message> messages = new ArrayList<>(List.of(first));
        RuntimeException thrown;
        if (Life.isForDoor(first) && random.nextInt(3) == 0) {
            final int count = 1 + random.nextInt(life.isStepped() ? MAX_STEPPED_BATCH : MAX_BATCH);
            Producers.Message more = null;
            while (messages.size() < count && !producers.isDone() && more == null) {
                more = producers.next();
                if (Life.isForDoor(more)) {
                    messages.add(more);
                    more = null;
                }
            }
            if (life.isStepped() && random.nextInt(40) == 0) {
                cutOffInFlight(messages, more);
                return;
            }
            thrown = life.publish(messages, -1);
            check(messages, thrown);
            if (more != null && thrown == null && !halted) {
                sendOne(more);
            } else if (more != null) {
                producers.putBack(more);
            }
        } else {
            thrown = life.submit(first);
            check(messages, thrown);
        }
    }

    /** Sends a query. It changes nothing, but the disk may fail under other work meanwhile. */
    private void ask(final Producers.Message message, final ScenarioLine.Ask ask) {
        figures.queries++;
        final String expected = history.answer(message);
        final String answer;
        try {
            answer = life.answer(ask);
        } catch (RuntimeException e) {
            assertNotNull(life.fatal(), e::toString);
            check(List.of(), e);
            return;
        }
        assertAnswered(expected, answer, message);
        checkBehindAnswers();
    }

    /** Checks for a fault of the disk that occurred after an answer, before another fault is planned. */
    private void checkBehindAnswers() {
        if (life.fatal() != null) {
            check(List.of(), null);
        } else {
            findsFaultOfTheFiller();
        }
    }

    private void sendOne(final Producers.Message message) {
        if (message.meaning() instanceof ScenarioLine.Ask ask) {
            ask(message, ask);
        } else {
            check(List.of(message), life.submit(message));
        }
    }

    /** Cuts the power, or ends the process, while commands are in flight. */
    private void cutOffInFlight(final List<Producers.Message> messages, final Producers.Message more) {
        figures.cutsInFlight++;
        if (more != null) {
            producers.putBack(more);
        }
        final RuntimeException thrown = life.publish(messages, random.nextInt(3 * messages.size()));
        if (thrown != null) {
            check(messages, thrown);
            return;
        }
        final List<Producers.Message> unanswered =
                new ArrayList<>(messages.subList(answers(messages), messages.size()));
        end(random.nextBoolean(), unanswered);
    }

    /** Compares the answers with the model's; returns the number of messages that were answered. */
    private int answers(final List<Producers.Message> messages) {
        int answered = 0;
        final Iterator<byte[]> tags = List.copyOf(life.heardTags()).iterator();
        for (final CommandResult result : List.copyOf(life.heard())) {
            final boolean isNext = answered < messages.size()
                    && (result.type() != CommandType.PERSIST_SNAPSHOT || isSnapshot(messages.get(answered)));
            final Producers.Message message = isNext ? messages.get(answered) : automaticSnapshot(result.timestampNs());
            assertAnswered(history.add(message), life.line(result), message);
            assertEquals(history.timeNs(), result.timestampNs(), "the time of the command");
            assertArrayEquals(isNext ? message.tag() : new byte[0], tags.next(), "the tag of the command");
            figures.commands++;
            answered += isNext ? 1 : 0;
        }
        return answered;
    }

    private Producers.Message automaticSnapshot(final long timestampNs) {
        assertTrue(life.isAutomaticSnapshotDue(history.seq()), "the exchange took a snapshot that was not due");
        life.onAutomaticSnapshot(history.seq() + 1);
        figures.automaticSnapshots++;
        return Producers.snapshot(timestampNs);
    }

    /**
     * Compares the answers with the model's, and checks that the disk explains missing answers.
     *
     * @param caught the exception that the sender got, if any; the exchange may have stopped without one
     */
    private void check(final List<Producers.Message> messages, final RuntimeException caught) {
        final int answered = answers(messages);
        assertOnlyOneThatHungIsDetached();
        final RuntimeException thrown =
                caught != null || life.fatal() == null ? caught : new IllegalStateException(life.fatal());
        if (thrown == null) {
            assertEquals(messages.size(), answered, "the number of answered messages");
            assertTrue(life.isForcedInTime(), "answered commands must be forced within the force interval");
            final boolean snapshotNews = life.hasSnapshotNews();
            if (storage.faultHit() && !findsFaultOfTheFiller()) {
                assertTrue(snapshotNews, "a fault stopped neither the exchange nor a snapshot");
                figures.faults++; // the fault stopped only a snapshot, or the deletion of superfluous files
                end(random.nextInt(3) == 0, List.of());
            }
            return;
        }
        assertEquals(ExchangeState.FAILED, life.exchange().state(), thrown::toString);
        assertNotNull(life.fatal());
        assertThrows(ExchangeClosedException.class, () -> life.exchange().submit(new Nop()));
        final List<Producers.Message> unanswered = new ArrayList<>(messages.subList(answered, messages.size()));
        if (!storage.faultHit()) {
            assertHaltIsDue(unanswered, thrown);
            return;
        }
        assertStoppedByTheDisk(thrown);
        figures.faults++;
        final List<Producers.Message> mayBeThere = new ArrayList<>(unanswered);
        if (life.isAutomaticSnapshotDue(history.seq())) {
            mayBeThere.add(0, Producers.OWN_SNAPSHOT);
        }
        end(random.nextInt(3) == 0, mayBeThere, unanswered);
    }

    private void assertOnlyOneThatHungIsDetached() {
        final Throwable cause = life.detachedFor();
        if (cause != null && !cause.getMessage().contains(" has held the ring full ")) {
            throw new AssertionError("a follower has failed", cause);
        }
    }

    /**
     * Asserts that the failed call of the disk has stopped the exchange, and not an error that followed from that call.
     */
    private void assertStoppedByTheDisk(final Throwable thrown) {
        final boolean journal = isOfTheJournal(thrown) || isOfTheJournal(life.fatal());
        if (!journal) {
            throw new AssertionError("a fault of the disk must stop the exchange, but another error did", thrown);
        }
    }

    // ---- time ---------------------------------------------------------------------------------------------------

    /** Sends nothing for a while: answered commands are forced, and the next segment is made ready. */
    private void quiet() {
        figures.quiets++;
        life.passTime(1 + random.nextInt(500), TimeUnit.MILLISECONDS);
        check(List.of(), null);
    }

    /**
     * Handles a fault that the filler of segments met. The filler tries a full disk again a second later, and the
     * exchange goes on; another fault would stop the exchange when it takes the segment, so this life ends first.
     */
    private boolean findsFaultOfTheFiller() {
        if (!storage.faultHit(NEXT_SEGMENT)) {
            return false;
        }
        figures.faults++;
        figures.faultsOfTheFiller++;
        storage.failNoMore();
        if (life.isShortOfSpace()) {
            life.awaitRoom();
        } else {
            end(random.nextBoolean(), List.of());
        }
        return true;
    }

    /** Lets a minute pass after commands: the exchange must request a snapshot, if it is configured to do so. */
    private void minute() {
        if (!life.isTimed() || history.seq() <= life.lastAutomaticSeq() || life.fatal() != null) {
            return;
        }
        figures.minutes++;
        life.awaitRoom();
        clock.advance(61, TimeUnit.SECONDS);
        if (!life.isStepped()) {
            takesAutomaticSnapshot();
            return;
        }
        life.passTime(500, TimeUnit.MILLISECONDS);
        final boolean hit = storage.faultHit();
        check(List.of(), null);
        assertTrue(hit || !life.isAutomaticSnapshotDue(history.seq()), "a snapshot is due after each minute");
    }

    /**
     * Lets a producer hang with a slot: the exchange must report the stalled claim, and close all the same after its
     * timeout.
     */
    private void hang() {
        if (!life.isStepped() || life.fatal() != null) {
            return;
        }
        figures.hangs++;
        life.awaitRoom();
        life.claimAndHang();
        life.passTime(2_500, TimeUnit.MILLISECONDS);
        if (life.fatal() != null) {
            check(List.of(), null);
            return;
        }
        assertEquals(1, life.exchange().metrics().stalledClaims(), "the number of stalled claims");
        if (random.nextBoolean()) {
            life.fillRing();
            final long waitedMs = TimeUnit.NANOSECONDS.toMillis(life.waitForRoomInVain());
            assertTrue(
                    waitedMs >= AnySetup.QUERY_TIMEOUT_MS && waitedMs < 2 * AnySetup.QUERY_TIMEOUT_MS,
                    () -> "the query waited " + waitedMs + " ms for room in the ring");
        }
        final long startNs = clock.nanoTime();
        life.exchange().close();
        final long tookMs = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - startNs);
        assertEquals(ExchangeState.FAILED, life.exchange().state());
        if (!storage.faultHit()) {
            assertTrue(
                    tookMs >= AnySetup.CLOSE_TIMEOUT_MS && tookMs < 2 * AnySetup.CLOSE_TIMEOUT_MS,
                    () -> "the close took " + tookMs + " ms");
        }
        end(random.nextBoolean(), List.of());
    }

    /**
     * Lets a follower hang at a result while the ring fills up. If the follower hangs only for a while, everything goes
     * on; if it hangs longer than its timeout, the exchange stops or detaches the follower, as configured.
     */
    private void followerHangs() {
        if (!life.isStepped() || life.fatal() != null || life.detached() != null || storage.faultHit()) {
            return;
        }
        life.awaitRoom();
        storage.failNoMore();
        final List<Producers.Message> messages = moreThanHalfARing();
        if (messages.isEmpty() || life.fatal() != null) {
            return;
        }
        figures.followersHung++;
        final long timeoutNs = TimeUnit.MILLISECONDS.toNanos(AnySetup.FOLLOWER_TIMEOUT_MS);
        final boolean forGood = random.nextBoolean();
        final long hungNs = life.publishBehindOneThatHangs(messages, forGood ? 10 * timeoutNs : timeoutNs * 3 / 4);
        final Throwable cause = life.detached() == null ? life.fatal() : life.detachedFor();
        if (!forGood || storage.faultHit() || life.detached() == null && isHaltedByACommand()) {
            check(messages, null);
            return;
        }
        assertNotNull(cause, "the exchange must stop, or detach the hanging follower");
        assertTrue(cause.getMessage().startsWith("follower parts has held the ring full"), cause::toString);
        final long mostNs = timeoutNs * 5 / 4 // an exchange that stops waits for its followers, as a close does
                + (life.detached() == null ? TimeUnit.MILLISECONDS.toNanos(AnySetup.CLOSE_TIMEOUT_MS) : 0);
        final long leastNs = timeoutNs - MOST_BETWEEN_RESULTS_NS; // the timeout began with the previous result
        assertTrue(hungNs >= leastNs && hungNs < mostNs, () -> "the follower was given up after " + hungNs + " ns");
        if (life.detached() != null) {
            figures.followersDetached++;
            assertTrue(
                    life.exchange().metrics().followers().stream()
                            .noneMatch(follower -> follower.name().equals("parts") && follower.attached()),
                    "the metrics must show the follower as detached");
            check(messages, null);
        } else {
            figures.followersHalted++;
            final List<Producers.Message> unanswered =
                    new ArrayList<>(messages.subList(answers(messages), messages.size()));
            end(random.nextBoolean(), unanswered);
        }
    }

    /** Whether a command that overflows 64 bits has stopped the exchange first. */
    private boolean isHaltedByACommand() {
        return life.fatal() != null && !life.fatal().getMessage().startsWith("follower ");
    }

    /** Takes the next commands for the fast door, and leaves the others for later; empty if there are not enough. */
    private List<Producers.Message> moreThanHalfARing() {
        final List<Producers.Message> messages = new ArrayList<>();
        final List<Producers.Message> others = new ArrayList<>();
        while (messages.size() <= AnySetup.RING / 2 && others.size() < MOST_LOOKED_THROUGH && !producers.isDone()) {
            final Producers.Message message = producers.next();
            (Life.isForDoor(message) ? messages : others).add(message);
        }
        if (messages.size() <= AnySetup.RING / 2) {
            others.addAll(0, messages);
            messages.clear();
        }
        for (int i = others.size() - 1; i >= 0; i--) {
            producers.putBack(others.get(i));
        }
        return messages;
    }

    private static boolean isOfTheJournal(final Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof JournalException) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSnapshot(final Producers.Message message) {
        return message.meaning() instanceof ScenarioLine.Send send && send.command() instanceof PersistSnapshot;
    }

    /**
     * Asserts that a settlement overflows 64 bits, which halts the exchange. The run ends, because with stages the
     * journal may have the command already.
     */
    private void assertHaltIsDue(final List<Producers.Message> messages, final RuntimeException thrown) {
        final long seq = history.seq();
        try {
            messages.forEach(history::add);
        } catch (CapacityExceeded due) {
            halted = true;
            figures.halts++;
            if (!life.isStepped()) {
                history.rewindTo(seq);
                end(false, List.of());
            }
            return;
        }
        throw new AssertionError(
                "the exchange stopped without a fault or an overflow at "
                        + messages.stream().map(Simulation::excerpt).toList(),
                thrown);
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
        close();
        end(random.nextBoolean(), List.of());
    }

    private void close() {
        try {
            life.exchange().close();
        } catch (JournalException e) {
            assertTrue(storage.faultHit(), e::toString);
        }
        if (!storage.faultHit() && life.fatal() == null) {
            assertEquals(history.seq(), life.forcedSeq(), "an orderly end must force everything");
            life.assertFollowersHeard(history);
        }
    }

    private void end(final boolean power, final List<Producers.Message> unanswered) {
        end(power, unanswered, unanswered);
    }

    /**
     * Ends this life by a power cut or by the end of its process, and begins the next.
     *
     * @param mayBeThere the unanswered commands, in order, that can be in the journal all the same
     * @param unanswered the unanswered commands of producers, which send them again
     */
    private void end(
            final boolean power, final List<Producers.Message> mayBeThere, final List<Producers.Message> unanswered) {
        assertOnlyOneThatHungIsDetached();
        forcedSeq = life.forcedSeq();
        figures.snapshots += life.snapshots();
        figures.fullDisks += life.fullDisks();
        storage = power ? storage.crash(random) : storage.kill();
        life.kill();
        disk.lookAt(storage);
        damageNewestSnapshot();
        recover(power ? life.promisedSeq(history.seq()) : history.seq(), mayBeThere);
        figures.unanswered += unanswered.size();
        figures.sentAgain += producers.sendAgain(unanswered);
    }

    /**
     * Tries to start until it succeeds.
     *
     * @param answeredSeq the last command that must be there; a power cut before the start may take commands that were
     *     never forced
     */
    private void recover(final long answeredSeq, final List<Producers.Message> unanswered) {
        long promisedSeq = answeredSeq;
        final ExchangeConfig config = setup.config();
        leastKept = config.snapshots().retainAll()
                ? leastKept
                : Math.min(leastKept, config.snapshots().keep());
        final SteppedScheduler scheduler = new SteppedScheduler(clock, random);
        final JournalOptions options = setup.options(config, clock, scheduler);
        boolean started = false;
        while (!started) {
            if (random.nextInt(8) == 0) {
                storage.failAtCall(1 + random.nextInt(30), anyFault());
            }
            try {
                life = new Life(config, storage, options, scheduler, clock, secret, followers(config));
                started = true;
            } catch (JournalException e) {
                assertTrue(storage.faultHit(), () -> "the start was refused without a fault of the disk: " + e);
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
        if (options.fillAhead() && random.nextInt(5) == 0) { // the first file that is created is the next segment
            storage.failAtCall(1, anyFault(), SimulatedStorage.Call.CREATE);
        }
        assertRecovered(promisedSeq, unanswered);
    }

    /**
     * Makes the followers of a life. One keeps its state in snapshots. The other has a store, which can get ahead of
     * the journal if results leave before the force; so this follower is absent from such lives, and receives their
     * results later.
     */
    private List<SimulatedFollower> followers(final ExchangeConfig config) {
        final List<SimulatedFollower> followers = new ArrayList<>();
        final OnFailure onFailure = random.nextInt(3) == 0 ? OnFailure.DETACH : OnFailure.HALT;
        followers.add(new SimulatedFollower(WITH_PARTS, null, onFailure));
        if (config.ackMode() == AckMode.AFTER_FORCE) {
            followers.add(new SimulatedFollower("store", store, OnFailure.HALT));
        }
        return followers;
    }

    /** Flips a bit of the newest snapshot, if the exchange can start without it. */
    private void damageNewestSnapshot() {
        if (random.nextInt(6) == 0 && disk.canDoWithoutNewestSnapshot(storage, leastKept, WITH_PARTS)) {
            disk.damageNewestSnapshot(storage, random);
        }
    }

    private void assertRecovered(final long promisedSeq, final List<Producers.Message> unanswered) {
        final RecoverySummary summary = life.exchange().recovery();
        final long seq = summary.lastSeq();
        final long answered = history.seq();
        assertTrue(promisedSeq <= seq, () -> "promised seq " + promisedSeq + ", but restored only up to " + seq);
        assertTrue(
                seq <= answered + unanswered.size(),
                () -> "restored up to " + seq + ", but only " + unanswered.size() + " commands after seq " + answered
                        + " were sent");
        assertSnapshots(summary);
        if (seq > answered) {
            figures.unansweredKept += seq - answered;
            keep(unanswered.subList(0, (int) (seq - answered)));
        } else if (seq < answered) {
            figures.unforcedLost += answered - seq;
            history.rewindTo(seq);
        }
        assertEquals(history.timeNs(), life.recoveredTimeNs(), "the time of the last command");
        life.assertFollowersHeard(history);
        if (life.isAutomaticSnapshotDue(seq) && !takesAutomaticSnapshot()) {
            return;
        }
        try {
            assertSameState();
        } catch (RuntimeException e) {
            assertNotNull(life.fatal(), e::toString);
            check(List.of(), e);
            return;
        }
        checkBehindAnswers();
    }

    /**
     * Adds the unanswered commands that the journal has. A snapshot of the exchange's own has a stamp of the exchange,
     * which is usually earlier than the stamps of all producers.
     */
    private void keep(final List<Producers.Message> messages) {
        for (int i = 0; i < messages.size(); i++) {
            final Producers.Message message = messages.get(i);
            if (message == Producers.OWN_SNAPSHOT) {
                final boolean isLast = i == messages.size() - 1;
                final long nowNs = TimeUnit.MILLISECONDS.toNanos(START_MS) + clock.nanoTime(); // not rounded to a ms
                final long latestNs = Math.max(history.timeNs(), nowNs);
                final long stampNs = isLast ? life.recoveredTimeNs() : latestNs;
                assertTrue(stampNs <= latestNs, () -> "a snapshot with time " + stampNs + ", later than " + latestNs);
                history.add(Producers.snapshot(stampNs));
            } else {
                history.add(message);
            }
        }
    }

    /** Asserts that the visible state is that of the history. */
    private void assertSameState() {
        assertEquals(history.stateHash(), life.ask(new StateHashQuery()).hash(), "state hash");
        for (final String query : history.queriesOfAll()) {
            assertEquals(history.answer(query), life.answer((ScenarioLine.Ask) producers.meaning(query)));
        }
        final AuditReport audit = life.ask(new AuditQuery());
        assertTrue(audit.isBalanced(), () -> audit.violations().toString());
    }

    /**
     * Sends a query, with which the exchange takes an automatic snapshot that is due; returns false if the disk has
     * failed, and another life has begun.
     */
    private boolean takesAutomaticSnapshot() {
        final RuntimeException thrown = life.nudge();
        answers(List.of());
        if (thrown == null && !storage.faultHit()) {
            return true;
        }
        assertTrue(storage.faultHit(), () -> "the query failed without a fault of the disk: " + thrown);
        if (thrown != null) {
            assertStoppedByTheDisk(thrown);
        }
        figures.faults++;
        final boolean unanswered = life.isAutomaticSnapshotDue(history.seq());
        end(random.nextInt(3) == 0, unanswered ? List.of(Producers.OWN_SNAPSHOT) : List.of(), List.of());
        return false;
    }

    private void assertSnapshots(final RecoverySummary summary) {
        figures.tornTails += summary.notes().stream().anyMatch(note -> note.startsWith("TORN")) ? 1 : 0;
        figures.fromSnapshot += summary.snapshotSeq() > 0 ? 1 : 0;
        figures.steppedLives += life.isStepped() ? 1 : 0;
        final long passedOver = summary.notes().stream()
                .filter(note -> note.startsWith("snapshot"))
                .count();
        assertEquals(disk.damagedAfter(storage, summary.snapshotSeq()), passedOver, () -> summary.notes()
                .toString());
        assertTrue(!disk.isDamaged(storage, summary.snapshotSeq()), "the start used a damaged snapshot");
        figures.pastDamagedSnapshot += passedOver > 0 ? 1 : 0;
        assertEquals(0, disk.unfinishedSnapshots(storage), "unfinished snapshots that were not removed");
    }
}
