package io.daybook.core.doors;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.dsl.ProducerType;
import io.daybook.api.ExchangeClosedException;
import io.daybook.core.scheduling.ExchangeThreads;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.core.scheduling.Wakeup;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.kernel.command.CommandSlot;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ring of all commands: any number of producers claim, fill and publish slots; stages follow. Back-pressure is the
 * ring being full. All methods but the waiting ones are free of allocation and locks.
 *
 * <p>A slot is void from its claim on: who claims clears the commands of a lap ago before anything is filled, and
 * nothing clears them earlier, because the journal and listeners still read. A claim that is handed over unfilled can
 * therefore carry nothing out again.
 *
 * <p>Commands give way to queries: while a query waits for room, no command takes any, so that a query gets its turn
 * however many producers push.
 *
 * <p>Where one producer is promised, the ring keeps no account of single slots, and the promise is watched by a
 * {@link ProducerTurn}.
 */
public final class CommandRing {
    /** What {@link #tryClaim} gives when the ring is full. */
    public static final long FULL = -1;

    private static final int SPINS_BEFORE_PARKING = 200;
    private static final long PARK_NS = 20_000;

    private final RingBuffer<CommandSlot> ring;

    /** The slots of the ring once more: a masked index instead of the ring's way through {@code Unsafe} and a cast. */
    private final CommandSlot[] slots;

    private final Wakeup wakeup;
    private final Lifecycle lifecycle;
    private final Clock clock;
    private final Scheduler scheduler;
    private final @Nullable ProducerTurn turn;
    private final AtomicInteger waitingQueries = new AtomicInteger();
    private final OpenClaims openClaims = new OpenClaims();

    /** Each gives the thread of another that runs a follower now, or null; complete before any thread is started. */
    private final List<Supplier<@Nullable Thread>> pollers = new ArrayList<>();

    /** The largest claim that anybody has tried. */
    private volatile int largestClaim = 1;

    /** Commands behind this position are not carried out any more. */
    private volatile long lastSequence = Long.MAX_VALUE;

    public CommandRing(
            final int size,
            final boolean singleProducer,
            final Wakeup wakeup,
            final Lifecycle lifecycle,
            final Clock clock,
            final Scheduler scheduler) {
        this.ring = RingBuffer.create(
                singleProducer ? ProducerType.SINGLE : ProducerType.MULTI, CommandSlot::new, size, new PollingWait());
        this.slots = new CommandSlot[size];
        Arrays.setAll(slots, ring::get);
        this.turn = singleProducer ? new ProducerTurn() : null;
        this.wakeup = wakeup;
        this.lifecycle = lifecycle;
        this.clock = clock;
        this.scheduler = scheduler;
    }

    public int size() {
        return ring.getBufferSize();
    }

    public CommandSlot slot(final long sequence) {
        return slots[(int) sequence & slots.length - 1];
    }

    /** Slots are free again once this sequence has passed them. */
    public void gate(final Sequence lastStage) {
        ring.addGatingSequences(lastStage);
    }

    /** What a stage polls that follows the producers. */
    public SequenceBarrier barrier() {
        return ring.newBarrier();
    }

    /** The last slot that was claimed; with a single producer, published. */
    public long cursor() {
        return ring.getCursor();
    }

    /** Whether a slot that is not published, with all before it published, is claimed. */
    public boolean isClaimed(final long sequence) {
        final ProducerTurn own = turn;
        return own == null ? ring.getCursor() >= sequence : own.isProducers();
    }

    /** Who has claimed what through the fast doors. */
    public OpenClaims openClaims() {
        return openClaims;
    }

    public boolean isPublished(final long sequence) {
        return ring.isAvailable(sequence);
    }

    /**
     * Whether less than a quarter of the ring is free, or too little for another claim as large as the largest so far:
     * senders may have to wait. Any thread.
     */
    public boolean isShort() {
        return ring.remainingCapacity() < Math.max(size() / 4, largestClaim);
    }

    /**
     * The ring goes on only behind a thread that runs a follower: it must not wait for room. Before the ring is used.
     *
     * @param poller gives that thread; null while there is none. Called by any thread
     */
    public void polledBy(final Supplier<@Nullable Thread> poller) {
        pollers.add(poller);
    }

    /** The last sequence that is carried out. */
    public long lastSequence() {
        return lastSequence;
    }

    /** Ends the ring at a claimed position that is not published yet. */
    public void endAt(final long sequence) {
        lastSequence = sequence;
    }

    /**
     * Claims slots, waiting while the ring is full. An interrupt does not end the wait, and stays set.
     *
     * @return the sequence of the last one
     * @throws ExchangeClosedException when the exchange is not running
     * @throws IllegalStateException when the ring is full and the caller is a thread of the exchange: it would wait for
     *     itself; or when a single producer was promised and this is another
     */
    public long claim(final int slots) {
        for (int tries = 0; ; tries++) {
            final long sequence = tryClaim(slots);
            if (sequence != FULL) {
                return sequence;
            }
            refuseToWaitForItself(slots);
            pause(tries);
        }
    }

