package io.daybook.risk.account;

import io.daybook.risk.symbol.IdIndex;
import java.util.Arrays;

/**
 * The currencies that have been named, by dense index, with the exchange's own two accounts in each: fees taken and the
 * negative sum of all adjustments. All code on the engine's thread may read them; only the {@link Ledger} writes.
 */
public final class Currencies {

    /** The index of a currency that was never named. */
    public static final int UNKNOWN = IdIndex.UNKNOWN;

    private static final int FIRST_CAPACITY = 16;

    private final IdIndex indexes = new IdIndex();
    private int[] ids;
    private long[] fees;
    private long[] adjustments;
    private int count;

    public Currencies() {
        ids = new int[FIRST_CAPACITY];
        fees = new long[FIRST_CAPACITY];
        adjustments = new long[FIRST_CAPACITY];
    }

    /** Copies the currencies, by index, for another thread; the copy cannot look up ids. */
    public Currencies(final Currencies source) {
        ids = source.ids.clone();
        fees = source.fees.clone();
        adjustments = source.adjustments.clone();
        count = source.count;
    }

    /** How many currencies there are; their indexes are 0 to count − 1. */
    public int count() {
        return count;
    }

    /** The index of a currency, any int, or {@link #UNKNOWN}. */
    public int indexOf(final int currency) {
        return indexes.indexOf(currency);
    }

    /** The index of a currency ≥ 1, which is added if it was never named. */
    public int name(final int currency) {
        final int known = indexOf(currency);
        if (known != UNKNOWN) {
            return known;
        }
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, count * 2);
            fees = Arrays.copyOf(fees, count * 2);
            adjustments = Arrays.copyOf(adjustments, count * 2);
        }
        ids[count] = currency;
        indexes.add(currency, count);
        return count++;
    }

    /** The currency at an index. */
    public int id(final int index) {
        return ids[index];
    }

    /** Fees taken, in minor units. */
    public long fees(final int index) {
        return fees[index];
    }

    /** −Σ deposits and withdrawals, in minor units. */
    public long adjustments(final int index) {
        return adjustments[index];
    }

    void addFee(final int index, final long fee) {
        fees[index] = Math.addExact(fees[index], fee);
    }

    void addAdjustment(final int index, final long amount) {
        adjustments[index] = Math.addExact(adjustments[index], amount);
    }
}
