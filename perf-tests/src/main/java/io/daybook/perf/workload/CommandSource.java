package io.daybook.perf.workload;

/** Draws the commands of one symbol, one at a time, from a random source of its own. */
interface CommandSource {
    /** The next order of the prefill. */
    void nextPrefill(StreamRecorder out);

    /** The next timed command. */
    void next(StreamRecorder out);

    /** The book that its commands have made. */
    GeneratorBook book();
}
