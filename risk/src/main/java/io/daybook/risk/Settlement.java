package io.daybook.risk;

import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.OrderFlags;
import io.daybook.kernel.command.OrderTraits;
import io.daybook.kernel.money.Amounts;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.FuturesTaker;
import io.daybook.risk.account.Ledger;
import io.daybook.risk.account.Users;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;

/**
 * The settle step: moves the money of every trade, charges the fees and writes them into the events, releases the
 * surplus holds of each taker and maker, and counts off the orders that have ended. The first taker is the order of the
 * command, unless the first event is an act.
 */
final class Settlement {
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int BID = Side.BID.code();
    private static final int TRADE = EventKind.TRADE.code();
    private static final int ACT = EventKind.ACT.code();
    private static final int REDUCE = EventKind.REDUCE.code();
    private static final int REJECT = EventKind.REJECT.code();
    private static final int CANCEL = EventKind.CANCEL.code();
    private static final int MASS_CANCEL = CommandType.MASS_CANCEL.code();
    private static final int TICK = CommandType.TICK.code();
    private static final int DUPLICATE_ORDER_ID = ResultCode.MATCHING_DUPLICATE_ORDER_ID.code();
    private static final int TRIGGER_ALREADY_MET = ResultCode.MATCHING_TRIGGER_ALREADY_MET.code();
    private static final int TOO_MANY_TRAILING = ResultCode.MATCHING_TOO_MANY_TRAILING.code();
    private static final int MAKER_FEEDS_EXIT = OrderFlags.FEEDS_EXIT << OrderFlags.MAKER_SHIFT;
    private static final int MAKER_STAYS = OrderFlags.STAYS << OrderFlags.MAKER_SHIFT;

    private final SymbolTable symbols;
    private final Users users;
    private final Accounts accounts;
    private final Positions positions;
    private final Ledger ledger;
    private final FuturesTaker takerSide;
    private final PlainTrades plainTrades;

    Settlement(final RiskState state) {
        this.symbols = state.symbols;
        this.users = state.users;
        this.accounts = state.accounts;
        this.positions = state.positions;
        this.ledger = state.ledger;
        this.takerSide = state.ledger.newTaker();
        this.plainTrades = new PlainTrades(state, takerSide);
    }

    void settle(final CommandSlot slot) {
        if (!slot.isSuccess()) {
            settleRefused(slot);
            return;
        }
        final int count = slot.eventCount();
        settleReplaced(slot);
        if (count == 0) {
            return;
        }
        final EventRing ring = slot.eventRing();
        if (plainTrades.settle(slot, ring)) {
            return;
        }
        if (slot.type() == MASS_CANCEL || slot.type() == TICK) {
            settleActs(slot, ring, 0);
            return;
        }
        int next = 0;
        if (kind(slot, ring, 0) != ACT) {
            final Symbol symbol = symbols.at(slot.symbolIndex());
            next = symbol.isFutures() ? settleFutures(slot, symbol, ring) : settlePair(slot, symbol, ring);
            if (slot.remaining() == 0) {
                endTaker(slot.userIndex(), slot.orderFlags());
            }
        }
        if (next < count) {
            settleActs(slot, ring, next);
        }
    }

    /**
     * Settles lots that the command took off an order without terms, as {@link #settle} does, without checking the kind
     * of the command.
     */
    void settleTakenOff(final CommandSlot slot) {
        final Symbol symbol = symbols.at(slot.symbolIndex());
        final int userIndex = slot.userIndex();
        final boolean bid = slot.isBid();
        final long left = slot.remaining();
        if (symbol.isFutures()) {
            final long gone = slot.initialRemaining() - left;
            ledger.takeOff(userIndex, symbol, bid, gone, symbol.hold(bid, 0, gone), left == 0);
            return;
        }
        ledger.release(accounts.find(userIndex, symbol.holdIndex(bid)), takerRelease(slot, symbol, bid));
        if (left == 0) {
            users.removeLiveOrder(userIndex);
        }
    }

    /** Counts off an order that has no lots left, and its partner if the partner ended with it. */
    private void endTaker(final int userIndex, final int flags) {
        if ((flags & OrderFlags.STAYS) == 0) {
            users.removeLiveOrder(userIndex);
        }
        if ((flags & OrderFlags.ENDS_PARTNER) != 0) {
            users.removeLiveOrder(userIndex);
        }
    }

