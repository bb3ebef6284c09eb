package io.daybook.engine;

import io.daybook.api.AuditReport;
import io.daybook.api.BookState;
import io.daybook.api.CommandType;
import io.daybook.api.CustomQuery;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.RestingOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StateHashReport;
import io.daybook.api.StateView;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.TotalsReport;
import io.daybook.api.UnsubscribeBookQuery;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.api.UsersQuery;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.state.StateHasher;
import io.daybook.risk.RiskEngine;
import io.daybook.risk.RiskTotals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Answers queries from the present state. Not for the hot path: it allocates, and sorts lists so that their order
 * depends on nothing but the state.
 */
final class EngineReports implements StateView {
    private final RiskEngine risk;
    private final BookShards books;
    private final Set<Class<? extends CustomQuery<?>>> customQueries;

    /** The subscribers by book. A reset drops the books, and the weak keys then drop their subscribers. */
    private final Map<OrderBook, Set<ExchangeListener>> watchers = new WeakHashMap<>();

    private long seq;

    EngineReports(
            final RiskEngine risk, final BookShards books, final Set<Class<? extends CustomQuery<?>>> customQueries) {
        this.risk = risk;
        this.books = books;
        this.customQueries = customQueries;
    }

    /**
     * Answers the query in a slot from the state after a command: sets the slot's report, or a {@link QueryFailure}.
     */
    void answer(final CommandSlot slot, final long atSeq) {
        seq = atSeq;
        final Object query = Objects.requireNonNull(slot.payload(), "the payload of the slot must be a query");
        slot.report(
                switch (CommandType.of(slot.type())) {
                    case ORDER_BOOK_REQUEST -> orderBook((OrderBookQuery) query);
                    case SUBSCRIBE_BOOK -> subscribe((SubscribeBookQuery) query);
                    case UNSUBSCRIBE_BOOK -> unsubscribe((UnsubscribeBookQuery) query);
                    case USER_REPORT -> user((UserReportQuery) query);
                    case TOTALS_REPORT -> totals();
                    case STATE_HASH -> new StateHashReport(seq, stateHash());
                    case AUDIT -> audit();
                    case CUSTOM_REPORT -> custom((CustomQuery<?>) query);
                    case PLACE_ORDER,
                            MOVE_ORDER,
                            REDUCE_ORDER,
                            CANCEL_ORDER,
                            REPLACE_ORDER,
                            MASS_CANCEL,
                            TICK,
                            SET_USER,
                            ADD_SYMBOL,
                            ADD_SYMBOLS,
                            ADD_USER,
                            ADD_ACCOUNTS,
                            SUSPEND_USER,
                            RESUME_USER,
                            ADJUST_BALANCE,
                            PERSIST_SNAPSHOT,
                            RESET,
                            NOP ->
                        new QueryFailure(new QueryRefusedException(
                                ResultCode.UNSUPPORTED_COMMAND, "invalid type of a query: " + slot.type()));
                });
    }

    private OrderBookReport subscribe(final SubscribeBookQuery query) {
        final int index = risk.symbolIndex(query.symbol());
        if (index != CommandSlot.UNKNOWN_INDEX) {
            watchers.computeIfAbsent(books.book(index), added -> Collections.newSetFromMap(new IdentityHashMap<>()))
                    .add(query.listener());
            books.watch(index, true);
        }
        return orderBook(new OrderBookQuery(query.symbol(), 0));
    }

    private OrderBookReport unsubscribe(final UnsubscribeBookQuery query) {
        final int index = risk.symbolIndex(query.symbol());
        if (index != CommandSlot.UNKNOWN_INDEX) {
            final Set<ExchangeListener> left = watchers.getOrDefault(books.book(index), new HashSet<>());
            left.remove(query.listener());
            if (left.isEmpty()) {
                watchers.remove(books.book(index));
                books.watch(index, false);
            }
        }
        return orderBook(new OrderBookQuery(query.symbol(), 0));
    }

    private Object custom(final CustomQuery<?> query) {
        final boolean isBuiltIn = query instanceof SymbolsQuery || query instanceof UsersQuery;
        if (!isBuiltIn && !customQueries.contains(query.getClass())) {
            return new QueryFailure(new QueryRefusedException(
                    ResultCode.UNSUPPORTED_COMMAND,
                    "register " + query.getClass().getName() + " when the exchange is built"));
        }
        try {
            final Object report = query.report(this);
            return report == null
                    ? new QueryFailure(new NullPointerException(query.getClass().getName() + " answered null"))
                    : report;
        } catch (RuntimeException e) {
            return new QueryFailure(e);
        }
    }

