package io.daybook.core.pipeline;

import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.ExchangeListener;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.ResultCode;
import io.daybook.api.SnapshotReport;
import io.daybook.core.engine.QueryFailure;
import io.daybook.core.engine.SlotResultView;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.risk.command.CommandSlot;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells listeners and futures what became of a command. It counts seq and time for itself. A listener that throws is told so and
 * stops nothing. Used by the thread that delivers.
 */
final class ResultDelivery {
    private static final int PERSIST_SNAPSHOT = CommandType.PERSIST_SNAPSHOT.code();

    private final ExchangeListener[] listeners;
    private final @Nullable Snapshots snapshots;
    private final SlotResultView view = new SlotResultView();

    private long seq;
    private long timeNs;

    /**
     * Delivery of what comes behind a recovered seq.
     *
     * @param snapshots takes over captured states; null without a journal
     */
    ResultDelivery(
            final ExchangeListener[] listeners,
            final @Nullable Snapshots snapshots,
            final long recoveredSeq,
            final long recoveredTimeNs) {
        this.listeners = listeners.clone();
        this.snapshots = snapshots;
        this.seq = recoveredSeq;
        this.timeNs = recoveredTimeNs;
    }

    /** The number of the last command that was delivered. */
    long seq() {
        return seq;
    }

    void deliver(final CommandSlot slot) {
        final int type = slot.type();
        if (type == CommandSlot.VOID) {
            return;
        }
        if (CommandType.isQuery(type)) {
            answer(slot);
            return;
        }
        seq++;
        timeNs = Math.max(timeNs, slot.timestampNs());
        view.wrap(slot, seq, timeNs);
        for (final ExchangeListener listener : listeners) {
            tell(listener);
        }
        final Object completion = slot.completion();
        if (completion != null) {
            complete(completion);
        }
        if (type == PERSIST_SNAPSHOT) {
            handOverSnapshot(slot);
        }
    }

    private void handOverSnapshot(final CommandSlot slot) {
        final CompletableFuture<SnapshotReport> snapshot = snapshots == null
                ? CompletableFuture.completedFuture(new SnapshotReport(seq, timeNs, 0, 0, 0, 0))
                : snapshots.onDelivered(slot, seq);
        if (slot.completion() instanceof SnapshotFuture future) {
            future.follow(snapshot);
        }
    }

    private void tell(final ExchangeListener listener) {
        try {
            listener.onResult(view);
        } catch (RuntimeException e) {
            listener.onListenerError(e);
        }
    }

    @SuppressWarnings("unchecked")
    private void complete(final Object completion) {
        ((CompletableFuture<CommandResult>) completion).complete(view.toResult());
    }

    @SuppressWarnings("unchecked")
    private static void answer(final CommandSlot slot) {
        final CompletableFuture<Object> future = (CompletableFuture<Object>) slot.completion();
        if (future == null) {
            return;
        }
        final Object report = slot.report();
        if (report instanceof QueryFailure failure) {
            future.completeExceptionally(failure.cause());
        } else if (report == null) {
            future.completeExceptionally(
                    new QueryRefusedException(ResultCode.of(slot.resultCode()), "the query has no answer"));
        } else {
            future.complete(report);
        }
    }
}
