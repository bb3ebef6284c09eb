package io.daybook.risk;

import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.ResultCode;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.money.Amounts;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.Ledger;
import io.daybook.risk.account.Users;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;

/**
 * The settle step: moves the money of every trade, charges the fees and writes them into the events, releases what the
 * order of the command, and each maker, no longer need, and counts off the orders that have ended.
 */
final class Settlement {
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int TRADE = EventKind.TRADE.code();
    private static final int DUPLICATE_ORDER_ID = ResultCode.MATCHING_DUPLICATE_ORDER_ID.code();

    private final SymbolTable symbols;
    private final Users users;
    private final Accounts accounts;
    private final Positions positions;
    private final Ledger ledger;

    Settlement(final RiskState state) {
        this.symbols = state.symbols;
        this.users = state.users;
        this.accounts = state.accounts;
        this.positions = state.positions;
        this.ledger = state.ledger;
    }

    void settle(final CommandSlot slot) {
        if (!slot.isSuccess()) {
            if (slot.type() == PLACE_ORDER && slot.resultCode() == DUPLICATE_ORDER_ID) {
                releaseRefused(slot);
            }
            return;
        }
        if (slot.eventCount() == 0) {
            return;
        }
        final EventRing ring = slot.eventRing();
        final Symbol symbol = symbols.at(slot.symbolIndex());
        if (symbol.isFutures()) {
            settleFutures(slot, symbol, ring);
        } else {
            settlePair(slot, symbol, ring);
        }
        if (slot.remaining() == 0) {
            users.removeLiveOrder(slot.userIndex());
        }
    }

    private void releaseRefused(final CommandSlot slot) {
        final Symbol symbol = symbols.at(slot.symbolIndex());
        final boolean bid = slot.isBid();
        final int account = accounts.find(slot.userIndex(), symbol.holdIndex(bid));
        users.removeLiveOrder(slot.userIndex());
        ledger.release(account, slot.heldAmount());
        if (symbol.isFutures()) {
            final int position = positions.find(accounts.portfolio(account), symbol.index());
            positions.removePending(position, symbol, bid, slot.size());
            positions.closeIfEmpty(position);
        }
    }

    private void settlePair(final CommandSlot slot, final Symbol symbol, final EventRing ring) {
        final boolean bid = slot.isBid();
        final int taker = slot.userIndex();
        final int takerHeldIn = accounts.find(taker, symbol.holdIndex(bid));
        ledger.release(takerHeldIn, takerRelease(slot, symbol, bid));

        final int count = slot.eventCount();
        for (int i = 0; i < count; i++) {
            final long[] array = ring.array(slot, i);
            final int base = ring.base(slot, i);
            if (EventDescriptor.kind(array, base) != TRADE) {
                continue;
            }
            final int maker = (int) EventDescriptor.makerUserIndex(array, base);
            final int makerHeldIn = accounts.find(maker, symbol.holdIndex(!bid));
            ledger.release(makerHeldIn, makerRelease(array, base, symbol, !bid));
            endIfCompleted(array, base, maker);

            final long lots = EventDescriptor.size(array, base);
            final long price = EventDescriptor.price(array, base);
            final long notional = Amounts.notional(lots, price, symbol.tickValue());
            final long baseAmount = symbol.base(lots);
            if ((notional | baseAmount) < 0) {
                throw new ArithmeticException("trade leaves 64 bits: lots=" + lots + " price=" + price);
            }
            final int bidderQuote = bid ? takerHeldIn : makerHeldIn;
            final int askerBase = bid ? makerHeldIn : takerHeldIn;
            final int askerQuote = accounts.findOrOpen(bid ? maker : taker, symbol.quoteIndex());
            final int bidderBase = accounts.findOrOpen(bid ? taker : maker, symbol.baseIndex());
            final long takerFee = symbol.takerFee(lots, notional);
            final long makerFee = symbol.makerFee(lots, notional);
            ledger.transfer(bidderQuote, askerQuote, notional);
            ledger.transfer(askerBase, bidderBase, baseAmount);
            ledger.takeFee(bid ? bidderQuote : askerQuote, takerFee);
            ledger.takeFee(bid ? askerQuote : bidderQuote, makerFee);
            EventDescriptor.fees(array, base, takerFee, makerFee);
            symbol.lastPrice(price);
        }
    }

    /** What the order of the command no longer needs: all of a budget, else the difference that its lost lots make. */
    private static long takerRelease(final CommandSlot slot, final Symbol symbol, final boolean bid) {
        if (bid && slot.type() == PLACE_ORDER && OrderHolds.isBudget(slot.orderType())) {
            return slot.heldAmount();
        }
        return symbol.hold(bid, slot.reservePrice(), slot.initialRemaining())
                - symbol.hold(bid, slot.reservePrice(), slot.remaining());
    }

    private static long makerRelease(final long[] array, final int base, final Symbol symbol, final boolean makerBid) {
        final long reservePrice = EventDescriptor.makerReserve(array, base);
        final long after = EventDescriptor.makerRemaining(array, base);
        final long before = after + EventDescriptor.size(array, base);
        return symbol.hold(makerBid, reservePrice, before) - symbol.hold(makerBid, reservePrice, after);
    }

    private void endIfCompleted(final long[] array, final int base, final int maker) {
        if (EventDescriptor.makerRemaining(array, base) == 0) {
            users.removeLiveOrder(maker);
        }
    }

    private void settleFutures(final CommandSlot slot, final Symbol symbol, final EventRing ring) {
        final boolean bid = slot.isBid();
        final int taker = slot.userIndex();
        final int takerAccount = accounts.find(taker, symbol.quoteIndex());
        final int takerPosition = positions.find(accounts.portfolio(takerAccount), symbol.index());
        final long gone = slot.initialRemaining() - slot.remaining();
        ledger.release(takerAccount, symbol.hold(bid, 0, gone));

        long traded = 0;
        final int count = slot.eventCount();
        for (int i = 0; i < count; i++) {
            final long[] array = ring.array(slot, i);
            final int base = ring.base(slot, i);
            if (EventDescriptor.kind(array, base) != TRADE) {
                continue;
            }
            final int maker = (int) EventDescriptor.makerUserIndex(array, base);
            final int makerAccount = maker == taker ? takerAccount : accounts.find(maker, symbol.quoteIndex());
            final int makerPosition =
                    maker == taker ? takerPosition : positions.find(accounts.portfolio(makerAccount), symbol.index());
            final long lots = EventDescriptor.size(array, base);
            final long price = EventDescriptor.price(array, base);
            final long takerFee = symbol.takerFee(lots, 0);
            final long makerFee = symbol.makerFee(lots, 0);

            ledger.realise(takerAccount, positions.trade(takerPosition, symbol, bid, lots, price));
            ledger.takeFee(takerAccount, takerFee);
            ledger.release(makerAccount, symbol.hold(!bid, 0, lots));
            ledger.realise(makerAccount, positions.trade(makerPosition, symbol, !bid, lots, price));
            ledger.takeFee(makerAccount, makerFee);
            endIfCompleted(array, base, maker);
            if (maker != taker) { // the taker's own position is still in use
                positions.closeIfEmpty(makerPosition);
            }
            EventDescriptor.fees(array, base, takerFee, makerFee);
            symbol.lastPrice(price);
            traded += lots;
        }
        if (gone != traded) {
            positions.removePending(takerPosition, symbol, bid, gone - traded);
        }
        positions.closeIfEmpty(takerPosition);
    }
}
