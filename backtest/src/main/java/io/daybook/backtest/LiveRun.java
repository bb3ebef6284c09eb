package io.daybook.backtest;

import io.daybook.flow.CsvRow;
import io.daybook.flow.CsvRows;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.TraderConfig;
import io.daybook.trading.live.RunEvent;
import io.daybook.wire.OrderNumbers;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The record of a live run, which {@link io.daybook.trading.live.LiveTrader} has written: what the trader received and
 * sent, and when. Immutable once read.
 */
public final class LiveRun {
    private static final int COLUMNS = 3;

    private final Map<String, List<String>> settings = new TreeMap<>();

    /** Times of groups of the feed, by seq. */
    private final TreeMap<Long, Long> groups = new TreeMap<>();

    /** Times at which books became stale. */
    private final TreeSet<Long> stale = new TreeSet<>();

    /** Times of requests, by number. */
    private final Map<Long, Long> requests = new TreeMap<>();

    /** Times of answers, fills and losses of lots, in their sequence. */
    private final List<Long> answers = new ArrayList<>();

    private final List<Moment> moments = new ArrayList<>();

    /** A moment at which the trader's thread did something without a message. */
    record Moment(RunEvent event, long ns, long value) {}

    private LiveRun() {}

    /**
     * Reads a record.
     *
     * @param lines the record; the caller closes it
     * @param name the name of the record, for errors
     * @throws IOException if a line is wrong, or has an event that cannot be replayed; the message names file and line
     */
    public static LiveRun read(final BufferedReader lines, final String name) throws IOException {
        final LiveRun run = new LiveRun();
        final CsvRows rows = new CsvRows(lines, name);
        for (CsvRow row = rows.next(); row != null; row = rows.next()) {
            row.requireColumns(COLUMNS);
            run.add(row);
        }
        if (run.moments.isEmpty()) {
            throw new IOException(name + ": the trader of this record never began to trade");
        }
        return run;
    }

    private void add(final CsvRow row) throws IOException {
        final RunEvent event = Arrays.stream(RunEvent.values())
                .filter(one -> one.name().equals(row.text(0)))
                .findFirst()
                .orElseThrow(() -> row.error(0, "event", "one of " + Arrays.toString(RunEvent.values())));
        if (event == RunEvent.SETTING) {
            final String[] pair = row.text(2).split("=", 2);
            settings.computeIfAbsent(pair[0], fresh -> new ArrayList<>()).add(pair.length == 1 ? "" : pair[1]);
            return;
        }
        final long ns = row.integer(1, "ns");
        final long value = row.integer(2, "value");
        switch (event) {
            case GROUP -> groups.put(value, ns);
            case ANSWER -> answers.add(ns);
            case SENT -> requests.put(value, ns);
            case OTHER -> {
                if (moments.stream().noneMatch(moment -> moment.event() == RunEvent.RETIRE)) {
                    throw row.error(
                            0,
                            "event",
                            "no event OTHER: only a run that began with a new session and lost no connection can be"
                                    + " replayed");
                }
            }
            default -> {
                moments.add(new Moment(event, ns, value));
                if (event == RunEvent.STALE) {
                    stale.add(ns);
                }
            }
        }
    }

    private String setting(final String name) {
        return Objects.requireNonNull(settings.get(name), () -> "the record must have the setting " + name)
                .get(0);
    }

    /** The user for whom the trader sent orders. */
    public long uid() {
        return Long.parseLong(setting("uid"));
    }

    /** The session that sent the orders. */
    public int session() {
        return Integer.parseInt(setting("session"));
    }

    /** Whether a cookie belongs to a request of a session: the venue's own commands for the session have request 0. */
    static boolean isRequest(final int session, final long cookie) {
        return OrderNumbers.session(cookie) == session && OrderNumbers.request(cookie) != 0;
    }

    /** The strategy's name. */
    public String strategy() {
        return setting("strategy");
    }

    /** The parameters of the strategy and its limits, each {@code name=value}. */
    public List<String> parameters() {
        return settings.getOrDefault("set", List.of());
    }

    /** The settings of the trader, with limits. */
    public TraderConfig config(final RiskLimits limits) {
        final List<Integer> symbols = Arrays.stream(setting("symbols").split(" "))
                .map(Integer::valueOf)
                .toList();
        return new TraderConfig(
                symbols, Integer.parseInt(setting("levels")), Integer.parseInt(setting("channels")), limits);
    }

    /** The number that the trader added to the machine's monotonic clock. */
    long epochNs() {
        return Long.parseLong(setting("epochNs"));
    }

    boolean hasSeen(final long seq) {
        return groups.containsKey(seq);
    }

    /**
     * The time at which a group was received; {@link Line#NEVER} if it is unknown. The record has no time for a group
     * that changed no fresh book. If books became stale between the recorded groups before and after it, its time is
     * taken as 1 ns after the first time at which they did; otherwise its time is unknown.
     */
    long groupNs(final long seq) {
        final Map.Entry<Long, Long> before = groups.floorEntry(seq);
        if (before == null || before.getKey() == seq) {
            return before == null ? Line.NEVER : before.getValue();
        }
        final Map.Entry<Long, Long> after = groups.higherEntry(seq);
        final Long staleNs = stale.higher(before.getValue());
        return staleNs == null || after != null && staleNs > after.getValue() ? Line.NEVER : staleNs + 1;
    }

    /** The time at which a request was sent; {@link Line#NEVER} if it was not. */
    long requestNs(final long request) {
        return requests.getOrDefault(request, Line.NEVER);
    }

    /**
     * The time at which an answer, a fill or a loss of lots was received, by its number from 1; {@link Line#NEVER} if
     * it was not.
     */
    long answerNs(final long message) {
        return message <= answers.size() ? answers.get((int) message - 1) : Line.NEVER;
    }

    List<Moment> moments() {
        return moments;
    }
}
