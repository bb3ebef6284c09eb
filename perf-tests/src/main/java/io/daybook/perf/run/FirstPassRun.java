package io.daybook.perf.run;

import io.daybook.api.OrderBookType;
import io.daybook.perf.drive.EngineDriver;
import io.daybook.perf.drive.MatchingDriver;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;

/**
 * {@link FirstPass} with Daybook's engine.
 *
 * <p>Arguments: the name of a workload, the kind of books, and {@code matching} for the books alone or {@code engine}
 * for hold, match and settle.
 */
public final class FirstPassRun {

    private FirstPassRun() {}

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final GeneratedWorkload workload = Workloads.generate(args[0]);
        Workloads.print(out, workload);
        final OrderBookType type = OrderBookType.valueOf(args[1]);
        final boolean matching = args[2].equals("matching");
        new FirstPass(out, workload, args[1] + ' ' + args[2])
                .measure(() -> matching ? new MatchingDriver(workload, type) : new EngineDriver(workload, type));
    }
}
