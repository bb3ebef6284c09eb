package io.daybook.cli.shell;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.NoSpaceException;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TotalsReportQuery;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.api.text.Nearest;
import io.daybook.cli.explain.Circumstances;
import io.daybook.cli.explain.CodeNames;
import io.daybook.cli.explain.Explanation;
import io.daybook.scenario.ScenarioRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An interactive session on an exchange. Every line is answered before {@link #say} returns. Used by one thread. */
public final class Shell {

    /** The last refusal, with its explanation from before the state changed. */
    private record Refused(ResultCode code, List<String> numbers) {}

    private final Exchange exchange;
    private final Function<Circumstances.Question, Circumstances> circumstances;
    private final Page page;
    private final ShellOrders orders;
    private final CommandWords commands;
    private @Nullable Refused refused;
    private int misunderstood;
    private int notTaken;

    /**
     * Creates a session.
     *
     * @param exchange the exchange, which the caller closes
     * @param out the output for answers, flushed after each
     */
    public Shell(final Exchange exchange, final PrintWriter out) {
        this(exchange, question -> exchange.query(question).join(), out);
    }

    /**
     * Creates a session on an exchange that cannot answer custom queries.
     *
     * @param exchange the exchange, which the caller closes
     * @param circumstances returns the state that a refusal depended on
     * @param out the output for answers, flushed after each
     */
    public Shell(
            final Exchange exchange,
            final Function<Circumstances.Question, Circumstances> circumstances,
            final PrintWriter out) {
        this.exchange = exchange;
        this.circumstances = circumstances;
        this.page = new Page(out);
        this.orders = new ShellOrders(exchange.recovery().lastSeq());
        this.commands = new CommandWords(orders, this::lastTransactionId);
    }

    private long lastTransactionId(final long uid) {
        return exchange.query(UserReportQuery.accounts(uid)).join().lastTransactionId();
    }

    /** The number of lines that were not understood. */
    public int misunderstood() {
        return misunderstood;
    }

    /** The number of lines that were not accepted because the disk was full. */
    public int notTaken() {
        return notTaken;
    }

    /** Returns proposals for the end of a line; see {@link Completions}. */
    public Completions completions() {
        return new Completions(exchange, orders);
    }

    /**
     * Carries out a line and prints its answer.
     *
     * @return whether the session continues
     * @throws CompletionException if the exchange stops meanwhile
     * @throws ExchangeClosedException if the exchange had stopped before
     */
    public boolean say(final String line) {
        final String text = line.strip();
        boolean goesOn = true;
        if (!text.isEmpty() && text.charAt(0) != '#') {
            try {
                goesOn = text.charAt(0) == '{' ? json(text) : words(text);
            } catch (final ShellException e) {
                misunderstood++;
                page.line("? " + e.getMessage());
            } catch (final NoSpaceException e) {
                notTaken++;
                page.line("not taken: " + e.getMessage());
            }
        }
        page.flush();
        return goesOn;
    }

    private boolean words(final String text) throws ShellException {
        final List<String> all = Arrays.asList(text.split("\\s+"));
        final String first = all.get(0).toLowerCase(Locale.ROOT);
        final ShellVerb verb = ShellVerb.of(first);
        if (verb == null) {
            throw new ShellException("unknown word: " + all.get(0) + instead(first) + " 'help' lists all");
        }
        final Words words = new Words(verb, all.subList(1, all.size()), this::symbols);
        switch (verb) {
            case BOOK -> book(words);
            case REPORT -> report(words);
            case TOTALS -> {
                words.end();
                page.totals(exchange.query(new TotalsReportQuery()).join());
            }
            case SYMBOLS -> {
                words.end();
                page.symbols(symbols());
            }
            case HASH -> {
                words.end();
                page.line(exchange.query(new StateHashQuery()).join().hex());
            }
            case EXPLAIN -> explain(words);
            case HELP -> help(words);
            case QUIT -> {
                return false;
            }
            default -> send(commands.read(verb, words));
        }
        return true;
    }

    /** Returns the message for an unknown word. */
    private static String instead(final String word) {
        final String other = ShellVerb.instead(word);
        if (other != null) {
            return "; use " + other + ".";
        }
        final String nearest = Nearest.to(word, ShellVerb.words());
        return nearest == null ? ";" : "; did you mean " + nearest + "?";
    }

    private List<SymbolSpec> symbols() {
        return circumstances.apply(new Circumstances.Question(0, 0, 0)).symbols();
    }

    private void send(final Command command) {
        final CommandResult result = exchange.submit(command).join();
        if (result.isSuccess()) {
            page.done(command, result);
            if (command instanceof PlaceOrder order) {
                orders.add(order);
            } else if (command instanceof ReplaceOrder order) {
                orders.add(order);
            }
            return;
        }
        page.events(result);
        final Circumstances now = circumstances.apply(Explanation.question(command));
        refused = new Refused(result.code(), Explanation.explain(command, result.code(), now));
        page.line(
                "refused %d: %s. %s Use 'explain' for more.",
                result.seq(), result.code(), result.code().meaning());
    }

    private void book(final Words words) throws ShellException {
        final int symbol = words.symbol();
        final int depth = words.isEmpty() ? 0 : words.id("depth");
        words.end();
        final OrderBookReport book =
                exchange.query(new OrderBookQuery(symbol, depth)).join();
        if (book.code() == ResultCode.SUCCESS) {
            page.book(book);
        } else {
            unanswered(book.code(), book.code() == ResultCode.INVALID_SYMBOL ? "symbols" : "");
        }
    }

    private void report(final Words words) throws ShellException {
        final long uid = words.number("uid");
        words.end();
        UserReport report = exchange.query(new UserReportQuery(uid)).join();
        if (report.code() == ResultCode.SUCCESS) {
            page.user(report);
            while (report.moreOrders()) {
                report = exchange.query(report.following()).join();
                page.orders(report);
            }
        } else {
            unanswered(report.code(), "");
        }
    }

    /** Prints that a report was refused. */
    private void unanswered(final ResultCode code, final String list) {
        refused = new Refused(code, List.of());
        page.line("refused: %s. %s %s%s", code, code.meaning(), code.advice(), list.isEmpty() ? "" : " See: " + list);
    }

    private void explain(final Words words) throws ShellException {
        if (words.isEmpty()) {
            final Refused last = refused;
            if (last == null) {
                page.line("nothing was refused yet");
            } else {
                guide(last.code(), last.numbers());
            }
            return;
        }
        final String name = words.text("code");
        words.end();
        final List<ResultCode> matching = CodeNames.matching(name);
        if (matching.isEmpty()) {
            throw words.wrong("there is no result code " + name.toUpperCase(Locale.ROOT));
        }
        matching.forEach(code -> guide(code, List.of()));
    }

    private void guide(final ResultCode code, final List<String> numbers) {
        page.line("%s: %s", code, code.meaning());
        for (final String number : numbers) {
            page.line("    " + number);
        }
        page.line("What to do: " + code.advice());
    }

    private void help(final Words words) throws ShellException {
        if (!words.isEmpty()) {
            final String word = words.text("word");
            final ShellVerb verb = ShellVerb.of(word);
            if (verb == null) {
                throw words.wrong("unknown word: " + word);
            }
            page.line(verb.usage());
            page.line("    " + verb.purpose());
            page.line("    for instance: " + verb.example());
            return;
        }
        for (final ShellVerb verb : ShellVerb.values()) {
            page.line("%-12s %s", verb.word(), verb.purpose());
        }
        page.line("{…}          a line of a scenario file, answered like exec");
        page.line("'help WORD' shows how to use it. Numbers are whole: lots, ticks, minor units (cents, satoshi).");
        page.line("A symbol is a number, or its currencies, as in BTC/EUR.");
    }

    /** Carries out a line of JSON like a line of a scenario. */
    private boolean json(final String text) {
        final ByteArrayOutputStream answer = new ByteArrayOutputStream();
        final ScenarioRun.Outcome outcome;
        try {
            outcome = new ScenarioRun(
                            exchange,
                            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                            answer,
                            false,
                            lines -> {})
                    .run();
        } catch (final IOException e) {
            throw new IllegalStateException("memory cannot fail to be read or written", e);
        }
        if (outcome.failure() instanceof NoSpaceException full) {
            throw full;
        }
        if (outcome.failure() != null) {
            throw new CompletionException(outcome.failure());
        }
        misunderstood += (int) outcome.badLines();
        page.line(answer.toString(StandardCharsets.UTF_8).stripTrailing());
        return true;
    }
}
