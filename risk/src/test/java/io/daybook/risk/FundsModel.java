package io.daybook.risk;

import io.daybook.api.FeeType;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.PositionDirection;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import java.math.BigInteger;

/**
 * What the contract says about the funds of an order, a second time: in big integers, over what the reports show,
 * without any of the engine's sums or shortcuts.
 */
final class FundsModel {
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);
    private static final BigInteger MOST_EXPOSURE = BigInteger.ONE.shiftLeft(62);

    private final RiskEngine risk;

    FundsModel(final RiskEngine risk) {
        this.risk = risk;
    }

    /** The outcome of a well-formed order up to its funds. */
    ResultCode decide(final PlaceOrder order) {
        final SymbolSpec spec = risk.spec(risk.symbolIndex(order.symbol()));
        final BigInteger hold = hold(spec, order);
        if (hold.bitLength() > 63) {
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        if (spec.isFutures()) {
            return decideFutures(spec, order, hold);
        }
        final int currency = order.side() == Side.BID ? spec.quoteCurrency() : spec.baseCurrency();
        return hold.compareTo(available(order.uid(), currency)) <= 0 ? ResultCode.SUCCESS : ResultCode.RISK_NSF;
    }

    BigInteger available(final long uid, final int currency) {
        final UserReport.Account account = account(uid, currency);
        final BigInteger equity = big(account.balance()).add(unrealizedPnl(uid, currency));
        return big(account.balance())
                .min(equity)
                .subtract(big(account.held()))
                .subtract(margin(uid, currency, 0, null));
    }

    private static BigInteger hold(final SymbolSpec spec, final PlaceOrder order) {
        final BigInteger size = big(order.size());
        if (spec.isFutures()) {
            return size.multiply(big(spec.takerFee()));
        }
        if (order.side() == Side.ASK) {
            return size.multiply(big(spec.lotSize()));
        }
        final long perLot = order.reservePrice() == 0 ? order.price() : order.reservePrice();
        final boolean budget = order.orderType() == OrderType.FOK_BUDGET || order.orderType() == OrderType.IOC_BUDGET;
        final BigInteger ticks = budget ? big(order.price()) : size.multiply(big(perLot));
        final BigInteger notional = ticks.multiply(big(spec.tickValue()));
        final BigInteger rate = big(spec.takerFee());
        return notional.add(
                spec.feeType() == FeeType.PER_LOT
                        ? size.multiply(rate)
                        : notional.multiply(rate).divide(MILLION));
    }

    private ResultCode decideFutures(final SymbolSpec spec, final PlaceOrder order, final BigInteger fee) {
        final int currency = spec.quoteCurrency();
        final UserReport.Position position = position(order.uid(), order.symbol());
        final boolean bid = order.side() == Side.BID;
        final PositionDirection otherWay = bid ? PositionDirection.SHORT : PositionDirection.LONG;
        final long pending = bid ? position.pendingBuy() : position.pendingSell();
        if (position.direction() == otherWay && order.size() + pending <= position.openVolume()) {
            return ResultCode.SUCCESS;
        }
        final UserReport.Account account = account(order.uid(), currency);
        BigInteger exposure = big(account.balance()).abs();
        for (final UserReport.Position each : risk.positions(risk.userIndex(order.uid()))) {
            final SymbolSpec of = risk.spec(risk.symbolIndex(each.symbol()));
            if (of.quoteCurrency() == currency) {
                exposure = exposure.add(big(each.openVolume())
                        .add(big(each.pendingBuy()))
                        .add(big(each.pendingSell()))
                        .multiply(big(of.maxPrice()))
                        .multiply(big(of.tickValue())));
            }
        }
        exposure = exposure.add(big(order.size()).multiply(big(spec.maxPrice())).multiply(big(spec.tickValue())));
        final BigInteger withOrder = requiredMargin(spec, position, bid ? order.size() : 0, bid ? 0 : order.size());
        final BigInteger held = big(account.held()).add(fee);
        if (exposure.compareTo(MOST_EXPOSURE) > 0 || withOrder.bitLength() > 63 || held.bitLength() > 63) {
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        final BigInteger equity = big(account.balance()).add(unrealizedPnl(order.uid(), currency));
        final boolean feeCovered = held.compareTo(big(account.balance())) <= 0;
        final boolean marginCovered = margin(order.uid(), currency, order.symbol(), withOrder)
                        .add(held)
                        .compareTo(equity)
                <= 0;
        return feeCovered && marginCovered ? ResultCode.SUCCESS : ResultCode.RISK_NSF;
    }

    /** Σ requiredMargin of a currency, one symbol's replaced by what it would be. */
    private BigInteger margin(final long uid, final int currency, final int replaced, final BigInteger by) {
        BigInteger sum = by == null ? BigInteger.ZERO : by;
        for (final UserReport.Position position : risk.positions(risk.userIndex(uid))) {
            final SymbolSpec spec = risk.spec(risk.symbolIndex(position.symbol()));
            if (spec.quoteCurrency() == currency && position.symbol() != replaced) {
                sum = sum.add(requiredMargin(spec, position, 0, 0));
            }
        }
        return sum;
    }

    private static BigInteger requiredMargin(
            final SymbolSpec spec, final UserReport.Position position, final long buy, final long sell) {
        final BigInteger signed = signed(position);
        final BigInteger toBuy = big(position.pendingBuy()).add(big(buy)).add(signed);
        final BigInteger toSell = big(position.pendingSell()).add(big(sell)).subtract(signed);
        return toBuy.multiply(big(spec.marginBuy())).max(toSell.multiply(big(spec.marginSell())));
    }

    private BigInteger unrealizedPnl(final long uid, final int currency) {
        BigInteger sum = BigInteger.ZERO;
        for (final UserReport.Position position : risk.positions(risk.userIndex(uid))) {
            final int index = risk.symbolIndex(position.symbol());
            final SymbolSpec spec = risk.spec(index);
            if (spec.quoteCurrency() == currency && risk.lastPrice(index) != 0) {
                final BigInteger value = signed(position).multiply(big(risk.lastPrice(index)));
                final BigInteger cost = big(position.openPriceSum())
                        .multiply(big(signed(position).signum()));
                sum = sum.add(value.subtract(cost).multiply(big(spec.tickValue())));
            }
        }
        return sum;
    }

    private static BigInteger signed(final UserReport.Position position) {
        final BigInteger volume = big(position.openVolume());
        return position.direction() == PositionDirection.SHORT ? volume.negate() : volume;
    }

    private UserReport.Account account(final long uid, final int currency) {
        return risk.accounts(risk.userIndex(uid)).stream()
                .filter(account -> account.currency() == currency)
                .findFirst()
                .orElse(new UserReport.Account(currency, 0, 0, 0));
    }

    private UserReport.Position position(final long uid, final int symbol) {
        return risk.positions(risk.userIndex(uid)).stream()
                .filter(position -> position.symbol() == symbol)
                .findFirst()
                .orElse(new UserReport.Position(symbol, PositionDirection.EMPTY, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private static BigInteger big(final long value) {
        return BigInteger.valueOf(value);
    }
}