    /**
     * Settles a command that matching refused. Only its order is refused; the acts before it stay done and are settled
     * first.
     */
    private void settleRefused(final CommandSlot slot) {
        if (slot.eventCount() > 0) {
            settleActs(slot, slot.eventRing(), 0);
        }
        if (slot.type() == PLACE_ORDER && slot.heldAmount() >= 0 && isRefusedByBook(slot.resultCode())) {
            releaseRefused(slot);
        }
    }

    private static boolean isRefusedByBook(final int code) {
        return code == DUPLICATE_ORDER_ID || code == TRIGGER_ALREADY_MET || code == TOO_MANY_TRAILING;
    }

    /** Releases the surplus hold of a replaced order, if it has one; no other command has a negative held amount. */
    void settleReplaced(final CommandSlot slot) {
        if (slot.heldAmount() < 0) {
            releaseReplaced(slot);
        }
    }

    private void releaseReplaced(final CommandSlot slot) {
        final Symbol symbol = symbols.at(slot.symbolIndex());
        final boolean bid = slot.isBid();
        final long less = -slot.heldAmount();
        final int account = accounts.find(slot.userIndex(), symbol.holdIndex(bid));
        if (!symbol.isFutures()) {
            ledger.release(account, less);
            return;
        }
        final boolean feeds = (slot.orderFlags() & OrderFlags.FEEDS_EXIT) != 0;
        final int position = positions.find(accounts.portfolio(account), symbol.index());
        if (feeds) {
            positions.addDoubled(position, symbol, -less);
        }
        ledger.releasePending(position, symbol, bid, less, symbol.hold(bid, 0, feeds ? 2 * less : less));
    }

    /**
     * Settles the acts of other orders one after the other, and the cancels of orders between these acts.
     *
     * @param first the index of the first event
     */
    private void settleActs(final CommandSlot slot, final EventRing ring, final int first) {
        final int count = slot.eventCount();
        int next = first;
        while (next < count) {
            final long[] array = ring.array(slot, next);
            final int base = ring.base(slot, next);
            final int kind = EventDescriptor.kind(array, base);
            if (kind == ACT) {
                next = settleAct(slot, ring, next, array, base);
            } else if (kind == CANCEL) {
                settleCancelled(array, base, symbolOf(slot, array, base));
                next++;
            } else if (kind == EventDescriptor.LEVEL_CHANGE) {
                return;
            } else {
                throw new IllegalStateException("events of other orders must begin with an act: kind=" + kind
                        + " event=" + next + " of " + count);
            }
        }
    }

    /** The symbol of an event; a MASS_CANCEL of all symbols names it in each event. */
    private Symbol symbolOf(final CommandSlot slot, final long[] array, final int base) {
        return symbols.at(
                slot.symbolIndex() == CommandSlot.UNKNOWN_INDEX
                        ? EventDescriptor.cancelledSymbolIndex(array, base)
                        : slot.symbolIndex());
    }

    private int settleAct(
            final CommandSlot slot, final EventRing ring, final int act, final long[] array, final int base) {
        final Symbol symbol = symbols.at(slot.symbolIndex());
        final int taker = EventDescriptor.actUserIndex(array, base);
        final boolean bid = EventDescriptor.actSide(array, base) == BID;
        final long before = EventDescriptor.actInitialRemaining(array, base);
        final long after = EventDescriptor.actRemaining(array, base);
        final int flags = EventDescriptor.flags(array, base);
        final int next;
        if (symbol.isFutures()) {
            next = settleFutures(slot, symbol, ring, act + 1, taker, bid, before - after, flags);
        } else {
            final long reserve = EventDescriptor.actReserve(array, base);
            final boolean budget = bid && OrderTraits.isBudget(EventDescriptor.actOrderType(array, base));
            final long released =
                    budget ? EventDescriptor.actHeld(array, base) : symbol.release(bid, reserve, before, after);
            next = settlePair(slot, symbol, ring, act + 1, taker, bid, released);
        }
        if (before != 0 && after == 0) {
            endTaker(taker, flags);
        }
        return next;
    }

