package io.daybook.flow.itch;

import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedListener;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the events of one stock. The first message with the stock's name contains the stock's number. Used by one
 * thread.
 */
public final class OneStock implements RecordedListener {
    private final String wanted;
    private final IntFunction<RecordedListener> to;
    private int number;
    private @Nullable RecordedListener listener;

    /**
     * Creates a filter that has passed on no event.
     *
     * @param wanted the name of the stock, or the number of its locate
     * @param to creates the listener for the number of the stock, before its first event
     */
    public OneStock(final String wanted, final IntFunction<RecordedListener> to) {
        this.wanted = wanted;
        this.to = to;
        this.number = wanted.matches("\\d{1,5}") ? Integer.parseInt(wanted) : -1;
    }

    /** Returns whether the stock had an event. */
    public boolean hasEvents() {
        return listener != null;
    }

    @Override
    public void onEvent(final RecordedEvent event) {
        if (number < 0 && event.stock() != 0 && ItchText.of(event.stock()).equals(wanted)) {
            number = event.symbol();
        }
        if (event.symbol() == number) {
            final RecordedListener known = listener;
            final RecordedListener next = known == null ? to.apply(number) : known;
            listener = next;
            next.onEvent(event);
        }
    }
}
