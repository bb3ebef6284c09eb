package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.server.api.Markets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exchange pairs under the names of the dialect: {@code BTC-EUR} is {@code BTCEUR}. Of two listings with one name
 * the first is shown. Any thread.
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
        for (final Listing listing : markets.listings()) {
            if (isShown(listing) && name(listing).equals(name)) {
                return listing;
            }
        }
        return null;
    }

    /** The pair of a symbol; null where it has none, or a name that another has. */
    @Nullable
    Listing find(final int symbol) {
        final Listing listing = markets.listing(symbol);
        return listing != null && isShown(listing) && listing.equals(find(name(listing))) ? listing : null;
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

    private static boolean isShown(final Listing listing) {
        return !listing.spec().isFutures();
    }

    private Map<String, Listing> byName() {
        final Map<String, Listing> named = new LinkedHashMap<>();
        for (final Listing listing : markets.listings()) {
            if (isShown(listing)) {
                named.putIfAbsent(name(listing), listing);
            }
        }
        return named;
    }
}
