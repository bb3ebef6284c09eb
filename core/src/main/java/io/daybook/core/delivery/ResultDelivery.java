package io.daybook.core.delivery;

import io.daybook.api.BookChangeView;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderBookReport;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.ResultCode;
import io.daybook.api.SnapshotReport;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.core.listener.ListenerErrors;
import io.daybook.core.listener.Listeners;
import io.daybook.core.listener.ResultReporter;
import io.daybook.core.scheduling.Counters;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.engine.QueryFailure;
import io.daybook.engine.SlotResultView;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.CommandTraits;
import io.daybook.kernel.command.Numbering;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reports the outcome of each command to listeners and futures. A listener that throws stops nothing; see
 * {@link ListenerErrors}. Used by the thread that delivers.
 */
public final class ResultDelivery {
    private static final int PERSIST_SNAPSHOT = CommandType.PERSIST_SNAPSHOT.code();

    private static final int SUCCESS = ResultCode.SUCCESS.code();

    private final Listeners listeners;
    private final @Nullable Snapshots snapshots;
    private final ListenerErrors errors;
    private final ResultReporter reporter;
    private final BookStreams streams = new BookStreams();

    private final Counters byCode = new Counters(ResultCode.CODE_LIMIT);
    private final Counters delivered = new Counters(1);

    private final Numbering numbering;

    /** The seq of the last command that {@link #endBatch} has counted. */
    private long countedSeq;

    /** Commands refused since the last {@link #endBatch}. */
    private long refusals;

    /**
     * Creates the delivery for everything after a recovered state.
     *
     * @param errors records the exceptions of listeners
     * @param snapshots takes over captured states; null without a journal
     * @param numbering used by delivery alone; it stands at the last recovered command
     */
    public ResultDelivery(
            final Listeners listeners,
            final ListenerErrors errors,
            final @Nullable Snapshots snapshots,
            final Numbering numbering) {
        this.listeners = listeners;
        this.errors = errors;
        this.reporter = new ResultReporter(errors);
        this.snapshots = snapshots;
        this.numbering = numbering;
        this.countedSeq = numbering.seq();
        delivered.set(0, countedSeq);
    }

    /** The number of the last command that was delivered. Any thread. */
    public long deliveredSeq() {
        return delivered.get(0);
    }

    /** Reports that a follower was detached. Any thread. */
    public void reportDetached(final String follower, final Throwable cause) {
        for (final ExchangeListener listener : listeners.current()) {
            try {
                listener.onDetached(follower, cause);
            } catch (RuntimeException e) {
                errors.onError(listener, "onDetached", 0, e);
            }
        }
    }

    /** How many commands were delivered. Any thread. */
    public long carriedOut() {
        long sum = 0;
        for (int code = 0; code < ResultCode.CODE_LIMIT; code++) {
            sum += byCode.get(code);
        }
        return sum;
    }

    /** How many calls of listeners threw. Any thread. */
    public long listenerErrors() {
        return errors.count();
    }

    /** How many commands were refused, by code. Any thread. */
    public Map<ResultCode, Long> refused() {
        final Map<ResultCode, Long> refused = new EnumMap<>(ResultCode.class);
        for (final ResultCode code : ResultCode.values()) {
            final long count = byCode.get(code.code());
            if (code != ResultCode.SUCCESS && count > 0) {
                refused.put(code, count);
            }
        }
        return refused;
    }

    /** Delivers a command or answers a query that is alone in its batch. */
    public void deliver(final CommandSlot slot) {
        try {
            if (!deliverBare(slot)) {
                deliverNext(slot);
            }
        } finally {
            endBatch();
        }
    }

    /**
     * Delivers a command on orders whose outcome consists of numbers only, as most outcomes do. It saves 30
     * instructions per result (docs/performance.md).
     *
     * @return whether it was delivered and its slot is free; if not, nothing has changed, and {@link #deliverNext} must
     *     deliver it
     */
    public boolean deliverBare(final CommandSlot slot) {
        if (!CommandTraits.trades(slot.type()) || !slot.hasNumbersOnly()) {
            return false;
        }
        numbering.next(slot.timestampNs());
        count(slot);
        reporter.wrapBare(slot, numbering.seq(), numbering.timeNs());
        final ExchangeListener[] current = listeners.current();
        if (current.length == 1) { // nearly always; C2 inlines this call, but not one in a loop
            reporter.reportResult(current[0]);
        } else {
            for (final ExchangeListener listener : current) {
                reporter.reportResult(listener);
            }
        }
        return true;
    }

