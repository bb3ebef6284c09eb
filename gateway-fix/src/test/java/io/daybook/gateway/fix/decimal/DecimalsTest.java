package io.daybook.gateway.fix.decimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.host.Proves;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

@Proves(value = "FIX decimals are exact", normal = "100,000 listings", large = "10,000,000")
class DecimalsTest {
    private static final int LISTINGS =
            Boolean.getBoolean("daybook.long") ? 10_000_000 : Boolean.getBoolean("daybook.quick") ? 20_000 : 100_000;

    private static Listing pair(final int baseDecimals, final int quoteDecimals, final long lot, final long tick) {
        return Listing.pair(
                "BTC-EUR",
                SymbolSpec.exchangePair(7, 1, 2).lotSize(lot).tickValue(tick).build(),
                new Listing.Currency("BTC", 1, baseDecimals),
                new Listing.Currency("EUR", 2, quoteDecimals));
    }

    @Test
    void shouldBeTheExampleOfTheContract() {
        final Decimals decimals = new Decimals(pair(8, 2, 100_000, 1));
        assertEquals(12, decimals.quantity().steps("0.012"));
        assertEquals(15_400, decimals.price().steps("154000"));
        assertEquals(
                "price is not a multiple of 10",
                decimals.price().refusal("154005").substring(0, 29));
    }

    @Test
    void shouldGiveTheExactAverageRoundedHalfUp() {
        final Decimals decimals = new Decimals(pair(8, 2, 1_000_000, 1)); // a tick is one euro
        assertEquals("100", decimals.average(0, 500, 5));
        assertEquals("33.33333333", decimals.average(0, 100, 3));
        assertEquals("66.66666667", decimals.average(0, 200, 3));
        assertEquals("0.00000001", decimals.average(0, 1, 200_000_000), "half goes up");
        assertEquals("0", decimals.average(0, 49, 10_000_000_000L));
        assertEquals("0", decimals.average(0, 0, 0));
        assertEquals("18446744073709551616", decimals.average(1, 0, 1));
        assertEquals("18446744073709551615", decimals.average(0, -1, 1));
    }

    @Test
    void shouldWriteFeesInTheQuoteCurrency() {
        assertEquals("12.05", new Decimals(pair(8, 2, 100_000, 1)).fee(1_205));
        assertEquals("-0.001", Decimals.amount(-1, 3));
    }

    /** Converts in both directions for random listings, and compares with the exact decimals of {@link Listing}. */
    @Test
    void shouldAgreeWithTheListingWhateverItIs() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        int between = 0;
        for (int i = 0; i < LISTINGS; i++) {
            final Listing listing = random(random);
            final Decimals decimals = new Decimals(listing);
            final int number = i;
            final Supplier<String> message = () -> "seed=" + seed + " listing " + number + ": " + listing;
            check(random, decimals.price(), listing.tick(), message);
            check(random, decimals.quantity(), listing.lot(), message);
            if (i % 8 == 0) {
                between += anything(random, decimals.price(), listing.tick(), message) ? 1 : 0;
                average(random, decimals, message);
            }
        }
        assertTrue(between > LISTINGS / 80, "seed=" + seed + ": too few were between two steps: " + between);
    }

    private static Listing random(final SplittableRandom random) {
        final int baseDecimals = random.nextInt(13);
        final int quoteDecimals = random.nextInt(7);
        long lot = 1;
        for (int i = random.nextInt(9); i > 0; i--) {
            lot *= random.nextInt(4) == 0 ? 2 : random.nextInt(4) == 0 ? 5 : 10;
        }
        return pair(baseDecimals, quoteDecimals, lot, 1 + random.nextLong(1L << random.nextInt(1, 20)));
    }

    private static void check(
            final SplittableRandom random,
            final DecimalStep step,
            final BigDecimal exact,
            final Supplier<String> message) {
        final long steps = random.nextLong(1L << random.nextInt(1, 41));
        final BigDecimal value = exact.multiply(BigDecimal.valueOf(steps));
        final String text = step.text(steps);
        assertEquals(value.toPlainString(), text, message);
        final boolean fits = digits(text) <= DecimalStep.MAX_DIGITS;
        assertEquals(fits ? steps : DecimalStep.TOO_LONG, step.steps(text), message);
    }

    private static int digits(final String text) {
        return text.length() - (text.indexOf('.') < 0 ? 0 : 1);
    }

    private static boolean anything(
            final SplittableRandom random,
            final DecimalStep step,
            final BigDecimal exact,
            final Supplier<String> message) {
        final String text = BigDecimal.valueOf(random.nextLong(1L << random.nextInt(1, 59)), random.nextInt(19))
                .toPlainString();
        final long steps = step.steps(text);
        final BigDecimal[] parts = new BigDecimal(text).divideAndRemainder(exact);
        if (digits(text) > DecimalStep.MAX_DIGITS) {
            assertEquals(DecimalStep.TOO_LONG, steps, () -> message.get() + " " + text);
        } else if (parts[1].signum() != 0) {
            assertEquals(DecimalStep.BETWEEN_STEPS, steps, () -> message.get() + " " + text);
            final String refusal = step.refusal(text);
            final BigDecimal above = new BigDecimal(refusal.substring(refusal.lastIndexOf(' ') + 1));
            assertEquals(
                    0,
                    parts[0].add(BigDecimal.ONE).multiply(exact).compareTo(above),
                    () -> message.get() + " " + refusal);
            return true;
        } else {
            final BigInteger whole = parts[0].toBigInteger();
            final boolean fits = whole.bitLength() < Long.SIZE;
            assertEquals(fits ? whole.longValue() : DecimalStep.TOO_LARGE, steps, () -> message.get() + " " + text);
        }
        return false;
    }

    private static void average(
            final SplittableRandom random, final Decimals decimals, final Supplier<String> message) {
        final BigInteger sum = BigInteger.valueOf(random.nextLong(1L << 40)).shiftLeft(random.nextInt(60));
        final long lots = 1 + random.nextLong(1L << random.nextInt(1, 40));
        final BigDecimal tick = decimals.listing().tick();
        final BigDecimal exact = tick.multiply(new BigDecimal(sum))
                .divide(BigDecimal.valueOf(lots), Math.max(tick.scale(), 0) + 8, RoundingMode.HALF_UP);
        final String text = decimals.average(sum.shiftRight(64).longValue(), sum.longValue(), lots);
        assertEquals(0, exact.compareTo(new BigDecimal(text)), () -> message.get() + " " + text);
    }
}
