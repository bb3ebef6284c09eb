package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.journaling.CommandJournal;
import io.daybook.core.scheduling.Stage;
import io.daybook.kernel.command.Numbering;

/**
 * Journals commands as they come, beside the engine, and releases their results. While the disk is busy the ring fills,
 * and more commands share the next force: group commit needs no other rule.
 *
 * <p>What the journal throws reaches the root of the thread before anything is released.
 */
public final class JournalStage implements Stage {
    private final CommandRing ring;
    private final Published published;
    private final CommandJournal journal;
    private final Sequence released = new Sequence();

    private long next = released.get() + 1;

    JournalStage(final CommandRing ring, final CommandJournal journal) {
        this.ring = ring;
        this.published = new Published(ring);
        this.journal = journal;
    }

    /** How far results may go. */
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
        journal.release();
        next = at;
        released.set(at - 1);
        return (int) (at - first);
    }

    /**
     * After a failure, when the thread of this stage has ended: releases results whose commands are forced, but were
     * not released because the journal failed behind that force (in the middle of a rotation).
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
