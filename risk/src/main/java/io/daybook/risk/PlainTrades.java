package io.daybook.risk;

import io.daybook.api.EventKind;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.FuturesTaker;
import io.daybook.risk.account.Ledger;
import io.daybook.risk.account.Users;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;

/**
 * The short paths of {@link Settlement} for takers of futures: trades with other users in which no order has
 * {@link io.daybook.kernel.command.OrderFlags}. Look-ups, margin and worst result are done once for each maker, and
 * once for the taker.
 */
final class PlainTrades {
    private static final int REJECT = EventKind.REJECT.code();

    private final SymbolTable symbols;
    private final Users users;
    private final Accounts accounts;
    private final Positions positions;
    private final Ledger ledger;
    private final FuturesTaker takerSide;

    PlainTrades(final RiskState state, final FuturesTaker takerSide) {
        this.symbols = state.symbols;
        this.users = state.users;
        this.accounts = state.accounts;
        this.positions = state.positions;
        this.ledger = state.ledger;
        this.takerSide = takerSide;
    }

    /**
     * Settles a command if all its events are trades of this kind.
     *
     * @return whether it is done; if not, nothing has changed
     */
    boolean settle(final CommandSlot slot, final EventRing ring) {
        return slot.eventCount() == 1 ? settleOnlyTrade(slot, ring) : settleTrades(slot, ring);
    }

    /**
     * Settles a command whose only event is a trade of a future between two users whose orders have no flags: one
     * look-up, margin and worst result per side, and each order is counted off in the same pass.
     *
     * @return whether it is done; if not, nothing has changed
     */
    private boolean settleOnlyTrade(final CommandSlot slot, final EventRing ring) {
        final long[] array = ring.array(slot, 0);
        final int base = ring.base(slot, 0);
        if (!EventDescriptor.isPlainTrade(array, base)) {
            return false;
        }
        final Symbol symbol = symbols.at(slot.symbolIndex());
        final int taker = slot.userIndex();
        final int maker = (int) EventDescriptor.makerUserIndex(array, base);
        final long lots = EventDescriptor.size(array, base);
        final long left = slot.remaining();
        if (!symbol.isFutures() || maker == taker || lots != slot.initialRemaining() - left || slot.orderFlags() != 0) {
            return false;
        }
        final long price = EventDescriptor.price(array, base);
        final boolean bid = slot.isBid();
        final long released = symbol.hold(bid, 0, lots); // an order for a future holds the same amount on either side
        final long takerFee = symbol.takerFee(lots, 0);
        final long makerFee = symbol.makerFee(lots, 0);
        if (released < makerFee) {
            throw Settlement.notCovered(array, base, released, released);
        }
        EventDescriptor.fees(array, base, takerFee, makerFee);
        symbol.lastPrice(price);
        final boolean completed = Settlement.isMakerCompleted(array, base);
        final long bought = bid ? lots : -lots;
        ledger.settleTrade(taker, left == 0, symbol, bought, price, released, takerFee);
        ledger.settleTrade(maker, completed, symbol, -bought, price, released, makerFee);
        return true;
    }

    /**
     * Settles a command whose events are trades of a future between one taker and other users, whose orders have no
     * flags, and perhaps a final reject. It does what {@link Settlement} does without checking the kind of each event.
     *
     * @return whether it is done; if not, nothing has changed
     */
    private boolean settleTrades(final CommandSlot slot, final EventRing ring) {
        if (!EventDescriptor.isPlainTrade(ring.array(slot, 0), ring.base(slot, 0)) || slot.orderFlags() != 0) {
            return false;
        }
        final Symbol symbol = symbols.at(slot.symbolIndex());
        final int taker = slot.userIndex();
        final int trades = symbol.isFutures() ? tradesWithOthers(slot, ring, taker) : 0;
        if (trades == 0) {
            return false;
        }
        final boolean bid = slot.isBid();
        final long gone = slot.initialRemaining() - slot.remaining();
        final long released = symbol.hold(bid, 0, gone);
        final int takerPosition = accounts.positionOf(taker, symbol);
        final int takerAccount = positions.portfolio(takerPosition);
        ledger.release(takerAccount, released);
        takerSide.begin(takerAccount, takerPosition);
        long traded = 0;
        for (int i = 0; i < trades; i++) {
            final long[] array = ring.array(slot, i);
            final int base = ring.base(slot, i);
            final long lots = EventDescriptor.size(array, base);
            final long price = EventDescriptor.price(array, base);
            final long takerFee = symbol.takerFee(lots, 0);
            final long makerFee = symbol.makerFee(lots, 0);
            final long makerReleased = symbol.hold(!bid, 0, lots);
            traded += lots;
            if (((makerReleased - makerFee) | (gone - traded)) < 0) {
                throw Settlement.notCovered(array, base, released, makerReleased);
            }
            final int maker = (int) EventDescriptor.makerUserIndex(array, base);
            final boolean completed = Settlement.isMakerCompleted(array, base);
            EventDescriptor.fees(array, base, takerFee, makerFee);
            symbol.lastPrice(price);
            takerSide.trade(symbol, bid, lots, price, takerFee);
            ledger.settleTrade(maker, completed, symbol, bid ? -lots : lots, price, makerReleased, makerFee);
        }
        takerSide.end(symbol, bid, gone);
        if (slot.remaining() == 0) {
            users.removeLiveOrder(taker);
        }
        return true;
    }

    /**
     * The number of trades if the events of a command are trades of unflagged orders with other users, and perhaps a
     * final reject; else 0.
     */
    private static int tradesWithOthers(final CommandSlot slot, final EventRing ring, final int taker) {
        final int count = slot.eventCount();
        for (int i = 0; i < count; i++) {
            final long[] array = ring.array(slot, i);
            final int base = ring.base(slot, i);
            if (!EventDescriptor.isPlainTrade(array, base) || EventDescriptor.makerUserIndex(array, base) == taker) {
                return i == count - 1 && EventDescriptor.kind(array, base) == REJECT ? i : 0;
            }
        }
        return count;
    }
}