    /**
     * Claims slots, or gives {@link #FULL}: there is no room, a query waits for some, or the exchange itself is about
     * to publish.
     */
    long tryClaim(final int slots) {
        if (!lifecycle.isRunning()) {
            throw lifecycle.refusal();
        }
        return waitingQueries.getOpaque() == 0 ? next(slots) : FULL;
    }

    /**
     * Claims a slot for a query, before all commands that wait, and waits no longer than a time.
     *
     * @return its sequence, or {@link #FULL}
     * @throws ExchangeClosedException when the exchange is not running
     * @throws IllegalStateException when the ring is full and the caller is a thread of the exchange: it would wait for
     *     itself
     */
    long claimForQuery(final long timeoutNs) {
        final long startNs = clock.nanoTime();
        final long atOnce = nextForQuery();
        if (atOnce != FULL) {
            return atOnce;
        }
        waitingQueries.incrementAndGet();
        try {
            for (int tries = 0; ; tries++) {
                final long sequence = nextForQuery();
                if (sequence != FULL || clock.nanoTime() - startNs >= timeoutNs) {
                    return sequence;
                }
                refuseToWaitForItself(1);
                pause(tries);
            }
        } finally {
            waitingQueries.decrementAndGet();
        }
    }

    private long nextForQuery() {
        if (!lifecycle.isRunning()) {
            throw lifecycle.refusal();
        }
        return next(1);
    }

    /** Whether a query waits for the next slot that is freed. Any thread. */
    public boolean hasWaitingQueries() {
        return waitingQueries.getOpaque() != 0;
    }

    /** Claims a slot for the exchange itself, also while closing, or gives {@link #FULL}. */
    public long tryClaimForExchange() {
        final ProducerTurn own = turn;
        return own == null || own.takeForExchange() ? nextInTurn(1) : FULL;
    }

    private long next(final int slots) {
        if (slots > largestClaim) {
            largestClaim = slots;
        }
        final ProducerTurn own = turn;
        return own == null || own.takeForProducer() ? nextInTurn(slots) : FULL;
    }

    private long nextInTurn(final int slots) {
        try {
            final long last = ring.tryNext(slots);
            for (long at = last - slots + 1; at <= last; at++) {
                slot(at).clearCommand();
            }
            return last;
        } catch (InsufficientCapacityException e) {
            endTurn();
            return FULL;
        }
    }

    private void endTurn() {
        final ProducerTurn own = turn;
        if (own != null) {
            own.end();
        }
    }

    /**
     * Publishes claimed slots and wakes the threads that sleep.
     *
     * @return whether they will be carried out. If not (the exchange was closed meanwhile, or has failed), the caller
     *     has to tell their sender. A thread of the exchange is told so too while that is not known yet:
     *     {@link #lastSequence} then has no end
     */
    public boolean publish(final long first, final long last) {
        handOver(first, last);
        // A thread that sees it running after the fence claimed before the end was claimed.
        return lifecycle.isRunning() || isBeforeEnd(last);
    }

    /** The same, for slots whose fate concerns no sender. */
    void handOver(final long first, final long last) {
        if (first == last) {
            ring.publish(first);
        } else {
            ring.publish(first, last);
        }
        endTurn();
        VarHandle.fullFence();
        wakeup.wakeAfterFence();
    }

    /**
     * Whether a published position is carried out by an exchange that is closing. A stage can't wait for that to be
     * known.
     */
    private boolean isBeforeEnd(final long sequence) {
        for (int tries = 0; lastSequence == Long.MAX_VALUE && !lifecycle.isHalted(); tries++) {
            if (lifecycle.threads().isOwn(ExchangeThreads.Role.STAGE)) {
                return false;
            }
            pause(tries);
        }
        return sequence <= lastSequence && !lifecycle.isHalted();
    }

    /** Where there is room, the first to come (a query, the exchange itself) takes some at once. */
    private void refuseToWaitForItself(final int slots) {
        final boolean mustNotWait = lifecycle.threads().isOwn(ExchangeThreads.Role.STAGE) || isPoller();
        if (mustNotWait && ring.remainingCapacity() < slots) {
            throw new IllegalStateException("the ring is full, and a thread of the exchange must not wait for it");
        }
    }

    private boolean isPoller() {
        for (int i = 0; i < pollers.size(); i++) {
            if (pollers.get(i).get() == Thread.currentThread()) {
                return true;
            }
        }
        return false;
    }

    /** Waits a little: the more tries there were, the longer. */
    public void pause(final int tries) {
        if (tries < SPINS_BEFORE_PARKING) {
            Thread.onSpinWait();
        } else {
            scheduler.pause(PARK_NS);
        }
    }
}
