package io.daybook.engine.matching;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.AddSymbols;
import io.daybook.api.CommandType;
import io.daybook.api.OrderBookType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.book.BookListener;
import io.daybook.engine.matching.book.FrequentOrders;
import io.daybook.engine.matching.book.LevelChanges;
import io.daybook.engine.matching.book.MatchingRules;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.book.OrderVisitor;
import io.daybook.engine.matching.ids.IdPagePool;
import io.daybook.engine.matching.ids.OrderIds;
import io.daybook.engine.matching.ids.UserOrders;
import io.daybook.engine.matching.levels.LadderLevels;
import io.daybook.engine.matching.levels.LadderPages;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.levels.RadixTree;
import io.daybook.engine.matching.levels.TreeLevels;
import io.daybook.engine.matching.slab.LevelSlab;
import io.daybook.engine.matching.slab.NodeArena;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.terms.DueListener;
import io.daybook.engine.matching.terms.MassCancelling;
import io.daybook.engine.matching.terms.SpecialBook;
import io.daybook.engine.matching.terms.SpecialCommands;
import io.daybook.engine.matching.terms.SpecialRestore;
import io.daybook.engine.matching.terms.Specials;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.CommandTraits;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.state.BookRecord;
import io.daybook.kernel.state.OrderRecord;
import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import io.daybook.risk.ReplacedOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The match step: all books of one matching thread, over one slab of orders. Symbols have the dense indexes that risk
 * gives them, in the order in which they were added.
 *
 * <p>With several matching threads each has its own {@code OrderBooks}, which gets every command and owns the symbols
 * whose index modulo the number of shards is its shard number. Every shard adds symbols and carries out RESET, without
 * touching the slot; it ignores a command on a symbol of another shard.
 */
public final class OrderBooks {
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int MOVE_ORDER = CommandType.MOVE_ORDER.code();
    private static final int REDUCE_ORDER = CommandType.REDUCE_ORDER.code();
    private static final int CANCEL_ORDER = CommandType.CANCEL_ORDER.code();
    private static final int REPLACE_ORDER = CommandType.REPLACE_ORDER.code();
    private static final int ADD_SYMBOL = CommandType.ADD_SYMBOL.code();
    private static final int ADD_SYMBOLS = CommandType.ADD_SYMBOLS.code();
    private static final int RESET = CommandType.RESET.code();

    private static final List<StateRecordType> SPECIAL_RECORDS =
            List.of(StateRecordType.DORMANT, StateRecordType.TERMS, StateRecordType.SYMBOL_STATE, StateRecordType.EXIT);

    /** The codes of commands on single orders are below this. */
    private static final int TRADING_TYPES = 8;

    /** Links and levels have a first array of 1 MiB each: most handles then need no look-up of a chunk. */
    private static final int LINKS_TOGETHER = 32;

    private static final int LEVELS_TOGETHER = 16;

    private static final int FIRST_BOOKS = 16;
    private static final int DIRECT_IDS = 1 << 16;

    private final BookTypes types;
    private final EventRing events;
    private final int shard;
    private final int shards;
    private final HashSecret secret;
    private final OrderSlab slab = new OrderSlab(LINKS_TOGETHER);
    private final LevelSlab levels = new LevelSlab(slab.levelLinks(), LEVELS_TOGETHER);
    private final NodeArena nodes = RadixTree.newArena();
    private final LadderPages pages = new LadderPages();
    private final IdPagePool idPages = new IdPagePool();
    private final UserOrders users = new UserOrders(slab);
    private final MatchingRules rules = new MatchingRules();
    private final Specials specials;
    private final MassCancelling massCancelling;
    private final LevelChanges changes;
    private @Nullable DueListener dueListener;
    private @Nullable OrderBook[] books = new OrderBook[FIRST_BOOKS];
    private int bookCount;

    /**
     * The short paths by symbol id, up to the largest id below {@value #DIRECT_IDS}; for commands that are carried out
     * at once, by the only matching thread.
     */
    private @Nullable FrequentOrders[] direct = new FrequentOrders[FIRST_BOOKS];

