package io.daybook.kernel.money;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.SymbolSpec;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AmountsTest {
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);
    private static final int CASES = 200_000;

    @Test
    void shouldMultiplyUpToTheLastRepresentableValueAndNotBeyond() {
        assertEquals(Long.MAX_VALUE, Amounts.product(Long.MAX_VALUE, 1));
        assertEquals(Long.MAX_VALUE, Amounts.product((1L << 62) - 1, 2) + 1);
        assertEquals(Amounts.OVERFLOW, Amounts.product(1L << 62, 2));
        assertEquals(Amounts.OVERFLOW, Amounts.product(1L << 40, 1L << 24));
        assertEquals(Amounts.OVERFLOW, Amounts.product(Amounts.OVERFLOW, 0));
        assertEquals(0, Amounts.product(0, Long.MAX_VALUE));
    }

    @Test
    void shouldAddUpToTheLastRepresentableValueAndNotBeyond() {
        assertEquals(Long.MAX_VALUE, Amounts.sum(Long.MAX_VALUE - 5, 5));
        assertEquals(Amounts.OVERFLOW, Amounts.sum(Long.MAX_VALUE - 5, 6));
        assertEquals(Amounts.OVERFLOW, Amounts.sum(Amounts.OVERFLOW, 1));
        assertEquals(Amounts.OVERFLOW, Amounts.sum(1, Amounts.OVERFLOW));
    }

    @Test
    void shouldRoundProportionalFeesDown() {
        assertEquals(0, Amounts.proportionalFee(999, 1_000)); // 0.999
        assertEquals(1, Amounts.proportionalFee(1_000, 1_000));
        assertEquals(1, Amounts.proportionalFee(1_999, 1_000));
        assertEquals(Long.MAX_VALUE, Amounts.proportionalFee(Long.MAX_VALUE, 1_000_000));
        assertEquals(Amounts.OVERFLOW, Amounts.proportionalFee(Amounts.OVERFLOW, 0));
    }

    @Test
    void shouldReckonHoldsAsTheContractDoes() {
        final SymbolSpec perLot = SymbolSpec.exchangePair(1, 10, 20)
                .lotSize(1000)
                .tickValue(10)
                .feesPerLot(3, 1)
                .build();
        assertEquals(12 * 15_600 * 10 + 12 * 3, Amounts.hold(perLot, true, 15_600, 12));
        assertEquals(12_000, Amounts.hold(perLot, false, 0, 12));
        assertEquals(20, Amounts.holdCurrency(perLot, true));
        assertEquals(10, Amounts.holdCurrency(perLot, false));

        final SymbolSpec futures = SymbolSpec.futuresContract(2, 11, 20)
                .feesPerLot(3, 1)
                .margins(500, 600)
                .build();
        assertEquals(21, Amounts.hold(futures, true, 0, 7));
        assertEquals(20, Amounts.holdCurrency(futures, false));
    }

    @Test
    void shouldCoverTheFeeOfAMovedAskFromTheTickOn() {
        final SymbolSpec pair =
                SymbolSpec.exchangePair(1, 10, 20).tickValue(4).feesPerLot(9, 0).build();
        assertEquals(3, Amounts.lowestCoveredAsk(pair));
        assertEquals(
                3,
                Amounts.lowestCoveredAsk(SymbolSpec.exchangePair(1, 10, 20)
                        .tickValue(4)
                        .feesPerLot(12, 0)
                        .build()));
        final SymbolSpec proportional = SymbolSpec.exchangePair(1, 10, 20)
                .feesProportional(1_000_000, 0)
                .build();
        assertEquals(0, Amounts.lowestCoveredAsk(proportional));
    }

    @Test
    void shouldAgreeWithBigIntegersEverywhere() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            final long a = anySize(random);
            final long b = anySize(random);
            final long c = anySize(random);
            final long ppm = random.nextInt(1_000_001);
            final String where = "seed=" + seed + " case=" + i + ": " + a + " " + b + " " + c + " " + ppm;
            final BigInteger product = big(a).multiply(big(b));
            assertEquals(orOverflow(product), Amounts.product(a, b), where);
            final long tickValue = Math.max(c, 1);
            assertEquals(orOverflow(product.multiply(big(tickValue))), Amounts.notional(a, b, tickValue), where);
            assertEquals(orOverflow(big(a).add(big(b))), Amounts.sum(a, b), where);
            assertEquals(
                    big(a).multiply(big(ppm)).divide(MILLION).longValueExact(), Amounts.proportionalFee(a, ppm), where);
            assertEquals(
                    product.compareTo(big(c).multiply(big(ppm))) >= 0, Amounts.isProductAtLeast(a, b, c, ppm), where);
            final long whole = Math.max(a, 1);
            final long part = b % (whole + 1 < 1 ? whole : whole + 1);
            assertEquals(
                    big(c).multiply(big(part)).divide(big(whole)).longValueExact(),
                    Amounts.share(c, part, whole),
                    where);
        }
    }

    /** Draws a number whose bit length is from 0 to 63, each with the same probability. */
    private static long anySize(final Random random) {
        return random.nextLong() >>> 1 + random.nextInt(63);
    }

    private static long orOverflow(final BigInteger value) {
        return value.bitLength() <= 63 ? value.longValueExact() : Amounts.OVERFLOW;
    }

    private static BigInteger big(final long value) {
        return BigInteger.valueOf(value);
    }
}
