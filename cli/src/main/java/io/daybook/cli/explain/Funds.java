package io.daybook.cli.explain;

import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.PlaceOrder;
import io.daybook.api.PositionDirection;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the hold of an order and its user's funds, exactly, by the rules of docs/semantics.md. */
final class Funds {
    private final Circumstances now;
    private final SymbolSpec spec;
    private final PlaceOrder order;

    Funds(final Circumstances now, final SymbolSpec spec, final PlaceOrder order) {
        this.now = now;
        this.spec = spec;
        this.order = order;
    }

    List<String> explain() {
        final List<String> lines = new ArrayList<>();
        if (spec.isFutures()) {
            futures(lines);
        } else {
            pair(lines);
        }
        return lines;
    }

    private void pair(final List<String> lines) {
        final boolean bid = order.side() == Side.BID;
        final int currency = bid ? spec.quoteCurrency() : spec.baseCurrency();
        final BigInteger hold = bid ? bidHold(lines) : askHold(lines);
        final UserReport.Account account = now.account(currency);
        lines.add("User " + order.uid() + " has available: " + NamedCurrency.amount(account.available(), currency)
                + Explanation.format(" (balance %,d, held by live orders %,d).", account.balance(), account.held()));
        final BigInteger missing = hold.subtract(number(account.available()));
        lines.add(Explanation.format("Missing: %,d.", missing) + most(account.available(), hold));
    }

    private BigInteger bidHold(final List<String> lines) {
        final boolean budget = isBudget();
        final long price = order.reservePrice() == 0 ? order.price() : order.reservePrice();
        final BigInteger cost = budget
                ? number(order.price()).multiply(number(spec.tickValue()))
                : product(order.size(), price, spec.tickValue());
        final BigInteger fee = spec.feeType() == FeeType.PER_LOT
                ? product(order.size(), spec.takerFee())
                : cost.multiply(number(spec.takerFee())).divide(number(Limits.FEE_SCALE));
        final String costText = budget
                ? Explanation.format("budget %,d × %,d", order.price(), spec.tickValue())
                : Explanation.format(
                        "%,d lots × %,d ticks%s × %,d",
                        order.size(), price, price == order.price() ? "" : " (reserve price)", spec.tickValue());
        final String feeText = spec.feeType() == FeeType.PER_LOT
                ? Explanation.format("%,d lots × %,d", order.size(), spec.takerFee())
                : Explanation.format("%,d × %,d / 1,000,000", cost, spec.takerFee());
        final BigInteger hold = cost.add(fee);
        lines.add(Explanation.format(
                        "The bid has to hold %s = %,d, and the taker's fee %s = %,d;", costText, cost, feeText, fee)
                + Explanation.format(" together %,d of %s.", hold, NamedCurrency.text(spec.quoteCurrency())));
        return hold;
    }

    private BigInteger askHold(final List<String> lines) {
        final BigInteger hold = product(order.size(), spec.lotSize());
        lines.add(Explanation.format(
                "The ask has to hold %,d lots × %,d = %,d of %s.",
                order.size(), spec.lotSize(), hold, NamedCurrency.text(spec.baseCurrency())));
        return hold;
    }

    /** Returns the largest size that would be possible, for orders whose hold grows with their size. */
    private String most(final long available, final BigInteger hold) {
        if (isBudget() && order.side() == Side.BID || available <= 0 || order.size() < 1) {
            return "";
        }
        // Rounded down once more, because a proportional fee is rounded over the whole amount.
        final BigInteger lots = number(available).multiply(number(order.size())).divide(hold);
        return lots.signum() > 0 ? Explanation.format(" There is enough for %,d lots.", lots) : "";
    }

    private void futures(final List<String> lines) {
        final int currency = spec.quoteCurrency();
        final UserReport.Account account = now.account(currency);
        BigInteger result = BigInteger.ZERO;
        BigInteger others = BigInteger.ZERO;
        BigInteger mine = margin(null);
        for (final UserReport.Position position : now.user().positions()) {
            final SymbolSpec of = now.spec(position.symbol());
            if (of == null || of.quoteCurrency() != currency) {
                continue;
            }
            result = result.add(unrealised(position, of));
            if (of.symbol() == spec.symbol()) {
                mine = margin(position);
            } else {
                others = others.add(margin(
                        signed(position) + position.pendingBuy(), position.pendingSell() - signed(position), of));
            }
        }
        final BigInteger fee = product(order.size(), spec.takerFee());
        final BigInteger needed = others.add(mine).add(number(account.held())).add(fee);
        final BigInteger equity = number(account.balance()).add(result);
        lines.add(Explanation.format(
                "The order needs a margin of %,d for its symbol, other positions need %,d, %,d are held, and its fee is"
                        + " %,d lots × %,d = %,d: together %,d.",
                mine, others, account.held(), order.size(), spec.takerFee(), fee, needed));
        lines.add("User " + order.uid() + " has an equity of "
                + Explanation.format(
                        "%,d in %s: balance %,d, unrealised result %,d.",
                        equity, NamedCurrency.text(currency), account.balance(), result));
        final BigInteger missing = needed.subtract(equity);
        final BigInteger feeMissing = fee.add(number(account.held())).subtract(number(account.balance()));
        lines.add(Explanation.format("Missing: %,d.", missing.max(feeMissing)));
    }

    /** Returns the margin of the order's symbol with the order included. */
    private BigInteger margin(final UserReport.@Nullable Position position) {
        final long signed = position == null ? 0 : signed(position);
        long buy = (position == null ? 0 : position.pendingBuy()) + signed;
        long sell = (position == null ? 0 : position.pendingSell()) - signed;
        if (order.side() == Side.BID) {
            buy += order.size();
        } else {
            sell += order.size();
        }
        return margin(buy, sell, spec);
    }

    private static BigInteger margin(final long buy, final long sell, final SymbolSpec of) {
        return product(buy, of.marginBuy()).max(product(sell, of.marginSell()));
    }

    private BigInteger unrealised(final UserReport.Position position, final SymbolSpec of) {
        final long mark = now.lastPrices().getOrDefault(of.symbol(), 0L);
        if (mark == 0) {
            return BigInteger.ZERO;
        }
        final BigInteger gain = product(position.openVolume(), mark)
                .subtract(number(position.openPriceSum()))
                .multiply(number(of.tickValue()));
        return position.direction() == PositionDirection.SHORT ? gain.negate() : gain;
    }

    private static long signed(final UserReport.Position position) {
        return switch (position.direction()) {
            case LONG -> position.openVolume();
            case SHORT -> -position.openVolume();
            case EMPTY -> 0;
        };
    }

    private boolean isBudget() {
        return order.orderType().isBudget();
    }

    private static BigInteger product(final long... factors) {
        BigInteger product = BigInteger.ONE;
        for (final long factor : factors) {
            product = product.multiply(number(factor));
        }
        return product;
    }

    private static BigInteger number(final long value) {
        return BigInteger.valueOf(value);
    }
}
