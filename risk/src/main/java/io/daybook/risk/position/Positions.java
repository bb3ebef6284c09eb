package io.daybook.risk.position;

import io.daybook.kernel.money.Amounts;
import io.daybook.kernel.money.WideSum;
import io.daybook.kernel.slab.LongIndex;
import io.daybook.kernel.slab.Slab;
import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;
import java.util.function.IntConsumer;

/**
 * All futures positions, in portfolios. A portfolio holds a user's open and pending lots in the symbols quoted in one
 * currency. Besides the positions a portfolio keeps three sums that decide nearly every order without a walk over its
 * positions: exposure, required margin, and the worst unrealised result that prices within the symbols' limits can lead
 * to.
 *
 * <p>Position record, 8 longs:
 *
 * <pre>
 *  0                        1                2                3
 *  | portfolio, symbolIndex | next, previous | signed volume  | openPriceSum |
 *  4                        5                6                7
 *  | pendingBuy             | pendingSell    | requiredMargin | worstResult  |
 * </pre>
 *
 * <p>A portfolio is the second half of its account's record and shares its handle:
 *
 * <pre>
 *  0         1      2                3
 *  | the account's                   | first position, count |
 *  4                        5        6                7
 *  | exposure (unsigned)    | margin | worst result   | userIndex |
 * </pre>
 *
 * <p>By the contract's exposure limit all sums fit: exposure into 64 bits unsigned (closing orders may double the
 * exposure that the limit of 2^62 allows, and exits of closing entries add as much again), margin and worst result into
 * 62. Arithmetic that would overflow 64 bits throws {@link ArithmeticException}, which halts the exchange.
 *
 * <p>Used by one thread.
 */
public final class Positions {

    /** The handle of no position and of no portfolio. */
    public static final int NONE = Slab.NONE;

    static final int OWNER = 0;
    private static final int LINKS = 1;
    static final int VOLUME = 2;
    static final int PRICE_SUM = 3;
    static final int PENDING_BUY = 4;
    static final int PENDING_SELL = 5;
    static final int MARGIN = 6;
    static final int WORST = 7;
    static final int POSITION_STRIDE_SHIFT = 3;

    /** An account without a portfolio has 2^2 longs; an account with a portfolio has two adjacent records. */
    public static final int ACCOUNT_STRIDE_SHIFT = 2;

    /** Offset of the balance of an account. */
    public static final int BALANCE = 0;

    /** Offset of the held part of the balance. */
    public static final int HELD = 1;

    static final int CHAIN = 3;
    static final int TOTAL_EXPOSURE = 4;
    static final int TOTAL_MARGIN = 5;
    static final int TOTAL_WORST = 6;
    private static final int USER = 7;

    /** A portfolio with more positions uses the index, until it has shrunk to half of this number. */
    private static final int LONGEST_WALK = 8;

    private static final int INDEXED_BIT = 1 << 31;
    private static final int PORTFOLIO_BIT = 1 << 30;

    private final SymbolTable symbols;
    private final PositionHolders holders;
    private final Slab positions;
    private final Slab accounts;
    private final LongIndex index = new LongIndex();

    private final DoubledLots doubled = new DoubledLots();
    private final PositionTrade trade = new PositionTrade();
    private final PositionSteps steps;

    /** Creates an empty store for users and a table of symbols. */
    public Positions(final SymbolTable symbols, final PositionHolders holders) {
        this.symbols = symbols;
        this.holders = holders;
        this.positions = new Slab(POSITION_STRIDE_SHIFT);
        this.accounts = new Slab(ACCOUNT_STRIDE_SHIFT);
        this.steps = new PositionSteps(this, positions, accounts);
    }

    /** Copies the positions for another thread to walk; in an indexed portfolio the copy cannot look up positions. */
    public Positions(final Positions source, final SymbolTable symbols, final PositionHolders holders) {
        this.symbols = symbols;
        this.holders = holders;
        this.positions = new Slab(source.positions);
        this.accounts = new Slab(source.accounts);
        this.steps = new PositionSteps(this, positions, accounts);
    }