    /** Releases the holds of lots that the exchange took off an order. */
    private void settleCancelled(final long[] array, final int base, final Symbol symbol) {
        final int flags = EventDescriptor.flags(array, base);
        if ((flags & OrderFlags.IS_TAKER) != 0) {
            freeEntryOfTaker(array, base, symbol, flags);
            return;
        }
        final int user = EventDescriptor.actUserIndex(array, base);
        final boolean bid = EventDescriptor.actSide(array, base) == BID;
        final long fresh = (flags & OrderFlags.FREES_ENTRY) != 0 ? EventDescriptor.freshLots(array, base) : 0;
        final long lots = EventDescriptor.size(array, base) + fresh;
        final long after = EventDescriptor.actRemaining(array, base);
        final int account = accounts.find(user, symbol.holdIndex(bid));
        if (symbol.isFutures()) {
            takeOffFuture(array, base, symbol, account, bid, lots, flags);
        } else {
            final long reserve = (flags & OrderFlags.FREES_ENTRY) != 0 ? 0 : EventDescriptor.actReserve(array, base);
            ledger.release(account, symbol.release(bid, reserve, after + lots, after));
        }
        if (after == 0) {
            endTaker(user, flags);
        }
    }

    /**
     * Releases the second part of the entry's hold if the taker was an exit that has ended. The taker's own lots are
     * settled with the taker.
     */
    private void freeEntryOfTaker(final long[] array, final int base, final Symbol symbol, final int flags) {
        if ((flags & OrderFlags.FREES_ENTRY) != 0 && symbol.isFutures()) {
            final int account = accounts.find(EventDescriptor.actUserIndex(array, base), symbol.quoteIndex());
            takeOffFuture(array, base, symbol, account, true, 0, flags);
        }
    }

    /**
     * Takes lots of a live order for a future out of its position, and releases their hold. The entry of a bracket
     * holds twice for its lots; an event that ends an exit releases the second part of its entry's hold.
     */
    private void takeOffFuture(
            final long[] array,
            final int base,
            final Symbol symbol,
            final int account,
            final boolean bid,
            final long lots,
            final int flags) {
        final boolean feeds = (flags & OrderFlags.FEEDS_EXIT) != 0;
        final long ofEntry = (flags & OrderFlags.FREES_ENTRY) != 0 ? EventDescriptor.entryLots(array, base) : 0;
        final long doubled = feeds ? lots : ofEntry;
        final int portfolio = accounts.portfolio(account);
        if (doubled != 0) {
            positions.addDoubled(positions.find(portfolio, symbol.index()), symbol, -doubled);
        }
        ledger.release(account, symbol.hold(bid, 0, lots + doubled));
        if (lots != 0) {
            positions.steps().removePending(positions.find(portfolio, symbol.index()), symbol, bid, lots);
        }
    }

    private static int kind(final CommandSlot slot, final EventRing ring, final int index) {
        return EventDescriptor.kind(ring.array(slot, index), ring.base(slot, index));
    }

    private void releaseRefused(final CommandSlot slot) {
        final Symbol symbol = symbols.at(slot.symbolIndex());
        final boolean bid = slot.isBid();
        final int account = accounts.find(slot.userIndex(), symbol.holdIndex(bid));
        final boolean isBracket = (slot.termsMask() & Term.EXIT_ORDER_ID.mask()) != 0;
        endTaker(slot.userIndex(), isBracket ? OrderFlags.ENDS_PARTNER : 0);
        ledger.release(account, slot.heldAmount());
        if (symbol.isFutures()) {
            final int position = positions.find(accounts.portfolio(account), symbol.index());
            if (isBracket) {
                positions.addDoubled(position, symbol, -slot.size());
            }
            positions.steps().removePending(position, symbol, bid, slot.size());
        }
    }

    private int settlePair(final CommandSlot slot, final Symbol symbol, final EventRing ring) {
        final boolean bid = slot.isBid();
        return settlePair(slot, symbol, ring, 0, slot.userIndex(), bid, takerRelease(slot, symbol, bid));
    }

