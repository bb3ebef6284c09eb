package io.daybook.venue;

import io.daybook.api.AddSymbol;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.SymbolsReport;
import io.daybook.server.StartException;
import java.util.ArrayList;
import java.util.List;

/** Adds the listings of the configuration to the exchange as symbols, if they are missing. */
public final class ListedSymbols {
    private ListedSymbols() {}

    /**
     * Adds the missing symbols, after a check that no listing contradicts its symbol.
     *
     * @param tag the tag of the commands
     * @return whether a symbol was missing
     * @throws StartException with the listings that contradict their symbols, or the first that is refused
     */
    public static boolean add(final Exchange exchange, final List<Listing> listings, final byte[] tag)
            throws StartException {
        final SymbolsReport known = exchange.query(new SymbolsQuery()).join();
        final List<String> contradictions = new ArrayList<>();
        final List<Listing> missing = new ArrayList<>();
        for (final Listing listing : listings) {
            final SymbolSpec spec = known.spec(listing.symbol());
            if (spec == null) {
                missing.add(listing);
            } else if (!spec.equals(listing.spec())) {
                contradictions.add("listing." + listing.name() + " differs from the exchange's symbol "
                        + listing.symbol() + ". Give the listing another number, or make it equal to the symbol:\n"
                        + "  configured:   " + listing.spec() + "\n  the exchange: " + spec);
            }
        }
        if (!contradictions.isEmpty()) {
            throw new StartException(true, String.join("\n", contradictions));
        }
        for (final Listing listing : missing) {
            final CommandResult result =
                    exchange.submit(new AddSymbol(listing.spec()), 0, tag).join();
            if (!result.isSuccess()) {
                throw new StartException(
                        true,
                        "listing." + listing.name() + " is refused with " + result.code() + ": "
                                + result.code().meaning());
            }
        }
        return !missing.isEmpty();
    }
}
