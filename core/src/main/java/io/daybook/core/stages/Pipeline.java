package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.FollowerPoller;
import io.daybook.api.RetentionMark;
import io.daybook.api.ThreadRole;
import io.daybook.api.Topology;
import io.daybook.core.delivery.ResultDelivery;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.follower.AttachedFollower;
import io.daybook.core.journaling.CommandJournal;
import io.daybook.core.recovery.HeapNeed;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.core.scheduling.Idler;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.core.scheduling.Stage;
import io.daybook.core.scheduling.StageLoop;
import io.daybook.core.scheduling.Wakeup;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.engine.ExchangeEngine;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.Task;
import io.daybook.kernel.command.EventRing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stages of a ring and their threads, arranged by the configuration:
 *
 * <pre>
 *                   engine                                    (FUSED)
 *   producers ─► ─► risk ─► matching 0..m-1 ─► risk ─► ─► delivery   (PIPELINED)
 *                   journal
 * </pre>
 *
 * <p>Each stage reports how far it is by a sequence that the next one follows. Slots are free after delivery, or after
 * the slowest follower if there are any.
 */
public final class Pipeline {
    private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);
    private static final int ENGINE_BATCH = 64;
    private static final int ENGINE_BATCH_BESIDE_JOURNAL = 256;

    private final ExchangeConfig config;
    private final Clock clock;
    private final Scheduler scheduler;
    private final Lifecycle lifecycle;
    private final Consumer<Throwable> onFailure;
    private final Wakeup wakeup;
    private final CommandRing ring;
    private final StallWatch watch;
    private final ResultDelivery delivery;
    private final DeliveryStage deliveryStage;
    private final @Nullable RiskStage riskStage;
    private final @Nullable CommandJournal journal;
    private final @Nullable JournalStage journalStage;
    private final Sequence released;
    private final Sequence freed;
    private final List<FollowerStage> followers;
    private final List<Worker> workers = new ArrayList<>();
    private final Map<FollowerStage, Task> followerTasks = new LinkedHashMap<>();
    private final Map<FollowerStage, RingFollowerPoller> pollers = new LinkedHashMap<>();

    /** The stages of one thread, in order, and the task that calls them. */
    private record Worker(Task task, StageLoop loop, List<Stage> stages) {}

    /**
     * Creates stages and threads; none runs yet.
     *
     * @param recovered engine, events and journal, which this pipeline owns from now on
     * @param snapshots of the engine; null without a journal
     * @param onFailure receives the exception of a stage, on its thread
     */
    public Pipeline(
            final ExchangeConfig config,
            final RecoveredState recovered,
            final Lifecycle lifecycle,
            final ResultDelivery delivery,
            final @Nullable Snapshots snapshots,
            final Consumer<Throwable> onFailure) {
        this.config = config;
        this.clock = recovered.clock();
        this.scheduler = recovered.scheduler();
        this.lifecycle = lifecycle;
        this.onFailure = onFailure;
        this.delivery = delivery;
        final Map<ThreadRole, Integer> roles = config.threads();
        this.wakeup =
                new Wakeup(roles.values().stream().mapToInt(Integer::intValue).sum()
                        + recovered.followers().size());
        this.ring = HeapNeed.allocate(
                config,
                () -> new CommandRing(config.ringSize(), config.singleProducer(), wakeup, lifecycle, clock, scheduler));
        this.watch = new StallWatch(ring, clock, LOG::warn);

        final List<Stage> engineStages = new ArrayList<>();
        final List<Stage> journalStages = new ArrayList<>();
        final Sequence settled;
        if (config.topology().kind() == Topology.Kind.PIPELINED) {
            final RiskStage risk = addRiskAndMatching(recovered);
            engineStages.add(risk);
            this.riskStage = risk;
            settled = risk.settled();
        } else {
            final int batch = recovered.journal() == null ? ENGINE_BATCH : ENGINE_BATCH_BESIDE_JOURNAL;
            final EngineStage engine = new EngineStage(
                    ring, watch, recovered.engine(), recovered.events().get(0), batch, recovered.hops(), clock);
            engineStages.add(engine);
            this.riskStage = null;
            settled = engine.sequence();
        }

        if (snapshots == null) {
            this.journal = null;
            this.journalStage = null;
            this.released = settled;
        } else {
            this.journal = CommandJournal.behind(recovered, config, snapshots);
            this.journalStage = new JournalStage(ring, journal, recovered.hops(), clock);
            journalStages.add(journalStage);
            this.released = journalStage.released();
        }
        final List<Stage> deliveryStages = new ArrayList<>();
        if (snapshots == null || recovered.followers().isEmpty()) {
            this.deliveryStage = new DeliveryStage(ring, settled, released, delivery, new SlotFreeing());
            this.freed = deliveryStage.sequence();
            this.followers = List.of();
            deliveryStages.add(deliveryStage);
        } else {
            this.deliveryStage = new DeliveryStage(ring, settled, released, delivery, null);
            this.followers = newFollowers(recovered, snapshots);
            final FreeingStage freeing = new FreeingStage(
                    ring, deliveryStage, followers, recovered.events(), config.followerTimeoutMs(), clock);
            this.freed = freeing.sequence();
            deliveryStages.add(deliveryStage);
            deliveryStages.add(freeing);
        }
        ring.gate(freed);

        final boolean isDeliveryAlone = roles.containsKey(ThreadRole.DELIVERY);
        if (!isDeliveryAlone) {
            (journal == null ? engineStages : journalStages).addAll(deliveryStages);
        }
        addThread(riskStage == null ? "daybook-engine" : "daybook-risk", ThreadRole.ENGINE, engineStages);
        if (journal != null) {
            addThread("daybook-journal", ThreadRole.JOURNAL, journalStages);
        }
        if (isDeliveryAlone) {
            addThread("daybook-delivery", ThreadRole.DELIVERY, deliveryStages);
        }
        for (final FollowerStage follower : followers) {
            if (follower.isPolled()) {
                final RingFollowerPoller poller =
                        new RingFollowerPoller(follower, ring, lifecycle, wakeup, clock, scheduler);
                ring.polledBy(poller::thread);
                pollers.put(follower, poller);
            } else {
                addFollowerThread(follower);
            }
        }
    }

    private List<FollowerStage> newFollowers(final RecoveredState recovered, final Snapshots snapshots) {
        return AttachedFollower.all(
                        recovered.followers(),
                        recovered.engine()::newCursor,
                        snapshots,
                        onFailure::accept,
                        delivery::reportDetached)
                .stream()
                .map(follower -> new FollowerStage(ring, deliveryStage, follower))
                .toList();
    }

    private void addFollowerThread(final FollowerStage follower) {
        final Idler idler =
                new Idler(config.idleStrategy(ThreadRole.DELIVERY), wakeup, workers.size() + followerTasks.size());
        final StageLoop loop = new StageLoop(List.of(follower), idler, wakeup, lifecycle, onFailure);
        followerTasks.put(follower, scheduler.task("daybook-follower-" + follower.name(), loop));
    }

    private RiskStage addRiskAndMatching(final RecoveredState recovered) {
        final ExchangeEngine engine = recovered.engine();
        final List<Sequence> matched = new ArrayList<>();
        for (int shard = 0; shard < engine.shardCount(); shard++) {
            matched.add(new Sequence());
        }
        final RiskStage risk = new RiskStage(ring, watch, engine, matched, recovered.hops(), clock);
        for (int shard = 0; shard < engine.shardCount(); shard++) {
            final EventRing events = recovered.events().get(shard);
            final Stage matching = new MatchingStage(ring, risk.held(), matched.get(shard), engine, shard, events);
            addThread("daybook-matching-" + shard, ThreadRole.MATCHING, List.of(matching));
        }
        return risk;
    }

    private void addThread(final String name, final ThreadRole role, final List<Stage> stages) {
        final Idler idler = new Idler(config.idleStrategy(role), wakeup, workers.size());
        final StageLoop loop = new StageLoop(stages, idler, wakeup, lifecycle, onFailure);
        workers.add(new Worker(scheduler.task(name, loop), loop, stages));
    }

    /** Wakes every thread. Any thread may call it. */
    public void wake() {
        wakeup.wake();
        workers.forEach(worker -> worker.task.wake());
    }

    public void start() {
        workers.forEach(worker -> worker.task.start());
        followerTasks.values().forEach(Task::start);
    }

    /** The poller of a follower; null if no polled follower has that name. */
    public @Nullable FollowerPoller poller(final String name) {
        for (final Map.Entry<FollowerStage, RingFollowerPoller> entry : pollers.entrySet()) {
            if (entry.getKey().name().equals(name)) {
                return entry.getValue();
            }
        }
        return null;
    }

    /** Whether all attached followers have passed a sequence. */
    public boolean haveFollowersPassed(final long end) {
        return followers.stream().allMatch(follower -> follower.passed() >= end);
    }

    /** Detaches the followers that have not passed a sequence; returns how many. */
    public int detachFollowersBehind(final long end, final String why) {
        int behind = 0;
        for (final FollowerStage follower : followers) {
            if (follower.passed() < end) {
                follower.detach(new IllegalStateException("follower " + follower.name() + " " + why));
                behind++;
            }
        }
        return behind;
    }

    public CommandRing ring() {
        return ring;
    }

    /** The sequence up to which everything is delivered. */
    public long delivered() {
        return deliveryStage.sequence().get();
    }

    /** The journal, which belongs to its thread until the threads have ended. */
    @Nullable
    public CommandJournal journal() {
        return journal;
    }

    /**
     * Waits for all threads to end, after a halt.
     *
     * @return whether they have ended in time
     */
    public boolean join(final long deadlineNs) {
        boolean ended = true;
        for (final Worker worker : workers) {
            wakeup.wake();
            ended &= worker.task.join(deadlineNs);
        }
        endFollowers(deadlineNs);
        return ended;
    }

    /**
     * Ends the followers after a halt. One that does not return in time keeps its slots, which it may still read.
     * {@link #join} does not count it, because a follower writes no journal.
     */
    private void endFollowers(final long deadlineNs) {
        pollers.forEach((follower, poller) -> {
            if (poller.stop(deadlineNs)) {
                follower.end();
            }
        });
        followerTasks.forEach((follower, task) -> {
            if (task.join(deadlineNs)) {
                follower.end();
            }
        });
    }

    /** Whether another thread may call the delivery stage: its own has ended, and not because of this stage. */
    public boolean canDrain() {
        return intactStages().contains(deliveryStage);
    }

    /**
     * Called after a failure, when the threads have ended: delivers everything that the journal has released or forced.
     * The engine continues as far as delivery needs it. A stage that threw is not called again; one whose thread has
     * not ended is not touched.
     */
    public void drain() {
        final List<Stage> stages = intactStages();
        if (journalStage != null && hasEnded(journalStage)) {
            journalStage.releaseForced();
            stages.remove(journalStage);
        }
        final long last = released.get();
        boolean worked = true;
        while (worked && delivered() < last && stages.contains(deliveryStage)) {
            worked = false;
            for (final Stage stage : List.copyOf(stages)) {
                try {
                    worked |= stage.doWork() > 0;
                } catch (Throwable t) { // the other stages continue with what this stage left
                    lifecycle.fail(t);
                    stages.remove(stage);
                }
            }
        }
    }

    private List<Stage> intactStages() {
        final List<Stage> intact = new ArrayList<>();
        for (final Worker worker : workers) {
            for (int i = 0; !worker.task.isAlive() && i < worker.stages.size(); i++) {
                if (!worker.loop.isBroken(i)) {
                    intact.add(worker.stages.get(i));
                }
            }
        }
        return intact;
    }

    private boolean hasEnded(final Stage stage) {
        return workers.stream().anyMatch(worker -> worker.stages.contains(stage) && !worker.task.isAlive());
    }

    /**
     * The current metrics.
     *
     * @param marks the cost of each mark
     * @param followerMarks the cost of each follower
     * @param isOutOfRoom whether the journal has no room for more
     */
    public ExchangeMetrics metrics(
            final List<RetentionMark> marks, final List<RetentionMark> followerMarks, final boolean isOutOfRoom) {
        final long delivered = deliveryStage.sequence().get(); // before the claims, so that it is never ahead of them
        final long claimed = ring.cursor();
        return new ExchangeMetrics(
                claimed + 1,
                delivered + 1,
                delivery.carriedOut(),
                delivery.refused(),
                delivery.deliveredSeq(),
                riskStage == null ? 0 : riskStage.waits(),
                ring.size(),
                (int) Math.max(0, Math.min(ring.size(), claimed - freed.get())),
                journal == null ? 0 : journal.writtenSeq(),
                journal == null ? 0 : journal.forcedSeq(),
                journal == null ? 0 : journal.releasedSeq(),
                journal == null ? 0 : journal.forces(),
                journal == null ? 0 : journal.forceTimeNs(),
                isOutOfRoom,
                watch.stalledClaims(),
                delivery.listenerErrors(),
                marks,
                followerMarks,
                followers.stream().map(FollowerStage::metrics).toList());
    }
}