    /** The records of accounts, each followed by its portfolio if it has one. */
    public Slab accountRecords() {
        return accounts;
    }

    /** Initialises an empty portfolio in the second half of an account's pair of records. */
    public void openPortfolio(final int account, final int userIndex) {
        chain(account, NONE, 0, false);
        accounts.set(account, USER, userIndex);
    }

    /** Whether an account has a portfolio. */
    public boolean isPortfolio(final int account) {
        return accounts.get(account, CHAIN) != 0;
    }

    /** How many positions a portfolio has. */
    public int count(final int portfolio) {
        return (int) (accounts.get(portfolio, CHAIN) >>> 32) & ~(INDEXED_BIT | PORTFOLIO_BIT);
    }

    /** (open + pending lots) × maxPrice × tickValue over all positions, in quote minor units, unsigned. */
    public long exposure(final int portfolio) {
        return accounts.get(portfolio, TOTAL_EXPOSURE);
    }

    /** Σ requiredMargin of all positions, in quote minor units. */
    public long margin(final int portfolio) {
        return accounts.get(portfolio, TOTAL_MARGIN);
    }

    /** A lower bound of Σ unrealizedPnl at any prices, ≤ 0, in quote minor units. */
    public long worstResult(final int portfolio) {
        return accounts.get(portfolio, TOTAL_WORST);
    }

    /** Adds Σ unrealizedPnl at the last prices, exactly. */
    public void addUnrealizedPnl(final int portfolio, final WideSum sum) {
        int position = first(portfolio);
        while (position != NONE) {
            addUnrealizedPnlOf(position, sum);
            position = next(position);
        }
    }

    /** Adds the unrealizedPnl of one position at the last price of its symbol, exactly. */
    public void addUnrealizedPnlOf(final int position, final WideSum sum) {
        final Symbol symbol = symbols.at(symbolIndex(position));
        final long mark = symbol.lastPrice();
        final long volume = signedVolume(position);
        if (mark != 0 && volume != 0) {
            final long cost = openPriceSum(position);
            final long gainOfLong = Math.subtractExact(Math.multiplyExact(Math.abs(volume), mark), cost);
            sum.addProduct(volume > 0 ? gainOfLong : -gainOfLong, symbol.tickValue());
        }
    }

    /** Visits all positions of a portfolio, in no particular order. */
    public void forEach(final int portfolio, final IntConsumer visitor) {
        int position = first(portfolio);
        while (position != NONE) {
            final int following = next(position);
            visitor.accept(position);
            position = following;
        }
    }

    /** The position in a symbol, or {@link #NONE}. */
    public int find(final int portfolio, final int symbolIndex) {
        final long chain = accounts.get(portfolio, CHAIN);
        int position = (int) chain;
        if (chain < 0) {
            final int found = index.get(key(portfolio, symbolIndex));
            return found == LongIndex.MISSING ? NONE : found;
        }
        while (position != NONE) {
            final long[] record = positions.chunk(position);
            final int base = Slab.base(position, POSITION_STRIDE_SHIFT);
            if ((int) record[base + OWNER] == symbolIndex) {
                return position;
            }
            position = (int) (record[base + LINKS] >>> 32);
        }
        return NONE;
    }

    /** Opens a new, empty position at the front of its portfolio. */
    public int open(final int portfolio, final int symbolIndex) {
        final int position = positions.allocate();
        final int following = first(portfolio);
        positions.set(position, OWNER, (long) portfolio << 32 | symbolIndex);
        links(position, following, NONE);
        if (following != NONE) {
            links(following, next(following), position);
        }
        final int count = count(portfolio) + 1;
        final boolean indexed = isIndexed(portfolio);
        holders.latestPosition((int) accounts.get(portfolio, USER), position);
        chain(portfolio, position, count, indexed || count > LONGEST_WALK);
        if (indexed) {
            index.put(key(portfolio, symbolIndex), position);
        } else if (count > LONGEST_WALK) {
            forEach(portfolio, each -> index.put(key(portfolio, symbolIndex(each)), each));
        }
        return position;
    }