    @Override
    public long seq() {
        return seq;
    }

    @Override
    public List<SymbolSpec> symbols() {
        return IntStream.range(0, risk.symbolCount())
                .mapToObj(risk::spec)
                .sorted(Comparator.comparingInt(SymbolSpec::symbol))
                .toList();
    }

    @Override
    public void forEachUser(final LongConsumer visitor) {
        risk.forEachUser(visitor);
    }

    @Override
    public void forEachBook(final Consumer<BookState> visitor) {
        copy().writeBooks(new BookVisitor(visitor, order -> {}, new TermsOfOrders()));
    }

    @Override
    public void forEachOrder(final Consumer<RestingOrder> visitor) {
        final EngineStateCopy copy = copy();
        final TermsOfOrders terms = new TermsOfOrders();
        if (copy.hasTerms()) {
            copy.writeBooks(terms);
        }
        copy.writeBooks(new BookVisitor(book -> {}, visitor, terms));
    }

    private EngineStateCopy copy() {
        return new EngineStateCopy(risk.copyState(), books.copyState());
    }

    /** The state after a command, which must be the last. */
    StateView asOf(final long lastSeq) {
        seq = lastSeq;
        return this;
    }

    @Override
    public UserReport user(final UserReportQuery query) {
        final long uid = query.uid();
        final int userIndex = risk.userIndex(uid);
        if (userIndex == CommandSlot.UNKNOWN_INDEX) {
            return UserReport.refused(seq, ResultCode.USER_MGMT_USER_NOT_FOUND, uid);
        }
        if (query.maxOrders() < 0) {
            return UserReport.refused(seq, ResultCode.INVALID_SIZE, uid);
        }
        final int maxOrders = Math.min(query.maxOrders(), Limits.MAX_REPORT_ORDERS);
        final OrderPage page = new OrderPage(maxOrders, query.afterSymbol(), query.afterOrderId());
        if (maxOrders > 0) {
            books.ordersOf(userIndex, page);
        }
        return new UserReport(
                seq,
                ResultCode.SUCCESS,
                uid,
                risk.status(userIndex),
                risk.lastTransactionId(userIndex),
                risk.accounts(userIndex),
                risk.positions(userIndex),
                page.orders(),
                page.hasMore());
    }

    @Override
    public TotalsReport totals() {
        final RiskTotals totals = risk.totals();
        final List<TotalsReport.SymbolTotals> symbols = new ArrayList<>();
        for (final SymbolSpec spec : symbols()) {
            final int index = risk.symbolIndex(spec.symbol());
            symbols.add(new TotalsReport.SymbolTotals(
                    spec.symbol(),
                    totals.openInterestLong(index),
                    totals.openInterestShort(index),
                    books.book(index).orderCount(),
                    risk.lastPrice(index)));
        }
        return new TotalsReport(seq, totals.currencies(), symbols);
    }

    @Override
    public OrderBookReport orderBook(final OrderBookQuery query) {
        final int symbol = query.symbol();
        final int index = risk.symbolIndex(symbol);
        if (index == CommandSlot.UNKNOWN_INDEX) {
            return new OrderBookReport(seq, ResultCode.INVALID_SYMBOL, symbol, List.of(), List.of());
        }
        if (query.depth() < 0) {
            return new OrderBookReport(seq, ResultCode.INVALID_SIZE, symbol, List.of(), List.of());
        }
        final OrderBook book = books.book(index);
        final List<OrderBookReport.Level> asks = book.levelsBehind(Side.ASK, query.asksAbove(), query.depth());
        final List<OrderBookReport.Level> bids = book.levelsBehind(Side.BID, query.bidsBelow(), query.depth());
        return new OrderBookReport(
                seq,
                ResultCode.SUCCESS,
                symbol,
                asks,
                bids,
                hasMore(book, Side.ASK, asks, query.asksAbove()),
                hasMore(book, Side.BID, bids, query.bidsBelow()));
    }

    private static boolean hasMore(
            final OrderBook book, final Side side, final List<OrderBookReport.Level> shown, final long behind) {
        return book.hasLevelsBehind(
                side, shown.isEmpty() ? behind : shown.get(shown.size() - 1).price());
    }

    /** A hash of 64 bits of the whole logical state. */
    long stateHash() {
        final StateHasher hasher = new StateHasher();
        risk.hashState(hasher);
        books.hashState(hasher);
        return StateHasher.finish(hasher.sum());
    }

    /** Checks the invariants of the state. */
    AuditReport audit() {
        return Audit.of(seq, risk, books);
    }
}
