package io.daybook.perf.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * Adds up the money that users need so that no order is refused: the holds of all orders that a user ever places, as if
 * nothing were ever released or earned, and for futures the loss on every lot over the whole price range. This is more
 * than a user will use, and easy to verify.
 */
final class FundingNeeds {
    private final int groups;
    private final int currenciesPerGroup;
    private final long[] needs;

    /** Currency c (from 1) belongs to group (c − 1) / {@code currenciesPerGroup}. */
    FundingNeeds(final int users, final int groups, final int currenciesPerGroup) {
        this.groups = groups;
        this.currenciesPerGroup = currenciesPerGroup;
        needs = new long[Math.multiplyExact(users, currenciesPerGroup)];
    }

    void addOrder(
            final SymbolSetup symbol,
            final int type,
            final boolean bid,
            final long uid,
            final long price,
            final long reserve,
            final long size) {
        final long fee = Math.multiplyExact(size, symbol.takerFee());
        if (symbol.market() == Market.FUTURES) {
            final long range = symbol.maxPrice() - symbol.minPrice();
            final long loss = Math.multiplyExact(Math.multiplyExact(size, range), symbol.tickValue());
            add(uid, symbol.quoteCurrency(), Math.addExact(loss, fee));
        } else if (bid) {
            final long ticks = type == CommandRecord.FOK_BUDGET ? price : Math.multiplyExact(size, reserve);
            add(uid, symbol.quoteCurrency(), Math.addExact(Math.multiplyExact(ticks, symbol.tickValue()), fee));
        } else {
            add(uid, symbol.baseCurrency(), Math.multiplyExact(size, symbol.lotSize()));
        }
    }

    /** For each currency, the largest need of a user, rounded up to a power of two. */
    List<WorkloadSetup.Funding> fundings() {
        final long[] most = new long[groups * currenciesPerGroup];
        for (int at = 0; at < needs.length; at++) {
            final int user = at / currenciesPerGroup;
            final int currency = (user % groups) * currenciesPerGroup + at % currenciesPerGroup;
            most[currency] = Math.max(most[currency], needs[at]);
        }
        final List<WorkloadSetup.Funding> fundings = new ArrayList<>(most.length);
        for (int i = 0; i < most.length; i++) {
            fundings.add(new WorkloadSetup.Funding(i + 1, i / currenciesPerGroup, ceilingPowerOfTwo(most[i])));
        }
        return fundings;
    }

    private void add(final long uid, final int currency, final long amount) {
        final int at = (int) (uid - 1) * currenciesPerGroup + (currency - 1) % currenciesPerGroup;
        needs[at] = Math.addExact(needs[at], amount);
    }

    private static long ceilingPowerOfTwo(final long amount) {
        return amount <= 1 ? 1 : Long.highestOneBit(amount - 1) << 1;
    }
}
