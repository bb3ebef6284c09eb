package io.daybook.perf.drive;

import io.daybook.perf.workload.CommandStream;

/** Runs streams of commands on the caller's thread. */
public interface StreamDriver {

    /**
     * Runs a stream.
     *
     * @return a sum over the results, so that nothing can be optimised away
     */
    long run(CommandStream stream);
}
