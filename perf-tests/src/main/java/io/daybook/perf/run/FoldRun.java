package io.daybook.perf.run;

import io.daybook.api.ResultView;
import io.daybook.feed.ChannelSink;
import io.daybook.feed.FeedFold;
import io.daybook.perf.drive.RecordedFeed;
import io.daybook.perf.drive.RecordedResults;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Measures the fold of a feed alone, on one thread. Results that are in memory as bytes are decoded only, and in turn
 * decoded and folded into the messages of one channel, which a sink counts; the difference is the cost of the fold. A
 * second part adds a stream of levels; its extra time is reported per message of the first stream. A third part adds
 * the log, one line to a port of this machine without a reader, and both, as on the publisher's thread. Its batches are
 * as long as those of a publisher that lags.
 *
 * <p>Arguments: the name of a workload, and the number of its commands.
 */
public final class FoldRun {
    private final PrintStream out;
    private final RecordedResults results;
    private final Series decodeNs = new Series();
    private final Series foldNs = new Series();
    private final Series foldBytes = new Series();
    private final Series levelNs = new Series();
    private final Series logNs = new Series();
    private final Series lineNs = new Series();
    private final Series allNs = new Series();
    private long messages;
    private long levelMessages;
    private double foldedNs;
    private long sum;

    private FoldRun(final PrintStream out, final RecordedResults results) {
        this.out = out;
        this.results = results;
    }

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
        FeedFold fold = newFold(false);
        for (int i = 1 - warmups; i <= iterations; i++) {
            System.gc();
            final long before = ThreadCosts.cpuNs();
            results.timed(result -> sum += result.seq());
            final double decoded = ThreadCosts.cpuNs() - before;
            fold = newFold(false);
            final long allocatedBefore = fold(fold);
            final double folded = foldedNs;
            final double allocated = ThreadCosts.allocatedBytes() - allocatedBefore;
            fold(newFold(true));
            final double withLevels = foldedNs;
            final double withLog = foldTo(true, false);
            final double withLine = foldTo(false, true);
            final double withAll = foldTo(true, true);
            if (i > 0) {
                decodeNs.add(decoded / results.timedResults());
                foldNs.add((folded - decoded) / messages);
                foldBytes.add(allocated);
                levelNs.add((withLevels - folded) / messages);
                logNs.add((withLog - folded) / messages);
                lineNs.add((withLine - folded) / messages);
                allNs.add((withAll - decoded) / results.timedResults());
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
                "levels     median %6.1f ns, best %6.1f ns, worst %6.1f ns more a message; %,d messages of levels%n",
                levelNs.median(),
                levelNs.min(),
                levelNs.max(),
                levelMessages);
        print("log", logNs, "more a message");
        print("line", lineNs, "more a message");
        print("feed", allNs, "a command: fold, log and line");
        out.printf(
                Locale.ROOT,
                "shadow     %,d orders, %,d bytes for each order (levels included); sum %d%n",
                orders,
                fold.channel(0).memoryBytes() / Math.max(orders, 1),
                sum);
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private void print(final String name, final Series ns, final String of) {
        out.printf(
                Locale.ROOT,
                "%-10s median %6.1f ns, best %6.1f ns, worst %6.1f ns %s%n",
                name,
                ns.median(),
                ns.min(),
                ns.max(),
                of);
    }

    /** Folds everything as the publisher does; returns the processor time of the timed part. */
    private double foldTo(final boolean hasLog, final boolean hasLine) {
        final Path folder = LatencyFiles.newJournal();
        try (RecordedFeed feed = new RecordedFeed(folder, hasLog, hasLine)) {
            results.setup(feed);
            System.gc();
            final long before = ThreadCosts.cpuNs();
            results.timed(feed);
            feed.endBatch();
            return ThreadCosts.cpuNs() - before;
        } finally {
            Folders.delete(folder);
        }
    }

    /** Folds everything, and times the timed commands of the workload; returns the bytes allocated before them. */
    private long fold(final FeedFold fold) {
        final Consumer<ResultView> folding = result -> fold.onResult(result, false);
        results.setup(folding);
        System.gc();
        messages = 0;
        levelMessages = 0;
        final long allocatedBefore = ThreadCosts.allocatedBytes();
        final long before = ThreadCosts.cpuNs();
        results.timed(folding);
        foldedNs = ThreadCosts.cpuNs() - before;
        return allocatedBefore;
    }

    private FeedFold newFold(final boolean hasLevels) {
        final ChannelSink orders = new ChannelSink() {
            @Override
            public void onMessage(
                    final int channel,
                    final long number,
                    final byte[] bytes,
                    final int offset,
                    final int length,
                    final boolean replayed) {
                onMessages(channel, number, 1, bytes, offset, length, replayed);
            }

            @Override
            public void onMessages(
                    final int channel,
                    final long firstNumber,
                    final int count,
                    final byte[] bytes,
                    final int offset,
                    final int length,
                    final boolean replayed) {
                messages += count;
                sum += bytes[offset + length - 1];
            }
        };
        final ChannelSink levels = (channel, number, bytes, offset, length, replayed) -> {
            levelMessages++;
            sum += bytes[offset + length - 1];
        };
        return new FeedFold(1, orders, hasLevels ? levels : null);
    }
}
