package io.daybook.venue;

import io.daybook.api.CommandType;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.Listing;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A follower of a node's log that also checks the symbols of the log. The listings in the file of a node only define
 * the format of numbers; if a listing contradicts its symbol, the numbers would be wrong.
 */
final class ListingWatch implements Follower {
    private static final int ADD_SYMBOL = CommandType.ADD_SYMBOL.code();
    private static final int ADD_SYMBOLS = CommandType.ADD_SYMBOLS.code();

    private final Follower follower;
    private final List<Listing> listings;
    private final BiConsumer<Listing, SymbolSpec> onContradiction;

    /**
     * Wraps a follower.
     *
     * @param onContradiction receives each listing whose symbol has other units, with the symbol; called on the
     *     follower's thread
     */
    ListingWatch(
            final Follower follower,
            final List<Listing> listings,
            final BiConsumer<Listing, SymbolSpec> onContradiction) {
        this.follower = follower;
        this.listings = List.copyOf(listings);
        this.onContradiction = onContradiction;
    }

    private void look(final List<SymbolSpec> symbols) {
        for (final SymbolSpec symbol : symbols) {
            for (final Listing listing : listings) {
                if (listing.symbol() == symbol.symbol() && !isAs(listing.spec(), symbol)) {
                    onContradiction.accept(listing, symbol);
                }
            }
        }
    }

    /**
     * Returns whether both have the same units. Fees, margins and price limits do not count, because they change no
     * number.
     */
    private static boolean isAs(final SymbolSpec listed, final SymbolSpec symbol) {
        return listed.type() == symbol.type()
                && listed.baseCurrency() == symbol.baseCurrency()
                && listed.quoteCurrency() == symbol.quoteCurrency()
                && listed.lotSize() == symbol.lotSize()
                && listed.tickValue() == symbol.tickValue();
    }

    /** Returns the message about a contradiction. */
    static String told(final Listing listing, final SymbolSpec symbol) {
        return "listing." + listing.name() + " has other units than symbol " + listing.symbol()
                + " of the log: correct it in the files of all nodes, and start them again\n"
                + "  configured: " + listing.spec() + "\n  the log:    " + symbol;
    }

    @Override
    public String name() {
        return follower.name();
    }

    @Override
    public long mark() {
        return follower.mark();
    }

    @Override
    public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
        look(state.symbols());
        follower.restore(part, seq, state);
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        final int type = result.typeCode();
        if (type == ADD_SYMBOL || type == ADD_SYMBOLS) {
            look(result.addedSymbols());
        }
        follower.onResult(result, replayed);
    }

    @Override
    public void onBatchEnd() {
        follower.onBatchEnd();
    }

    @Override
    public @Nullable FollowerPart capture() {
        return follower.capture();
    }
}
