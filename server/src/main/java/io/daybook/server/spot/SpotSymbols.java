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
 * The exchange pairs under the names of the dialect: {@code BTC-EUR} is {@code BTCEUR}. Clients know a pair by its
 * name, or by what it trades for what: of two listings that share either, the first is shown. Any thread.
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

    /** The pair with a name, or null. */
    @Nullable
    Listing find(final String name) {
        return byName().get(name);
    }

    /** The pair of a symbol; null where it has none, or another listing stands for it. */
    @Nullable
    Listing find(final int symbol) {
        final Listing listing = markets.listing(symbol);
        return listing != null && listing.equals(find(name(listing))) ? listing : null;
    }

    /** Letters and digits of a listing's name, the letters large. */
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
        final Set<List<String>> assets = new HashSet<>();
        for (final Listing listing : markets.listings()) {
            final boolean isPair = !listing.spec().isFutures();
            if (isPair
                    && !named.containsKey(name(listing))
                    && assets.add(List.of(listing.base().name(), listing.quote().name()))) {
                named.put(name(listing), listing);
            }
        }
        return named;
    }
}