    private final TreeMap<Integer, OrderBook> bySymbol = new TreeMap<>();

    /**
     * The step of a command by its type, if neither the command nor an order of its book has terms. C2 does not inline
     * the virtual call, because several classes are frequent there, and compiles each step alone. That takes less time
     * than one method with all steps, and a branch that was not seen before discards the code of one step only.
     */
    private final MatchStep[] plain = new MatchStep[TRADING_TYPES];

    private final MatchStep withTerms = this::matchWithTerms;

    /** The books of the only matching thread, all of one kind. */
    public OrderBooks(final OrderBookType type, final EventRing events) {
        this(BookTypes.all(type), events, 0, 1, HashSecret.NONE);
    }

    /**
     * Creates the books of one of several matching threads.
     *
     * @param types the kinds of books
     * @param events the ring of their events
     * @param shard the number of the shard, from 0
     * @param shards the number of shards
     * @param secret the secret for hashing order ids
     */
    public OrderBooks(
            final BookTypes types, final EventRing events, final int shard, final int shards, final HashSecret secret) {
        if (shard < 0 || shard >= shards) {
            throw new IllegalArgumentException(
                    "shard must be from 0 to shards-1: shard=" + shard + " shards=" + shards);
        }
        this.types = types;
        this.events = events;
        this.changes = new LevelChanges(events);
        this.specials = new Specials(slab, users, events, rules);
        this.massCancelling = new MassCancelling(slab, users, this::book, specials);
        this.shard = shard;
        this.shards = shards;
        this.secret = secret;
        Arrays.fill(plain, withTerms);
        plain[PLACE_ORDER] = (slot, book) -> book.place(slot);
        plain[MOVE_ORDER] = (slot, book) -> book.move(slot);
        plain[REDUCE_ORDER] = (slot, book) -> book.reduce(slot);
        plain[CANCEL_ORDER] = (slot, book) -> book.cancel(slot);
        plain[REPLACE_ORDER] = this::replace;
    }

    /** Whether this shard owns the book with an index. */
    public boolean owns(final int symbolIndex) {
        return shards == 1 || symbolIndex % shards == shard;
    }

    /**
     * Carries out the match step of a command that hold has accepted: fills in its events, the remaining lots, the
     * facts about its order, and the refusal if matching refuses it. Types that concern no book get no events.
     */
    public void match(final CommandSlot slot) {
        final int command = slot.type();
        if (CommandTraits.trades(command)) {
            final int index = slot.symbolIndex();
            if (owns(index)) {
                matchOrder(slot, command, book(index));
            }
            return;
        }
        if (command == ADD_SYMBOL) {
            add((SymbolSpec) Objects.requireNonNull(slot.payload()));
        } else if (command == ADD_SYMBOLS) {
            for (final SymbolSpec spec : ((AddSymbols) Objects.requireNonNull(slot.payload())).specs()) {
                add(spec);
            }
        } else if (command == RESET) {
            clear();
        }
    }

    /**
     * Carries out a whole MOVE_ORDER, hold included, if it only puts the order into another level.
     *
     * @param slot the slot as its producer left it; its sender is active, or unknown
     * @return whether it is done; if not, nothing has changed
     */
    public boolean moveAtOnce(final CommandSlot slot) {
        final FrequentOrders orders = direct(slot.symbol());
        return orders != null && orders.move(slot);
    }

    /**
     * Carries out a whole REDUCE_ORDER or CANCEL_ORDER except its settlement, hold included, if no check refuses it.
     *
     * @param slot the slot as its producer left it
     * @param lots the lots to take off, ≥ 1; all of them if the order has no more
     * @return whether it is done; if not, nothing has changed
     */
    public boolean takeOffAtOnce(final CommandSlot slot, final long lots) {
        final FrequentOrders orders = direct(slot.symbol());
        return orders != null && orders.takeOff(slot, lots);
    }

    /**
     * The index of the book that a PLACE_ORDER can enter, if the command is of a frequent type and only risk's check of
     * its money can still refuse the command.
     *
     * @param slot the slot as its producer left it
     * @return negative if a quick check does not show this
     */
    public int indexToEnter(final CommandSlot slot) {
        final FrequentOrders orders = direct(slot.symbol());
        return orders != null && orders.mayEnter(slot) ? orders.book().index() : CommandSlot.UNKNOWN_INDEX;
    }

