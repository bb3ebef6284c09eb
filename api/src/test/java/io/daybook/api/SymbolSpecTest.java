package io.daybook.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SymbolSpecTest {

    private static void assertRefused(final String message, final SymbolSpec.Builder builder) {
        final IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, builder::build);
        assertEquals(message, refused.getMessage());
    }

    @Test
    void shouldNotBuildWhatTheEngineRefuses() {
        assertRefused(
                "lotSize must be at least 1: lotSize=0",
                SymbolSpec.exchangePair(1, 10, 20).lotSize(0));
        assertRefused(
                "quoteCurrency of a pair must not be its baseCurrency: quoteCurrency=10",
                SymbolSpec.exchangePair(1, 10, 10));
        assertRefused(
                "takerFee must be at least makerFee=2: takerFee=1",
                SymbolSpec.exchangePair(1, 10, 20).feesPerLot(1, 2));
        assertRefused(
                "makerFee must be at least 0: makerFee=-1. No trade pays a rebate: set makerFee to 0, and pay rebates"
                        + " as deposits",
                SymbolSpec.exchangePair(1, 10, 20).feesPerLot(1, -1));
        assertRefused(
                "margins of a pair must be 0: marginBuy=5 marginSell=0",
                SymbolSpec.exchangePair(1, 10, 20).margins(5, 0));
        assertRefused(
                "feeType of futures must be PER_LOT: feeType=PROPORTIONAL",
                SymbolSpec.futuresContract(1, 10, 20).feesProportional(1, 1));
        assertRefused(
                "maxPrice must be from minPrice=6 to 1099511627776: maxPrice=5",
                SymbolSpec.exchangePair(1, 10, 20).prices(6, 5));
    }

    @Test
    void shouldFindNoProblemInAValidSpecification() {
        assertNull(SymbolSpec.exchangePair(1, 10, 20)
                .feesProportional(1_000_000, 1_000_000)
                .prices(1L << 40, 1L << 40)
                .build()
                .problem());
        assertNull(SymbolSpec.futuresContract(2, 20, 20).margins(7, 8).build().problem());
    }
}
