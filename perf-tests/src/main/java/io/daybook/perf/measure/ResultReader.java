package io.daybook.perf.measure;

import io.daybook.api.ResultView;

/** Reads a little of every result, as an application would at least, so that delivery is not for nothing. */
public final class ResultReader extends ResultCounter {
    private long lots;
    private long events;

    /** Lots that rested after each command, summed up. */
    public long lots() {
        return lots;
    }

    /** All events. */
    public long events() {
        return events;
    }

    @Override
    void take(final ResultView result) {
        lots += result.remaining();
        events += result.eventCount();
    }
}
