package io.daybook.risk;

import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
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
    private static final int FOK = OrderType.FOK.code();
    private static final int STOP_PRICE = Term.STOP_PRICE.code();
    private static final int MIN_SIZE = Term.MIN_SIZE.code();

    private final boolean marginTrading;
    private final SymbolTable symbols;
    private final Users users;
    private final Accounts accounts;
    private final Positions positions;
    private final Ledger ledger;
    private final WideSum sum = new WideSum();
    private final int maxLiveOrders;
    private final boolean hasTerms;

    /**
     * Creates the hold step of a state.
     *
     * @param maxLiveOrders the most live orders of a user
     * @param hasTerms whether orders may have terms
     */
    OrderHolds(final RiskConfig config, final RiskState state, final int maxLiveOrders, final boolean hasTerms) {
        this.marginTrading = config.marginTrading();
        this.symbols = state.symbols;
        this.users = state.users;
        this.accounts = state.accounts;
        this.positions = state.positions;
        this.ledger = state.ledger;
        this.maxLiveOrders = maxLiveOrders;
        this.hasTerms = hasTerms;
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
        if (order.termsMask() != 0 && !(hasTerms && TermsCheck.isValid(order, symbol, order.commandTimeNs()))) {
            return ResultCode.INVALID_TERMS;
        }
        applyStp(order);
        order.initialRemaining(order.size());
        return symbol.isFutures() ? holdForFutures(order, symbol) : holdForPair(order, symbol);
    }

    /**
     * Sets mode and group of self-trade prevention: the order's mode, or its owner's if the order names none, and the
     * owner's group.
     */
    private void applyStp(final CommandSlot order) {
        final int userIndex = order.userIndex();
        final int said = (int) order.term(Term.STP.code());
        final boolean hasSettings = users.hasSettings(userIndex);
        if (said == 0 && !hasSettings) {
            return;
        }
        int mode = said == 0 ? users.stpMode(userIndex) : said;
        if (said == 0 && mode > StpMode.NONE.code()) {
            final int type = order.orderType();
            final boolean fits = !OrderTraits.isBudget(type)
                    && !(mode == StpMode.DECREMENT.code() && (type == FOK || order.term(MIN_SIZE) != 0));
            mode = fits ? mode : StpMode.CANCEL_TAKER.code();
        }
        final long group = hasSettings ? users.stpGroup(userIndex) : 0;
        if (said != 0 || mode > StpMode.NONE.code() || group != 0) {
            order.stp(mode, group);
        }
    }

    private int maxLiveOrders(final int userIndex) {
        final int own = users.maxOrders(userIndex);
        return own == 0 ? maxLiveOrders : Math.min(own, maxLiveOrders);
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
        int userIndex = users.activeIndexOf(slot.uid());
        if (userIndex < 0) {
            userIndex = users.indexOf(slot.uid());
            if (userIndex != Users.UNKNOWN && users.isSuspended(userIndex)) {
                return ResultCode.AUTH_USER_SUSPENDED;
            }
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

    /** Whether outstanding settlements could turn an acceptance of this order into a refusal. */
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

    /**
     * Whether the symbol supports the type and the side of an order; the earlier checks treat an unknown type as priced
     * per lot.
     */
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
            final long highest = Math.max(order.price(), order.term(STOP_PRICE));
            if (!symbol.isReserveValid(budget, highest, order.reservePrice())) {
                return ResultCode.RISK_INVALID_RESERVE_BID_PRICE;
            }
            reservePrice = order.reservePrice() == 0 ? highest : order.reservePrice();
        } else if (!symbol.isFeeCovered(budget, order.price(), order.size())) {
            return ResultCode.RISK_ASK_PRICE_LOWER_THAN_FEE;
        }
        if (order.termsMask() != 0 && !areFeesCovered(order, symbol, bid)) {
            return ResultCode.RISK_ASK_PRICE_LOWER_THAN_FEE;
        }
        final long amount = bid && budget
                ? symbol.budgetHold(order.size(), order.price())
                : symbol.hold(bid, reservePrice, order.size());
        if (amount == Amounts.OVERFLOW) {
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        final int liveOrders = ordersOf(order);
        if (users.liveOrders(order.userIndex()) + liveOrders > maxLiveOrders(order.userIndex())) {
            return ResultCode.RISK_OPEN_ORDERS_LIMIT;
        }
        final int account = accounts.find(order.userIndex(), symbol.holdIndex(bid));
        if (account == Accounts.NONE || !accounts.isAvailable(account, amount)) {
            return ResultCode.RISK_NSF;
        }

        addLiveOrders(order.userIndex(), liveOrders);
        ledger.hold(account, amount);
        order.reservePrice(reservePrice);
        order.heldAmount(amount);
        return ResultCode.SUCCESS;
    }

    /**
     * Whether an ask can pay its fee at every price besides its own at which it may trade: the price of a stop, and the
     * prices of a bid's exit, which is an ask.
     */
    private static boolean areFeesCovered(final CommandSlot order, final Symbol symbol, final boolean bid) {
        return bid
                ? isZeroOrCovered(symbol, order.term(Term.EXIT_PRICE.code()))
                        && isZeroOrCovered(symbol, order.term(Term.EXIT_STOP_PRICE.code()))
                : isZeroOrCovered(symbol, order.term(STOP_PRICE));
    }

    /** Checks the reserve price and the fee of a REPLACE_ORDER. */
    ResultCode checkReplaced(final CommandSlot slot, final ReplacedOrder order) {
        final Symbol symbol = symbols.at(slot.symbolIndex());
        if (symbol.isFutures()) {
            return ResultCode.SUCCESS;
        }
        if (!order.bid) {
            return symbol.isFeeCovered(false, order.price, 1) && isZeroOrCovered(symbol, order.stopPrice)
                    ? ResultCode.SUCCESS
                    : ResultCode.RISK_ASK_PRICE_LOWER_THAN_FEE;
        }
        final long highest = Math.max(order.price, order.stopPrice);
        return symbol.isReserveValid(false, highest, slot.sentReservePrice())
                ? ResultCode.SUCCESS
                : ResultCode.RISK_INVALID_RESERVE_BID_PRICE;
    }

    /**
     * Holds the additional funds of a REPLACE_ORDER of a live order. Writes the reserve price into the slot, and the
     * difference as held amount: minor units for a pair, lots for a future; settlement releases a negative difference.
     */
    ResultCode holdReplaced(final CommandSlot slot, final ReplacedOrder order, final boolean isDone) {
        final Symbol symbol = symbols.at(slot.symbolIndex());
        return symbol.isFutures()
                ? replaceFuture(slot, symbol, order, isDone)
                : replaceOfPair(slot, symbol, order, isDone);
    }

    /**
     * Does the rest of the hold of a REPLACE_ORDER whose order and price have been checked; returns whether it
     * succeeded.
     */
    boolean replaceAtOnce(final CommandSlot slot, final ReplacedOrder order) {
        return hasTerms
                && checkReplaced(slot, order) == ResultCode.SUCCESS
                && holdReplaced(slot, order, true) == ResultCode.SUCCESS;
    }

    private ResultCode replaceOfPair(
            final CommandSlot slot, final Symbol symbol, final ReplacedOrder order, final boolean isDone) {
        long reserve = 0;
        if (order.bid) {
            final long sent = slot.sentReservePrice();
            reserve = sent == 0 ? Math.max(order.price, order.stopPrice) : sent;
        }
        final long amount = symbol.hold(order.bid, reserve, order.newLots);
        if (amount == Amounts.OVERFLOW) {
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        final long more = amount - symbol.hold(order.bid, order.reserve, order.lots);
        final int account = accounts.find(slot.userIndex(), symbol.holdIndex(order.bid));
        if (more > 0 && users.liveOrders(slot.userIndex()) > maxLiveOrders(slot.userIndex())) {
            return ResultCode.RISK_OPEN_ORDERS_LIMIT;
        }
        if (more > 0 && (account == Accounts.NONE || !accounts.isAvailable(account, more))) {
            return ResultCode.RISK_NSF;
        }
        if (!isDone) {
            return ResultCode.SUCCESS;
        }
        if (more > 0) {
            ledger.hold(account, more);
        }
        slot.reservePrice(reserve);
        slot.heldAmount(more);
        return ResultCode.SUCCESS;
    }

    private ResultCode replaceFuture(
            final CommandSlot slot, final Symbol symbol, final ReplacedOrder order, final boolean isDone) {
        final long more = order.newLots - order.lots;
        if (more > 0) {
            final long moreHeld = lotsHeld(more, order.bracket);
            final long fee = symbol.hold(order.bid, 0, moreHeld);
            if (symbol.hold(order.bid, 0, lotsHeld(order.newLots, order.bracket)) == Amounts.OVERFLOW) {
                return ResultCode.RISK_AMOUNT_OVERFLOW;
            }
            final int account = accounts.find(slot.userIndex(), symbol.quoteIndex());
            final int portfolio = accounts.portfolio(account);
            final int position = positions.find(portfolio, symbol.index());
            final boolean mayHaveMore = users.liveOrders(slot.userIndex()) <= maxLiveOrders(slot.userIndex());
            final ResultCode checked =
                    checkFutures(account, portfolio, position, symbol, order.bid, more, moreHeld, fee, mayHaveMore);
            if (checked != ResultCode.SUCCESS) {
                return checked;
            }
            if (isDone) {
                positions.addPending(position, symbol, order.bid, more);
                positions.addDoubled(position, symbol, moreHeld - more);
                ledger.hold(account, fee);
            }
        }
        slot.reservePrice(0);
        slot.heldAmount(more);
        return ResultCode.SUCCESS;
    }

    /** The hold step of a MASS_CANCEL; it suspends the user if the command requires that. */
    ResultCode massCancel(final CommandSlot slot) {
        final int mask = slot.termsMask();
        final boolean suspends = (mask & Term.SUSPEND.mask()) != 0;
        final boolean ofUser = slot.uid() != 0;
        final int userIndex = users.indexOf(slot.uid());
        if (ofUser ? userIndex == Users.UNKNOWN : slot.symbol() == 0 || suspends) {
            return ResultCode.AUTH_INVALID_USER;
        }
        final int symbolIndex = symbols.indexOf(slot.symbol());
        if (slot.symbol() != 0 && symbolIndex == SymbolTable.UNKNOWN) {
            return ResultCode.INVALID_SYMBOL;
        }
        final boolean areTermsRight = (mask & ~(Term.FLAGGED.mask() | Term.SUSPEND.mask())) == 0
                && isZeroOrOne(slot, Term.FLAGGED)
                && isZeroOrOne(slot, Term.SUSPEND)
                && (slot.sentSide() == 0 || Side.isKnown(slot.sentSide()));
        if (!areTermsRight) {
            return ResultCode.INVALID_TERMS;
        }

        slot.userIndex(ofUser ? userIndex : CommandSlot.UNKNOWN_INDEX);
        slot.symbolIndex(slot.symbol() == 0 ? CommandSlot.UNKNOWN_INDEX : symbolIndex);
        if (suspends && !users.isSuspended(userIndex)) {
            users.suspend(userIndex, true);
            accounts.forgetIfEmpty(userIndex);
        }
        return ResultCode.SUCCESS;
    }

    private static boolean isZeroOrOne(final CommandSlot slot, final Term term) {
        return (slot.termsMask() & term.mask()) == 0 || slot.term(term.code()) == 1;
    }

    ResultCode tick(final CommandSlot slot) {
        final int symbolIndex = symbols.indexOf(slot.symbol());
        if (symbolIndex == SymbolTable.UNKNOWN) {
            return ResultCode.INVALID_SYMBOL;
        }
        slot.symbolIndex(symbolIndex);
        return ResultCode.SUCCESS;
    }

    /** Does the first checks of a REPLACE_ORDER; they need no book. */
    ResultCode findReplaced(final CommandSlot slot) {
        final ResultCode found = findActive(slot);
        if (found != ResultCode.SUCCESS) {
            return found;
        }
        if (slot.term(Term.NEW_ORDER_ID.code()) < 0) {
            return ResultCode.INVALID_ORDER_ID;
        }
        if (slot.size() < 1 || slot.size() > Limits.MAX_SIZE) {
            return ResultCode.INVALID_SIZE;
        }
        return symbols.at(slot.symbolIndex()).isPriceInLimits(slot.price())
                ? ResultCode.SUCCESS
                : ResultCode.INVALID_PRICE;
    }

    private static boolean isZeroOrCovered(final Symbol symbol, final long price) {
        return price == 0 || symbol.isFeeCovered(false, price, 1);
    }

    /** How many live orders the order becomes: a bracket is two. */
    private static int ordersOf(final CommandSlot order) {
        return isBracket(order) ? 2 : 1;
    }

    /**
     * Lots for which an order on a future holds its fee and which count in the exposure: the lots of the entry of a
     * bracket count for its exit too. No order has more than 2^40, so the sum fits.
     */
    private static long lotsHeld(final long lots, final boolean isBracket) {
        return isBracket ? lots + lots : lots;
    }

    private static boolean isBracket(final CommandSlot order) {
        return (order.termsMask() & Term.EXIT_ORDER_ID.mask()) != 0;
    }

    private void addLiveOrders(final int userIndex, final int count) {
        for (int i = 0; i < count; i++) {
            users.addLiveOrder(userIndex);
        }
    }

    private ResultCode holdForFutures(final CommandSlot order, final Symbol symbol) {
        final boolean bid = order.isBid();
        final int liveOrders = ordersOf(order);
        final long lotsHeld = lotsHeld(order.size(), isBracket(order));
        final long fee = symbol.hold(bid, 0, lotsHeld);
        if (fee == Amounts.OVERFLOW) {
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        final int known = accounts.find(order.userIndex(), symbol.quoteIndex());
        final int knownPortfolio = known == Accounts.NONE ? Positions.NONE : accounts.portfolio(known);
        final int knownPosition =
                knownPortfolio == Positions.NONE ? Positions.NONE : positions.find(knownPortfolio, symbol.index());
        final boolean mayHaveMore =
                users.liveOrders(order.userIndex()) + liveOrders <= maxLiveOrders(order.userIndex());
        final ResultCode checked = checkFutures(
                known, knownPortfolio, knownPosition, symbol, bid, order.size(), lotsHeld, fee, mayHaveMore);
        if (checked != ResultCode.SUCCESS) {
            return checked;
        }

        int account = known != Accounts.NONE ? known : accounts.findOrOpen(order.userIndex(), symbol.quoteIndex());
        if (knownPortfolio == Positions.NONE) {
            account = accounts.openPortfolio(order.userIndex(), account);
        }
        final int position = knownPosition != Positions.NONE ? knownPosition : positions.open(account, symbol.index());
        addLiveOrders(order.userIndex(), liveOrders);
        positions.addPending(position, symbol, bid, order.size());
        positions.addDoubled(position, symbol, lotsHeld - order.size());
        ledger.hold(account, fee);
        order.reservePrice(0);
        order.heldAmount(fee);
        return ResultCode.SUCCESS;
    }

    /**
     * Does the whole hold of a GTC or IOC order without terms whose size, price and side are right, if a quick check
     * finds that funds and limits suffice. Refuses nothing: in all other cases {@link #place} checks in full, in the
     * order of the contract.
     *
     * @return whether the hold is done; if not, only the outcome in the slot has changed, which the steps write again
     */
    boolean placeAtOnce(final CommandSlot order, final int symbolIndex) {
        final int userIndex = users.activeIndexOf(order.uid());
        if (userIndex < 0) {
            return false;
        }
        final Symbol symbol = symbols.at(symbolIndex);
        if (!symbol.isFutures()) {
            order.held(userIndex, symbolIndex, order.sentReservePrice(), 0);
            return holdForPair(order, symbol) == ResultCode.SUCCESS;
        }
        final long lots = order.size();
        if (!marginTrading || lots > symbol.mostLotsAtOnce()) {
            return false;
        }
        final boolean bid = order.sentSide() == BID;
        final long fee = symbol.hold(bid, 0, lots);
        order.held(userIndex, symbolIndex, 0, fee);
        return ledger.holdIfCovered(userIndex, maxLiveOrders, symbol, bid, lots, fee);
    }

    private ResultCode checkFutures(
            final int account,
            final int portfolio,
            final int position,
            final Symbol symbol,
            final boolean bid,
            final long lots,
            final long lotsOfExposure,
            final long fee,
            final boolean mayHaveMore) {
        final long balance = account == Accounts.NONE ? 0 : accounts.balance(account);
        final long held = account == Accounts.NONE ? 0 : accounts.held(account);
        if (Amounts.sum(held, fee) == Amounts.OVERFLOW) { // for closing orders too: no input may halt the exchange
            return ResultCode.RISK_AMOUNT_OVERFLOW;
        }
        if (position != Positions.NONE && isClosing(position, bid, lots)) {
            return mayHaveMore ? ResultCode.SUCCESS : ResultCode.RISK_OPEN_ORDERS_LIMIT;
        }
        final long margin = positions.marginWith(position, symbol, bid, lots);
        if (margin == Amounts.OVERFLOW || !isExposureInLimits(portfolio, symbol, lotsOfExposure, balance)) {
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

    /**
     * Whether an order only closes open lots of the other side, even if all pending orders of its own side trade first.
     */
    private boolean isClosing(final int position, final boolean bid, final long lots) {
        final long openOtherWay = bid ? -positions.signedVolume(position) : positions.signedVolume(position);
        return lots <= openOtherWay - positions.pending(position, bid);
    }

    /**
     * |balance| + Σ exposure with the order ≤ 2^62; the sum cannot wrap once each of the three terms is within the
     * limit.
     */
    private boolean isExposureInLimits(final int portfolio, final Symbol symbol, final long lots, final long balance) {
        final long ofBalance = Math.abs(balance); // 2^63 for the lowest balance, as an unsigned number
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
     * Whether the free balance with the unrealised result covers the margin of all positions. The worst result nearly
     * always decides at once; otherwise the check walks the positions.
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
