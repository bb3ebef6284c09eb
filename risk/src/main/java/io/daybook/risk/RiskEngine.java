package io.daybook.risk;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbols;
import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.ResultCode;
import io.daybook.api.SetUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.api.UserStatus;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.CommandTraits;
import io.daybook.kernel.money.WideSum;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateWriter;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The risk side of the exchange: {@link #hold} before matching, {@link #settle} after it, and all queries about users.
 * A function of its state and the command: no threads, clocks, files or books.
 *
 * <p>Used by one thread at a time, in the order of the commands: hold of command n before hold of command n + 1, and
 * the same for settle. Settle may lag behind hold as far as {@link #needsExactState} allows. An exception from any
 * method is a broken invariant, or an amount that overflowed 64 bits in settlement: the state is then undefined and the
 * exchange has to halt.
 */
public final class RiskEngine {
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int MOVE_ORDER = CommandType.MOVE_ORDER.code();
    private static final int CANCEL_ORDER = CommandType.CANCEL_ORDER.code();

    private final RiskConfig config;
    private final HashSecret secret;
    private int maxLiveOrders = Limits.MAX_LIVE_ORDERS;
    private boolean hasTerms = true;
    private RiskState state;
    private OrderHolds holds;
    private Settlement settlement;
    private Administration administration;
    private StateRecords records;

    /** Creates an engine without users and symbols, for uids that no client chooses. */
    public RiskEngine(final RiskConfig config) {
        this(config, HashSecret.NONE);
    }

    /** Creates an engine without users and symbols. */
    public RiskEngine(final RiskConfig config, final HashSecret secret) {
        this.config = config;
        this.secret = secret;
        this.state = new RiskState(secret);
        this.holds = new OrderHolds(config, state, maxLiveOrders, hasTerms);
        this.settlement = new Settlement(state);
        this.administration = new Administration(state);
        this.records = new StateRecords(state);
    }

    /**
     * The first step of a command: runs the checks that need no book, in the order of the contract, and writes the
     * result code, the user's and the symbol's index. Reserves the funds of a new order ({@code heldAmount},
     * {@code initialRemaining} and the normalised {@code reservePrice}); carries out administration completely. A
     * refused command changes nothing but its slot, so hold may be called again for it, on a later state.
     *
     * @param slot a command, neither query nor void, with an empty outcome
     */
    public void hold(final CommandSlot slot) {
        slot.resultCode(decide(slot).code());
    }

    /**
     * Does the {@link #hold} of a PLACE_ORDER of type GTC or IOC without terms. Everything but funds, reserve price,
     * fee and the number of its owner's live orders is checked already. Succeeds only if a quick check finds all of
     * these in order and the sender active.
     *
     * @param symbolIndex dense index of its symbol
     * @return whether it is done; if not, only the outcome in the slot has changed, and {@link #hold} decides
     */
    public boolean placeAtOnce(final CommandSlot slot, final int symbolIndex) {
        return holds.placeAtOnce(slot, symbolIndex);
    }

    /**
     * The last step of a command, after matching: moves the money of its trades, writes their fees into the events, and
     * releases holds that are no longer needed, also those of refused orders. Does nothing for commands without events.
     *
     * @param slot the same slot, with the outcome of matching
     */
    public void settle(final CommandSlot slot) {
        settlement.settle(slot);
    }

    /** Does the {@link #settle} of a REDUCE_ORDER or CANCEL_ORDER that took lots off an order without terms. */
    public void settleTakenOff(final CommandSlot slot) {
        settlement.settleTakenOff(slot);
    }

    /**
     * Checks the prices of a REPLACE_ORDER after matching has found the order and computed its new values.
     *
     * @param slot a slot whose {@link #hold} succeeded
     */
    public ResultCode checkReplaced(final CommandSlot slot, final ReplacedOrder order) {
        return holds.checkReplaced(slot, order);
    }

    /**
     * Holds the funds of a REPLACE_ORDER: the last part of its hold.
     *
     * @param isDone whether no other check has refused it; if false, the funds are checked but not held
     */
    public ResultCode holdReplaced(final CommandSlot slot, final ReplacedOrder order, final boolean isDone) {
        return holds.holdReplaced(slot, order, isDone);
    }

    /**
     * Does the {@link #hold} of a REPLACE_ORDER that only this check can still refuse.
     *
     * @return whether it is done; if not, only the outcome in the slot has changed, and {@link #hold} decides
     */
    public boolean replaceAtOnce(final CommandSlot slot, final ReplacedOrder order) {
        return holds.replaceAtOnce(slot, order);
    }

    /** Does the {@link #settle} of a REPLACE_ORDER without a trade, after which the order rests. */
    public void settleReplaced(final CommandSlot slot) {
        settlement.settleReplaced(slot);
    }

    /**
     * Whether the hold of a command needs the settlement of every command before it. For all other commands a success
     * on a lagging state is final, because settlement can only add to the amount that an account without futures has
     * available. A refusal for lack of funds, or for too many live orders, must be decided again on the exact state,
     * because settlement frees funds and lowers the count.
     */
    public boolean needsExactState(final CommandSlot slot) {
        final int type = slot.type();
        return type == PLACE_ORDER ? holds.needsExactState(slot) : CommandTraits.needsExactState(type);
    }

    /**
     * Sets the rules for commands from here on; live orders stay.
     *
     * @param newMaxLiveOrders the most live orders of a user, {@link Limits#MAX_LIVE_ORDERS} at first
     * @param knowsTerms whether terms, and the commands that were introduced with them, are accepted; true at first
     */
    public void rules(final int newMaxLiveOrders, final boolean knowsTerms) {
        maxLiveOrders = newMaxLiveOrders;
        hasTerms = knowsTerms;
        holds = new OrderHolds(config, state, maxLiveOrders, hasTerms);
    }

    /** How many users there are; their indexes are 0 to count − 1. */
    public int userCount() {
        return state.users.count();
    }

    /** The dense index of a user, or {@link CommandSlot#UNKNOWN_INDEX}. */
    public int userIndex(final long uid) {
        return state.users.indexOf(uid);
    }

    /** Whether a quick check shows that no suspended user has that uid. */
    public boolean isClearlyActive(final long uid) {
        return state.users.isClearlyActive(uid);
    }

    /** The uid of the user at an index. */
    public long uid(final int userIndex) {
        return state.users.uid(userIndex);
    }

    /** Whether the user at an index may trade. */
    public UserStatus status(final int userIndex) {
        return state.users.status(userIndex);
    }

    /** The id of the last adjustment applied to the user at an index; 0 before the first. */
    public long lastTransactionId(final int userIndex) {
        return state.users.lastTransactionId(userIndex);
    }

    /**
     * How many live orders the user at an index has; between commands, when all are settled, as many as the books hold.
     */
    public int liveOrders(final int userIndex) {
        return state.users.liveOrders(userIndex);
    }

    /** Visits the uids of all users, in the order in which they were added. */
    public void forEachUser(final LongConsumer visitor) {
        for (int i = 0; i < state.users.count(); i++) {
            visitor.accept(state.users.uid(i));
        }
    }

    /** The accounts of a user for a report, by currency; those whose amounts are all 0 are left out. */
    public List<UserReport.Account> accounts(final int userIndex) {
        final List<UserReport.Account> accounts = new ArrayList<>();
        for (final int account : records.accountsOf(userIndex)) {
            final UserReport.Account row = new UserReport.Account(
                    state.currencies.id(state.accounts.currencyIndex(account)),
                    state.accounts.balance(account),
                    state.accounts.held(account),
                    state.accounts.available(account).saturated());
            if ((row.balance() | row.held() | row.available()) != 0) {
                accounts.add(row);
            }
        }
        return accounts;
    }

    /** The positions of a user for a report, by symbol. */
    public List<UserReport.Position> positions(final int userIndex) {
        final List<UserReport.Position> positions = new ArrayList<>();
        for (final int position : records.positionsOf(userIndex)) {
            final long volume = state.positions.signedVolume(position);
            final Symbol symbol = records.symbolOf(position);
            final WideSum gain = new WideSum();
            state.positions.addUnrealizedPnlOf(position, gain);
            positions.add(new UserReport.Position(
                    symbol.spec().symbol(),
                    StateRecords.direction(volume),
                    Math.abs(volume),
                    state.positions.openPriceSum(position),
                    state.positions.pendingBuy(position),
                    state.positions.pendingSell(position),
                    symbol.spec().quoteCurrency(),
                    symbol.lastPrice(),
                    gain.saturated(),
                    state.positions.positionMargin(position)));
        }
        return positions;
    }

    /** Computes the sums over all users, by a walk over everything. */
    public RiskTotals totals() {
        return new RiskTotals(state);
    }

    /** How many symbols there are; their indexes are 0 to count − 1. */
    public int symbolCount() {
        return state.symbols.count();
    }

    /** The dense index of a symbol, or {@link CommandSlot#UNKNOWN_INDEX}. */
    public int symbolIndex(final int symbol) {
        return state.symbols.indexOf(symbol);
    }

    /** The specification of the symbol at an index. */
    public SymbolSpec spec(final int symbolIndex) {
        return state.symbols.at(symbolIndex).spec();
    }

    /** Price of the last trade of the symbol at an index, in ticks; 0 before the first. */
    public long lastPrice(final int symbolIndex) {
        return state.symbols.at(symbolIndex).lastPrice();
    }

    /** Writes risk's records (symbols, currencies, users, accounts, positions) in canonical order. */
    public void writeState(final StateWriter writer) {
        records.writeSorted(writer);
    }

    /** Copies all that {@link #writeState} writes; takes about as long as reading it once through memory. */
    public RiskStateCopy copyState() {
        return new RiskStateCopy(state);
    }

    /** Adds the records of {@link #writeState} to a hash, in any order. */
    public void hashState(final StateHasher hasher) {
        records.writeUnsorted(hasher);
    }

    /**
     * Restores the current record of a state: any of risk's kinds, or that of a book for its last price. Records come
     * in canonical order.
     *
     * @throws io.daybook.kernel.state.InvalidStateException if the record is impossible
     */
    public void restore(final StateReader reader) {
        records.restore(reader);
    }

    /**
     * Counts lots of a restored entry of a bracket twice in the exposure. The count is derived, so no record has it.
     *
     * @return whether that is possible: no more lots may count twice than are pending in the position
     */
    public boolean restoreBracket(final int userIndex, final int symbolIndex, final boolean bid, final long lots) {
        final Symbol symbol = state.symbols.at(symbolIndex);
        final int account = state.accounts.find(userIndex, symbol.quoteIndex());
        final int portfolio = account == Accounts.NONE ? Positions.NONE : state.accounts.portfolio(account);
        final int position =
                portfolio == Positions.NONE ? Positions.NONE : state.positions.find(portfolio, symbolIndex);
        if (position == Positions.NONE || lots > state.positions.pending(position, bid)) {
            return false;
        }
        final long room = state.positions.pending(position, true) + state.positions.pending(position, false);
        if (lots > room - state.positions.doubled(position)) {
            return false;
        }
        state.positions.addDoubled(position, symbol, lots);
        return true;
    }

    /** Counts an order of a restored state for its owner. The count is derived, so no record has it. */
    public void restoreOrder(final int userIndex) {
        state.users.addLiveOrder(userIndex);
    }

    private ResultCode decide(final CommandSlot slot) {
        final int type = slot.type();
        if (type == MOVE_ORDER) { // by far the most frequent command, so it is checked first
            return holds.move(slot);
        }
        if (type == PLACE_ORDER) {
            return holds.place(slot);
        }
        if (type == CANCEL_ORDER) {
            return holds.cancel(slot);
        }
        return decideOther(slot, type);
    }

    /** Decides the less frequent types, in a separate method so that C2 inlines the others. */
    private ResultCode decideOther(final CommandSlot slot, final int type) {
        if (!CommandType.isKnown(type) || (!hasTerms && CommandTraits.cameWithTerms(type))) {
            return ResultCode.UNSUPPORTED_COMMAND;
        }
        return switch (CommandType.of(type)) {
            case REDUCE_ORDER -> holds.reduce(slot);
            case ADD_SYMBOL -> administration.addSymbols(List.of(payload(slot, SymbolSpec.class)));
            case ADD_SYMBOLS ->
                administration.addSymbols(payload(slot, AddSymbols.class).specs());
            case ADD_USER -> administration.addUser(slot);
            case ADD_ACCOUNTS -> administration.addAccounts(payload(slot, AddAccounts.class));
            case SUSPEND_USER -> administration.suspend(slot);
            case RESUME_USER -> administration.resume(slot);
            case ADJUST_BALANCE -> administration.adjust(slot);
            case PERSIST_SNAPSHOT, NOP -> ResultCode.SUCCESS;
            case REPLACE_ORDER -> holds.findReplaced(slot);
            case MASS_CANCEL -> holds.massCancel(slot);
            case TICK -> holds.tick(slot);
            case SET_USER -> administration.setUser(slot, payload(slot, SetUser.class));
            case RESET -> reset();
            case PLACE_ORDER, MOVE_ORDER, CANCEL_ORDER ->
                throw new IllegalStateException("type must have been decided before: type=" + type);
            case ORDER_BOOK_REQUEST,
                    USER_REPORT,
                    TOTALS_REPORT,
                    STATE_HASH,
                    CUSTOM_REPORT,
                    AUDIT,
                    SUBSCRIBE_BOOK,
                    UNSUBSCRIBE_BOOK -> ResultCode.UNSUPPORTED_COMMAND;
        };
    }

    private ResultCode reset() {
        if (!config.resetAllowed()) {
            return ResultCode.RESET_NOT_ALLOWED;
        }

        state = new RiskState(secret);
        holds = new OrderHolds(config, state, maxLiveOrders, hasTerms);
        settlement = new Settlement(state);
        administration = new Administration(state);
        records = new StateRecords(state);
        return ResultCode.SUCCESS;
    }

    private static <T> T payload(final CommandSlot slot, final Class<T> kind) {
        final @Nullable Object payload = slot.payload();
        if (!kind.isInstance(payload)) {
            throw new IllegalStateException("payload must be a " + kind.getSimpleName() + ": type=" + slot.type());
        }
        return kind.cast(payload);
    }
}
