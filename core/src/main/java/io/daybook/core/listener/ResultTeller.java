package io.daybook.core.listener;

import io.daybook.api.EventView;
import io.daybook.api.ExchangeListener;
import io.daybook.engine.SlotResultView;
import io.daybook.kernel.command.CommandSlot;

/**
 * Tells listeners what became of a command: {@link ExchangeListener#onResult}, then {@link ExchangeListener#onTrade} of
 * each of its trades. Live delivery and replays both tell by this class, so that a listener hears the same from both.
 * Used by one thread.
 */
public final class ResultTeller {
    /** Decides what becomes of an exception that a listener throws. */
    @FunctionalInterface
    public interface OnError {
        /**
         * A call threw.
         *
         * @param method of the listener that was called
         * @param seq of the command that it was told of
         */
        void onError(ExchangeListener listener, String method, long seq, RuntimeException error);
    }

    private final SlotResultView view = new SlotResultView();
    private final OnError onError;

    /** Without a command yet; see {@link #wrap}. */
    public ResultTeller(final OnError onError) {
        this.onError = onError;
    }

    /**
     * Moves on to another command.
     *
     * @return what listeners will see of it, valid until the next call
     */
    public SlotResultView wrap(final CommandSlot executed, final long seq, final long timeNs) {
        view.wrap(executed, seq, timeNs);
        return view;
    }

    /** {@link #wrap} of a command without events. */
    public void wrapBare(final CommandSlot executed, final long seq, final long timeNs) {
        view.wrapBare(executed, seq, timeNs);
    }

    /** Tells one listener all of the command. */
    public void tell(final ExchangeListener listener) {
        tellResult(listener);
        for (int i = 0; i < view.eventCount(); i++) {
            if (view.isTrade(i)) {
                tell(listener, view.event(i));
            }
        }
    }

    /** The same of a command without events. */
    public void tellResult(final ExchangeListener listener) {
        try {
            listener.onResult(view);
        } catch (RuntimeException e) {
            onError.onError(listener, "onResult", view.seq(), e);
        }
    }

    private void tell(final ExchangeListener listener, final EventView trade) {
        try {
            listener.onTrade(view, trade);
        } catch (RuntimeException e) {
            onError.onError(listener, "onTrade", view.seq(), e);
        }
    }
}
