package io.daybook.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.client.book.OrderLevels;
import io.daybook.host.Proves;
import io.daybook.trading.feature.Symbols;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares positions with a model of their rules in unbounded integers. */
@Proves("positions, profit and fees of a trading program are exact")
class PositionsTest {
    private static final int SYMBOL = 5;
    private static final int INDEX = 0;
    private static final int BID = OrderLevels.BID;
    private static final int ASK = OrderLevels.ASK;

    private final Positions positions = new Positions(new Symbols(List.of(SYMBOL)));
    private final Execution fill = new Execution();

    /**
     * The positions in unlimited integers: lots that close take their share of the open lots' total price, rounded
     * down.
     */
    private static final class Model {
        private final BigInteger tickValue;
        private BigInteger lots = BigInteger.ZERO;
        private BigInteger sum = BigInteger.ZERO;
        private BigInteger realised = BigInteger.ZERO;
        private BigInteger cash = BigInteger.ZERO;

        Model(final long tickValue) {
            this.tickValue = BigInteger.valueOf(tickValue);
        }

        void trade(final int side, final long price, final long size) {
            final BigInteger signed = BigInteger.valueOf(side == BID ? size : -size);
            final BigInteger at = BigInteger.valueOf(price);
            cash = cash.subtract(signed.multiply(at).multiply(tickValue));
            BigInteger rest = signed;
            if (lots.signum() * signed.signum() < 0) {
                final BigInteger closed = lots.abs().min(signed.abs());
                final BigInteger cost = sum.multiply(closed).divide(lots.abs());
                final BigInteger gain = closed.multiply(at).subtract(cost);
                realised = realised.add(
                        gain.multiply(BigInteger.valueOf(lots.signum())).multiply(tickValue));
                sum = sum.subtract(cost);
                rest = signed.add(closed.multiply(BigInteger.valueOf(lots.signum())));
            }
            sum = sum.add(rest.abs().multiply(at));
            lots = lots.add(signed);
        }

        BigInteger openValue() {
            return sum.multiply(BigInteger.valueOf(lots.signum())).multiply(tickValue);
        }
    }

    private void trade(final int side, final long price, final long size, final long fee) {
        positions.add(INDEX, fill.of(1, SYMBOL, side).at(price, size, fee, false));
    }

    @Test
    void shouldAverageTheCostAndRealiseWhatIsClosed() {
        positions.list(INDEX, 10);
        trade(BID, 100, 2, 3);
        trade(BID, 103, 1, -1);
        assertEquals(3, positions.lots(SYMBOL));
        assertEquals(3_030, positions.openValue(SYMBOL));
        trade(ASK, 110, 2, 0);
        assertEquals((220 - 202) * 10, positions.realised(SYMBOL));
        assertEquals(101 * 10, positions.openValue(SYMBOL));
        assertEquals(3, positions.fees(SYMBOL));
        assertEquals(1, positions.rebates(SYMBOL));
        assertEquals(5, positions.volume(SYMBOL));
        assertEquals(5_230, positions.notional(SYMBOL));
        assertEquals(45, positions.unrealised(SYMBOL, 105_500));
        positions.mark(INDEX, 105_500);
        assertEquals(180 + 45 - 3 + 1, positions.profit());
    }

    @Test
    void shouldBeginAnewWhenAPositionFlips() {
        positions.list(INDEX, 1);
        trade(BID, 100, 3, 0);
        trade(ASK, 90, 5, 0);
        assertEquals(-2, positions.lots(SYMBOL));
        assertEquals(-30, positions.realised(SYMBOL));
        assertEquals(-180, positions.openValue(SYMBOL));
        trade(BID, 80, 2, 0);
        assertEquals(0, positions.lots(SYMBOL));
        assertEquals(0, positions.openValue(SYMBOL));
        assertEquals(-10, positions.realised(SYMBOL));
        assertEquals(-10, positions.cash(SYMBOL));
    }

    @Test
    void shouldAgreeWithTheModelOnRandomTrades() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        for (int run = 0; run < 200; run++) {
            final Positions own = new Positions(new Symbols(List.of(SYMBOL)));
            final long tickValue = 1L + random.nextInt(1_000);
            own.list(INDEX, tickValue);
            final Model model = new Model(tickValue);
            for (int i = 0; i < 200; i++) {
                final int side = random.nextInt(2);
                final long price = 1 + random.nextLong(1_000_000);
                final long size = 1 + random.nextLong(random.nextBoolean() ? 5 : 100_000);
                own.add(INDEX, fill.of(1, SYMBOL, side).at(price, size, 0, true));
                own.mark(INDEX, price * 1_000);
                model.trade(side, price, size);
                final String where = "daybook.seed=" + seed + " run=" + run + " trade=" + i;
                assertEquals(model.lots.longValueExact(), own.lots(SYMBOL), where);
                assertEquals(model.openValue().longValueExact(), own.openValue(SYMBOL), where);
                assertEquals(model.realised.longValueExact(), own.realised(SYMBOL), where);
                assertEquals(model.cash.longValueExact(), own.cash(SYMBOL), where);
                assertEquals(own.cash(SYMBOL), own.realised(SYMBOL) - own.openValue(SYMBOL), where);
                final long worth = own.cash(SYMBOL) + own.lots(SYMBOL) * price * tickValue;
                assertEquals(worth, own.profit(), where);
            }
        }
    }

    @Test
    void shouldShareTheCostOfAVeryLargePosition() {
        positions.list(INDEX, 1);
        final long lots = (1L << 40) - 1;
        trade(BID, 1 << 20, lots, 0);
        trade(ASK, 1 << 20, lots - 2, 0);
        assertEquals(2 << 20, positions.openValue(SYMBOL));
        assertEquals(0, positions.realised(SYMBOL));
    }

    @Test
    void shouldRefuseTradesOfWhatItCannotValue() {
        assertThrows(IllegalStateException.class, () -> trade(BID, 1, 1, 0));
        positions.list(INDEX, 1 << 20);
        assertThrows(ArithmeticException.class, () -> trade(BID, 1L << 30, 1L << 30, 0));
        assertThrows(IllegalStateException.class, () -> positions.list(INDEX, 7));
    }
}
