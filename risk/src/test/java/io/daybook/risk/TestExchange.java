package io.daybook.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderEvent;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.money.Amounts;
import io.daybook.kernel.state.StateHasher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A risk engine with a naive book: it runs commands one after the other and returns their results and events. */
final class TestExchange {
    final RiskEngine risk;
    final CommandSlot slot = new CommandSlot();
    private final EventRing ring = new EventRing(1024);
    private final Map<Integer, NaiveBook> books = new TreeMap<>();
    private long nextTransactionId = 1;

    /** Called for each command between matching and settlement. */
    Runnable beforeSettle = () -> {};

    TestExchange() {
        this(new RiskConfig(true, true));
    }

    TestExchange(final RiskConfig config) {
        this.risk = new RiskEngine(config);
    }

    ResultCode run(final Command command) {
        fill(command);
        return run();
    }

    /** Runs the command in the slot. */
    ResultCode run() {
        slot.clearOutcome();
        risk.hold(slot);
        if (slot.isSuccess() && slot.type() <= 4) {
            book(slot.symbol()).match(slot, ring);
        }
        beforeSettle.run();
        risk.settle(slot);
        ring.release(ring.position());
        if (slot.isSuccess() && slot.type() == 21) {
            books.clear();
        }
        return ResultCode.of(slot.resultCode());
    }

    /**
     * Places a GTC order for a future by {@link RiskEngine#placeAtOnce}, and matches and settles it if that succeeds.
     */
    boolean placeAtOnce(
            final long uid, final int symbol, final long orderId, final Side side, final long size, final long price) {
        slot.clear();
        slot.type(CommandType.PLACE_ORDER.code());
        order(uid, symbol, orderId);
        slot.sentOrder(side.code(), OrderType.GTC.code(), 0);
        slot.price(price);
        slot.size(size);
        if (!risk.placeAtOnce(slot, risk.symbolIndex(symbol))) {
            return false;
        }
        book(symbol).match(slot, ring);
        risk.settle(slot);
        ring.release(ring.position());
        return true;
    }

    NaiveBook book(final int symbol) {
        return books.computeIfAbsent(symbol, id -> new NaiveBook(risk.spec(risk.symbolIndex(id))));
    }

    /** The events of the last command. */
    List<OrderEvent> events() {
        final List<OrderEvent> events = new ArrayList<>();
        for (int i = 0; i < slot.eventCount(); i++) {
            final long[] array = ring.array(slot, i);
            final int base = ring.base(slot, i);
            final long size = EventDescriptor.size(array, base);
            final long price = EventDescriptor.price(array, base);
            final long remaining = EventDescriptor.takerRemaining(array, base);
            events.add(
                    switch (EventKind.of(EventDescriptor.kind(array, base))) {
                        case TRADE ->
                            new OrderEvent.Trade(
                                    EventDescriptor.tradeId(array, base),
                                    slot.orderId(),
                                    slot.uid(),
                                    Side.of(slot.side()),
                                    EventDescriptor.makerOrderId(array, base),
                                    EventDescriptor.makerUid(array, base),
                                    price,
                                    size,
                                    EventDescriptor.makerRemaining(array, base),
                                    remaining,
                                    EventDescriptor.takerFee(array, base),
                                    EventDescriptor.makerFee(array, base));
                        case REDUCE ->
                            new OrderEvent.Reduce(slot.orderId(), Side.of(slot.side()), size, remaining, price);
                        case REJECT -> new OrderEvent.Reject(slot.orderId(), size);
                        case ACT, CANCEL, REPLACE, REFRESH, REPRICE ->
                            throw new AssertionError("the naive book supports plain orders only");
                    });
        }
        return events;
    }

    /** A future in which one tick of one lot is worth 5 units; fees 3 and 1 per lot; margins 500 and 600 per lot. */
    static SymbolSpec.Builder futureWithFees(final int symbol, final int base, final int quote) {
        return SymbolSpec.futuresContract(symbol, base, quote)
                .tickValue(5)
                .feesPerLot(3, 1)
                .margins(500, 600)
                .prices(1, 1_000_000);
    }

    TestExchange symbol(final SymbolSpec.Builder spec) {
        assertEquals(ResultCode.SUCCESS, run(new AddSymbol(spec.build())));
        return this;
    }

    TestExchange user(final long uid) {
        assertEquals(ResultCode.SUCCESS, run(new AddUser(uid)));
        return this;
    }

    /** Deposits, or withdraws if negative, with a fresh transaction id. */
    ResultCode adjust(final long uid, final int currency, final long amount) {
        return run(new AdjustBalance(uid, currency, amount, nextTransactionId++));
    }

    TestExchange deposit(final long uid, final int currency, final long amount) {
        assertEquals(ResultCode.SUCCESS, adjust(uid, currency, amount));
        return this;
    }

    ResultCode bid(final long uid, final int symbol, final long orderId, final long size, final long price) {
        return run(PlaceOrder.gtc(uid, symbol, orderId, Side.BID, price, size));
    }

    ResultCode ask(final long uid, final int symbol, final long orderId, final long size, final long price) {
        return run(PlaceOrder.gtc(uid, symbol, orderId, Side.ASK, price, size));
    }

    ResultCode place(
            final long uid,
            final int symbol,
            final long orderId,
            final Side side,
            final OrderType type,
            final long size,
            final long price) {
        return run(new PlaceOrder(uid, symbol, orderId, side, type, price, 0, size));
    }

    long balance(final long uid, final int currency) {
        return account(uid, currency).balance();
    }

    long held(final long uid, final int currency) {
        return account(uid, currency).held();
    }

    long available(final long uid, final int currency) {
        return account(uid, currency).available();
    }

