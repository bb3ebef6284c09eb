package io.daybook.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Listing.Currency;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ListingTest {
    private static final int LISTINGS = Boolean.getBoolean("daybook.quick") ? 5_000 : 100_000;
    private static final Currency BTC = new Currency("BTC", 1, 8);
    private static final Currency EUR = new Currency("EUR", 2, 2);
    private static final Listing BTC_EUR = Listing.pair("BTC-EUR", pair(100_000, 1), BTC, EUR);

    @Test
    void shouldSpeakInTheDecimalsOfTheContract() {
        assertEquals(decimal("10"), BTC_EUR.tick());
        assertEquals(decimal("0.001"), BTC_EUR.lot());
        assertEquals(15_400, BTC_EUR.ticks(decimal("154000")));
        assertEquals(12, BTC_EUR.lots(decimal("0.012")));
        assertEquals(decimal("154000"), BTC_EUR.price(15_400));
        assertEquals(decimal("0.012"), BTC_EUR.quantity(12));
        assertEquals(7, BTC_EUR.symbol());
    }

    @Test
    void shouldRefuseWhatLiesBetweenTwoSteps() {
        assertRefused("price must be a multiple of 10: price=154005", () -> BTC_EUR.ticks(decimal("154005")));
        assertRefused("quantity must be a multiple of 0.001: quantity=0.0125", () -> BTC_EUR.lots(decimal("0.0125")));
        assertRefused("price must fit in 64 bits: price=1E+64", () -> BTC_EUR.ticks(decimal("1e64")));
        assertRefused("price must fit in 64 bits: price=1E+20", () -> BTC_EUR.ticks(decimal("1e20")));
        assertRefused("price must fit in 64 bits: price=1E-2147483647", () -> BTC_EUR.ticks(decimal("1e-2147483647")));
    }

    @Test
    void shouldRefuseATickThatNeverEnds() {
        assertRefused(
                "tick of listing BTC-EUR must be a finite decimal: 1 / 3 is not. Choose a lotSize whose prime"
                        + " factors are 2 and 5",
                () -> Listing.pair("BTC-EUR", pair(3, 1), BTC, EUR));
        assertEquals(decimal("1000000"), Listing.pair("X", pair(3, 3), BTC, EUR).tick());
    }

    @Test
    void shouldRefuseATickOfMoreThan18Digits() {
        final Currency coarse = new Currency("SAT", 1, 0);
        final Currency fine = new Currency("ETH", 2, 18);
        assertEquals(
                decimal("1e-18"), Listing.pair("X", pair(1, 1), coarse, fine).tick());
        assertRefused(
                "tick of listing X must be above 0 and have at most 18 digits: tick=5E-19",
                () -> Listing.pair("X", pair(2, 1), coarse, fine));
        final Currency minute = new Currency("SAT", 1, 18);
        final Currency whole = new Currency("ETH", 2, 0);
        assertRefused(
                "tick of listing X must be above 0 and have at most 18 digits: tick=1E+18",
                () -> Listing.pair("X", pair(1, 1), minute, whole));
    }

    @Test
    void shouldTakeTheStepsOfFuturesAsTheyAreStated() {
        final SymbolSpec spec =
                SymbolSpec.futuresContract(7, 1, 2).tickValue(125).build();
        final Listing listing = new Listing("BTC.M", spec, BTC, EUR, decimal("0.250"), decimal("1e1"));
        assertEquals(decimal("0.25"), listing.tick());
        assertEquals(decimal("10"), listing.lot());
        assertRefused("a listing of futures must state its steps: listing=X", () -> Listing.pair("X", spec, BTC, EUR));
    }

    @Test
    void shouldRefuseAListingWhosePartsAreNotOfOneAnother() {
        final SymbolSpec spec = pair(100_000, 1);
        assertRefused(
                "quote of listing X must be the currency 2 of its specification: quote=USD with id 3",
                () -> Listing.pair("X", spec, BTC, new Currency("USD", 3, 2)));
        assertRefused(
                "tick of listing X must match its specification, 10: tick=5",
                () -> new Listing("X", spec, BTC, EUR, decimal("5"), decimal("0.001")));
        for (final String name : List.of("", "a b", "a=b", "x".repeat(33), "é")) {
            assertThrows(IllegalArgumentException.class, () -> Listing.pair(name, spec, BTC, EUR), name);
            assertThrows(IllegalArgumentException.class, () -> new Currency(name, 1, 2), name);
        }
        assertThrows(IllegalArgumentException.class, () -> new Currency("BTC", 0, 2));
        assertThrows(IllegalArgumentException.class, () -> new Currency("BTC", 1, 19));
    }

    @Test
    void shouldComeBackToTheSameTicksAndLotsInEveryListing() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        int accepted = 0;
        for (int i = 0; i < LISTINGS; i++) {
            final long lotSize = 1L << random.nextInt(12);
            final SymbolSpec spec = pair(lotSize * (random.nextBoolean() ? 1 : 100_000), random.nextLong(1, 1 << 20));
            final Currency base = new Currency("BASE", 1, random.nextInt(19));
            final Currency quote = new Currency("QUOTE", 2, random.nextInt(19));
            final Listing listing;
            try {
                listing = Listing.pair("X", spec, base, quote);
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().contains("at most 18 digits"), () -> "seed=" + seed + " " + e.getMessage());
                continue;
            }
            accepted++;
            final long steps = random.nextLong(1, Limits.MAX_PRICE);
            assertEquals(steps, listing.ticks(listing.price(steps)), () -> "seed=" + seed + " " + listing);
            assertEquals(steps, listing.lots(listing.quantity(steps)), () -> "seed=" + seed + " " + listing);
            final long scaled = new Scale(spec, base.decimals(), quote.decimals()).ticks(listing.price(steps));
            assertEquals(steps, scaled, () -> "seed=" + seed + " " + listing);
        }
        assertTrue(accepted > LISTINGS / 10, "seed=" + seed + " accepted=" + accepted);
    }

    private static SymbolSpec pair(final long lotSize, final long tickValue) {
        return SymbolSpec.exchangePair(7, 1, 2)
                .lotSize(lotSize)
                .tickValue(tickValue)
                .build();
    }

    private static BigDecimal decimal(final String text) {
        final BigDecimal number = new BigDecimal(text);
        return number.scale() < 0 && number.scale() > -19 ? number.setScale(0) : number;
    }

    private static void assertRefused(final String message, final Executable action) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, action).getMessage());
    }
}
