package io.daybook.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.Attachment;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.OrderBookReport;
import io.daybook.api.Query;
import io.daybook.api.ResultView;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.SnapshotReport;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateHashReport;
import io.daybook.api.Topology;
import io.daybook.api.TotalsReport;
import io.daybook.api.UserReport;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.exchange.RingExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.it.FastWriters;
import io.daybook.journal.access.JournalOptions;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.scenario.ResultWriter;
import io.daybook.scenario.ScenarioLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** An exchange from its start to its end, on one disk; writes answers as result lines. */
final class Life implements ExchangeListener {
    private static final long SLACK_NS = 2_000_000;
    private static final long RETRY_NS = 1_100_000_000;

    /** The length of each pause of a follower that hangs. */
    private static final long LOOK_NS = 1_000_000;

    /** Less than a minute, because this class notes a snapshot a little after the exchange has requested it. */
    private static final long ALMOST_A_MINUTE_NS = TimeUnit.SECONDS.toNanos(59);

    private final ExchangeConfig config;
    private final SimulatedStorage storage;
    private final List<SimulatedFollower> followers;
    private final RecoveredState recovered;
    private final Exchange exchange;
    private final SteppedScheduler scheduler;
    private final SimulatedClock clock;
    private final boolean stepped;
    private final Deque<Heard> unforced = new ArrayDeque<>();
    private final CommandDoor door;
    private final List<CommandResult> heard = new ArrayList<>();
    private final List<byte[]> heardTags = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ResultWriter writer = new ResultWriter(bytes);
    private Throwable fatal;
    private String detached;
    private Throwable detachedFor;
    private int snapshots;
    private int snapshotNews;
    private int fullDisks;
    private long lastAutomaticSeq;
    private long lastAutomaticNs;

    /**
     * Recovers the exchange from the disk.
     *
     * @param scheduler runs the tasks of the exchange
     * @param clock the clock of the exchange
     * @param secret the secret with which ids are hashed
     * @param followers the followers of this process, not restored yet
     */
    Life(
            final ExchangeConfig config,
            final SimulatedStorage storage,
            final JournalOptions options,
            final SteppedScheduler scheduler,
            final SimulatedClock clock,
            final HashSecret secret,
            final List<SimulatedFollower> followers) {
        this.config = config;
        this.storage = storage;
        this.followers = List.copyOf(followers);
        final List<Attachment> attachments = followers.stream()
                .map(follower -> new Attachment(follower, follower.onFailure()))
                .toList();
        this.recovered = RecoveredState.recover(config, storage, options, secret, attachments);
        this.lastAutomaticSeq = recovered.summary().snapshotSeq();
        this.lastAutomaticNs = clock.nanoTime();
        this.scheduler = scheduler;
        this.clock = clock;
        this.stepped = config.topology().kind() != Topology.Kind.INLINE;
        this.exchange = stepped
                ? new RingExchange(config, recovered, this).start()
                : new InlineExchange(config, recovered, this);
        this.door = exchange.newDoor();
    }

    @Override
    public void onResult(final ResultView result) {
        heard.add(result.toResult());
        unforced.add(new Heard(result.seq(), clock.nanoTime()));
        final byte[] tag = new byte[result.tagLength()];
        result.copyTag(tag, 0);
        heardTags.add(tag);
    }

    /** A result, and the time at which it was received. */
    private record Heard(long seq, long atNs) {}

    /**
     * Whether all results that are older than the force interval are forced. A stage may force a little later; without
     * stages, only the next command causes a force.
     */
    boolean isForcedInTime() {
        final long forced = forcedSeq();
        long lastNs = stepped ? clock.nanoTime() - SLACK_NS : Long.MIN_VALUE;
        if (!stepped && !unforced.isEmpty()) {
            lastNs = unforced.getLast().atNs - 1;
        }
        while (!unforced.isEmpty() && unforced.getFirst().seq <= forced) {
            unforced.removeFirst();
        }
        return unforced.isEmpty()
                || lastNs - unforced.getFirst().atNs < TimeUnit.MILLISECONDS.toNanos(config.forceIntervalMs());
    }

    /** Lets time pass, while no producer sends anything. */
    void passTime(final long duration, final TimeUnit unit) {
        forget();
        scheduler.passTime(unit.toNanos(duration));
    }

    /** Whether the disk had no room for the next segment. */
    boolean isShortOfSpace() {
        return recovered.journal().writer().isShortOfSpace();
    }

    /**
     * If the filler of segments found the disk full, so that commands would be refused: gives the disk room, and waits
     * until the filler has tried again.
     */
    void awaitRoom() {
        if (isShortOfSpace() && fatal == null) {
            storage.failNoMore();
            fullDisks++;
            scheduler.passTime(RETRY_NS);
            assertTrue(fatal != null || !isShortOfSpace(), "the filler must try the disk again after a second");
        }
    }