    /** Does the match step of a held order for which {@link #indexToEnter} found the book. */
    public void enter(final CommandSlot slot) {
        Objects.requireNonNull(direct(slot.symbol())).enter(slot);
    }

    /**
     * Whether a REPLACE_ORDER only changes an order that stays on the book, so that only risk can refuse it.
     *
     * @param slot the slot as its producer left it; its sender is active, or unknown
     * @param replaced filled with the facts that risk needs
     */
    public boolean mayReplace(final CommandSlot slot, final ReplacedOrder replaced) {
        final FrequentOrders orders = direct(slot.symbol());
        return orders != null && orders.mayReplace(slot, replaced);
    }

    /** Does the match step of a held REPLACE_ORDER for which {@link #mayReplace} returned true. */
    public void replace(final CommandSlot slot) {
        Objects.requireNonNull(direct(slot.symbol())).replace(slot);
    }

    private @Nullable FrequentOrders direct(final int symbol) {
        final @Nullable FrequentOrders[] known = direct;
        return symbol >= 0 && symbol < known.length ? known[symbol] : null;
    }

    /**
     * Sets how many levels a FOK or FOK_BUDGET order may need; {@link io.daybook.api.Limits#MAX_LOOK} at first. Called
     * between commands.
     */
    public void maxLook(final int levels) {
        rules.maxLook(levels);
    }

    /** The number of symbols, including those of other shards. */
    public int bookCount() {
        return bookCount;
    }

    /**
     * The book with an index.
     *
     * @throws IllegalStateException if the book belongs to another shard
     */
    public OrderBook book(final int symbolIndex) {
        final OrderBook book = books[symbolIndex];
        if (book == null) {
            throw new IllegalStateException("book must belong to this shard: index=" + symbolIndex + " shard=" + shard);
        }
        return book;
    }

    /**
     * Sets whether the levels that a command changes in a book are written after its events; off at first.
     *
     * @param symbolIndex the index of a book that this shard owns
     */
    public void watch(final int symbolIndex, final boolean on) {
        listen(symbolIndex, on ? changes : null);
    }

    /**
     * Sets the listener for the resting orders of a book; null for none.
     *
     * @param symbolIndex the index of a book that this shard owns
     */
    public void listen(final int symbolIndex, final @Nullable BookListener listener) {
        book(symbolIndex).listener(listener);
    }

    /**
     * Sets the listener for due books, and calls it for books that are due now. Called between commands.
     *
     * @param timeNs the time of the last command, ns since the epoch
     */
    public void dueListener(final DueListener listener, final long timeNs) {
        dueListener = listener;
        for (final OrderBook book : bySymbol.values()) {
            if (book.hasSpecials()) {
                specials.of(book).tellDue(listener, timeNs);
            }
        }
    }

    /** The number of live orders of all books. */
    public int orderCount() {
        return slab.liveCount();
    }

    /** Shows the live orders of a user, newest first; takes time in proportion to their number. */
    public void ordersOf(final int userIndex, final OrderVisitor visitor) {
        for (int order = users.head(userIndex); order != NO_ORDER; order = slab.nextOfUser(order)) {
            book(slab.bookIndex(order)).visit(order, visitor);
        }
    }

    /** Writes the records of all books, kind by kind, each by symbol id. */
    public void writeState(final StateWriter writer) {
        bySymbol.values().forEach(book -> writeBook(book, writer));
        bySymbol.values().forEach(book -> writeOrders(book, writer));
        for (final StateRecordType type : SPECIAL_RECORDS) {
            bySymbol.values().forEach(book -> writeSpecials(type, book, writer));
        }
    }

    /** The kinds of records that a book has only if some of its orders have terms, in canonical order. */
    public static List<StateRecordType> specialRecords() {
        return SPECIAL_RECORDS;
    }

