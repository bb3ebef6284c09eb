package io.daybook.core.recovery;

import io.daybook.api.Attachment;
import io.daybook.api.Follower;
import io.daybook.api.RecoveryFailedException;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.host.Uninterrupted;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.Journal;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.kernel.command.CommandSlot;
import java.util.List;

/**
 * Followers in a recovery: each is restored when the recovery has reached the place where it continues, and receives
 * the results after it. A new follower is registered between these two steps. Used by the thread that recovers.
 */
final class FollowerRecovery implements JournalReplay.Observer {
    private static final int RESULTS_A_BATCH = 1024;

    private final List<Attachment> attachments;
    private final List<FollowerPlace> places;
    private final Journal journal;
    private final ExchangeEngine engine;
    private final SlotResultView view = new SlotResultView();

    private int undelivered;

    /**
     * Creates it for a journal that was opened with the followers.
     *
     * @param attachments in the order in which it was opened with them
     * @param engine that recovers, with the state of the snapshot from which it starts
     */
    FollowerRecovery(final List<Attachment> attachments, final Journal journal, final ExchangeEngine engine) {
        this.attachments = attachments;
        this.places = journal.followers();
        this.journal = journal;
        this.engine = engine;
    }

    /** Restores the followers that continue at the snapshot, before the first command. */
    void begin() {
        restoreAt(engine.seq());
    }

    @Override
    public void onApplied(final CommandSlot slot, final long seq, final long timeNs) {
        view.wrap(slot, seq, timeNs);
        for (int i = 0; i < places.size(); i++) {
            if (seq > places.get(i).afterSeq()) {
                deliver(attachments.get(i).follower(), seq);
            }
        }
        restoreAt(seq);
        undelivered++;
        if (undelivered >= RESULTS_A_BATCH) {
            endBatch(seq);
        }
    }

    /** Ends the last batch, after the last command. */
    void end() {
        endBatch(engine.seq());
    }

    private void restoreAt(final long seq) {
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).afterSeq() == seq) {
                restore(attachments.get(i).follower(), places.get(i));
            }
        }
    }

    private void restore(final Follower follower, final FollowerPlace place) {
        guard(
                follower,
                place.afterSeq(),
                () -> FollowerParts.read(place, part -> follower.restore(part, place.afterSeq(), engine.view())));
        if (place.isNew()) {
            journal.registerFollower(place.name(), place.afterSeq());
        }
    }

    private void deliver(final Follower follower, final long seq) {
        guard(follower, seq, () -> follower.onResult(view, true));
    }

    private void endBatch(final long seq) {
        if (undelivered > 0) {
            undelivered = 0;
            for (int i = 0; i < places.size(); i++) {
                final Follower follower = attachments.get(i).follower();
                if (seq > places.get(i).afterSeq()) {
                    guard(follower, seq, follower::onBatchEnd);
                }
            }
        }
    }

    private static void guard(final Follower follower, final long seq, final Runnable call) {
        try {
            call.run();
        } catch (JournalException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new RecoveryFailedException(
                    seq,
                    "follower " + follower.name() + " failed in the recovery, at seq " + seq + ": " + e
                            + ". Way out: fix the follower; start without it; or forget it, and it begins anew",
                    e);
        } finally {
            Uninterrupted.clear();
        }
    }
}
