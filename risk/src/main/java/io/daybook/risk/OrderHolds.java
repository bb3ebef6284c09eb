package io.daybook.risk;

import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.OrderTraits;
import io.daybook.kernel.money.Amounts;
import io.daybook.kernel.money.WideSum;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.Ledger;
import io.daybook.risk.account.Users;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;

/**
 * The hold step of the four commands on orders: the checks that need no book, in the order of the contract, and the
 * reservation of a new order's funds.
 */
final class OrderHolds {
    private static final int BID = Side.BID.code();

    private final boolean marginTrading;
    private final SymbolTable symbols;
    private final Users users;
    private final Accounts accounts;
    private final Positions positions;
    private final Ledger ledger;
    private final WideSum sum = new WideSum();
    private final int maxLiveOrders;

    /**
     * Holds on a state.
     *
     * @param maxLiveOrders how many a user may have
     */
    OrderHolds(final RiskConfig config, final RiskState state, final int maxLiveOrders) {
        this.marginTrading = config.marginTrading();
        this.symbols = state.symbols;
        this.users = state.users;
        this.accounts = state.accounts;
        this.positions = state.positions;
        this.ledger = state.ledger;
        this.maxLiveOrders = maxLiveOrders;
    }

    ResultCode place(final CommandSlot order) {
        final ResultCode found = findActive(order);
        if (found != ResultCode.SUCCESS) {
            return found;
        }
        final Symbol symbol = symbols.at(order.symbolIndex());
        if (symbol.isFutures() && !marginTrading) {
            return ResultCode.RISK_MARGIN_TRADING_DISABLED;
        }
        if (order.orderId() < 1) {
            return ResultCode.INVALID_ORDER_ID;
        }
        if (order.size() < 1 || order.size() > Limits.MAX_SIZE) {
            return ResultCode.INVALID_SIZE;
        }
        if (!symbol.isPriceValid(OrderTraits.isBudget(order.orderType()), order.price())) {
            return ResultCode.INVALID_PRICE;
        }
        if (!isTypeSupported(symbol, order)) {
            return ResultCode.UNSUPPORTED_ORDER_TYPE;
        }
        order.initialRemaining(order.size());
        return symbol.isFutures() ? holdForFutures(order, symbol) : holdForPair(order, symbol);
    }

    ResultCode move(final CommandSlot slot) {
        final ResultCode found = findActive(slot);
        if (found != ResultCode.SUCCESS) {
            return found;
        }
        return symbols.at(slot.symbolIndex()).isPriceInLimits(slot.price())
                ? ResultCode.SUCCESS
                : ResultCode.INVALID_PRICE;
    }

    ResultCode reduce(final CommandSlot slot) {
        final ResultCode found = cancel(slot);
        return found == ResultCode.SUCCESS && slot.size() < 1 ? ResultCode.INVALID_SIZE : found;
    }

    ResultCode cancel(final CommandSlot slot) {
        return find(slot, users.indexOf(slot.uid()));
    }

    /** Finds the sender, who must be active, and the symbol, and writes their indexes. */
    private ResultCode findActive(final CommandSlot slot) {
        final int userIndex = users.activeIndexOf(slot.uid());
        if (userIndex < 0 && users.indexOf(slot.uid()) != Users.UNKNOWN) {
            return ResultCode.AUTH_USER_SUSPENDED;
        }
        return find(slot, userIndex);
    }

    private ResultCode find(final CommandSlot slot, final int userIndex) {
        if (userIndex < 0) {
            return ResultCode.AUTH_INVALID_USER;
        }
        final int symbolIndex = symbols.indexOf(slot.symbol());
        if (symbolIndex == SymbolTable.UNKNOWN) {
            return ResultCode.INVALID_SYMBOL;
        }
        slot.userIndex(userIndex);
        slot.symbolIndex(symbolIndex);
        return ResultCode.SUCCESS;
    }

