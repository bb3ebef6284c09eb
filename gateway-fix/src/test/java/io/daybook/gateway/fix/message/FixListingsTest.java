package io.daybook.gateway.fix.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.gateway.fix.FixVenue;
import io.daybook.gateway.fix.decimal.Decimals;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests the units of reports for symbols whose units on the exchange differ from those of their listings. */
final class FixListingsTest {
    private static final Listing SHARE = Listing.pair(
            "SHARE",
            SymbolSpec.exchangePair(3, 30, 20).build(),
            new Listing.Currency("SHARE", 30, 0),
            new Listing.Currency("EUR", 20, 2));

    private final FixListings listings = new FixListings(List.of(FixVenue.BTC_EUR, FixVenue.BTC_FUT, SHARE), Map.of());

    private static SymbolSpec pair(final int base, final long lotSize, final long tickValue) {
        return SymbolSpec.exchangePair(1, base, 20)
                .lotSize(lotSize)
                .tickValue(tickValue)
                .build();
    }

    private void assertUntold(final SymbolSpec symbol, final List<Listing> left) {
        assertFalse(listings.contradict(symbol));
        assertTrue(listings.isContradicted(symbol.symbol()));
        assertFalse(listings.canTell(symbol.symbol()));
        assertNull(listings.told(symbol.symbol()));
        assertEquals(left, listings.listed());
    }

    @Test
    void shouldTellWhatIsListedWhereNothingContradictsIt() {
        assertEquals(List.of(FixVenue.BTC_EUR, FixVenue.BTC_FUT, SHARE), listings.listed());
        assertTrue(listings.canTell(1));
        assertSame(listings.of(1), listings.told(1));
        assertNull(listings.told(9));
    }

    @Test
    void shouldTellAPairInTheUnitsOfTheExchange() {
        assertTrue(listings.contradict(pair(10, 10_000, 1)));
        assertTrue(listings.isContradicted(1));
        assertTrue(listings.canTell(1));
        final Decimals told = Objects.requireNonNull(listings.told(1));
        assertEquals(
                "0.0012 1540000", told.quantity().text(12) + " " + told.price().text(15_400));
        assertEquals(
                FixVenue.BTC_EUR,
                Objects.requireNonNull(listings.named("BTC-EUR")).listing());
        assertEquals(List.of(told.listing(), FixVenue.BTC_FUT, SHARE), listings.listed());
    }

    @Test
    void shouldTellAPairInOtherCurrenciesThatAreListed() {
        assertTrue(listings.contradict(pair(30, 5, 100)));
        final Decimals told = Objects.requireNonNull(listings.told(1));
        assertEquals(
                "BTC-EUR of SHARE",
                told.listing().name() + " of " + told.listing().base().name());
        assertEquals("10 0.4", told.quantity().text(2) + " " + told.price().text(2));
    }

    @Test
    void shouldTellNothingWhereNobodySaysTheDecimals() {
        assertUntold(pair(11, 100_000, 1), List.of(FixVenue.BTC_FUT, SHARE));
        assertUntold(pair(10, 3, 1), List.of(FixVenue.BTC_FUT, SHARE)); // a third of a cent is no finite decimal
        assertUntold(
                SymbolSpec.futuresContract(2, 10, 20)
                        .tickValue(50)
                        .margins(1, 1)
                        .build(),
                List.of(SHARE));
        assertTrue(listings.untold(2).startsWith("BTC-FUT is listed with other units"));
    }
}