    /** Writes the records of a book of one of the kinds in {@link #specialRecords}. */
    public static void writeSpecials(final StateRecordType type, final OrderBook book, final StateWriter writer) {
        if (book.hasSpecials()) {
            book.terms().write(type, writer);
        }
    }

    /**
     * Creates the object that restores the orders with terms of one state.
     *
     * @param shards finds the shard that owns the book with an index
     */
    public static SpecialRestore newSpecialRestore(final IntFunction<OrderBooks> shards) {
        return new SpecialRestore(index -> shards.apply(index).specialBook(index));
    }

    /** The part of a book that has its orders with terms; this shard must own the book. */
    public SpecialBook specialBook(final int symbolIndex) {
        return specials.bookOf(book(symbolIndex));
    }

    /** Adds the records of {@link #writeState} to a hash. */
    public void hashState(final StateHasher hasher) {
        writeState(hasher);
    }

    /** Copies the state that {@link #writeState} writes; takes about as long as one pass over that memory. */
    public BooksCopy copyState() {
        return new BooksCopy(new OrderSlab(slab), new LevelSlab(levels), bySymbol.values());
    }

    /** Writes the BOOK record of one book. */
    public static void writeBook(final OrderBook book, final StateWriter writer) {
        BookRecord.write(writer, book.spec().symbol(), book.nextTradeId(), book.lastPrice());
    }

    /** Writes the ORDER records of one book in canonical order. */
    public static void writeOrders(final OrderBook book, final StateWriter writer) {
        if (book.hasSpecials()) {
            book.terms().writeOrders(writer);
            return;
        }
        final OrderWriter orders = new OrderWriter(writer);
        book.forEachOrder(orders);
    }

    /** Creates the book of a symbol of a restored state; called in the order in which symbols were added. */
    public void restoreSymbol(final SymbolSpec spec) {
        add(spec);
    }

    /**
     * Restores trade id and last price from the reader's current record, which is a BOOK.
     *
     * @param symbolIndex the index of a book that this shard owns
     */
    public void restoreBook(final StateReader reader, final int symbolIndex) {
        book(symbolIndex).restore(BookRecord.nextTradeId(reader), BookRecord.lastPrice(reader));
    }

    /**
     * Puts the reader's current record, which is an ORDER with fields in their ranges, at the tail of its level.
     * Records must be in canonical order.
     *
     * @param symbolIndex the index of a book that this shard owns
     * @param userIndex risk's index of the owner
     * @throws IllegalStateException if the order id is live already
     */
    public void restoreOrder(final StateReader reader, final int symbolIndex, final int userIndex) {
        book(symbolIndex)
                .restoreOrder(
                        OrderRecord.side(reader) == Side.ASK.code(),
                        OrderRecord.price(reader),
                        OrderRecord.orderId(reader),
                        OrderRecord.uid(reader),
                        userIndex,
                        (int) OrderRecord.type(reader),
                        OrderRecord.reserve(reader),
                        OrderRecord.size(reader),
                        OrderRecord.remaining(reader));
    }

    /**
     * Checks the invariants between the orders, the levels, the ids, the chains of the users and the slab; takes time
     * in proportion to their number.
     *
     * @throws IllegalStateException with the detail if an invariant is broken
     */
    public void validate() {
        new BookValidator(slab, users).validate(bySymbol.values());
    }

    private void matchOrder(final CommandSlot slot, final int command, final OrderBook book) {
        events.begin();
        final boolean isPlain = !slot.isSpecial() && !book.hasSpecials();
        (isPlain ? plain[command] : withTerms).carryOut(slot, book);
        events.end(slot);
        if (book.isListenedTo()) {
            changes.end(slot, book);
        }
    }

    private void replace(final CommandSlot slot, final OrderBook book) {
        if (!book.replace(slot)) {
            matchWithTerms(slot, book);
        }
    }

    private void matchWithTerms(final CommandSlot slot, final OrderBook book) {
        matchSpecial(slot, slot.type(), specials.of(book));
        book.specialsChanged();
        if (dueListener != null) {
            specials.of(book).tellDue(dueListener, slot.commandTimeNs());
        }
    }

