package io.daybook.perf.workload;

import java.util.function.Consumer;

/** Draws the commands of one symbol, one at a time, from a separate random source. */
interface CommandSource {
    /** Draws the next order of the prefill. */
    void nextPrefill(StreamRecorder out);

    /** Draws the next timed command. */
    void next(StreamRecorder out);

    /** The book that the drawn commands have made. */
    GeneratorBook book();

    /** Draws commands and records the trades that they make in the book. */
    default void countTrades(final StreamRecorder out, final Consumer<StreamRecorder> draw) {
        final long tradesBefore = book().trades();
        draw.accept(out);
        out.traded(book().trades() - tradesBefore);
    }
}
