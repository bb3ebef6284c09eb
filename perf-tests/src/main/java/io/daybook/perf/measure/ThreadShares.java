package io.daybook.perf.measure;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The processor time per command of each thread, over some iterations. Used by one thread. */
public final class ThreadShares {
    private static final String OTHERS = "virtual machine";

    private final Map<String, Series> byThread = new TreeMap<>();
    private final Series all = new Series();

    /** Adds an iteration. */
    public void add(final ThreadTimes times, final long commands) {
        times.byThread().forEach((name, ns) -> add(name, (double) ns / commands));
        add(OTHERS, (double) times.otherNs() / commands);
        all.add((double) times.processNs() / commands);
    }

    private void add(final String name, final double ns) {
        byThread.computeIfAbsent(name, unused -> new Series()).add(ns);
    }

    /** Prints the medians, the largest first, without those below 1 ns; there must be at least one iteration. */
    public void print(final PrintStream out, final String name) {
        final String shares = byThread.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<String, Series> one) ->
                                one.getValue().median())
                        .reversed())
                .filter(one -> one.getValue().median() >= 1)
                .map(one -> String.format(
                        Locale.ROOT, "%s %.0f", one.getKey(), one.getValue().median()))
                .collect(Collectors.joining(", "));
        out.printf(
                Locale.ROOT,
                "THREADS    %s: median %.0f ns of processor time a command, spinning of waiting threads included: %s%n",
                name,
                all.median(),
                shares);
    }
}
