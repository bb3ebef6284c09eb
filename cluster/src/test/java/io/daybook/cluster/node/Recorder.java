package io.daybook.cluster.node;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ResultForgottenException;
import io.daybook.cluster.log.LogContents;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Records the commands and answers of one client, and checks them. The order of the log is total, so the check is
 * complete:
 *
 * <ol>
 *   <li>every answered command is in the log, at the seq and with the result that the client received
 *   <li>each request is in the log once, the requests of a session in their order, without gaps
 *   <li>a command that was sent after any client had received an answer has a larger seq; a query shows everything that
 *       was answered before it
 * </ol>
 *
 * <p>One thread sends; the client's thread receives.
 */
final class Recorder {
    private static final long OPEN = -1;

    private final int session;
    private final ClusterExchange client;
    private final Supplier<Command> commands;
    private final List<String> violations = new ArrayList<>();

    /** By request, from 1: the highest seq that any client had received when it was sent. */
    private long[] after = new long[1 << 10];

    /** By request: the seq of its answer, or {@link #OPEN}, or 0 if the result was forgotten. */
    private long[] seqs = new long[1 << 10];

    private int[] checksums = new int[1 << 10];
    private int count;
    private int heard;

    /** The highest seq that any client has received. */
    private final AtomicLong highest;

    Recorder(
            final int session,
            final ClusterExchange client,
            final Supplier<Command> commands,
            final AtomicLong highest) {
        this.session = session;
        this.client = client;
        this.commands = commands;
        this.highest = highest;
    }

    /** Sends the next command. */
    void send() {
        final int request;
        synchronized (this) {
            request = ++count;
            if (request == seqs.length) {
                after = Arrays.copyOf(after, 2 * request);
                seqs = Arrays.copyOf(seqs, 2 * request);
                checksums = Arrays.copyOf(checksums, 2 * request);
            }
            after[request] = highest.get();
            seqs[request] = OPEN;
        }
        client.submit(commands.get(), request).whenComplete((result, error) -> hear(request, result, error));
    }

    private synchronized void hear(final int request, final CommandResult result, final Throwable error) {
        heard++;
        if (error instanceof ResultForgottenException) {
            seqs[request] = 0;
        } else if (error != null) {
            violations.add("request " + request + " of session " + session + " failed: " + error);
        } else {
            if (result.cookie() != request) {
                violations.add("request " + request + " of session " + session + " received the result of " + result);
            }
            seqs[request] = result.seq();
            checksums[request] = LogContents.checksum(result);
            highest.accumulateAndGet(result.seq(), Math::max);
        }
    }

    /** Sends a query, and compares its answer with the answers received before. */
    void query() {
        final long before = highest.get();
        client.query(UserReportQuery.accounts(0)).whenComplete((report, error) -> hearReport(before, report, error));
    }

    private synchronized void hearReport(final long before, final UserReport report, final Throwable error) {
        if (error != null) {
            violations.add("a query of session " + session + " failed: " + error);
        } else if (report.seq() < before) {
            violations.add("a query shows seq " + report.seq() + ", and seq " + before + " had been answered");
        } else {
            highest.accumulateAndGet(report.seq(), Math::max);
        }
    }

    /** Returns how many commands have no answer. */
    synchronized int open() {
        return count - heard;
    }

    synchronized int heard() {
        return heard;
    }

    /** Stops sending. */
    void close() {
        try {
            client.close();
        } catch (CompletionException e) {
            violations.add("session " + session + ": " + e);
        }
    }

    /** Returns the violations during the run, and those of the log after everything was answered. */
    synchronized List<String> violations(final LogContents log) {
        final List<String> all = new ArrayList<>(violations);
        int expected = 0;
        for (long seq = 1; seq <= log.lastSeq(); seq++) {
            if (log.cookie(seq) / OrderNumbers.cookie(1, 0) != session) {
                continue; // a command of another session, or a TICK
            }
            expected++;
            if (log.cookie(seq) != OrderNumbers.cookie(session, expected)) {
                all.add("the log has request " + (log.cookie(seq) - OrderNumbers.cookie(session, 0)) + " of session "
                        + session + " at seq " + seq + ", not " + expected);
                return all;
            }
            if (expected > count) {
                all.add("no client sent request " + expected + " of session " + session);
                return all;
            }
            if (seq <= after[expected]) {
                all.add("request " + expected + " of session " + session + " has seq " + seq + ", and was sent after "
                        + after[expected] + " was received");
            }
            if (seqs[expected] > 0 && (seqs[expected] != seq || checksums[expected] != log.checksum(seq))) {
                all.add("request " + expected + " of session " + session + " was answered with seq " + seqs[expected]
                        + ", the log has it at " + seq + (seqs[expected] == seq ? " with another result" : ""));
            }
        }
        if (expected < count) {
            all.add("the log has " + expected + " of " + count + " requests of session " + session);
        }
        return all;
    }
}
