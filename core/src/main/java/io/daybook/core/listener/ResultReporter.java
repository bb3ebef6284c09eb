package io.daybook.core.listener;

import io.daybook.api.EventView;
import io.daybook.api.ExchangeListener;
import io.daybook.engine.SlotResultView;
import io.daybook.kernel.command.CommandSlot;

/**
 * Reports the outcome of a command to listeners: {@link ExchangeListener#onResult}, then
 * {@link ExchangeListener#onTrade} of each of its trades. Live delivery and replays both use this class, so that a
 * listener receives the same from both. Used by one thread.
 */
public final class ResultReporter {
    /** Handles an exception of a listener. */
    @FunctionalInterface
    public interface OnError {
        /**
         * Called when a call threw.
         *
         * @param method of the listener that was called
         * @param seq of the command that was reported
         */
        void onError(ExchangeListener listener, String method, long seq, RuntimeException error);
    }

    private final SlotResultView view = new SlotResultView();
    private final OnError onError;

    /** Creates it without a command; see {@link #wrap}. */
    public ResultReporter(final OnError onError) {
        this.onError = onError;
    }

    /**
     * Moves on to another command.
     *
     * @return its view for listeners, valid until the next call
     */
    public SlotResultView wrap(final CommandSlot executed, final long seq, final long timeNs) {
        view.wrap(executed, seq, timeNs);
        return view;
    }

    /** Moves on to a command without events. */
    public void wrapBare(final CommandSlot executed, final long seq, final long timeNs) {
        view.wrapBare(executed, seq, timeNs);
    }

    /** Reports all of the command to one listener. */
    public void report(final ExchangeListener listener) {
        reportResult(listener);
        for (int i = 0; i < view.eventCount(); i++) {
            if (view.isTrade(i)) {
                report(listener, view.event(i));
            }
        }
    }

    /** Reports a command without events to one listener. */
    public void reportResult(final ExchangeListener listener) {
        try {
            listener.onResult(view);
        } catch (RuntimeException e) {
            onError.onError(listener, "onResult", view.seq(), e);
        }
    }

    private void report(final ExchangeListener listener, final EventView trade) {
        try {
            listener.onTrade(view, trade);
        } catch (RuntimeException e) {
            onError.onError(listener, "onTrade", view.seq(), e);
        }
    }
}
