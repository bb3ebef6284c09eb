package io.daybook.server.api;

import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.api.LiveBook;
import io.daybook.host.Clock;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Route;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The listings, their currencies and their books, by name and number. Any thread. */
public final class Markets implements AutoCloseable {
    /** The form of an unknown name that a message may quote. Other texts of clients must not reach a terminal. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,40}");

    private final MarketBooks books;
    private volatile Picture picture;

    /** All listings at one time. An object is never changed, but replaced by another. */
    private record Picture(
            Map<String, Listing> byName,
            Map<Integer, Listing> bySymbol,
            Map<String, Listing.Currency> currencies,
            Map<Integer, Listing.Currency> currenciesById) {
        private static Picture of(final List<Listing> listings) {
            final Picture made = new Picture(
                    new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
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
     * Serves the listings of a venue. The exchange already has their symbols.
     *
     * @param watcher receives the changes of all books while these are kept
     * @param mayWait the executor of tasks that may wait for room in the ring
     */
    public Markets(
            final Exchange exchange,
            final List<Listing> listings,
            final LiveBook.Watcher watcher,
            final Executor mayWait,
            final Clock clock) {
        this.picture = Picture.of(listings);
        this.books = new MarketBooks(exchange, watcher, () -> picture.bySymbol.keySet(), mayWait, clock);
    }

    /** Adds a listing whose symbol the exchange already has. Called by one thread at a time. */
    public void add(final Listing listing) {
        final Picture before = picture;
        final List<Listing> listings = new ArrayList<>(before.byName.values());
        listings.add(listing);
        listings.sort(Comparator.comparingInt(Listing::symbol));
        picture = Picture.of(listings);
        try {
            books.add(listing.symbol());
        } catch (RuntimeException e) {
            picture = before;
            throw e;
        }
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
                    "there is no listing " + (NAME.matcher(name).matches() ? name : "with this name")
                            + "; /v1/listings has all");
        }
        return listing;
    }

    /** The listing of a symbol, or null. */
    public @Nullable Listing listing(final int symbol) {
        return picture.bySymbol.get(symbol);
    }

    /** The name of a symbol; {@code #17} if none is listed. */
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

    /**
     * The book of a listing, kept up to date; only after {@link #openBooks}.
     *
     * @throws Problem RING_FULL if no book is kept
     */
    public LiveBook book(final Listing listing) {
        return books.book(listing.symbol());
    }

    /**
     * Begins to keep books, unless they are kept already.
     *
     * @return completes when all books are complete; fails with a {@link Problem} if that takes too long
     */
    public CompletionStage<?> openBooks() {
        return books.open();
    }

    /** Opens the books and keeps them for good; waits until they are complete. */
    public void keepBooks() {
        books.keepOpen().toCompletableFuture().join();
    }

    /**
     * Closes the books if no request needed any for a minute. Does not wait.
     *
     * @param isNeeded whether there is a subscription
     */
    public void closeIdleBooks(final boolean isNeeded) {
        books.closeIdle(isNeeded);
    }

    /** A handler of requests that need books: it answers after {@link #openBooks}. */
    public Route.Handler withBooks(final Route.Handler handler) {
        return request -> {
            final CompletableFuture<?> open = openBooks().toCompletableFuture();
            return open.isDone() && !open.isCompletedExceptionally()
                    ? handler.handle(request)
                    : open.thenComposeAsync(unused -> handler.handle(request), request.loop());
        };
    }

    @Override
    public void close() {
        books.close();
    }
}
