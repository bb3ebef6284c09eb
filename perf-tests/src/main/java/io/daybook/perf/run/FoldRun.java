package io.daybook.perf.run;

import io.daybook.api.ResultView;
import io.daybook.feed.ChannelSink;
import io.daybook.feed.FeedFold;
import io.daybook.perf.drive.RecordedResults;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The fold of a feed alone, on one thread: results that lie in memory as bytes are decoded, and in turn with that
 * decoded and folded into the messages of one channel, which a sink counts. The difference is the fold.
 *
 * <p>Arguments: the name of a workload, and how many of its commands.
 */
public final class FoldRun {
    private final PrintStream out;
    private final RecordedResults results;
    private final Series decodeNs = new Series();
    private final Series foldNs = new Series();
    private final Series foldBytes = new Series();
    private long messages;
    private long sum;

    private FoldRun(final PrintStream out, final RecordedResults results) {
        this.out = out;
        this.results = results;
    }

    /** See the class. */
    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final GeneratedWorkload workload = Workloads.generate(args[0]);
        Workloads.print(out, workload);
        new FoldRun(out, new RecordedResults(workload, Integer.parseInt(args[1]))).measure();
    }

    private void measure() {
        final int warmups = PerfProperties.warmups(4);
        final int iterations = PerfProperties.iterations(9);
        FeedFold fold = newFold();
        for (int i = 1 - warmups; i <= iterations; i++) {
            System.gc();
            final long before = ThreadCosts.cpuNs();
            results.timed(result -> sum += result.seq());
            final double decoded = ThreadCosts.cpuNs() - before;
            fold = newFold();
            final FeedFold next = fold;
            final Consumer<ResultView> folding = result -> next.onResult(result, false);
            results.setup(folding);
            System.gc();
            messages = 0;
            final long allocatedBefore = ThreadCosts.allocatedBytes();
            final long beforeFold = ThreadCosts.cpuNs();
            results.timed(folding);
            final double folded = ThreadCosts.cpuNs() - beforeFold;
            final double allocated = ThreadCosts.allocatedBytes() - allocatedBefore;
            if (i > 0) {
                decodeNs.add(decoded / results.timedResults());
                foldNs.add((folded - decoded) / messages);
                foldBytes.add(allocated);
            }
        }
        final int orders = fold.channel(0).levels().orders();
        out.printf(
                Locale.ROOT,
                "decode     median %6.1f ns, best %6.1f ns a result; %,d results%n",
                decodeNs.median(),
                decodeNs.min(),
                results.timedResults());
        out.printf(
                Locale.ROOT,
                "fold       median %6.1f ns, best %6.1f ns, worst %6.1f ns of processor time a message; %,d messages;"
                        + " %,.0f bytes allocated in all%n",
                foldNs.median(),
                foldNs.min(),
                foldNs.max(),
                messages,
                foldBytes.median());
        out.printf(
                Locale.ROOT,
                "shadow     %,d orders, %,d bytes an order with levels; sum %d%n",
                orders,
                fold.channel(0).memoryBytes() / Math.max(orders, 1),
                sum);
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private FeedFold newFold() {
        return new FeedFold(1, new ChannelSink() {
            @Override
            public void onMessage(
                    final int channel,
                    final long number,
                    final byte[] bytes,
                    final int offset,
                    final int length,
                    final boolean replayed) {
                messages++;
                sum += bytes[offset + length - 1];
            }
        });
    }
}
