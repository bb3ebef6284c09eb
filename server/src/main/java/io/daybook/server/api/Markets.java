package io.daybook.server.api;

import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.api.LiveBook;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The listings, their currencies and their books, by name and number. Any thread. */
public final class Markets implements AutoCloseable {
    private final Map<String, Listing> byName = new LinkedHashMap<>();
    private final Map<Integer, Listing> bySymbol = new LinkedHashMap<>();
    private final Map<String, Listing.Currency> currencies = new LinkedHashMap<>();
    private final Map<Integer, Listing.Currency> currenciesById = new LinkedHashMap<>();
    private final Map<Integer, LiveBook> books = new LinkedHashMap<>();

    /** The listings of a venue, whose symbols the exchange has. */
    public Markets(final Exchange exchange, final List<Listing> listings) {
        for (final Listing listing : listings) {
            byName.put(listing.name(), listing);
            bySymbol.put(listing.symbol(), listing);
            for (final Listing.Currency currency : List.of(listing.base(), listing.quote())) {
                currencies.put(currency.name(), currency);
                currenciesById.put(currency.id(), currency);
            }
            books.put(listing.symbol(), LiveBook.open(exchange, listing.symbol()));
        }
    }

    /** All listings, by ascending symbol. */
    public Collection<Listing> listings() {
        return byName.values();
    }

    /**
     * The listing with a name.
     *
     * @throws Problem NOT_FOUND
     */
    public Listing listing(final String name) {
        final Listing listing = byName.get(name);
        if (listing == null) {
            throw Problem.of(ProblemCode.NOT_FOUND, "there is no such listing; /v1/listings has all");
        }
        return listing;
    }

    /** The listing of a symbol, or null. */
    public @Nullable Listing listing(final int symbol) {
        return bySymbol.get(symbol);
    }

    /** The name of a symbol; {@code #17} where none is listed. */
    public String name(final int symbol) {
        final Listing listing = bySymbol.get(symbol);
        return listing == null ? "#" + symbol : listing.name();
    }

    /** The currency with a name, or null. */
    public Listing.@Nullable Currency currency(final String name) {
        return currencies.get(name);
    }

    /** The names of all currencies. */
    public List<String> currencyNames() {
        return new ArrayList<>(currencies.keySet());
    }

    /** The currency with a number, or null. */
    public Listing.@Nullable Currency currency(final int id) {
        return currenciesById.get(id);
    }

    /** The book of a listing, kept up to date. */
    public LiveBook book(final Listing listing) {
        return Objects.requireNonNull(books.get(listing.symbol()));
    }

    @Override
    public void close() {
        books.values().forEach(LiveBook::close);
    }
}
