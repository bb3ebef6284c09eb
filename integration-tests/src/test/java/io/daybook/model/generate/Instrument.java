package io.daybook.model.generate;

import io.daybook.model.Market;
import io.daybook.model.Side;
import io.daybook.model.Spec;
import io.daybook.model.State;

/**
 * A symbol that is traded in a scenario.
 *
 * @param spec the specification of the symbol
 * @param mid the price at which its market begins, in ticks
 */
record Instrument(Spec spec, long mid) {

    Market market(final State state) {
        return state.markets().get(spec.symbol());
    }

    /** The current price of the market. */
    long reference(final State state) {
        final Market market = market(state);
        final boolean bids = !market.levels(Side.BID).isEmpty();
        final boolean asks = !market.levels(Side.ASK).isEmpty();
        if (bids && asks) {
            return (market.levels(Side.BID).firstKey() + market.levels(Side.ASK).firstKey()) / 2;
        }
        return market.lastPrice() != 0 && spec.minPrice() != spec.maxPrice() ? market.lastPrice() : mid;
    }

    /** The line fields of the spec; fields with their default value are left out if {@code brief}. */
    static Draft fields(final Spec spec, final Draft draft, final boolean brief) {
        draft.with("symbol", spec.symbol())
                .with("type", spec.type().name())
                .with("base", spec.base())
                .with("quote", spec.quote())
                .with("lotSize", spec.lotSize())
                .with("tickValue", spec.tickValue());
        if (!brief || !spec.isPerLot()) {
            draft.with("feeType", spec.feeType().name());
        }
        withUnless(draft, brief, "takerFee", spec.takerFee(), 0);
        withUnless(draft, brief, "makerFee", spec.makerFee(), 0);
        withUnless(draft, brief, "marginBuy", spec.marginBuy(), 0);
        withUnless(draft, brief, "marginSell", spec.marginSell(), 0);
        withUnless(draft, brief, "minPrice", spec.minPrice(), 1);
        withUnless(draft, brief, "maxPrice", spec.maxPrice(), 1L << 40);
        return draft;
    }

    private static void withUnless(
            final Draft draft, final boolean brief, final String name, final long value, final long usual) {
        if (!brief || value != usual) {
            draft.with(name, value);
        }
    }
}
