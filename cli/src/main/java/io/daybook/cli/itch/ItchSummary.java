package io.daybook.cli.itch;

import io.daybook.client.book.OrderLevels;
import io.daybook.client.itch.ItchBooks;
import io.daybook.client.itch.ItchParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What was read, in words for people: counts by type, books, oddities, and how fast it went. */
public final class ItchSummary {
    /** All types in the order of the specification. */
    private static final String TYPES = "SRHYLVWKJhAFECXDUPQBINO";

    private final ItchParser parser;
    private final ItchBooks books;

    /** Speaks of a parser and its books as they are then. */
    public ItchSummary(final ItchParser parser, final ItchBooks books) {
        this.parser = parser;
        this.books = books;
    }

    /** The lines. */
    public List<String> lines(final long elapsedNs) {
        final List<String> lines = new ArrayList<>();
        lines.add(messages(elapsedNs));
        lines.add(stocks());
        final List<String> odd = new ArrayList<>();
        add(odd, parser.unknownTypes(), "of unknown types");
        add(odd, parser.wrongLengths(), "of wrong lengths");
        add(odd, parser.zeroLengths(), "behind a length of 0");
        add(odd, books.unknownReferences(), "about unknown orders");
        add(odd, books.knownReferences(), "with a reference that another order has");
        add(odd, books.excessShares(), "that take more shares than there are");
        add(odd, books.emptyOrders(), "with orders of no shares");
        add(odd, books.unknownSides(), "with orders of no side");
        lines.add("odd messages: " + (odd.isEmpty() ? "none" : String.join(", ", odd)));
        return lines;
    }

    private String messages(final long elapsedNs) {
        final StringBuilder types = new StringBuilder();
        long messages = 0;
        for (int i = 0; i < TYPES.length(); i++) {
            final char type = TYPES.charAt(i);
            final long count = parser.count((byte) type);
            messages += count;
            if (count > 0) {
                types.append(types.isEmpty() ? ": " : ", ")
                        .append(type)
                        .append(' ')
                        .append(number(count));
            }
        }
        final double seconds = (double) Math.max(1, elapsedNs) / TimeUnit.SECONDS.toNanos(1);
        return String.format(
                Locale.ROOT,
                "%,d messages in %.2f s, %,d a second%s",
                messages,
                seconds,
                (long) (messages / seconds),
                types);
    }

    private String stocks() {
        final OrderLevels levels = books.levels();
        int stocks = 0;
        for (int locate = 0; locate < levels.books(); locate++) {
            stocks += levels.orders(locate) > 0 ? 1 : 0;
        }
        return number(levels.orders()) + " orders rest in the books of " + number(stocks) + " stocks";
    }

    private static void add(final List<String> odd, final long count, final String what) {
        if (count > 0) {
            odd.add(number(count) + " " + what);
        }
    }

    private static String number(final long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