    UserReport.Account account(final long uid, final int currency) {
        return risk.accounts(risk.userIndex(uid)).stream()
                .filter(account -> account.currency() == currency)
                .findFirst()
                .orElse(new UserReport.Account(currency, 0, 0, 0));
    }

    /** Accounts and positions of a user. */
    UserReport report(final long uid) {
        final int user = risk.userIndex(uid);
        return new UserReport(
                0,
                ResultCode.SUCCESS,
                uid,
                risk.status(user),
                0,
                risk.accounts(user),
                risk.positions(user),
                List.of(),
                false);
    }

    /** The position of a user, or null. */
    UserReport.Position position(final long uid, final int symbol) {
        return risk.positions(risk.userIndex(uid)).stream()
                .filter(position -> position.symbol() == symbol)
                .findFirst()
                .orElse(null);
    }

    long fees(final int currency) {
        return risk.totals().currencies().stream()
                .filter(row -> row.currency() == currency)
                .mapToLong(row -> row.fees())
                .findFirst()
                .orElse(0);
    }

    long hash() {
        final StateHasher hasher = new StateHasher();
        risk.hashState(hasher);
        return hasher.sum();
    }

    private void auditLiveOrders() {
        for (int user = 0; user < risk.userCount(); user++) {
            final long uid = risk.uid(user);
            long live = 0;
            for (final NaiveBook book : books.values()) {
                live += book.orders().stream().filter(order -> order.uid == uid).count();
            }
            assertEquals(live, risk.liveOrders(user), "live orders of user " + uid);
        }
    }

    /** Checks the invariants that must hold after every command. */
    void audit() {
        risk.totals().requireBalanced();
        auditLiveOrders();
        final Map<Long, Map<Integer, Long>> holds = new HashMap<>();
        final Map<Long, Map<Integer, long[]>> pending = new HashMap<>();
        for (final NaiveBook book : books.values()) {
            for (final NaiveBook.Order order : book.orders()) {
                final long hold = Amounts.hold(book.spec, order.bid, order.reservePrice, order.remaining);
                final int currency = Amounts.holdCurrency(book.spec, order.bid);
                holds.computeIfAbsent(order.uid, uid -> new HashMap<>()).merge(currency, hold, Math::addExact);
                if (book.spec.isFutures()) {
                    final long[] lots = pending.computeIfAbsent(order.uid, uid -> new HashMap<>())
                            .computeIfAbsent(book.spec.symbol(), id -> new long[2]);
                    lots[order.bid ? 0 : 1] += order.remaining;
                }
            }
        }
        risk.forEachUser(uid -> auditUser(uid, holds, pending));
    }

    private void auditUser(
            final long uid, final Map<Long, Map<Integer, Long>> holds, final Map<Long, Map<Integer, long[]>> pending) {
        final Map<Integer, Long> expectedHolds = new HashMap<>(holds.getOrDefault(uid, Map.of()));
        expectedHolds.values().removeIf(amount -> amount == 0);
        final Map<Integer, Long> actualHolds = new HashMap<>();
        for (final UserReport.Account account : risk.accounts(risk.userIndex(uid))) {
            if (account.held() != 0) {
                actualHolds.put(account.currency(), account.held());
            }
        }
        assertEquals(expectedHolds, actualHolds, () -> "holds of user " + uid);
        final Map<Integer, long[]> expectedPending = pending.getOrDefault(uid, Map.of());
        final List<UserReport.Position> positions = risk.positions(risk.userIndex(uid));
        for (final UserReport.Position position : positions) {
            final long[] lots = expectedPending.getOrDefault(position.symbol(), new long[2]);
            assertEquals(lots[0], position.pendingBuy(), () -> "pendingBuy of user " + uid + ": " + position);
            assertEquals(lots[1], position.pendingSell(), () -> "pendingSell of user " + uid + ": " + position);
        }
        expectedPending.forEach((symbol, lots) -> assertEquals(
                1,
                positions.stream().filter(each -> each.symbol() == symbol).count(),
                () -> "position of user " + uid + " in " + symbol));
    }

    private void fill(final Command command) {
        slot.clear();
        slot.type(command.type().code());
        if (command instanceof PlaceOrder place) {
            slot.uid(place.uid());
            slot.symbol(place.symbol());
            slot.orderId(place.orderId());
            slot.side(place.side().code());
            slot.orderType(place.orderType().code());
            slot.price(place.price());
            slot.reservePrice(place.reservePrice());
            slot.size(place.size());
        } else if (command instanceof MoveOrder move) {
            order(move.uid(), move.symbol(), move.orderId());
            slot.price(move.price());
        } else if (command instanceof ReduceOrder reduce) {
            order(reduce.uid(), reduce.symbol(), reduce.orderId());
            slot.size(reduce.size());
        } else if (command instanceof CancelOrder cancel) {
            order(cancel.uid(), cancel.symbol(), cancel.orderId());
        } else if (command instanceof AddSymbol add) {
            slot.payload(add.spec());
        } else if (command instanceof AddSymbols || command instanceof AddAccounts) {
            slot.payload(command);
        } else if (command instanceof AddUser add) {
            slot.uid(add.uid());
        } else if (command instanceof SuspendUser suspend) {
            slot.uid(suspend.uid());
        } else if (command instanceof ResumeUser resume) {
            slot.uid(resume.uid());
        } else if (command instanceof AdjustBalance adjust) {
            slot.uid(adjust.uid());
            slot.currency(adjust.currency());
            slot.amount(adjust.amount());
            slot.transactionId(adjust.transactionId());
        }
    }

    private void order(final long uid, final int symbol, final long orderId) {
        slot.uid(uid);
        slot.symbol(symbol);
        slot.orderId(orderId);
    }
}
