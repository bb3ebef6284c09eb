package io.daybook.cli;

import io.daybook.api.AddSymbol;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.api.ResultCode;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.SymbolsReport;
import java.util.ArrayList;
import java.util.List;

/** Brings what a configuration lists and what an exchange lists together, or refuses. */
final class ListingsAtStart {
    private final Exchange exchange;
    private final List<Listing> listings;

    ListingsAtStart(final Exchange exchange, final List<Listing> listings) {
        this.exchange = exchange;
        this.listings = listings;
    }

    /** Adds the symbols that are missing, once it is clear that none contradicts. */
    void add() throws CommandFailure {
        final SymbolsReport known = exchange.query(new SymbolsQuery()).join();
        final List<String> contradictions = new ArrayList<>();
        final List<Listing> missing = new ArrayList<>();
        for (final Listing listing : listings) {
            final SymbolSpec spec = known.spec(listing.symbol());
            if (spec == null) {
                missing.add(listing);
            } else if (!spec.equals(listing.spec())) {
                contradictions.add("listing." + listing.name() + " is not what the exchange has as symbol "
                        + listing.symbol() + ". Give it a number of its own, or the form of the exchange:\n"
                        + "  configured:   " + listing.spec() + "\n  the exchange: " + spec);
            }
        }
        if (!contradictions.isEmpty()) {
            throw new CommandFailure(ExitCodes.USAGE, String.join("\n", contradictions));
        }
        for (final Listing listing : missing) {
            final CommandResult result =
                    exchange.submit(new AddSymbol(listing.spec())).join();
            if (result.code() != ResultCode.SUCCESS) {
                throw new CommandFailure(
                        ExitCodes.USAGE,
                        "listing." + listing.name() + " is refused with " + result.code() + ": daybook explain "
                                + result.code() + " says why");
            }
        }
    }
}