    /** Closes a position that has no volume and nothing pending. */
    void close(final int position) {
        final int portfolio = portfolio(position);
        final int following = next(position);
        final int previous = previous(position);
        if (following != NONE) {
            links(following, next(following), previous);
        }
        if (previous != NONE) {
            links(previous, following, previous(previous));
        }
        boolean indexed = isIndexed(portfolio);
        final int count = count(portfolio) - 1;
        final int first = previous == NONE ? following : first(portfolio);
        if (indexed) {
            index.remove(key(portfolio, symbolIndex(position)));
        }
        chain(portfolio, first, count, indexed);
        if (indexed && count <= LONGEST_WALK / 2) {
            forEach(portfolio, each -> index.remove(key(portfolio, symbolIndex(each))));
            indexed = false;
            chain(portfolio, first, count, false);
        }
        final int userIndex = (int) accounts.get(portfolio, USER);
        if (holders.latestPosition(userIndex) == position) {
            holders.latestPosition(userIndex, first);
        }
        // without lots, price sum, margin and worst result are 0 too: only links and owner are left
        links(position, NONE, NONE);
        positions.freeBlank(position);
    }

    /**
     * Adds to the lots of a bracket's entry that count twice in the exposure; a negative number removes lots from them.
     *
     * @throws IllegalStateException if more lots are removed than count twice
     */
    public void addDoubled(final int position, final Symbol symbol, final long lots) {
        if (lots == 0) {
            return;
        }
        final long now = doubled.add(position, lots);
        if (now < 0) {
            throw new IllegalStateException("doubled lots must not be negative: symbol="
                    + symbol.spec().symbol() + " left=" + now + " lots=" + lots);
        }
        final int portfolio = portfolio(position);
        accounts.set(portfolio, TOTAL_EXPOSURE, exposure(portfolio) + lots * symbol.exposurePerLot());
    }

    /** Lots of entries of brackets, which count twice in the exposure. */
    public long doubled(final int position) {
        return doubled.of(position);
    }

    /** Lots of live orders of a side. */
    public long pending(final int position, final boolean bid) {
        return positions.get(position, bid ? PENDING_BUY : PENDING_SELL);
    }

    /** Makes lots pending without updating anything else; {@link #endTrades} does that. */
    public void putPending(final int position, final boolean bid, final long lots) {
        final int field = bid ? PENDING_BUY : PENDING_SELL;
        positions.set(position, field, Math.addExact(positions.get(position, field), lots));
    }

    /** Makes lots of a new order pending. */
    public void addPending(final int position, final Symbol symbol, final boolean bid, final long lots) {
        final long[] record = positions.chunk(position);
        final int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        final int pending = base + (bid ? PENDING_BUY : PENDING_SELL);
        record[pending] = Math.addExact(record[pending], lots);
        final int portfolio = (int) (record[base + OWNER] >>> 32);
        final int totalsBase = Slab.base(portfolio, ACCOUNT_STRIDE_SHIFT);
        refreshMargin(record, base, accounts.chunk(portfolio), totalsBase, symbol, lots);
    }

    /** The steps that most commands consist of. */
    public PositionSteps steps() {
        return steps;
    }

    /**
     * Trades pending lots of a side: they first close open lots of the other direction, and the rest opens new lots.
     * Updates nothing else: {@link #endTrades} does that once, after all trades of a position within a command.
     *
     * @return the profit realised by closing, or the loss if negative, in quote minor units
     */
    public long trade(
            final int position, final Symbol symbol, final boolean bought, final long lots, final long price) {
        return trade(
                positions.chunk(position), Slab.base(position, POSITION_STRIDE_SHIFT), symbol, bought, lots, price);
    }

