package io.daybook.cli.itch;

import io.daybook.client.book.OrderLevels;
import io.daybook.flow.itch.ItchBooks;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.ItchWriter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The summary of a file for people: counts by type, books, odd messages, and speed. */
public final class ItchSummary {
    /** All types in the order of the specification. */
    private static final String TYPES = "SRHYLVWKJhAFECXDUPQBINO";

    /** The names of the types, in the same order. */
    private static final List<String> NAMES = List.of(
            "system events",
            "stock directory",
            "trading actions",
            "short sale restrictions",
            "participant positions",
            "circuit breaker levels",
            "circuit breaker breaches",
            "quoting periods",
            "auction collars",
            "operational halts",
            "new orders",
            "new orders with their firm",
            "executions",
            "executions at another price",
            "cancels of a part",
            "deletions",
            "replacements",
            "trades with hidden orders",
            "cross trades",
            "broken trades",
            "net order imbalances",
            "retail interest",
            "capital raises");

    private final ItchParser parser;
    private final ItchBooks books;

    /** Creates a summary of a parser and its books; {@link #lines} reads both. */
    public ItchSummary(final ItchParser parser, final ItchBooks books) {
        this.parser = parser;
        this.books = books;
    }

    /** Returns the lines of the summary. */
    public List<String> lines(final long elapsedNs) {
        final List<String> lines = new ArrayList<>();
        lines.add(messages(elapsedNs));
        final List<Row> types = new ArrayList<>();
        for (int i = 0; i < TYPES.length(); i++) {
            final char type = TYPES.charAt(i);
            add(types, parser.count((byte) type), type + "  " + NAMES.get(i));
        }
        addTable(lines, types);
        lines.add(stocks());
        final List<Row> odd = new ArrayList<>();
        add(odd, parser.unknownTypes(), "of unknown types");
        add(odd, parser.wrongLengths(), "of wrong lengths");
        add(odd, parser.zeroLengths(), "after a length of 0");
        add(odd, books.unknownReferences(), "about unknown orders");
        add(odd, books.knownReferences(), "with a reference that another order has");
        add(odd, books.excessShares(), "that take more shares than there are");
        add(odd, books.emptyOrders(), "with orders of no shares");
        add(odd, books.unknownSides(), "with orders of no side");
        lines.add("odd messages: " + (odd.isEmpty() ? "none" : ""));
        addTable(lines, odd);
        lines.replaceAll(String::stripTrailing);
        return lines;
    }

    /** A count and the thing that is counted. */
    private record Row(String count, String what) {}

    private static void addTable(final List<String> lines, final List<Row> rows) {
        final int width =
                rows.stream().mapToInt(row -> row.count.length()).max().orElse(0);
        rows.forEach(row -> lines.add("  " + " ".repeat(width - row.count.length()) + row.count + "  " + row.what));
    }

    /** Returns the summary of a written day, on one line. */
    public static String written(final ItchWriter writer, final LocalDate day, final int stocks) {
        return number(total(writer::count)) + " messages of " + day + " about " + number(stocks)
                + (stocks == 1 ? " symbol" : " symbols") + byType(writer::count);
    }

    private static long total(final TypeCount counts) {
        return TYPES.chars().mapToLong(type -> counts.of((byte) type)).sum();
    }

    private static String byType(final TypeCount counts) {
        final StringBuilder types = new StringBuilder();
        for (int i = 0; i < TYPES.length(); i++) {
            final char type = TYPES.charAt(i);
            final long count = counts.of((byte) type);
            if (count > 0) {
                types.append(types.isEmpty() ? ": " : ", ")
                        .append(type)
                        .append(' ')
                        .append(number(count));
            }
        }
        return types.toString();
    }

    /** The number of messages of a type. */
    @FunctionalInterface
    private interface TypeCount {
        long of(byte type);
    }

    private String messages(final long elapsedNs) {
        final long messages = total(parser::count);
        final double seconds = (double) Math.max(1, elapsedNs) / TimeUnit.SECONDS.toNanos(1);
        return String.format(
                Locale.ROOT, "%,d messages in %.2f s, %,d a second", messages, seconds, (long) (messages / seconds));
    }

    private String stocks() {
        final OrderLevels levels = books.levels();
        int stocks = 0;
        for (int locate = 0; locate < levels.books(); locate++) {
            stocks += levels.orders(locate) > 0 ? 1 : 0;
        }
        return number(levels.orders()) + " orders rest in the books of " + number(stocks) + " stocks";
    }

    private static void add(final List<Row> rows, final long count, final String what) {
        if (count > 0) {
            rows.add(new Row(number(count), what));
        }
    }

    private static String number(final long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
