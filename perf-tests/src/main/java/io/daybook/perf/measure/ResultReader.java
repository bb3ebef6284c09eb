package io.daybook.perf.measure;

import io.daybook.api.ResultView;

/** Reads a little of every result, as any application would, so that delivery cannot be optimised away. */
public final class ResultReader extends ResultCounter {
    private long lots;
    private long events;

    /** The sum of the lots that rested after each command. */
    public long lots() {
        return lots;
    }

    /** The number of all events. */
    public long events() {
        return events;
    }

    @Override
    void take(final ResultView result) {
        lots += result.remaining();
        events += result.eventCount();
    }
}