    /** Whether settlements still outstanding could turn an acceptance of this order into a refusal. */
    boolean needsExactState(final CommandSlot order) {
        final int symbolIndex = symbols.indexOf(order.symbol());
        final int userIndex = users.indexOf(order.uid());
        if (symbolIndex == SymbolTable.UNKNOWN || userIndex == Users.UNKNOWN) {
            return false;
        }
        final Symbol symbol = symbols.at(symbolIndex);
        if (symbol.isFutures()) {
            return true;
        }
        final int account = accounts.find(userIndex, symbol.holdIndex(order.isBid()));
        return account != Accounts.NONE && accounts.hasPositions(account);
    }

    /** Unknown types and sides are refused here; earlier checks treat such a type as priced per lot. */
    private static boolean isTypeSupported(final Symbol symbol, final CommandSlot order) {
        final int type = order.orderType();
        if (!OrderType.isKnown(type) || !Side.isKnown(order.side())) {
            return false;
        }
        return !(OrderTraits.isBidsOnly(type) && !order.isBid())
                && !(OrderTraits.isPairsOnly(type) && symbol.isFutures());
    }

    private ResultCode holdForPair(final CommandSlot order, final Symbol symbol) {
        final boolean bid = order.isBid();
        final boolean budget = OrderTraits.isBudget(order.orderType());
        long reservePrice = 0;
        if (bid) {
            if (!symbol.isReserveValid(budget, order.price(), order.reservePrice())) {
                return ResultCode.RISK_INVALID_RESERVE_BID_PRICE;
            }
            reservePrice = order.reservePrice() == 0 ? order.price() : order.reservePrice();
        } else if (!symbol.isFeeCovered(budget, order.price(), order.size())) {
            return ResultCode.RISK_ASK_PRICE_LOWER_THAN_FEE;
        }
        final long amount = bid && budget
                ? symbol.budgetHold(order.size(), order.price())
                : symbol.hold(bid, reservePrice, order.size());
        if (amount == Amounts.OVERFLOW) {
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        if (users.liveOrders(order.userIndex()) >= maxLiveOrders) {
            return ResultCode.RISK_OPEN_ORDERS_LIMIT;
        }
        final int account = accounts.find(order.userIndex(), symbol.holdIndex(bid));
        if (account == Accounts.NONE || !accounts.isAvailable(account, amount)) {
            return ResultCode.RISK_NSF;
        }

        users.addLiveOrder(order.userIndex());
        ledger.hold(account, amount);
        order.reservePrice(reservePrice);
        order.heldAmount(amount);
        return ResultCode.SUCCESS;
    }

    private ResultCode holdForFutures(final CommandSlot order, final Symbol symbol) {
        final boolean bid = order.isBid();
        final long fee = symbol.hold(bid, 0, order.size());
        if (fee == Amounts.OVERFLOW) {
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        final int known = accounts.find(order.userIndex(), symbol.quoteIndex());
        final int knownPortfolio = known == Accounts.NONE ? Positions.NONE : accounts.portfolio(known);
        final int knownPosition =
                knownPortfolio == Positions.NONE ? Positions.NONE : positions.find(knownPortfolio, symbol.index());
        final boolean mayHaveMore = users.liveOrders(order.userIndex()) < maxLiveOrders;
        final ResultCode checked =
                checkFutures(known, knownPortfolio, knownPosition, symbol, bid, order.size(), fee, mayHaveMore);
        if (checked != ResultCode.SUCCESS) {
            return checked;
        }

        final int account =
                known != Accounts.NONE ? known : accounts.findOrOpen(order.userIndex(), symbol.quoteIndex());
        if (knownPortfolio == Positions.NONE) {
            accounts.portfolio(account, positions.openPortfolio());
        }
        final int position = knownPosition != Positions.NONE
                ? knownPosition
                : positions.open(accounts.portfolio(account), symbol.index());
        users.addLiveOrder(order.userIndex());
        positions.addPending(position, symbol, bid, order.size());
        ledger.hold(account, fee);
        order.reservePrice(0);
        order.heldAmount(fee);
        return ResultCode.SUCCESS;
    }

    /**
     * The whole hold of an order for a future whose size, price, type and side are right, if funds and limits are there
     * at once. Decides nothing else: {@link #place} finds the refusal, or looks closer, in the order of the contract.
     *
     * @param userIndex of the sender, who is active
     * @return whether it is done; if not, nothing has changed
     */
    boolean placeFutureAtOnce(final CommandSlot order, final int userIndex, final int symbolIndex) {
        final Symbol symbol = symbols.at(symbolIndex);
        final long lots = order.size();
        final long fee = Amounts.product(lots, symbol.takerFee());
        if (!marginTrading
                || fee < 0
                || !accounts.holdIfCovered(userIndex, maxLiveOrders, symbol, order.sentSide() - BID, lots, fee)) {
            return false;
        }
        order.held(userIndex, symbolIndex, 0, fee);
        return true;
    }

    private ResultCode checkFutures(
            final int account,
            final int portfolio,
            final int position,
            final Symbol symbol,
            final boolean bid,
            final long lots,
            final long fee,
            final boolean mayHaveMore) {
        final long balance = account == Accounts.NONE ? 0 : accounts.balance(account);
        final long held = account == Accounts.NONE ? 0 : accounts.held(account);
        if (Amounts.sum(held, fee) == Amounts.OVERFLOW) { // closing orders too: no input may halt the exchange
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        if (position != Positions.NONE && positions.isClosing(position, bid, lots)) {
            return mayHaveMore ? ResultCode.SUCCESS : ResultCode.RISK_OPEN_ORDERS_LIMIT;
        }
        final long margin = positions.marginWith(position, symbol, bid, lots);
        if (margin == Amounts.OVERFLOW || !isExposureInLimits(portfolio, symbol, lots, balance)) {
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        if (!mayHaveMore) {
            return ResultCode.RISK_OPEN_ORDERS_LIMIT;
        }
        if (balance < fee || balance - held < fee) {
            return ResultCode.RISK_NSF;
        }
        final long free = balance - held - fee;
        return isMarginCovered(portfolio, position, margin, free) ? ResultCode.SUCCESS : ResultCode.RISK_NSF;
    }

    /** |balance| + Σ exposure with the order ≤ 2^62; none of the three terms can wrap once each is within the limit. */
    private boolean isExposureInLimits(final int portfolio, final Symbol symbol, final long lots, final long balance) {
        final long ofBalance = Math.abs(balance); // 2^63, unsigned, for the lowest balance
        final long ofOrder = Amounts.saturatedProduct(lots, symbol.exposurePerLot());
        final long ofPositions = portfolio == Positions.NONE ? 0 : positions.exposure(portfolio);
        return isWithinExposure(ofBalance)
                && isWithinExposure(ofOrder)
                && isWithinExposure(ofPositions)
                && isWithinExposure(ofBalance + ofOrder + ofPositions);
    }

    private static boolean isWithinExposure(final long unsigned) {
        return Long.compareUnsigned(unsigned, Limits.MAX_EXPOSURE) <= 0;
    }

    /**
     * Whether what is free of the balance, with the unrealised result, covers the margin of all positions. The worst
     * result nearly always decides at once; otherwise the positions are walked.
     */
    private boolean isMarginCovered(final int portfolio, final int position, final long margin, final long free) {
        if (portfolio == Positions.NONE) {
            return margin <= free;
        }
        final long ofOthers =
                positions.margin(portfolio) - (position == Positions.NONE ? 0 : positions.positionMargin(position));
        final long needed = ofOthers + margin;
        if (needed >= 0 && needed <= free + positions.worstResult(portfolio)) {
            return true;
        }
        sum.set(free).subtract(ofOthers).subtract(margin);
        positions.addUnrealizedPnl(portfolio, sum);
        return sum.signum() >= 0;
    }
}
