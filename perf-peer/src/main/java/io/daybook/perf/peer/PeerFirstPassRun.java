package io.daybook.perf.peer;

import io.daybook.perf.measure.Machine;
import io.daybook.perf.run.FirstPass;
import io.daybook.perf.run.Workloads;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;

/** {@link FirstPass} of the peer's books; the argument is the name of a workload. */
public final class PeerFirstPassRun {

    private PeerFirstPassRun() {}

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final GeneratedWorkload workload = Workloads.generate(args[0]);
        Workloads.print(out, workload);
        new FirstPass(out, workload, "peer matching").measure(() -> new PeerBooksDriver(workload));
        System.exit(0);
    }
}