    private void count(final CommandSlot slot) {
        if (!slot.isSuccess()) {
            refusals++;
            byCode.add(slot.resultCode(), 1);
        }
    }

    /**
     * Delivers a command or answers a query of a batch. The counters may lag until {@link #endBatch}, but are exact for
     * a caller whose future this completes.
     */
    public void deliverNext(final CommandSlot slot) {
        if (!numbering.take(slot)) {
            if (slot.type() != CommandSlot.VOID) {
                endBatch();
                answer(slot);
            }
            return;
        }
        final long seq = numbering.seq();
        final long timeNs = numbering.timeNs();
        count(slot);
        final SlotResultView view = reporter.wrap(slot, seq, timeNs);
        streams.onCommand(slot);
        final ExchangeListener[] current = listeners.current();
        if (current.length == 1) { // C2 inlines this call, but not one in a loop
            reporter.report(current[0]);
        } else {
            for (final ExchangeListener listener : current) {
                reporter.report(listener);
            }
        }
        if (slot.eventCount() > view.eventCount()) {
            final BookChangeView change = streams.changes(slot, seq, timeNs);
            for (final ExchangeListener listener : streams.subscribers(slot.symbol(), current)) {
                report(listener, change);
            }
        }
        final Object completion = slot.completion();
        if (completion != null) {
            endBatch();
            complete(completion, view);
        }
        if (slot.type() == PERSIST_SNAPSHOT) {
            handOverSnapshot(slot);
        }
    }

    /** Brings the counters up to the last command that was delivered; called before its slot is free. */
    public void endBatch() {
        final long seq = numbering.seq();
        if (seq > countedSeq) {
            byCode.add(SUCCESS, seq - countedSeq - refusals);
            countedSeq = seq;
            refusals = 0;
        }
        delivered.set(0, seq);
    }

    private void handOverSnapshot(final CommandSlot slot) {
        final CompletableFuture<SnapshotReport> snapshot = snapshots == null
                ? CompletableFuture.completedFuture(new SnapshotReport(numbering.seq(), numbering.timeNs(), 0, 0, 0, 0))
                : snapshots.onDelivered(slot, numbering.seq());
        if (slot.completion() instanceof SnapshotFuture future) {
            future.follow(snapshot);
        }
    }

    private void report(final ExchangeListener listener, final BookChangeView change) {
        try {
            listener.onBookChange(change);
        } catch (RuntimeException e) {
            errors.onError(listener, "onBookChange", change.seq(), e);
        }
    }

    private void report(final ExchangeListener listener, final OrderBookReport snapshot) {
        try {
            listener.onBookSnapshot(snapshot);
        } catch (RuntimeException e) {
            errors.onError(listener, "onBookSnapshot", snapshot.seq(), e);
        }
    }

    /**
     * Reports the end to all listeners, even if one of them throws.
     *
     * @param cause why the exchange failed; null if it was closed in order
     */
    public void reportEnd(final @Nullable Throwable cause) {
        for (final ExchangeListener listener : listeners.end()) {
            try {
                if (cause == null) {
                    listener.onClosed();
                } else {
                    listener.onFatal(cause);
                }
            } catch (Throwable e) { // the exchange has ended: no exception can stop anything more
                errors.note(listener, cause == null ? "onClosed" : "onFatal", 0, e);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static void complete(final Object completion, final SlotResultView view) {
        ((CompletableFuture<CommandResult>) completion).complete(view.toResult());
    }

    @SuppressWarnings("unchecked")
    private void answer(final CommandSlot slot) {
        final OrderBookReport snapshot = streams.onQuery(slot, listeners.current());
        if (snapshot != null && slot.payload() instanceof SubscribeBookQuery subscribe) {
            report(subscribe.listener(), snapshot);
        }
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
