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
 * The ring of all commands: any number of producers claim, fill and publish slots, and stages process them. A full ring
 * is the back-pressure. All methods except those that wait are free of allocation and locks.
 *
 * <p>A slot is void from its claim on: claiming clears the command of the lap before, and nothing clears it earlier,
 * because the journal and listeners may still read it. So a claim that is handed over unfilled cannot carry out an old
 * command again.
 *
 * <p>Queries go first: while a query waits for room, no command takes a slot, so a query gets its turn however many
 * producers there are.
 *
 * <p>If a single producer is promised, the ring does not track single slots, and a {@link ProducerTurn} checks the
 * promise.
 */
public final class CommandRing {
    /** The value of {@link #tryClaim} when the ring is full. */
    public static final long FULL = -1;

    private static final int SPINS_BEFORE_PARKING = 200;
    private static final long PARK_NS = 20_000;

    private final RingBuffer<CommandSlot> ring;

    /**
     * The slots of the ring in an array, because a masked index is cheaper than the ring's own access, through
     * {@code Unsafe} and a cast.
     */
    private final CommandSlot[] slots;

    private final Wakeup wakeup;
    private final Lifecycle lifecycle;
    private final Clock clock;
    private final Scheduler scheduler;
    private final @Nullable ProducerTurn turn;
    private final AtomicInteger waitingQueries = new AtomicInteger();
    private final OpenClaims openClaims = new OpenClaims();

    /**
     * Suppliers of the threads that run polled followers now; each may return null. The list is complete before any
     * thread starts.
     */
    private final List<Supplier<@Nullable Thread>> pollers = new ArrayList<>();

    /** The largest claim tried so far. */
    private volatile int largestClaim = 1;

    /** Commands after this position are not carried out any more. */
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

    /** Frees slots once this sequence has passed them. */
    public void gate(final Sequence lastStage) {
        ring.addGatingSequences(lastStage);
    }

    /** The barrier that a stage at the front of the ring polls. */
    public SequenceBarrier barrier() {
        return ring.newBarrier();
    }

    /** The last slot that was claimed; with a single producer, the last published. */
    public long cursor() {
        return ring.getCursor();
    }

    /** Whether an unpublished slot has been claimed. Slots before it may be unpublished too. */
    public boolean isClaimed(final long sequence) {
        final ProducerTurn own = turn;
        return own == null ? ring.getCursor() >= sequence : own.isProducers();
    }

    /** The claims that threads hold through the fast doors. */
    public OpenClaims openClaims() {
        return openClaims;
    }

    public boolean isPublished(final long sequence) {
        return ring.isAvailable(sequence);
    }

    /**
     * Whether less than a quarter of the ring is free, or too little for another claim as large as the largest so far,
     * so that senders may have to wait. Any thread.
     */
    public boolean isShort() {
        return ring.remainingCapacity() < Math.max(size() / 4, largestClaim);
    }

    /**
     * Registers a thread that runs a follower: it must not wait for room, because the ring advances only after it.
     * Called before the ring is used.
     *
     * @param poller returns that thread; null while there is none. Called by any thread
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
     * @throws ExchangeClosedException if the exchange is not running
     * @throws IllegalStateException if the ring is full and the caller is a thread of the exchange, which would wait
     *     for itself; or if a single producer was promised and another one has an open claim
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
     * Claims slots; returns {@link #FULL} if there is no room, a query waits for room, or the exchange itself is about
     * to publish.
     */
    long tryClaim(final int slots) {
        if (!lifecycle.isRunning()) {
            throw lifecycle.refusal();
        }
        return waitingQueries.getOpaque() == 0 ? next(slots) : FULL;
    }

    /**
     * Claims a slot for a query, ahead of all commands that wait, and waits at most a given time.
     *
     * @return its sequence, or {@link #FULL}
     * @throws ExchangeClosedException if the exchange is not running
     * @throws IllegalStateException if the ring is full and the caller is a thread of the exchange, which would wait
     *     for itself
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

    /** Claims a slot for the exchange itself, also during closing; returns {@link #FULL} if there is no room. */
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
     * @return whether their commands will be carried out. If not, because the exchange was closed or failed meanwhile,
     *     the caller must inform their sender. A stage cannot wait for the answer: while it is not known yet, a stage
     *     receives false, and {@link #lastSequence} is unlimited
     */
    public boolean publish(final long first, final long last) {
        handOver(first, last);
        // If the exchange still runs after the fence, its end is claimed after these slots, so they are carried out.
        return lifecycle.isRunning() || isBeforeEnd(last);
    }

    /** Publishes slots whose outcome no sender awaits. */
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

    /** Whether a published position is carried out by a closing exchange. A stage cannot wait until that is known. */
    private boolean isBeforeEnd(final long sequence) {
        for (int tries = 0; lastSequence == Long.MAX_VALUE && !lifecycle.isHalted(); tries++) {
            if (lifecycle.threads().isOwn(ExchangeThreads.Role.STAGE)) {
                return false;
            }
            pause(tries);
        }
        return sequence <= lastSequence && !lifecycle.isHalted();
    }

    /**
     * Throws if the ring is full and the calling thread must not wait for it. If there is room, the claim only waits
     * until a query or the exchange itself has claimed first.
     */
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

    /** Waits a little, longer after more tries. */
    public void pause(final int tries) {
        if (tries < SPINS_BEFORE_PARKING) {
            Thread.onSpinWait();
        } else {
            scheduler.pause(PARK_NS);
        }
    }
}
