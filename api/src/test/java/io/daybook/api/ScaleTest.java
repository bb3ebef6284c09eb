package io.daybook.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTest {
    /** Bitcoins for euros: a lot is 0.001 bitcoin, a tick of a lot is a cent, so a tick is 10 euros per bitcoin. */
    private static final Scale BTC_EUR = new Scale(
            SymbolSpec.exchangePair(7, 1, 2).lotSize(100_000).tickValue(1).build(), 8, 2);

    private static BigDecimal decimal(final String text) {
        return new BigDecimal(text);
    }

    @Test
    void shouldTurnAPriceIntoTicksAndBack() {
        assertEquals(5_732, BTC_EUR.ticks(decimal("57320.00")));
        assertEquals(0, decimal("57320").compareTo(BTC_EUR.price(5_732)));
    }

    @Test
    void shouldTurnASizeIntoLotsAndBack() {
        assertEquals(5, BTC_EUR.lots(decimal("0.005")));
        assertEquals(decimal("0.00500000"), BTC_EUR.size(5));
    }

    @Test
    void shouldTurnMoneyIntoMinorUnitsAndBack() {
        assertEquals(10_050, Scale.minorUnits(decimal("100.5"), 2));
        assertEquals(decimal("-0.01"), Scale.amount(-1, 2));
    }

    @Test
    void shouldRefuseWhatLiesBetweenTwoSteps() {
        final IllegalArgumentException price =
                assertThrows(IllegalArgumentException.class, () -> BTC_EUR.ticks(decimal("57325")));
        assertEquals("price must be a whole number of its steps of 1 minor units: price=57325", price.getMessage());
        assertThrows(IllegalArgumentException.class, () -> BTC_EUR.lots(decimal("0.0005")));
        assertThrows(IllegalArgumentException.class, () -> Scale.minorUnits(decimal("0.001"), 2));
        assertThrows(IllegalArgumentException.class, () -> Scale.minorUnits(decimal("1e18"), 2));
        assertThrows(IllegalArgumentException.class, () -> new Scale(BTC_EUR.spec(), 19, 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e5000000", "1e-50000000", "1e2147483647", "-1e65", "1e-65"})
    void shouldRefuseLongNumbersAtOnceAndInFewWords(final String text) {
        final BigDecimal number = decimal(text);
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (final Executable conversion : List.<Executable>of(
                    () -> BTC_EUR.ticks(number), () -> BTC_EUR.lots(number), () -> Scale.minorUnits(number, 2))) {
                final String message =
                        assertThrows(IllegalArgumentException.class, conversion).getMessage();
                assertTrue(message.length() < 200, message);
            }
        });
    }

    @Test
    void shouldGiveBackEveryNumberOfTicksAndLots() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1_000; i++) {
            final long lotSize = (long) Math.pow(10, random.nextInt(9));
            final SymbolSpec spec = SymbolSpec.exchangePair(7, 1, 2)
                    .lotSize(lotSize)
                    .tickValue(1 + random.nextLong(1_000))
                    .build();
            final Scale scale = new Scale(spec, random.nextInt(9), random.nextInt(5));
            final long ticks = 1 + random.nextLong(1L << 40);
            final long lots = 1 + random.nextLong(1L << 40);
            assertEquals(ticks, scale.ticks(scale.price(ticks)), () -> "seed=" + seed + " " + scale);
            assertEquals(lots, scale.lots(scale.size(lots)), () -> "seed=" + seed + " " + scale);
        }
    }
}
