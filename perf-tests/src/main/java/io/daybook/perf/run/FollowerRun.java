package io.daybook.perf.run;

import io.daybook.api.Attachment;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.IdleStrategy;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.perf.drive.AttachedFeed;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadShares;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cost of a follower. An exchange with a journal runs without and with a follower, in turn in one virtual
 * machine; the run prints both throughputs, their ratio pair by pair, and the processor time of each thread. The
 * follower does nothing, or is a feed with its log and one line to this machine.
 *
 * <p>Arguments: the name of a workload, and {@code feed} for a feed.
 */
public final class FollowerRun {
    private final PrintStream out;
    private final ThroughputRun throughput;
    private final boolean isFeed;
    private final Series without = new Series();
    private final Series with = new Series();
    private final Series ratios = new Series();
    private final ThreadShares sharesWithout = new ThreadShares();
    private final ThreadShares sharesWith = new ThreadShares();

    private FollowerRun(final PrintStream out, final GeneratedWorkload workload, final boolean isFeed) {
        this.out = out;
        this.isFeed = isFeed;
        this.throughput = new ThroughputRun(out, workload);
    }

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        final GeneratedWorkload workload =
                ThroughputRun.begin(out, args[0], RunOptions.exchange(IdleStrategy.YIELD, PerfProperties.output()));
        final boolean isFeed = args.length > 1 && args[1].equals("feed");
        final FollowerRun run = new FollowerRun(out, workload, isFeed);
        final int warmUps = PerfProperties.warmups(2);
        final int iterations = PerfProperties.iterations(9);
        for (int i = 1 - warmUps; i <= iterations; i++) {
            run.pair(i);
        }
        ThroughputRun.printResult(out, workload.name() + ", journal, no follower", run.without);
        final String follower = isFeed ? "a feed" : "one idle follower";
        ThroughputRun.printResult(out, workload.name() + ", journal, " + follower, run.with);
        out.printf(
                Locale.ROOT,
                "%nRATIO      with a follower relative to without: median %.3f, pair by pair %.3f to %.3f%n",
                run.ratios.median(),
                run.ratios.min(),
                run.ratios.max());
        run.sharesWithout.print(out, "no follower");
        run.sharesWith.print(out, follower);
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    /**
     * Runs one iteration with the follower and one without. Their order alternates from pair to pair, so that a drift
     * of the machine favours neither.
     */
    private void pair(final int number) {
        final boolean isFollowedFirst = number % 2 == 0;
        final Iteration first = iterate(number, isFollowedFirst);
        final Iteration second = iterate(number, !isFollowedFirst);
        if (number > 0) {
            final Iteration followed = isFollowedFirst ? first : second;
            final Iteration alone = isFollowedFirst ? second : first;
            with.add(followed.millionsPerSecond());
            without.add(alone.millionsPerSecond());
            ratios.add(followed.millionsPerSecond() / alone.millionsPerSecond());
            sharesWith.add(followed.threads(), followed.commands());
            sharesWithout.add(alone.threads(), alone.commands());
        }
    }

    private Iteration iterate(final int number, final boolean isFollowed) {
        final Path folder = LatencyFiles.newJournal();
        try {
            final ExchangeConfig config = RunOptions.exchange(IdleStrategy.YIELD, folder);
            final Iteration iteration = isFollowed ? followed(config, folder) : throughput.iterate(config);
            out.println(iteration.describe(ThroughputRun.label(number)) + (isFollowed ? ", followed" : ""));
            return iteration;
        } finally {
            Folders.delete(folder);
        }
    }

    private Iteration followed(final ExchangeConfig config, final Path folder) {
        if (!isFeed) {
            return throughput.iterate(config, List.of(new Attachment(new IdleFollower(), OnFailure.HALT)));
        }
        try (AttachedFeed feed = new AttachedFeed(folder)) {
            final Iteration iteration = throughput.iterate(config, List.of(feed.attachment()), feed::start);
            out.printf(Locale.ROOT, "%,d packets%n", feed.packets());
            return iteration;
        }
    }

    private static final class IdleFollower implements Follower {
        @Override
        public String name() {
            return "idle";
        }

        @Override
        public void restore(final @Nullable PartReader part, final long atSeq, final StateView state) {
            // this follower has no state
        }

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            // this follower ignores all results
        }

        @Override
        public FollowerPart capture() {
            return out -> {};
        }
    }
}
