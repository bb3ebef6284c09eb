package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.api.HopRecorder;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.journaling.CommandJournal;
import io.daybook.core.scheduling.Stage;
import io.daybook.host.Clock;
import io.daybook.kernel.command.Numbering;

/**
 * Journals commands as they come, in parallel with the engine, and releases their results. While the disk is busy the
 * ring fills, and more commands share the next force: group commit needs no other rule.
 *
 * <p>An exception of the journal ends the thread's loop before anything is released.
 */
public final class JournalStage implements Stage {
    private final CommandRing ring;
    private final Published published;
    private final CommandJournal journal;
    private final HopRecorder hops;
    private final long hopMask;
    private final Clock clock;
    private final Sequence released = new Sequence();

    private long next = released.get() + 1;

    /**
     * Creates the stage at the front of a ring.
     *
     * @param hops records the times of some commands, read from {@code clock}
     */
    JournalStage(final CommandRing ring, final CommandJournal journal, final HopRecorder hops, final Clock clock) {
        this.ring = ring;
        this.published = new Published(ring);
        this.journal = journal;
        this.hops = hops;
        this.hopMask = hops.mask();
        this.clock = clock;
    }

    /** How far results are released. */
    public Sequence released() {
        return released;
    }

    @Override
    public int doWork() {
        final long first = next;
        final long last = published.from(first);
        if (last < first) {
            journal.idle();
            return 0;
        }
        long at = first;
        while (at <= last && !journal.isDue()) {
            journal.take(ring.slot(at));
            at++;
        }
        final long before = journal.releasedSeq();
        journal.release();
        if (hopMask != HopRecorder.NO_SEQ) {
            released(before);
        }
        next = at;
        released.set(at - 1);
        return (int) (at - first);
    }

    /** Records one time for all commands that were released together. */
    private void released(final long before) {
        final long last = journal.releasedSeq();
        long seq = (before | hopMask) + 1;
        if (seq <= last) {
            final long ns = clock.nanoTime();
            while (seq <= last) {
                hops.onReleased(seq, ns);
                seq += hopMask + 1;
            }
        }
    }

    /**
     * Called after a failure, when the thread of this stage has ended: releases results whose commands are forced but
     * were not released, because the journal failed after that force (in the middle of a rotation).
     */
    void releaseForced() {
        long seq = journal.releasedSeq();
        long at = next;
        while (seq < journal.forcedSeq()) {
            if (Numbering.isCommand(ring.slot(at).type())) {
                seq++;
            }
            at++;
        }
        next = at;
        released.set(at - 1);
    }

    @Override
    public long maxParkNs() {
        return journal.maxIdleNs();
    }
}