    private void matchSpecial(final CommandSlot slot, final int command, final SpecialCommands commands) {
        if (!slot.isSpecial() && commands.carryOutPlain(slot, command)) {
            return;
        }
        switch (CommandType.of(command)) {
            case PLACE_ORDER -> commands.place(slot);
            case MOVE_ORDER -> commands.move(slot);
            case REDUCE_ORDER -> commands.takeOff(slot, slot.size(), false);
            case CANCEL_ORDER -> commands.takeOff(slot, Long.MAX_VALUE, true);
            case REPLACE_ORDER -> commands.replace(slot);
            case MASS_CANCEL -> commands.massCancel(slot, massCancelling);
            case TICK -> commands.tick(slot);
            default -> throw new IllegalStateException("a command on a book must be known: type=" + command);
        }
    }

    /** The object that chooses the orders of a MASS_CANCEL. */
    public MassCancelling massCancelling() {
        return massCancelling;
    }

    /**
     * Does the checks of a REPLACE_ORDER that need its book.
     *
     * @param order filled with the facts that the other checks need
     */
    public ResultCode checkReplace(final CommandSlot slot, final ReplacedOrder order) {
        return specials.of(book(slot.symbolIndex())).replacing().check(slot, order);
    }

    /** Does the checks of a REPLACE_ORDER that follow those of its funds, for an order that keeps lots. */
    public ResultCode checkReplacedPrices(final CommandSlot slot) {
        return specials.of(book(slot.symbolIndex())).replacing().checkPrices(slot);
    }

    private void add(final SymbolSpec spec) {
        final int index = bookCount++;
        if (index == books.length) {
            books = Arrays.copyOf(books, index * 2);
        }
        if (!owns(index)) {
            return;
        }
        final OrderBookType type = types.of(spec.symbol());
        final OrderBook book = new OrderBook(
                spec,
                index,
                slab,
                users,
                new OrderIds(slab, idPages, secret),
                events,
                newLevels(type, true),
                newLevels(type, false),
                rules);
        books[index] = book;
        bySymbol.put(spec.symbol(), book);
        if (shards == 1 && spec.symbol() < DIRECT_IDS) {
            addDirect(spec.symbol(), book.frequentOrders(changes));
        }
    }

    private void addDirect(final int symbol, final FrequentOrders orders) {
        if (symbol >= direct.length) {
            direct = Arrays.copyOf(direct, Integer.highestOneBit(symbol) * 2);
        }
        direct[symbol] = orders;
    }

    private PriceLevels newLevels(final OrderBookType type, final boolean asks) {
        return switch (type) {
            case AVL -> TreeLevels.avl(slab, levels, asks);
            case RADIX -> TreeLevels.radix(slab, levels, nodes, asks);
            case LADDER -> new LadderLevels(slab, levels, pages, asks);
        };
    }

    private void clear() {
        if (dueListener != null) {
            specials.tellGone(dueListener);
        }
        books = new OrderBook[FIRST_BOOKS];
        bookCount = 0;
        direct = new FrequentOrders[FIRST_BOOKS];
        bySymbol.clear();
        slab.clear();
        levels.clear();
        nodes.clear();
        pages.clear();
        users.clear();
        specials.clear();
    }

    /** The match step of one type of command. */
    private interface MatchStep {
        void carryOut(CommandSlot slot, OrderBook book);
    }

    /**
     * Turns orders that are visited in canonical order into ORDER records; the rank counts orders of one side and
     * price.
     */
    private static final class OrderWriter implements OrderVisitor {
        private final StateWriter writer;
        private long rank;
        private int lastSide;
        private long lastPrice;

        OrderWriter(final StateWriter writer) {
            this.writer = writer;
        }

        @Override
        public void onOrder(
                final int symbol,
                final int side,
                final long price,
                final long orderId,
                final long uid,
                final int userIndex,
                final int orderType,
                final long reservePrice,
                final long size,
                final long remaining) {
            rank = side == lastSide && price == lastPrice ? rank + 1 : 0;
            lastSide = side;
            lastPrice = price;
            OrderRecord.write(
                    writer, symbol, side, price, rank, orderId, uid, orderType, reservePrice, size, remaining);
        }
    }
}
