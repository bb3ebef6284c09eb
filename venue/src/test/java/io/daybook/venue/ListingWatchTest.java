package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandType;
import io.daybook.api.Follower;
import io.daybook.api.Listing;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the listings of a node's file with the symbols of its log. */
class ListingWatchTest {
    private static final Listing LISTING = Listing.pair(
            "BTC-EUR",
            SymbolSpec.exchangePair(1, 10, 20)
                    .lotSize(100_000)
                    .tickValue(10)
                    .feesPerLot(2, 1)
                    .build(),
            new Listing.Currency("BTC", 10, 8),
            new Listing.Currency("EUR", 20, 2));

    private final List<String> heard = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    private final Follower watch = new ListingWatch(
            new Follower() {
                @Override
                public String name() {
                    return "any";
                }

                @Override
                public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
                    heard.add("restore " + seq);
                }

                @Override
                public void onResult(final ResultView result, final boolean replayed) {
                    heard.add("result " + replayed);
                }

                @Override
                public void onBatchEnd() {
                    heard.add("end");
                }
            },
            List.of(LISTING),
            (listing, symbol) -> told.add(ListingWatch.told(listing, symbol)));

    private static SymbolSpec.Builder pair(final int symbol) {
        return SymbolSpec.exchangePair(symbol, 10, 20);
    }

    /** Returns an object that answers some methods, and fails for all others. */
    private static <T> T answering(final Class<T> type, final Map<String, Object> answers) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (!answers.containsKey(method.getName())) {
                        throw new AssertionError(method);
                    }
                    return answers.get(method.getName());
                }));
    }

    private void restore(final SymbolSpec... symbols) {
        watch.restore(null, 7, answering(StateView.class, Map.of("symbols", List.of(symbols))));
    }

    private void result(final CommandType type, final SymbolSpec... added) {
        watch.onResult(
                answering(ResultView.class, Map.of("typeCode", type.code(), "addedSymbols", List.of(added))), true);
    }

    @Test
    void shouldSayNothingWhereUnitsAgree() {
        restore(pair(1).lotSize(100_000).tickValue(10).prices(5, 500).build(), pair(2).build());
        result(CommandType.NOP);
        result(CommandType.ADD_SYMBOL, pair(3).lotSize(7).build());
        result(CommandType.ADD_SYMBOLS);
        watch.onBatchEnd();
        assertEquals(List.of(), told);
        assertEquals(List.of("restore 7", "result true", "result true", "result true", "end"), heard);
        assertEquals("any", watch.name());
        assertEquals(Follower.NO_MARK, watch.mark());
    }

    @Test
    void shouldSayWhichListingHasOtherUnits() {
        restore(pair(1).lotSize(10_000).tickValue(10).build());
        assertEquals(1, told.size());
        assertTrue(told.get(0).startsWith("listing.BTC-EUR has other units than symbol 1 of the log"), told.get(0));
        assertTrue(told.get(0).contains("lotSize=100000") && told.get(0).contains("lotSize=10000,"), told.get(0));
        result(CommandType.ADD_SYMBOL, pair(1).lotSize(100_000).tickValue(11).build());
        result(
                CommandType.ADD_SYMBOLS,
                pair(4).build(),
                SymbolSpec.futuresContract(1, 10, 20)
                        .lotSize(100_000)
                        .tickValue(10)
                        .build());
        assertEquals(3, told.size());
    }
}
