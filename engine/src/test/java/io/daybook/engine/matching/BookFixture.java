package io.daybook.engine.matching;

import io.daybook.api.AddSymbols;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/** Books with a slot and an event ring. The fixture replaces the hold step, and returns outcomes as text. */
public final class BookFixture {
    public static final SymbolSpec PAIR = SymbolSpec.exchangePair(100, 1, 2).build();

    public final EventRing events = new EventRing(1 << 15);
    public final OrderBooks books;
    public final CommandSlot slot = new CommandSlot();
    public int symbolIndex;

    public BookFixture(final OrderBookType type, final SymbolSpec... specs) {
        this(BookTypes.all(type), specs);
    }

    public BookFixture(final BookTypes types, final SymbolSpec... specs) {
        books = new OrderBooks(types, events, 0, 1, HashSecret.of(11));
        for (final SymbolSpec spec : specs) {
            start(CommandType.ADD_SYMBOL);
            slot.payload(spec);
            books.match(slot);
        }
    }

    public void addSymbols(final SymbolSpec... specs) {
        start(CommandType.ADD_SYMBOLS);
        slot.payload(new AddSymbols(List.of(specs)));
        books.match(slot);
    }

    public OrderBook book() {
        return books.book(symbolIndex);
    }

    public String bid(final int uid, final long id, final long size, final long price) {
        return place(OrderType.GTC, Side.BID, uid, id, size, price, price);
    }

    public String ask(final int uid, final long id, final long size, final long price) {
        return place(OrderType.GTC, Side.ASK, uid, id, size, price, 0);
    }

    public String place(
            final OrderType type, final Side side, final int uid, final long id, final long size, final long price) {
        return place(type, side, uid, id, size, price, side == Side.BID ? price : 0);
    }

    public String place(
            final OrderType type,
            final Side side,
            final int uid,
            final long id,
            final long size,
            final long price,
            final long reserve) {
        start(CommandType.PLACE_ORDER);
        slot.side(side.code());
        slot.orderType(type.code());
        slot.reservePrice(reserve);
        slot.size(size);
        slot.price(price);
        return run(uid, id);
    }

    public String move(final int uid, final long id, final long price) {
        start(CommandType.MOVE_ORDER);
        slot.price(price);
        return run(uid, id);
    }

    public String reduce(final int uid, final long id, final long size) {
        start(CommandType.REDUCE_ORDER);
        slot.size(size);
        return run(uid, id);
    }

    public String cancel(final int uid, final long id) {
        start(CommandType.CANCEL_ORDER);
        return run(uid, id);
    }

    public void command(final CommandType type) {
        start(type);
        books.match(slot);
    }

    public long hash() {
        final StateHasher hasher = new StateHasher();
        books.hashState(hasher);
        return hasher.sum();
    }

    /** The live orders of the current book as lines in canonical order. */
    public List<String> orders() {
        final List<String> lines = new ArrayList<>();
        book().forEachOrder((symbol, side, price, id, uid, userIndex, type, reserve, size, remaining) ->
                lines.add(Side.of(side) + " " + price + " #" + id + " of " + uid + " " + remaining + "/" + size));
        return lines;
    }

    private void start(final CommandType type) {
        slot.clear();
        slot.type(type.code());
    }

    private String run(final int uid, final long id) {
        slot.uid(uid);
        slot.userIndex(uid % 1000);
        slot.symbolIndex(symbolIndex);
        slot.orderId(id);
        books.match(slot);
        events.release(events.endPosition(slot));
        return outcome();
    }

    private String outcome() {
        final StringBuilder text =
                new StringBuilder(ResultCode.of(slot.resultCode()).name());
        if (slot.isSuccess()) {
            text.append(" rests ").append(slot.remaining());
        }
        for (int i = 0; i < slot.eventCount(); i++) {
            text.append("; ").append(event(events.array(slot, i), events.base(slot, i)));
        }
        return text.toString();
    }

    private static String event(final long[] array, final int base) {
        final long size = EventDescriptor.size(array, base);
        final long price = EventDescriptor.price(array, base);
        return switch (EventKind.of(EventDescriptor.kind(array, base))) {
            case TRADE ->
                "trade " + EventDescriptor.tradeId(array, base) + " with #" + EventDescriptor.makerOrderId(array, base)
                        + " of " + EventDescriptor.makerUid(array, base) + " " + size + "@" + price + " leaves "
                        + EventDescriptor.makerRemaining(array, base) + " and "
                        + EventDescriptor.takerRemaining(array, base);
            case REDUCE -> "reduce " + size + "@" + price + " leaves " + EventDescriptor.takerRemaining(array, base);
            case REJECT -> "reject " + size;
            case ACT -> "act of #" + EventDescriptor.actOrderId(array, base);
            case CANCEL ->
                "cancel of #" + EventDescriptor.actOrderId(array, base) + " " + size + "@" + price + " leaves "
                        + EventDescriptor.actRemaining(array, base);
            case REPLACE ->
                "replace of #" + EventDescriptor.actOrderId(array, base) + " by #"
                        + EventDescriptor.newOrderId(array, base) + " "
                        + EventDescriptor.actRemaining(array, base) + "@" + price
                        + (EventDescriptor.isKept(array, base) ? " kept" : "");
            case REFRESH -> "refresh of #" + EventDescriptor.actOrderId(array, base) + " " + size + "@" + price;
            case REPRICE -> "reprice of #" + EventDescriptor.actOrderId(array, base) + " @" + price;
        };
    }

    /** Keeps records, so that a test can read them back. */
    public static final class StateTape implements StateWriter, StateReader {
        final List<StateRecordType> types = new ArrayList<>();
        public final List<List<Long>> records = new ArrayList<>();
        private int at = -1;

        @Override
        public void begin(final StateRecordType type) {
            types.add(type);
            records.add(new ArrayList<>());
        }

        @Override
        public void put(final long value) {
            records.get(records.size() - 1).add(value);
        }

        @Override
        public void end() {
            final int last = records.size() - 1;
            if (records.get(last).size() != types.get(last).fieldCount()) {
                throw new IllegalStateException("record must be complete: " + types.get(last));
            }
        }

        @Override
        public boolean next() {
            return ++at < types.size();
        }

        @Override
        public StateRecordType type() {
            return types.get(at);
        }

        @Override
        public long get(final int index) {
            return records.get(at).get(index);
        }
    }
}
