package io.daybook.server.api;

import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.api.LiveBook;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The listings, their currencies and their books, by name and number. Any thread. */
public final class Markets implements AutoCloseable {
    /** What is shown of a name that is none: texts of strangers end up in terminals. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,40}");

    private final Exchange exchange;
    private final LiveBook.Watcher watcher;
    private volatile Picture picture;

    /** All of them at one time; replaced as a whole, never changed. */
    private record Picture(
            Map<String, Listing> byName,
            Map<Integer, Listing> bySymbol,
            Map<String, Listing.Currency> currencies,
            Map<Integer, Listing.Currency> currenciesById,
            Map<Integer, LiveBook> books) {
        private static Picture of(final List<Listing> listings, final Map<Integer, LiveBook> books) {
            final Picture made = new Picture(
                    new LinkedHashMap<>(),
                    new LinkedHashMap<>(),
                    new LinkedHashMap<>(),
                    new LinkedHashMap<>(),
                    new LinkedHashMap<>(books));
            for (final Listing listing : listings) {
                made.byName.put(listing.name(), listing);
                made.bySymbol.put(listing.symbol(), listing);
                for (final Listing.Currency currency : List.of(listing.base(), listing.quote())) {
                    made.currencies.put(currency.name(), currency);
                    made.currenciesById.put(currency.id(), currency);
                }
            }
            return made;
        }
    }

    /**
     * The listings of a venue, whose symbols the exchange has.
     *
     * @param watcher hears of all their books
     */
    public Markets(final Exchange exchange, final List<Listing> listings, final LiveBook.Watcher watcher) {
        this.exchange = exchange;
        this.watcher = watcher;
        final Map<Integer, LiveBook> books = new LinkedHashMap<>();
        for (final Listing listing : listings) {
            books.put(listing.symbol(), LiveBook.open(exchange, listing.symbol(), watcher));
        }
        this.picture = Picture.of(listings, books);
    }

    /** A further listing, whose symbol the exchange has by now; one caller at a time. */
    public void add(final Listing listing) {
        final Picture before = picture;
        final List<Listing> listings = new ArrayList<>(before.byName.values());
        listings.add(listing);
        listings.sort(Comparator.comparingInt(Listing::symbol));
        final Map<Integer, LiveBook> books = new LinkedHashMap<>(before.books);
        books.put(listing.symbol(), LiveBook.open(exchange, listing.symbol(), watcher));
        picture = Picture.of(listings, books);
    }

    /** All listings, by ascending symbol. */
    public Collection<Listing> listings() {
        return picture.byName.values();
    }

    /**
     * The listing with a name.
     *
     * @throws Problem NOT_FOUND
     */
    public Listing listing(final String name) {
        final Listing listing = picture.byName.get(name);
        if (listing == null) {
            throw Problem.of(
                    ProblemCode.NOT_FOUND,
                    "there is no listing " + (NAME.matcher(name).matches() ? name : "of this name")
                            + "; /v1/listings has all");
        }
        return listing;
    }

    /** The listing of a symbol, or null. */
    public @Nullable Listing listing(final int symbol) {
        return picture.bySymbol.get(symbol);
    }

    /** The name of a symbol; {@code #17} where none is listed. */
    public String name(final int symbol) {
        final Listing listing = picture.bySymbol.get(symbol);
        return listing == null ? "#" + symbol : listing.name();
    }

    /** The currency with a name, or null. */
    public Listing.@Nullable Currency currency(final String name) {
        return picture.currencies.get(name);
    }

    /** All currencies. */
    public Collection<Listing.Currency> currencies() {
        return picture.currencies.values();
    }

    /** The names of all currencies. */
    public List<String> currencyNames() {
        return new ArrayList<>(picture.currencies.keySet());
    }

    /** The currency with a number, or null. */
    public Listing.@Nullable Currency currency(final int id) {
        return picture.currenciesById.get(id);
    }

    /** The book of a listing, kept up to date. */
    public LiveBook book(final Listing listing) {
        return Objects.requireNonNull(picture.books.get(listing.symbol()));
    }

    @Override
    public void close() {
        picture.books.values().forEach(LiveBook::close);
    }
}
