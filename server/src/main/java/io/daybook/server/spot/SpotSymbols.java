package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.server.api.Markets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The exchange pairs under the names of the dialect: {@code BTC-EUR} is {@code BTCEUR}. If two listings have the same
 * name, the first listing is used. Any thread.
 */
final class SpotSymbols {
    private final Markets markets;

    SpotSymbols(final Markets markets) {
        this.markets = markets;
    }

    /** All pairs, in the order of the listings. */
    List<Listing> all() {
        return new ArrayList<>(byName().values());
    }

    /**
     * The pairs, except those with the same assets as an earlier pair: many clients identify a pair by its assets, and
     * silently choose one of two. The pairs that are left out can be traded under their names.
     */
    List<Listing> advertised() {
        final Set<List<String>> assets = new HashSet<>();
        return byName().values().stream()
                .filter(pair ->
                        assets.add(List.of(pair.base().name(), pair.quote().name())))
                .toList();
    }

    /** The pair with a name, or null. */
    @Nullable
    Listing find(final String name) {
        return byName().get(name);
    }

    /** The pair of a symbol; null if the symbol has no pair, or its name belongs to an earlier pair. */
    @Nullable
    Listing find(final int symbol) {
        final Listing listing = markets.listing(symbol);
        return listing != null && listing.equals(find(name(listing))) ? listing : null;
    }

    /** The letters and digits of a listing's name, in upper case. */
    static String name(final Listing listing) {
        final StringBuilder name = new StringBuilder();
        listing.name()
                .toUpperCase(Locale.ROOT)
                .chars()
                .filter(Character::isLetterOrDigit)
                .forEach(c -> name.append((char) c));
        return name.toString();
    }

    private Map<String, Listing> byName() {
        final Map<String, Listing> named = new LinkedHashMap<>();
        for (final Listing listing : markets.listings()) {
            if (!listing.spec().isFutures()) {
                named.putIfAbsent(name(listing), listing);
            }
        }
        return named;
    }
}
