package io.daybook.gateway.fix.message;

import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.gateway.fix.decimal.Decimals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The listings, by name and by symbol, and the slippage of market orders. Any thread. */
public final class FixListings {
    /** The result of {@link #slippage} if none is set. */
    public static final long NO_SLIPPAGE = -1;

    private final Map<String, Decimals> byName = new TreeMap<>();
    private final Map<Integer, Decimals> bySymbol = new TreeMap<>();
    private final Map<Integer, Long> slippage;

    /** The currencies of the listings, by id. */
    private final Map<Integer, Listing.Currency> currencies = new TreeMap<>();

    /**
     * Symbols whose units on the exchange differ from those of their listings, with the exchange's decimals if they are
     * known.
     */
    private final Map<Integer, Optional<Decimals>> contradicted = new ConcurrentHashMap<>();

    /**
     * Creates the listings.
     *
     * @param slippage ticks beyond the best opposite price that a market order may pay, by symbol
     */
    public FixListings(final List<Listing> listings, final Map<Integer, Long> slippage) {
        for (final Listing listing : listings) {
            final Decimals decimals = new Decimals(listing);
            byName.put(listing.name(), decimals);
            bySymbol.put(listing.symbol(), decimals);
            currencies.put(listing.base().id(), listing.base());
            currencies.put(listing.quote().id(), listing.quote());
        }
        this.slippage = Map.copyOf(slippage);
    }

    /** The listing of a name (55), or null. */
    public @Nullable Decimals named(final String name) {
        return byName.get(name);
    }

    /** The listing of a symbol, or null. */
    public @Nullable Decimals of(final int symbol) {
        return bySymbol.get(symbol);
    }

    /**
     * Marks a symbol whose units on the exchange differ from those of its listing: the door accepts no orders for it
     * any more, and reports use the units of the exchange.
     *
     * @param symbol the symbol, as the exchange has it
     * @return whether reports can use the units of the exchange: not for futures, because a symbol does not have their
     *     steps, nor if no listing has the currencies of the symbol
     */
    public boolean contradict(final SymbolSpec symbol) {
        final Optional<Decimals> ofExchange = ofExchange(symbol);
        contradicted.put(symbol.symbol(), ofExchange);
        return ofExchange.isPresent();
    }

    private Optional<Decimals> ofExchange(final SymbolSpec symbol) {
        final Decimals listed = of(symbol.symbol());
        final Listing.Currency base = currencies.get(symbol.baseCurrency());
        final Listing.Currency quote = currencies.get(symbol.quoteCurrency());
        if (listed == null
                || listed.listing().spec().isFutures()
                || symbol.isFutures()
                || base == null
                || quote == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Decimals(Listing.pair(listed.listing().name(), symbol, base, quote)));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the tick is no finite decimal, or has too many digits
        }
    }

    /** Returns whether the units of a symbol on the exchange differ from those of its listing. */
    public boolean isContradicted(final int symbol) {
        return contradicted.containsKey(symbol);
    }

    /** Returns whether reports of a symbol can be written in decimals. */
    public boolean canTell(final int symbol) {
        final Optional<Decimals> ofExchange = contradicted.get(symbol);
        return ofExchange == null || ofExchange.isPresent();
    }

    /** The decimals of a symbol's reports; null if it has no listing, or reports cannot use the exchange's units. */
    public @Nullable Decimals told(final int symbol) {
        final Optional<Decimals> ofExchange = contradicted.get(symbol);
        return ofExchange == null ? of(symbol) : ofExchange.orElse(null);
    }

    /** The reason why a report of a symbol cannot be sent, in a sentence. */
    public String untold(final int symbol) {
        final Decimals listed = of(symbol);
        return (listed == null ? "symbol " + symbol : listed.listing().name())
                + " is listed with other units than the exchange has, in which its orders cannot be told: the venue"
                + " must mend its listing";
    }

    /** The decimals of all listings, by name. */
    public List<Decimals> all() {
        return List.copyOf(byName.values());
    }

    /** All listings that reports can use, by name. */
    public List<Listing> listed() {
        final List<Listing> listed = new ArrayList<>();
        for (final Decimals one : byName.values()) {
            final Decimals told = told(one.listing().symbol());
            if (told != null) {
                listed.add(told.listing());
            }
        }
        return listed;
    }

    /** The ticks beyond the best opposite price that a market order may pay; {@link #NO_SLIPPAGE} for no bound. */
    public long slippage(final int symbol) {
        return slippage.getOrDefault(symbol, NO_SLIPPAGE);
    }
}