    private long trade(
            final long[] record,
            final int base,
            final Symbol symbol,
            final boolean bought,
            final long lots,
            final long price) {
        takePending(record, base + (bought ? PENDING_BUY : PENDING_SELL), symbol, lots);
        trade.begin(record[base + VOLUME], record[base + PRICE_SUM]);
        final long profit = trade.of(symbol, bought, lots, price);
        record[base + VOLUME] = trade.volume();
        record[base + PRICE_SUM] = trade.priceSum();
        return profit;
    }

    /**
     * Writes a position after the consecutive trades of a side, except margin and sums, which {@link #endTrades}
     * updates.
     */
    public void traded(
            final int position,
            final Symbol symbol,
            final boolean bought,
            final long lots,
            final PositionTrade trades) {
        final long[] record = positions.chunk(position);
        final int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        takePending(record, base + (bought ? PENDING_BUY : PENDING_SELL), symbol, lots);
        record[base + VOLUME] = trades.volume();
        record[base + PRICE_SUM] = trades.priceSum();
    }

    /** Open and pending lots of a position, which count in its exposure. */
    public long lots(final int position) {
        return lots(positions.chunk(position), Slab.base(position, POSITION_STRIDE_SHIFT));
    }

    private static long lots(final long[] record, final int base) {
        return Math.abs(record[base + VOLUME]) + record[base + PENDING_BUY] + record[base + PENDING_SELL];
    }

    /**
     * Updates margin, worst result and the sums of the portfolio after trades, and closes the position if it is empty.
     *
     * @param lotsBefore the {@link #lots} before the trades
     */
    public void endTrades(final int position, final Symbol symbol, final long lotsBefore) {
        final long[] record = positions.chunk(position);
        final int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        final int portfolio = (int) (record[base + OWNER] >>> 32);
        final long[] totals = accounts.chunk(portfolio);
        final int totalsBase = Slab.base(portfolio, ACCOUNT_STRIDE_SHIFT);
        // opened lots were pending and still count; a closed lot leaves the exposure twice, as pending and as open
        refresh(record, base, totals, totalsBase, symbol, lots(record, base) - lotsBefore);
        if ((record[base + VOLUME] | record[base + PENDING_BUY] | record[base + PENDING_SELL]) == 0) {
            close(position);
        }
    }

    /** Takes lots off a live order without updating anything else; {@link #endTrades} does that. */
    public void takePending(final int position, final Symbol symbol, final boolean bid, final long lots) {
        final int pending = Slab.base(position, POSITION_STRIDE_SHIFT) + (bid ? PENDING_BUY : PENDING_SELL);
        takePending(positions.chunk(position), pending, symbol, lots);
    }

    private static void takePending(final long[] record, final int at, final Symbol symbol, final long lots) {
        final long left = record[at] - lots;
        if ((lots | left) < 0) {
            throw PositionRisk.notPending(symbol, record[at], lots);
        }
        record[at] = left;
    }

    /** Fills a new position from a snapshot; the caller has checked the values. */
    public void restore(
            final int position,
            final Symbol symbol,
            final long signedVolume,
            final long openPriceSum,
            final long pendingBuy,
            final long pendingSell) {
        final long[] record = positions.chunk(position);
        final int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        record[base + VOLUME] = signedVolume;
        record[base + PRICE_SUM] = openPriceSum;
        record[base + PENDING_BUY] = pendingBuy;
        record[base + PENDING_SELL] = pendingSell;
        final int portfolio = (int) (record[base + OWNER] >>> 32);
        final int totalsBase = Slab.base(portfolio, ACCOUNT_STRIDE_SHIFT);
        refresh(record, base, accounts.chunk(portfolio), totalsBase, symbol, lots(record, base));
    }

    /**
     * The margin that a position would need with more lots pending on a side, or {@link Amounts#OVERFLOW}. The position
     * is {@link #NONE} if it does not exist yet.
     */
    public long marginWith(final int position, final Symbol symbol, final boolean bid, final long lots) {
        if (position == NONE) {
            return Amounts.product(lots, bid ? symbol.marginBuy() : symbol.marginSell());
        }
        final long volume = signedVolume(position);
        final long buy = pendingBuy(position) + volume + (bid ? lots : 0);
        final long sell = pendingSell(position) - volume + (bid ? 0 : lots);
        return PositionRisk.requiredMargin(symbol, buy, sell);
    }

