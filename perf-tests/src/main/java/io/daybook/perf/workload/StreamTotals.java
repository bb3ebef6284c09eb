package io.daybook.perf.workload;

import java.util.Locale;

/**
 * The totals of the commands of a stream, which a run must reach.
 *
 * @param gtc GTC orders placed
 * @param ioc IOC orders placed
 * @param fokBudget FOK_BUDGET orders placed
 * @param cancels orders cancelled
 * @param moves orders moved
 * @param reduces orders reduced
 * @param replaces orders replaced
 * @param tradingCommands commands that traded at least once
 * @param trades trades, one per maker and taker
 */
public record StreamTotals(
        long gtc,
        long ioc,
        long fokBudget,
        long cancels,
        long moves,
        long reduces,
        long replaces,
        long tradingCommands,
        long trades) {
    /** The number of commands. */
    public long commands() {
        return gtc + ioc + fokBudget + cancels + moves + reduces + replaces;
    }

    /** A number of commands in percent of all commands. */
    public double percent(final long some) {
        return 100.0 * some / commands();
    }

    /** The mix in one line. */
    public String describeMix() {
        return String.format(
                Locale.ROOT,
                "GTC %.2f%%, IOC %.2f, FOK_BUDGET %.3f, cancel %.2f, move %.2f, reduce %.2f, replace %.2f; %.2f%%"
                        + " trade",
                percent(gtc),
                percent(ioc),
                percent(fokBudget),
                percent(cancels),
                percent(moves),
                percent(reduces),
                percent(replaces),
                percent(tradingCommands));
    }
}