    /** The number of times that {@link #awaitRoom} has waited. */
    int fullDisks() {
        return fullDisks;
    }

    /** Claims a slot and never publishes it, like a producer that hangs. */
    void claimAndHang() {
        final CommandBatch unpublished = door.batch(1);
        assertNotNull(unpublished);
    }

    /** Ends the process. */
    void kill() {
        scheduler.kill();
    }

    /** Runs all tasks until a condition holds, or the exchange has ended. */
    private void runUntil(final BooleanSupplier hasCome) {
        scheduler.wakeAll();
        scheduler.step(0);
        while (!hasCome.getAsBoolean() && !hasEnded()) {
            scheduler.step(TimeUnit.SECONDS.toNanos(1));
        }
        runToTheEnd();
    }

    /** Runs a failed exchange until it has ended, before the test checks it. */
    private void runToTheEnd() {
        while (stepped && exchange.state() == ExchangeState.FAILED && !hasEnded()) {
            scheduler.step(TimeUnit.SECONDS.toNanos(1));
        }
    }

    private boolean hasEnded() {
        try {
            return exchange.state() != ExchangeState.RUNNING && exchange.awaitClosed(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void forget() {
        heard.clear();
        heardTags.clear();
    }

    @Override
    public void onSnapshot(final SnapshotReport snapshot) {
        snapshots++;
        snapshotNews++;
    }

    @Override
    public void onSnapshotFailed(final SnapshotFailedException failure) {
        snapshotNews++;
    }

    @Override
    public void onFatal(final Throwable cause) {
        fatal = cause;
    }

    @Override
    public void onDetached(final String name, final Throwable cause) {
        detached = name;
        detachedFor = cause;
    }

    Exchange exchange() {
        return exchange;
    }

    /** Whether commands go through the stages of a ring, and can share a frame. */
    boolean isStepped() {
        return stepped;
    }

    /** The number of completed snapshots. */
    int snapshots() {
        return snapshots;
    }

    /** Whether a snapshot was completed, or has failed, since the last call. */
    boolean hasSnapshotNews() {
        final boolean news = snapshotNews > 0;
        snapshotNews = 0;
        return news;
    }

    /** Whether the exchange must request a snapshot by itself after this command. */
    boolean isAutomaticSnapshotDue(final long seq) {
        final long every = config.snapshots().everyCommands();
        return every > 0 && seq - lastAutomaticSeq >= every
                || isTimed() && seq > lastAutomaticSeq && clock.nanoTime() - lastAutomaticNs >= ALMOST_A_MINUTE_NS;
    }

    /** The seq of the last automatic snapshot, or of the snapshot from which this life started. */
    long lastAutomaticSeq() {
        return lastAutomaticSeq;
    }

    /** Whether the exchange requests snapshots by the clock. */
    boolean isTimed() {
        return config.snapshots().everyMinutes() > 0;
    }

    /** Notes that the command with this seq was an automatic snapshot. */
    void onAutomaticSnapshot(final long seq) {
        lastAutomaticSeq = seq;
        lastAutomaticNs = clock.nanoTime();
    }

    /** Asserts that all attached followers have received the whole history, up to this life's last command. */
    void assertFollowersHeard(final History history) {
        followers.stream()
                .filter(follower -> !follower.name().equals(detached))
                .forEach(follower -> follower.assertHeard(history));
    }

    /**
     * Publishes more than half a ring of commands, at the first of which a follower hangs.
     *
     * @param mostNs the time after which the follower goes on by itself, unless the exchange has given it up
     * @return the time for which the follower has hung, in ns
     */
    long publishBehindOneThatHangs(final List<Producers.Message> messages, final long mostNs) {
        forget();
        final SimulatedFollower follower = followers.get(0);
        final long[] hungNs = new long[1];
        follower.hangAtNext(() -> {
            final long startNs = clock.nanoTime();
            while (fatal == null && detached == null && hungNs[0] < mostNs) {
                scheduler.pause(LOOK_NS);
                hungNs[0] = clock.nanoTime() - startNs;
            }
        });
        publish(messages);
        runUntil(() -> heard.size() >= messages.size() && !follower.isToHang());
        return hungNs[0];
    }

    /** The follower that the exchange has detached, or null. */
    String detached() {
        return detached;
    }

    /** The reason why the follower was detached, or null. */
    Throwable detachedFor() {
        return detachedFor;
    }

    /** Fills the ring with commands of another producer. */
    void fillRing() {
        final CommandDoor other = exchange.newDoor();
        for (CancelOrderWriter cancel = other.tryCancel(); cancel != null; cancel = other.tryCancel()) {
            cancel.uid(1).symbol(1).orderId(1).publish();
        }
    }

    /** Sends a query for which the ring has no room; returns the time that the query waited, in ns. */
    long waitForRoomInVain() {
        final long startNs = clock.nanoTime();
        final CompletableFuture<StateHashReport> future = exchange.query(new StateHashQuery());
        final long waitedNs = clock.nanoTime() - startNs;
        assertTrue(future.isCompletedExceptionally(), "a query without room in the ring must fail");
        return waitedNs;
    }

    /** The time of the last command that was recovered. */
    long recoveredTimeNs() {
        return recovered.engine().timeNs();
    }

    /** The reason why the exchange stopped, or null. */
    Throwable fatal() {
        return fatal;
    }

    /** The seq of the last command that no power cut can take away. */
    long forcedSeq() {
        return recovered.journal().writer().durableSeq();
    }

    /** The seq of the last command that a power cut must not take away, according to the acknowledgement mode. */
    long promisedSeq(final long answeredSeq) {
        if (config.ackMode() == AckMode.AFTER_FORCE) {
            assertTrue(answeredSeq <= forcedSeq(), "a command was answered before it was forced");
            return answeredSeq;
        }
        return forcedSeq();
    }

    /** Sends a command through the safe door; returns the exception that has stopped the exchange, or null. */
    RuntimeException submit(final Producers.Message message) {
        forget();
        awaitRoom();
        final ScenarioLine.Send send = (ScenarioLine.Send) message.meaning();
        try {
            final CompletableFuture<CommandResult> future =
                    exchange.submit(send.command(), send.cookie(), message.timestampNs(), message.tag());
            runUntil(future::isDone);
            final CommandResult result = future.join();
            assertEquals(heard.get(0), result, "the future and the listener got different results");
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Sends a query, which changes nothing; returns the exception that has stopped the exchange, or null. */
    RuntimeException nudge() {
        forget();
        try {
            ask(new StateHashQuery());
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** The answer to a query. */
    <R> R ask(final Query<R> query) {
        forget();
        final CompletableFuture<R> future = exchange.query(query);
        runUntil(future::isDone);
        return future.join();
    }

    /** Whether the fast door has a writer for a command, and would not give the command a timestamp of the clock. */
    static boolean isForDoor(final Producers.Message message) {
        if (!message.isCommand() || message.timestampNs() == 0) {
            return false;
        }
        return FastWriters.isFast(message.command());
    }

    /**
     * Sends commands through the fast door: together, or with stages in two halves, with some steps in between.
     *
     * @param steps the number of steps after the commands, as if the process ended then; negative to await all results
     */
    RuntimeException publish(final List<Producers.Message> messages, final int steps) {
        forget();
        try {
            if (!stepped) {
                publish(messages);
            } else {
                final int half = messages.size() / 2;
                publish(messages.subList(0, half));
                step(half);
                publish(messages.subList(half, messages.size()));
                if (steps < 0) {
                    runUntil(() -> heard.size() >= messages.size());
                } else {
                    step(steps);
                }
            }
            return fatal == null ? null : new IllegalStateException("the exchange has stopped", fatal);
        } catch (RuntimeException e) {
            return e;
        }
    }

    private void step(final int steps) {
        scheduler.wakeAll();
        for (int i = 0; i < steps && !hasEnded(); i++) {
            scheduler.step(TimeUnit.MILLISECONDS.toNanos(1));
        }
        runToTheEnd();
    }

    private void publish(final List<Producers.Message> messages) {
        awaitRoom();
        if (!messages.isEmpty()) {
            final CommandBatch batch = door.batch(messages.size());
            final FastWriters writers = FastWriters.of(batch);
            for (final Producers.Message message : messages) {
                writers.send(
                        message.command(),
                        ((ScenarioLine.Send) message.meaning()).cookie(),
                        message.timestampNs(),
                        message.tag());
            }
            batch.publish();
        }
    }

    /** The results since commands were last sent. */
    List<CommandResult> heard() {
        return heard;
    }

    /** The tags of the results of {@link #heard}. */
    List<byte[]> heardTags() {
        return heardTags;
    }

    /** A result as a line. */
    String line(final CommandResult result) {
        return written(() -> writer.result(result));
    }

    /** The answer to a query, as a line. */
    String answer(final ScenarioLine.Ask ask) {
        final Query<?> query = ask.query();
        final Object report = ask(query);
        return written(() -> {
            if (report instanceof UserReport user) {
                writer.userReport(user, ask.cookie());
            } else if (report instanceof OrderBookReport book) {
                writer.book(book, ask.cookie());
            } else if (report instanceof TotalsReport totals) {
                writer.totals(totals, ask.cookie());
            } else if (report instanceof StateHashReport hash) {
                writer.stateHash(hash, ask.cookie());
            } else {
                throw new AssertionError("no result line for the answer " + report);
            }
        });
    }

    /** Writes a line. */
    private interface Line {
        void write() throws IOException;
    }

    private String written(final Line line) {
        bytes.reset();
        try {
            line.write();
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }
}