    /**
     * Settles the events of one taker of a pair.
     *
     * @param first the index of its first event
     * @param released the part of the taker's hold that the order no longer needs
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

        int takerGets = Accounts.NONE; // the taker's account in the other currency, opened by its first trade
        long takerLeft = released; // the part of the released hold that the taker has not yet paid or delivered
        long sale = 0; // the amount that the asker has received, less its fees
        final int count = slot.eventCount();
        for (int i = first; i < count; i++) {
            final long[] array = ring.array(slot, i);
            final int base = ring.base(slot, i);
            final int kind = EventDescriptor.kind(array, base);
            if (kind != TRADE) {
                if (kind == ACT) {
                    return i;
                }
                if (kind == CANCEL) {
                    settleCancelled(array, base, symbol);
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
                throw new ArithmeticException("a trade must fit in 64 bits: lots=" + lots + " price=" + price);
            }
            final int bidderQuote = bid ? takerHeldIn : makerHeldIn;
            final int askerBase = bid ? makerHeldIn : takerHeldIn;
            final int makerGets = accounts.findOrOpen(maker, symbol.holdIndex(bid));
            if (takerGets == Accounts.NONE) {
                takerGets = accounts.findOrOpen(taker, symbol.holdIndex(!bid));
            }
            final int askerQuote = bid ? makerGets : takerGets;
            final int bidderBase = bid ? takerGets : makerGets;
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
            ledger.pay(bidderQuote, askerQuote, notional, bid ? takerFee : makerFee, bid ? makerFee : takerFee);
            ledger.transfer(askerBase, bidderBase, baseAmount);
            final int flagsOfTrade = EventDescriptor.flags(array, base);
            if ((flagsOfTrade & (bid ? OrderFlags.FEEDS_EXIT : MAKER_FEEDS_EXIT)) != 0) {
                ledger.hold(bidderBase, baseAmount); // the traded lots become lots of an exit
            }
            EventDescriptor.fees(array, base, takerFee, makerFee);
            symbol.lastPrice(price);
        }
        return count;
    }

    /**
     * The part of its hold that the order of the command no longer needs: all of it for a budget, else the difference
     * that its lost lots make.
     */
    private static long takerRelease(final CommandSlot slot, final Symbol symbol, final boolean bid) {
        if (bid && slot.type() == PLACE_ORDER && OrderTraits.isBudget(slot.orderType())) {
            return slot.heldAmount();
        }
        return symbol.release(bid, slot.reservePrice(), slot.initialRemaining(), slot.remaining());
    }

    /** The exception for a trade in which a side has to pay or deliver more, fees included, than its hold releases. */
    static IllegalStateException notCovered(
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
        return symbol.release(makerBid, reservePrice, before, after);
    }

    private void endIfCompleted(final long[] array, final int base, final int maker) {
        if (isMakerCompleted(array, base)) {
            users.removeLiveOrder(maker);
        }
    }

    static boolean isMakerCompleted(final long[] array, final int base) {
        return EventDescriptor.makerRemaining(array, base) == 0
                && (EventDescriptor.flags(array, base) & MAKER_STAYS) == 0;
    }

    private int settleFutures(final CommandSlot slot, final Symbol symbol, final EventRing ring) {
        final long gone = slot.initialRemaining() - slot.remaining();
        final int flags = slot.orderFlags();
        final int kind = kind(slot, ring, 0);
        if (slot.eventCount() == 1 && (kind == REDUCE || kind == REJECT) && flags == 0) {
            final boolean bid = slot.isBid();
            final int position = accounts.positionOf(slot.userIndex(), symbol);
            ledger.releasePending(position, symbol, bid, gone, symbol.hold(bid, 0, gone));
            return 1;
        }
        if ((flags & OrderFlags.FREES_ENTRY) != 0 && kind == REDUCE) {
            final boolean bid = slot.isBid();
            final int account = accounts.find(slot.userIndex(), symbol.quoteIndex());
            takeOffFuture(ring.array(slot, 0), ring.base(slot, 0), symbol, account, bid, gone, flags);
            return 1;
        }
        return settleFutures(slot, symbol, ring, 0, slot.userIndex(), slot.isBid(), gone, flags);
    }

