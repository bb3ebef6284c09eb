package io.daybook.risk;

import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.OrderTraits;
import io.daybook.kernel.money.Amounts;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.Ledger;
import io.daybook.risk.account.Users;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;

/**
 * The settle step: moves the money of every trade, charges the fees and writes them into the events, releases what each
 * taker and each maker no longer need, and counts off the orders that have ended. The first taker is the order of the
 * command, unless the first event is an act.
 */
final class Settlement {
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int BID = Side.BID.code();
    private static final int TRADE = EventKind.TRADE.code();
    private static final int ACT = EventKind.ACT.code();
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
            settleRefused(slot);
            return;
        }
        final int count = slot.eventCount();
        if (count == 0) {
            return;
        }
        final EventRing ring = slot.eventRing();
        final Symbol symbol = symbols.at(slot.symbolIndex());
        int next = 0;
        if (kind(slot, ring, 0) != ACT) {
            next = symbol.isFutures() ? settleFutures(slot, symbol, ring) : settlePair(slot, symbol, ring);
            if (slot.remaining() == 0) {
                users.removeLiveOrder(slot.userIndex());
            }
        }
        if (next < count) {
            settleActs(slot, symbol, ring, next);
        }
    }

    /** Matching refuses the order of the command only; what acted before it stays done, and is settled first. */
    private void settleRefused(final CommandSlot slot) {
        if (slot.eventCount() > 0) {
            settleActs(slot, symbols.at(slot.symbolIndex()), slot.eventRing(), 0);
        }
        if (slot.type() == PLACE_ORDER && slot.resultCode() == DUPLICATE_ORDER_ID) {
            releaseRefused(slot);
        }
    }

    /**
     * Settles acts, one after the other.
     *
     * @param first index of the first act
     */
    private void settleActs(final CommandSlot slot, final Symbol symbol, final EventRing ring, final int first) {
        final int count = slot.eventCount();
        int act = first;
        while (act < count && kind(slot, ring, act) == ACT) {
            final long[] array = ring.array(slot, act);
            final int base = ring.base(slot, act);
            final int taker = EventDescriptor.actUserIndex(array, base);
            final boolean bid = EventDescriptor.actSide(array, base) == BID;
            final long before = EventDescriptor.actInitialRemaining(array, base);
            final long after = EventDescriptor.actRemaining(array, base);
            if (symbol.isFutures()) {
                act = settleFutures(slot, symbol, ring, act + 1, taker, bid, before - after);
            } else {
                final long reserve = EventDescriptor.actReserve(array, base);
                final boolean budget = bid && OrderTraits.isBudget(EventDescriptor.actOrderType(array, base));
                final long released = budget
                        ? EventDescriptor.actHeld(array, base)
                        : symbol.hold(bid, reserve, before) - symbol.hold(bid, reserve, after);
                act = settlePair(slot, symbol, ring, act + 1, taker, bid, released);
            }
            if (before != 0 && after == 0) {
                users.removeLiveOrder(taker);
            }
        }
        if (act < count && kind(slot, ring, act) != EventDescriptor.LEVEL_CHANGE) {
            throw new IllegalStateException("events of other orders must begin with an act: kind="
                    + kind(slot, ring, act) + " event=" + act + " of " + count);
        }
    }

    private static int kind(final CommandSlot slot, final EventRing ring, final int index) {
        return EventDescriptor.kind(ring.array(slot, index), ring.base(slot, index));
    }

    private void releaseRefused(final CommandSlot slot) {
        final Symbol symbol = symbols.at(slot.symbolIndex());
        final boolean bid = slot.isBid();
        final int account = accounts.find(slot.userIndex(), symbol.holdIndex(bid));
        users.removeLiveOrder(slot.userIndex());
        ledger.release(account, slot.heldAmount());
        if (symbol.isFutures()) {
            positions.removePending(accounts.portfolio(account), symbol, bid, slot.size());
        }
    }

    private int settlePair(final CommandSlot slot, final Symbol symbol, final EventRing ring) {
        final boolean bid = slot.isBid();
        return settlePair(slot, symbol, ring, 0, slot.userIndex(), bid, takerRelease(slot, symbol, bid));
    }

    /**
     * Settles the events of one taker of a pair.
     *
     * @param first index of its first event
     * @param released what its order no longer needs of its hold
     * @return the index of the next act, or the count of events
     */
    private int settlePair(
            final CommandSlot slot,
            final Symbol symbol,
            final EventRing ring,
            final int first,
            final int taker,
            final boolean bid,
            final long released) {
        final int takerHeldIn = accounts.find(taker, symbol.holdIndex(bid));
        ledger.release(takerHeldIn, released);

        long takerLeft = released; // of the hold, for what the taker has yet to pay or deliver
        long sale = 0; // what the asker has got, less its fees
        final int count = slot.eventCount();
        for (int i = first; i < count; i++) {
            final long[] array = ring.array(slot, i);
            final int base = ring.base(slot, i);
            final int kind = EventDescriptor.kind(array, base);
            if (kind != TRADE) {
                if (kind == ACT) {
                    return i;
                }
                continue;
            }
            final int maker = (int) EventDescriptor.makerUserIndex(array, base);
            final int makerHeldIn = accounts.find(maker, symbol.holdIndex(!bid));
            final long makerReleased = makerRelease(array, base, symbol, !bid);
            ledger.release(makerHeldIn, makerReleased);
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
            final long makerLeft = makerReleased - (bid ? baseAmount : notional) - (bid ? 0 : makerFee);
            takerLeft -= bid ? notional : baseAmount;
            final long takerLeftBeforeFee = takerLeft;
            takerLeft -= bid ? takerFee : 0;
            sale = Math.min(bid ? 0 : sale, Long.MAX_VALUE - notional) + notional - (bid ? makerFee : takerFee);
            if ((makerLeft | takerLeftBeforeFee | takerLeft | sale) < 0) {
                throw notCovered(array, base, released, makerReleased);
            }
            ledger.transfer(bidderQuote, askerQuote, notional);
            ledger.transfer(askerBase, bidderBase, baseAmount);
            ledger.takeFee(bid ? bidderQuote : askerQuote, takerFee);
            ledger.takeFee(bid ? askerQuote : bidderQuote, makerFee);
            EventDescriptor.fees(array, base, takerFee, makerFee);
            symbol.lastPrice(price);
        }
        return count;
    }

    /** What the order of the command no longer needs: all of a budget, else the difference that its lost lots make. */
    private static long takerRelease(final CommandSlot slot, final Symbol symbol, final boolean bid) {
        if (bid && slot.type() == PLACE_ORDER && OrderTraits.isBudget(slot.orderType())) {
            return slot.heldAmount();
        }
        return symbol.hold(bid, slot.reservePrice(), slot.initialRemaining())
                - symbol.hold(bid, slot.reservePrice(), slot.remaining());
    }

    /** What a side pays or delivers, fees included, must come out of what it had held, or out of what it sells. */
    private static IllegalStateException notCovered(
            final long[] array, final int base, final long takerReleased, final long makerReleased) {
        return new IllegalStateException("a trade must be covered by the holds of both sides: tradeId="
                + EventDescriptor.tradeId(array, base) + " lots=" + EventDescriptor.size(array, base) + " price="
                + EventDescriptor.price(array, base) + " takerReleased=" + takerReleased + " makerReleased="
                + makerReleased);
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

    private int settleFutures(final CommandSlot slot, final Symbol symbol, final EventRing ring) {
        final long gone = slot.initialRemaining() - slot.remaining();
        if (slot.eventCount() == 1 && kind(slot, ring, 0) != TRADE) {
            final boolean bid = slot.isBid();
            final int account = accounts.find(slot.userIndex(), symbol.quoteIndex());
            ledger.releasePending(account, symbol, bid, gone, symbol.hold(bid, 0, gone));
            return 1;
        }
        return settleFutures(slot, symbol, ring, 0, slot.userIndex(), slot.isBid(), gone);
    }

    /**
     * Settles the events of one taker of a future.
     *
     * @param first index of its first event
     * @param gone lots that its order lost, traded or not
     * @return the index of the next act, or the count of events
     */
    private int settleFutures(
            final CommandSlot slot,
            final Symbol symbol,
            final EventRing ring,
            final int first,
            final int taker,
            final boolean bid,
            final long gone) {
        final int quote = symbol.quoteIndex();
        final int takerAccount = accounts.find(taker, quote);
        final int takerPosition = positions.find(accounts.portfolio(takerAccount), symbol.index());
        final long takerLots = positions.lots(takerPosition);
        ledger.release(takerAccount, symbol.hold(bid, 0, gone));

        long traded = 0;
        final int count = slot.eventCount();
        int i = first;
        for (; i < count; i++) {
            final long[] array = ring.array(slot, i);
            final int base = ring.base(slot, i);
            final int kind = EventDescriptor.kind(array, base);
            if (kind != TRADE) {
                if (kind == ACT) {
                    break;
                }
                continue;
            }
            final int maker = (int) EventDescriptor.makerUserIndex(array, base);
            final long lots = EventDescriptor.size(array, base);
            final long price = EventDescriptor.price(array, base);
            final long takerFee = symbol.takerFee(lots, 0);
            final long makerFee = symbol.makerFee(lots, 0);
            final long makerReleased = symbol.hold(!bid, 0, lots);
            traded += lots;
            if (((makerReleased - makerFee) | (gone - traded)) < 0) {
                throw notCovered(array, base, symbol.hold(bid, 0, gone), makerReleased);
            }

            endIfCompleted(array, base, maker);
            final long takerProfit = positions.trade(takerPosition, symbol, bid, lots, price);
            ledger.settleFuture(takerAccount, quote, 0, takerProfit, takerFee);
            if (maker != taker) {
                final int account = accounts.find(maker, quote);
                ledger.settleTrade(account, symbol, !bid, lots, price, makerReleased, makerFee);
            } else { // the same position, which is brought up to date below
                final long makerProfit = positions.trade(takerPosition, symbol, !bid, lots, price);
                ledger.settleFuture(takerAccount, quote, makerReleased, makerProfit, makerFee);
            }
            EventDescriptor.fees(array, base, takerFee, makerFee);
            symbol.lastPrice(price);
        }
        if (traded == 0) {
            positions.removePending(accounts.portfolio(takerAccount), symbol, bid, gone);
        } else {
            positions.takePending(takerPosition, symbol, bid, gone - traded);
            positions.endTrades(takerPosition, symbol, takerLots);
        }
        return i;
    }
}