    /** Whether a position belongs to a user. */
    public boolean isOf(final int userIndex, final int position) {
        return accounts.get(portfolio(position), USER) == userIndex;
    }

    /** The portfolio that a position is in. */
    public int portfolio(final int position) {
        return (int) (positions.get(position, OWNER) >>> 32);
    }

    /** The index of a position's symbol. */
    public int symbolIndex(final int position) {
        return (int) positions.get(position, OWNER);
    }

    /** Open lots: positive for long, negative for short. */
    public long signedVolume(final int position) {
        return positions.get(position, VOLUME);
    }

    /** Σ lots × ticks of the open lots. */
    public long openPriceSum(final int position) {
        return positions.get(position, PRICE_SUM);
    }

    /** Lots of live bids. */
    public long pendingBuy(final int position) {
        return positions.get(position, PENDING_BUY);
    }

    /** Lots of live asks. */
    public long pendingSell(final int position) {
        return positions.get(position, PENDING_SELL);
    }

    /** Required margin of one position, in quote minor units. */
    public long positionMargin(final int position) {
        return positions.get(position, MARGIN);
    }

    /**
     * Checks the sums of a portfolio against its positions.
     *
     * @throws IllegalStateException naming the portfolio
     */
    public void requireConsistent(final int portfolio) {
        new PortfolioSums(this, symbols).require(portfolio);
    }

    /** Updates a position's margin and worst result, and the sums of its portfolio. */
    private static void refresh(
            final long[] record,
            final int base,
            final long[] totals,
            final int totalsBase,
            final Symbol symbol,
            final long changeOfLots) {
        refreshMargin(record, base, totals, totalsBase, symbol, changeOfLots);
        final long worst = PositionRisk.worstResult(symbol, record[base + VOLUME], record[base + PRICE_SUM]);
        totals[totalsBase + TOTAL_WORST] =
                Math.addExact(totals[totalsBase + TOTAL_WORST], worst - record[base + WORST]);
        record[base + WORST] = worst;
    }

    /** Updates margin and sums when nothing was traded, which leaves the worst result unchanged. */
    private static void refreshMargin(
            final long[] record,
            final int base,
            final long[] totals,
            final int totalsBase,
            final Symbol symbol,
            final long changeOfLots) {
        final long volume = record[base + VOLUME];
        final long margin = PositionRisk.requiredMargin(
                symbol, record[base + PENDING_BUY] + volume, record[base + PENDING_SELL] - volume);
        if (margin == Amounts.OVERFLOW) {
            throw PositionRisk.tooMuchMargin(symbol);
        }
        totals[totalsBase + TOTAL_EXPOSURE] += changeOfLots * symbol.exposurePerLot();
        totals[totalsBase + TOTAL_MARGIN] =
                Math.addExact(totals[totalsBase + TOTAL_MARGIN], margin - record[base + MARGIN]);
        record[base + MARGIN] = margin;
    }

    static long key(final int portfolio, final int symbolIndex) {
        return (long) portfolio << 32 | symbolIndex;
    }

    private int first(final int portfolio) {
        return (int) accounts.get(portfolio, CHAIN);
    }

    private boolean isIndexed(final int portfolio) {
        return accounts.get(portfolio, CHAIN) < 0;
    }

    private void chain(final int portfolio, final int first, final int count, final boolean indexed) {
        final long upper = (indexed ? count | INDEXED_BIT : count) | PORTFOLIO_BIT;
        accounts.set(portfolio, CHAIN, upper << 32 | first);
    }

    private int next(final int position) {
        return (int) (positions.get(position, LINKS) >>> 32);
    }

    private int previous(final int position) {
        return (int) positions.get(position, LINKS);
    }

    private void links(final int position, final int next, final int previous) {
        positions.set(position, LINKS, (long) next << 32 | previous);
    }
}