    /**
     * Settles the events of one taker of a future.
     *
     * @param first the index of its first event
     * @param gone the lots that the taker's order lost, traded or not
     * @param flags the flags of the taker's order
     * @return the index of the next act, or the count of events
     */
    private int settleFutures(
            final CommandSlot slot,
            final Symbol symbol,
            final EventRing ring,
            final int first,
            final int taker,
            final boolean bid,
            final long gone,
            final int flags) {
        final int quote = symbol.quoteIndex();
        final int takerAccount = accounts.find(taker, quote);
        final int takerPosition = positions.find(accounts.portfolio(takerAccount), symbol.index());
        final long takerLots = positions.lots(takerPosition);
        ledger.release(takerAccount, symbol.hold(bid, 0, gone));

        takerSide.begin(takerAccount, takerPosition);
        long traded = 0;
        long fed = 0;
        boolean hasCancels = false;
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
                hasCancels |= kind == CANCEL;
                continue;
            }
            final int maker = (int) EventDescriptor.makerUserIndex(array, base);
            final long lots = EventDescriptor.size(array, base);
            final long price = EventDescriptor.price(array, base);
            final long takerFee = symbol.takerFee(lots, 0);
            final long makerFee = symbol.makerFee(lots, 0);
            final long makerReleased = symbol.hold(!bid, 0, lots);
            final boolean makerFeeds = (EventDescriptor.flags(array, base) & MAKER_FEEDS_EXIT) != 0;
            traded += lots;
            fed += (EventDescriptor.flags(array, base) & OrderFlags.FEEDS_EXIT) != 0 ? lots : 0;
            if (((makerReleased - makerFee) | (gone - traded)) < 0) {
                throw notCovered(array, base, symbol.hold(bid, 0, gone), makerReleased);
            }

            takerSide.trade(symbol, bid, lots, price, takerFee);
            if (maker != taker && !makerFeeds) {
                final boolean completed = isMakerCompleted(array, base);
                ledger.settleTrade(maker, completed, symbol, bid ? -lots : lots, price, makerReleased, makerFee);
            } else {
                endIfCompleted(array, base, maker);
                if (maker == taker) { // maker and taker have the same position, which is updated below
                    takerSide.end(symbol, bid);
                    final long makerProfit = positions.trade(takerPosition, symbol, !bid, lots, price);
                    ledger.settleFuture(takerAccount, makerReleased, makerProfit, makerFee);
                    if (makerFeeds) {
                        goOn(takerPosition, symbol, bid, lots);
                    }
                    takerSide.begin(takerAccount, takerPosition);
                } else {
                    settleEntry(maker, symbol, !bid, lots, price, makerReleased, makerFee);
                }
            }
            EventDescriptor.fees(array, base, takerFee, makerFee);
            symbol.lastPrice(price);
        }
        takerSide.end(symbol, bid);
        if (fed != 0) {
            goOn(takerPosition, symbol, !bid, fed);
        }
        if ((flags & OrderFlags.FEEDS_EXIT) != 0) { // the bracket may have ended meanwhile, and the flag with it
            positions.addDoubled(takerPosition, symbol, traded - gone);
            ledger.release(takerAccount, symbol.hold(bid, 0, gone - traded));
        }
        positions.takePending(takerPosition, symbol, bid, gone - traded);
        positions.endTrades(takerPosition, symbol, takerLots);
        if (hasCancels) {
            settleCancels(slot, symbol, ring, first, i);
        }
        return i;
    }

    /**
     * Turns lots of a bracket's entry into pending lots of its exit. The exposure has counted these already, as doubled
     * lots.
     */
    private void goOn(final int position, final Symbol symbol, final boolean exitBid, final long lots) {
        positions.putPending(position, exitBid, lots);
        positions.addDoubled(position, symbol, -lots);
    }

    /** Settles a trade of a resting entry of a bracket. */
    private void settleEntry(
            final int maker,
            final Symbol symbol,
            final boolean bid,
            final long lots,
            final long price,
            final long released,
            final long fee) {
        final int account = accounts.find(maker, symbol.quoteIndex());
        final int position = positions.find(accounts.portfolio(account), symbol.index());
        final long lotsBefore = positions.lots(position);
        final long profit = positions.trade(position, symbol, bid, lots, price);
        goOn(position, symbol, !bid, lots);
        ledger.settleFuture(account, released, profit, fee);
        positions.endTrades(position, symbol, lotsBefore);
    }

    /**
     * Settles the cancels of other orders among the events of a taker, after its trades, because these orders may have
     * the same owner as the taker.
     */
    private void settleCancels(
            final CommandSlot slot, final Symbol symbol, final EventRing ring, final int first, final int end) {
        for (int i = first; i < end; i++) {
            final long[] array = ring.array(slot, i);
            final int base = ring.base(slot, i);
            if (EventDescriptor.kind(array, base) == CANCEL) {
                settleCancelled(array, base, symbol);
            }
        }
    }
}
