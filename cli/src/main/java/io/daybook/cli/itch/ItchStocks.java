package io.daybook.cli.itch;

import io.daybook.api.Listing;
import io.daybook.feed.FeedFold;
import io.daybook.flow.itch.ItchWriter;
import io.daybook.wire.feed.FeedMessage;
import io.daybook.wire.feed.FeedTemplates;
import io.daybook.wire.feed.MessageSink;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds the symbols of a feed that fit into ITCH, in a first pass over all messages: prices and shares in ITCH have 32
 * bits, and the unit of a price is 1/10,000. The pass also finds the days of the messages. Used by one thread.
 */
public final class ItchStocks implements MessageSink {
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);
    private static final int DECIMALS = 4;
    private static final int MAX_DECIMAL_DIGITS = 7;
    private static final int ALPHANUMERIC = 36;

    /** Stocks by symbol, in the order of their listing. */
    private final Map<Integer, Seen> seen = new LinkedHashMap<>();

    private final FeedMessage message = new FeedMessage();
    private final long lastTimeNs;
    private boolean isPast;
    private long firstDay = Long.MAX_VALUE;
    private long lastDay = Long.MIN_VALUE;

    /** The facts about a symbol that a pass has collected. */
    private static final class Seen {
        private final int type;
        private final int base;
        private final int quote;
        private final long lotSize;
        private final long tickValue;
        private long highestPrice = 1;
        private long mostLots = 1;

        Seen(final FeedMessage listing) {
            type = listing.type();
            base = listing.base();
            quote = listing.quote();
            lotSize = listing.lotSize();
            tickValue = listing.tickValue();
        }

        boolean is(final Listing listing) {
            return listing.spec().type().code() == type
                    && listing.spec().baseCurrency() == base
                    && listing.spec().quoteCurrency() == quote
                    && listing.spec().lotSize() == lotSize
                    && listing.spec().tickValue() == tickValue;
        }
    }

    /**
     * The stock of a symbol.
     *
     * @param locate its number in the file
     * @param name the name as eight characters
     * @param scale the number of 1/10,000 in a tick
     */
    public record Stock(int locate, long name, long scale) {}

    /**
     * The stocks that are written.
     *
     * @param stocks the stocks by symbol
     * @param leftOut the other symbols and the reasons, in words for people
     */
    public record Plan(Map<Integer, Stock> stocks, List<String> leftOut) {
        /** Copies both collections. */
        public Plan {
            stocks = Map.copyOf(stocks);
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * Creates a pass that has seen no message.
     *
     * @param day the day after which messages are ignored; null to use all
     */
    public ItchStocks(final @Nullable LocalDate day) {
        lastTimeNs = day == null ? Long.MAX_VALUE : startNs(day) + DAY_NS - 1;
    }

    /** Returns the first ns of a day in UTC, since the epoch. */
    static long startNs(final LocalDate day) {
        return Math.multiplyExact(day.toEpochDay(), DAY_NS);
    }

    /** The first day, in UTC, with messages; null if there are none. */
    public @Nullable LocalDate firstDay() {
        return firstDay > lastDay ? null : LocalDate.ofEpochDay(firstDay);
    }

    /** The last day with messages; null if there are none. */
    public @Nullable LocalDate lastDay() {
        return firstDay > lastDay ? null : LocalDate.ofEpochDay(lastDay);
    }

    @Override
    public void onMessage(final long number, final byte[] bytes, final int offset, final int length) {
        message.wrap(bytes, offset);
        switch (message.template()) {
            case FeedTemplates.GROUP -> group(number);
            case FeedTemplates.LISTING -> list();
            case FeedTemplates.ADD, FeedTemplates.MOVED, FeedTemplates.EXEC, FeedTemplates.TRADE -> measure();
            default -> {} // other messages have no price, and take no more lots than exist
        }
    }

    /**
     * Returns whether a group may describe the state with which the feed begins; such a group has no time. Any other
     * first group without a time has only listings, which are written before everything else in any case.
     */
    static boolean isState(final long number, final FeedMessage group) {
        return number == 1 && group.timeNs() == FeedFold.NO_TIME;
    }

    private void group(final long number) {
        isPast = message.timeNs() > lastTimeNs;
        if (!isState(number, message)) {
            final long day = Math.floorDiv(message.timeNs(), DAY_NS);
            firstDay = Math.min(firstDay, day);
            lastDay = Math.max(lastDay, day);
        }
    }

    private void list() {
        if (!isPast) {
            seen.put(message.symbol(), new Seen(message));
        }
    }

    private void measure() {
        final Seen symbol = isPast ? null : seen.get(message.symbol());
        if (symbol != null) {
            symbol.highestPrice = Math.max(symbol.highestPrice, message.price());
            symbol.mostLots = Math.max(symbol.mostLots, message.size());
        }
    }

    /**
     * Plans which stocks are written, after all messages were seen. A symbol keeps its number as locate if the number
     * has 16 bits; other symbols get the highest free locates.
     *
     * @param listings the listings of a configuration; a symbol without one has its number as its name, and ticks of
     *     1/10,000
     * @throws IllegalArgumentException if a listing differs from the listing of its number in the feed
     */
    public Plan plan(final List<Listing> listings) {
        final Map<Integer, Listing> configured = new LinkedHashMap<>();
        listings.forEach(listing -> configured.put(listing.symbol(), listing));
        final Map<Integer, Stock> stocks = new LinkedHashMap<>();
        final List<String> leftOut = new ArrayList<>();
        final BitSet taken = new BitSet();
        seen.keySet().stream().filter(symbol -> symbol <= ItchWriter.MAX_LOCATE).forEach(taken::set);
        int free = ItchWriter.MAX_LOCATE;
        for (final Map.Entry<Integer, Seen> entry : seen.entrySet()) {
            final int symbol = entry.getKey();
            final Listing listing = configured.get(symbol);
            requireSame(symbol, entry.getValue(), listing);
            final String reason = reason(entry.getValue(), listing);
            final int locate = symbol <= ItchWriter.MAX_LOCATE ? symbol : taken.previousClearBit(free);
            if (reason != null || locate < 1) {
                leftOut.add("symbol " + symbol + (listing == null ? "" : ", " + listing.name()) + ": "
                        + (reason == null ? "all locates are taken" : reason));
            } else {
                taken.set(locate);
                free = symbol == locate ? free : locate;
                stocks.put(symbol, new Stock(locate, name(symbol, listing), scale(listing)));
            }
        }
        return new Plan(stocks, leftOut);
    }

    private static void requireSame(final int symbol, final Seen seen, final @Nullable Listing listing) {
        if (listing != null && !seen.is(listing)) {
            throw new IllegalArgumentException("listing " + listing.name()
                    + " must match the journal's symbol " + symbol + ": currencies " + seen.base + " and "
                    + seen.quote + ", lotSize " + seen.lotSize + ", tickValue " + seen.tickValue + "; the listing has "
                    + listing.spec());
        }
    }

    private static @Nullable String reason(final Seen seen, final @Nullable Listing listing) {
        final long scale = scale(listing);
        if (scale == 0) {
            return "its tick of " + (listing == null ? "" : listing.tick().toPlainString())
                    + " is no multiple of 0.0001";
        }
        if (seen.highestPrice > ItchWriter.MAX_U32 / scale) {
            return "its highest price, " + price(seen.highestPrice, listing) + ", is above 429496.7295";
        }
        return seen.mostLots > ItchWriter.MAX_U32
                ? "its largest size, " + seen.mostLots + " lots, is above " + ItchWriter.MAX_U32
                : null;
    }

    private static String price(final long ticks, final @Nullable Listing listing) {
        return (listing == null ? BigDecimal.valueOf(ticks, DECIMALS) : listing.price(ticks)).toPlainString();
    }

    /**
     * Returns the number of 1/10,000 in a tick, at most one more than the highest price; 0 if that is not a whole
     * number.
     */
    private static long scale(final @Nullable Listing listing) {
        if (listing == null) {
            return 1;
        }
        final BigDecimal scaled = listing.tick().movePointRight(DECIMALS).stripTrailingZeros();
        return scaled.scale() > 0
                ? 0
                : scaled.min(BigDecimal.valueOf(ItchWriter.MAX_U32 + 1)).longValueExact();
    }

    /** Returns the name of the listing if it fits, otherwise the number of the symbol. */
    private static long name(final int symbol, final @Nullable Listing listing) {
        if (listing != null && listing.name().length() <= ItchWriter.MAX_STOCK_LENGTH) {
            return ItchWriter.stock(listing.name());
        }
        final String decimal = Integer.toString(symbol);
        return ItchWriter.stock(
                decimal.length() <= MAX_DECIMAL_DIGITS
                        ? "#" + decimal
                        : "@" + Integer.toString(symbol, ALPHANUMERIC).toUpperCase(Locale.ROOT));
    }
}
