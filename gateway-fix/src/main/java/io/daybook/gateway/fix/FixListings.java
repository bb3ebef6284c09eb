package io.daybook.gateway.fix;

import io.daybook.api.Listing;
import io.daybook.gateway.fix.decimal.Decimals;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What is traded, by name and by number, and how far a market order may go. Any thread. */
public final class FixListings {
    /** Of {@link #slippage}: none is set. */
    public static final long NO_SLIPPAGE = -1;

    private final Map<String, Decimals> byName = new TreeMap<>();
    private final Map<Integer, Decimals> bySymbol = new TreeMap<>();
    private final Map<Integer, Long> slippage;

    /** Symbols that the exchange has in other units than their listings. */
    private final Set<Integer> contradicted = ConcurrentHashMap.newKeySet();

    /**
     * Listings.
     *
     * @param slippage ticks behind the best opposite price that a market order may pay, by symbol
     */
    public FixListings(final List<Listing> listings, final Map<Integer, Long> slippage) {
        for (final Listing listing : listings) {
            final Decimals decimals = new Decimals(listing);
            byName.put(listing.name(), decimals);
            bySymbol.put(listing.symbol(), decimals);
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

    /** The exchange has a symbol in other units than its listing: no order for it is taken any more. */
    public void contradict(final int symbol) {
        contradicted.add(symbol);
    }

    /** Whether it has. */
    boolean isContradicted(final int symbol) {
        return contradicted.contains(symbol);
    }

    /** All, by name. */
    public List<Decimals> all() {
        return List.copyOf(byName.values());
    }

    /** How many ticks behind the best opposite price a market order may pay; {@link #NO_SLIPPAGE} for none. */
    long slippage(final int symbol) {
        return slippage.getOrDefault(symbol, NO_SLIPPAGE);
    }
}
