package io.daybook.core.pipeline;

import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.ExchangeListener;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.ResultCode;
import io.daybook.core.engine.QueryFailure;
import io.daybook.core.engine.SlotResultView;
import io.daybook.risk.command.CommandSlot;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners and futures what became of a command. It counts seq and time for itself. A listener that throws is told so and
 * stops nothing. Used by the thread that delivers.
 */
final class ResultDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(ResultDelivery.class);

    private final ExchangeListener[] listeners;
    private final SlotResultView view = new SlotResultView();

    private final Counters byCode = new Counters(ResultCode.values().length);
    private final Counters delivered = new Counters(1);

    private long seq;
    private long timeNs;

    ResultDelivery(final ExchangeListener[] listeners, final long recoveredSeq, final long recoveredTimeNs) {
        this.listeners = listeners.clone();
        this.seq = recoveredSeq;
        this.timeNs = recoveredTimeNs;
        delivered.set(0, seq);
    }

    /** The number of the last command that was delivered. Any thread. */
    long deliveredSeq() {
        return delivered.get(0);
    }

    /** How many commands were delivered. Any thread. */
    long carriedOut() {
        long sum = 0;
        for (int code = 0; code < ResultCode.values().length; code++) {
            sum += byCode.get(code);
        }
        return sum;
    }

    /** How many of them were refused, by code. Any thread. */
    Map<ResultCode, Long> refused() {
        final Map<ResultCode, Long> refused = new EnumMap<>(ResultCode.class);
        for (final ResultCode code : ResultCode.values()) {
            final long count = byCode.get(code.code());
            if (code != ResultCode.SUCCESS && count > 0) {
                refused.put(code, count);
            }
        }
        return refused;
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
        byCode.add(slot.resultCode(), 1);
        delivered.set(0, seq);
        timeNs = Math.max(timeNs, slot.timestampNs());
        view.wrap(slot, seq, timeNs);
        for (final ExchangeListener listener : listeners) {
            tell(listener);
        }
        final Object completion = slot.completion();
        if (completion != null) {
            complete(completion);
        }
    }

    private void tell(final ExchangeListener listener) {
        try {
            listener.onResult(view);
        } catch (RuntimeException e) {
            tellError(listener, e);
        }
    }

    private static void tellError(final ExchangeListener listener, final RuntimeException error) {
        try {
            listener.onListenerError(error);
        } catch (RuntimeException e) {
            LOG.error("a listener threw in onListenerError: {}", e.toString(), e);
        }
    }

    /** Tells listeners that everything has stopped; what they throw stops nobody from hearing of it. */
    static void tellFatal(final ExchangeListener[] listeners, final Throwable cause) {
        for (final ExchangeListener listener : listeners) {
            try {
                listener.onFatal(cause);
            } catch (RuntimeException e) {
                LOG.error("a listener threw in onFatal: {}", e.toString(), e);
            }
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
