package io.daybook.scenario;

import io.daybook.api.AddSymbol;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.OrderBookReport;
import io.daybook.api.Query;
import io.daybook.api.ResultCode;
import io.daybook.api.StateHashReport;
import io.daybook.api.TotalsReport;
import io.daybook.api.UserReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the lines of a scenario through an exchange and writes one result per line, in the order of the lines.
 *
 * <p>One thread reads, submits and writes; the exchange works in parallel. Up to {@link #MAX_IN_FLIGHT} lines are in
 * flight at once. All available results are written and flushed before the run waits for input, so that a client that
 * waits for each result gets it promptly, and a client that does not wait gets high throughput.
 */
public final class ScenarioRun {
    /** The limit of lines that wait for their results. */
    public static final int MAX_IN_FLIGHT = 1 << 16;

    /** The number of lines after which available results are written, while they are still in the processor's cache. */
    private static final int LINES_BETWEEN_WRITES = 256;

    /** Reports the progress of the run. Called by the running thread. */
    public interface Progress {
        /** Called from time to time. */
        void onLines(long lines);
    }

    /**
     * The outcome of a run.
     *
     * @param answered the number of lines with a result
     * @param badLines the number of lines with an error
     * @param refused the number of lines whose result is not SUCCESS
     * @param firstRefusal the code of the first refused line, or null
     * @param firstProblem the fault of the first symbol that cannot be added, or null
     * @param failure the reason for which the exchange stopped, or null
     * @param unanswered the number of lines whose outcome is unknown; for a {@link io.daybook.api.NoSpaceException},
     *     only the line that was not accepted, after which no line was read
     * @param firstUnanswered the first of these lines, or 0
     */
    public record Outcome(
            long answered,
            long badLines,
            long refused,
            @Nullable ResultCode firstRefusal,
            @Nullable String firstProblem,
            @Nullable Throwable failure,
            long unanswered,
            long firstUnanswered) {}

    /** A line in flight: either an error, or a future answer. */
    private record Pending(
            long line, @Nullable String error, @Nullable CompletableFuture<?> answer, long cookie, String tag) {

        boolean isReady() {
            return answer == null || answer.isDone();
        }
    }

    private final Exchange exchange;
    private final LineReader lines;
    private final ScenarioReader reader = new ScenarioReader();
    private final ResultWriter writer;
    private final boolean strict;
    private final Progress progress;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private long answered;
    private long badLines;
    private long refused;
    private @Nullable ResultCode firstRefusal;
    private @Nullable String firstProblem;
    private @Nullable Throwable failure;

    /**
     * Creates a run, which {@link #run} starts.
     *
     * @param exchange the exchange that receives the commands; not closed here
     * @param in the scenario; not closed here
     * @param out the results; not closed here
     * @param strict whether the first bad line ends the run
     * @param progress receives the progress
     */
    public ScenarioRun(
            final Exchange exchange,
            final InputStream in,
            final OutputStream out,
            final boolean strict,
            final Progress progress) {
        this.exchange = exchange;
        this.lines = new LineReader(in, this::answerBeforeWaiting);
        this.writer = new ResultWriter(out);
        this.strict = strict;
        this.progress = progress;
    }

    /** Adds timestamps to the results of commands. Called before {@link #run}. */
    public ScenarioRun withTimes() {
        writer.writeTimes();
        return this;
    }

    /**
     * Runs to the end of the input, the first bad line of a strict run, or the failure of the exchange.
     *
     * @throws IOException if the input cannot be read or the output cannot be written
     */
    public Outcome run() throws IOException {
        long count = 0;
        while (failure == null && !(strict && badLines > 0) && lines.next()) {
            accept();
            if (++count % LINES_BETWEEN_WRITES == 0) {
                writeReady();
                progress.onLines(count);
            }
            if (pending.size() >= MAX_IN_FLIGHT) {
                writeFirst();
            }
        }
        answerEverything();
        progress.onLines(count);
        return new Outcome(
                answered, badLines, refused, firstRefusal, firstProblem, failure, pending.size(), firstUnanswered());
    }

    /**
     * Returns the next line to be answered; 0 if all are answered, or none was read. Used by a caller that caught an
     * exception of {@link #run}.
     */
    public long firstUnanswered() {
        final Pending first = pending.peek();
        return first == null ? 0 : first.line();
    }

    private void accept() {
        final long number = lines.lineNumber();
        if (lines.tooLong()) {
            refuse(number, "the line is longer than " + LineReader.MAX_LINE_BYTES + " bytes");
            return;
        }
        final ScenarioLine line;
        try {
            line = reader.read(lines.buffer(), lines.offset(), lines.length());
        } catch (final BadLineException e) {
            refuse(number, String.valueOf(e.getMessage()));
            return;
        }
        try {
            pending.add(new Pending(number, null, send(line), line.cookie(), tag(line)));
        } catch (final IllegalArgumentException e) {
            // Thrown for commands that the door cannot represent, for instance if the encoded
            // command is too large.
            refuse(number, String.valueOf(e.getMessage()));
        } catch (final RuntimeException e) {
            // The exchange is closed, has failed or has no room: neither this line nor any later
            // one is accepted.
            failure = root(e);
            pending.add(new Pending(number, null, CompletableFuture.failedFuture(e), line.cookie(), ""));
        }
    }

    private CompletableFuture<?> send(final ScenarioLine line) {
        if (line instanceof ScenarioLine.Send send) {
            if (firstProblem == null && send.command() instanceof AddSymbol add) {
                firstProblem = add.spec().problem();
            }
            return send.stamped()
                    ? exchange.submit(send.command(), send.cookie(), send.timestampNs(), send.tagBytes())
                    : exchange.submit(send.command(), send.cookie(), send.tagBytes());
        }
        final Query<?> query = ((ScenarioLine.Ask) line).query();
        return exchange.query(query);
    }

    private static String tag(final ScenarioLine line) {
        return line instanceof ScenarioLine.Send send ? send.tag() : "";
    }

    private void refuse(final long line, final String error) {
        badLines++;
        pending.add(new Pending(line, error, null, 0, ""));
    }

    /**
     * Answers before the wait for input, so that a client that waits for its answer gets the end at once, and not only
     * with its next line.
     */
    private void answerBeforeWaiting() throws IOException {
        answerEverything();
        if (failure != null) {
            lines.stop();
        }
    }

    /** Waits for all results and writes them. */
    private void answerEverything() throws IOException {
        boolean more = true;
        while (more && !pending.isEmpty()) {
            if (!pending.element().isReady()) {
                writer.flush();
            }
            more = writeFirst();
        }
        writer.flush();
    }

    private void writeReady() throws IOException {
        boolean more = true;
        while (more && !pending.isEmpty() && pending.element().isReady()) {
            more = writeFirst();
        }
    }

    /** Waits for the oldest result and writes it. Returns whether it came. An unanswered line stays in the queue. */
    private boolean writeFirst() throws IOException {
        final Pending first = pending.element();
        if (first.error() != null) {
            writer.badLine(first.line(), first.error());
        } else if (first.answer() != null) {
            final Object answer;
            try {
                answer = first.answer().join();
            } catch (final CompletionException e) {
                return writeFailed(first, e.getCause() == null ? e : e.getCause());
            }
            write(answer, first.cookie(), first.tag());
            answered++;
        }
        pending.remove();
        return true;
    }

    private boolean writeFailed(final Pending line, final Throwable cause) throws IOException {
        if (cause instanceof IllegalArgumentException || cause instanceof TimeoutException) {
            badLines++;
            writer.badLine(line.line(), String.valueOf(cause.getMessage()));
            pending.remove();
            return true;
        }
        failure = root(cause);
        return false;
    }

    /** Returns the cause for which the exchange stopped. */
    private static Throwable root(final Throwable failure) {
        return failure instanceof ExchangeClosedException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private void write(final Object answer, final long cookie, final String tag) throws IOException {
        if (answer instanceof CommandResult result) {
            writer.result(result, tag);
            count(result.code());
        } else if (answer instanceof OrderBookReport book) {
            writer.book(book, cookie);
            count(book.code());
        } else if (answer instanceof UserReport user) {
            writer.userReport(user, cookie);
            count(user.code());
        } else if (answer instanceof TotalsReport totals) {
            writer.totals(totals, cookie);
        } else if (answer instanceof StateHashReport hash) {
            writer.stateHash(hash, cookie);
        } else {
            throw new IllegalStateException("no line is defined for " + answer.getClass());
        }
    }

    private void count(final ResultCode code) {
        if (code != ResultCode.SUCCESS) {
            refused++;
            if (firstRefusal == null) {
                firstRefusal = code;
            }
        }
    }
}
