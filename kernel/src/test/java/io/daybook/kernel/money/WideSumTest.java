package io.daybook.kernel.money;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WideSumTest {
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);

    @Test
    void shouldSaturateOnlyWhereItIsRead() {
        final WideSum sum = new WideSum().set(Long.MAX_VALUE).add(1);
        assertEquals(Long.MAX_VALUE, sum.saturated());
        assertEquals(Long.MAX_VALUE, sum.subtract(1).saturated());
        assertEquals(Long.MAX_VALUE - 1, sum.subtract(1).saturated());
        assertEquals(
                Long.MIN_VALUE, new WideSum().set(Long.MIN_VALUE).subtract(1).saturated());
        assertEquals(Long.MIN_VALUE, new WideSum().set(0).add(Long.MIN_VALUE).saturated());
    }

    @Test
    void shouldAgreeWithBigIntegersAfterEveryStep() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            final WideSum sum = new WideSum();
            BigInteger expected = BigInteger.ZERO;
            for (int step = 0; step < 50; step++) {
                final long a = random.nextLong() >> random.nextInt(64);
                final long b = random.nextLong() >> 8 + random.nextInt(56);
                switch (random.nextInt(5)) {
                    case 0 -> {
                        sum.add(a);
                        expected = expected.add(BigInteger.valueOf(a));
                    }
                    case 1 -> {
                        sum.subtract(a);
                        expected = expected.subtract(BigInteger.valueOf(a));
                    }
                    case 2 -> {
                        sum.addProduct(a, b);
                        expected = expected.add(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)));
                    }
                    case 3 -> {
                        sum.add(new WideSum().addProduct(a, b));
                        expected = expected.add(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)));
                    }
                    default -> {
                        if (step % 10 == 0) {
                            sum.clampTo(a);
                            expected = expected.min(BigInteger.valueOf(a));
                        }
                    }
                }
                final String where = "seed=" + seed + " case=" + i + " step=" + step;
                assertEquals(expected.min(MAX).max(MIN).longValueExact(), sum.saturated(), where);
                assertEquals(expected.signum(), sum.signum(), where);
                assertEquals(expected.compareTo(BigInteger.valueOf(b)) >= 0, sum.isAtLeast(b), where);
            }
        }
    }

    @Test
    void shouldSumInAnArrayWhatItSumsByItself() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        final long[] array = new long[5];
        BigInteger expected = BigInteger.ZERO;
        for (int step = 0; step < 2_000; step++) {
            final long a = random.nextLong() >> random.nextInt(64);
            final long b = random.nextLong() >> random.nextInt(64);
            final BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
            if (random.nextBoolean()) {
                WideSum.addProduct(array, 1, a, b);
            } else {
                final long[] other = new long[3];
                WideSum.put(other, 0, product);
                assertEquals(product, WideSum.get(other, 0), "seed=" + seed);
                WideSum.add(array, 1, other, 0);
            }
            expected = expected.add(product);
            if (expected.bitLength() > 120) {
                WideSum.put(array, 1, BigInteger.ZERO);
                expected = BigInteger.ZERO;
            }
            assertEquals(expected, WideSum.get(array, 1), "seed=" + seed + " step=" + step);
        }
        assertEquals(0, array[0] | array[3] | array[4], "longs next to the sum must not change");
    }
}
