package io.daybook.engine;

import io.daybook.api.AuditReport;
import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.RestingOrders;
import io.daybook.api.ResultCode;
import io.daybook.api.StateView;
import io.daybook.engine.matching.OrderBooks;
import io.daybook.engine.matching.terms.DueListener;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.CommandTraits;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.Numbering;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateWriter;
import io.daybook.risk.ReplacedOrder;
import io.daybook.risk.RiskConfig;
import io.daybook.risk.RiskEngine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deterministic core of the exchange: every command is held (checked, its funds reserved), matched and settled, in
 * that order, and its outcome depends only on the commands before it. Replay, tests and the pipeline call the same
 * methods.
 *
 * <p>Either one thread at a time calls {@link #execute} or {@link #apply}; or one risk thread calls {@link #hold} and
 * {@link #settle}, and one matching thread for each shard calls {@link #match}, each in the order of the commands:
 * match of a command after its hold, settle after all shards have passed it. Call everything else only while no thread
 * is inside a step.
 *
 * <p>Allocates nothing in steady state; queries and bulk commands do allocate.
 */
public final class ExchangeEngine {
    /**
     * The newest version of the semantics of commands, with which an engine starts. All earlier versions stay
     * supported, for the journals that were written with them.
     */
    public static final int SEMANTICS_VERSION = Semantics.NEWEST;

    private static final int PERSIST_SNAPSHOT = CommandType.PERSIST_SNAPSHOT.code();
    private static final int MOVE_ORDER = CommandType.MOVE_ORDER.code();
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int REPLACE_ORDER = CommandType.REPLACE_ORDER.code();
    private static final int MASS_CANCEL = CommandType.MASS_CANCEL.code();
    private static final int RISK_NSF = ResultCode.RISK_NSF.code();
    private static final int RISK_OPEN_ORDERS_LIMIT = ResultCode.RISK_OPEN_ORDERS_LIMIT.code();

    /** Room for two of the largest commands. */
    private static final int ALL_BOOKS_EVENTS = 2 * Limits.MAX_MASS_CANCEL;

    private final RiskEngine risk;
    private final BookShards shards;
    private final boolean isSharded;
    private final OrderBooks firstShard;
    private final CommandPath steps = new Steps();
    private final CommandPath[] paths;
    private final EngineReports reports;
    private final int validateEvery;
    private final Numbering numbering = new Numbering(0, 0);
    private final ReplacedOrder replaced = new ReplacedOrder();

    /** The ring for the events of a MASS_CANCEL of all symbols; created for the first. */
    private @Nullable EventRing allBooks;

    private Semantics semantics = Semantics.of(SEMANTICS_VERSION);
    private long nextValidation;
    private SnapshotPoint snapshotPoint = SnapshotPoint.NONE;

    /**
     * Creates an engine without any state, with all books in one shard.
     *
     * @param events the ring for the events of commands
     */
    public ExchangeEngine(final EngineConfig config, final EventRing events) {
        this(config, List.of(events));
    }

    /**
     * Creates an engine without any state.
     *
     * @param events the rings for the events of commands: one for each shard of books
     */
    public ExchangeEngine(final EngineConfig config, final List<EventRing> events) {
        this.risk = new RiskEngine(new RiskConfig(config.marginTrading(), config.resetAllowed()), config.hashSecret());
        this.shards = new BookShards(config.bookTypes(), events, config.hashSecret());
        this.isSharded = shards.count() > 1;
        this.firstShard = shards.shard(0);
        this.paths = CommandPath.byType(risk, firstShard, steps);
        this.reports = new EngineReports(risk, shards, config.customQueries());
        this.validateEvery = config.validateEvery();
        this.nextValidation = validationAfter(0);
    }

    /** The number of the last command that was held, 0 before the first. */
    public long seq() {
        return numbering.seq();
    }

    /**
     * The time of the last command that was held, ns since the epoch, 0 before the first. It is state, but not part of
     * the hash.
     */
    public long timeNs() {
        return numbering.timeNs();
    }

    /** Creates a cursor for another stage that follows the same commands from here on. Called between commands. */
    public Numbering newCursor() {
        return new Numbering(numbering.seq(), numbering.timeNs());
    }

    /**
     * Sets the semantics of the following commands: the version of the segment that holds them. Called between
     * commands, while no thread is inside a step.
     *
     * @param version 1 to {@link #SEMANTICS_VERSION}
     * @throws IllegalArgumentException for any other
     */
    public void semanticsVersion(final int version) {
        if (version != semantics.version()) {
            semantics = Semantics.of(version);
            risk.rules(semantics.maxLiveOrders(), semantics.hasTerms());
            shards.maxLook(semantics.maxLook());
        }
    }

    /** The version that {@link #semanticsVersion(int)} set last. */
    public int semanticsVersion() {
        return semantics.version();
    }

    /**
     * Sets the listener for due books, and calls it for books that are due now; later the threads of the books call it.
     * Called between commands, while no thread is inside a step.
     */
    public void dueListener(final DueListener listener) {
        shards.dueListener(listener, timeNs());
    }

    /** The number of shards. */
    public int shardCount() {
        return shards.count();
    }

    /**
     * Carries out one command or answers one query; does nothing for a void slot.
     *
     * @param slot the slot as its producer left it
     */
    public void execute(final CommandSlot slot) {
        final int type = slot.type();
        if (Numbering.isCommand(type)) {
            apply(slot);
        } else if (type == CommandSlot.VOID) {
            slot.clearOutcome();
        } else {
            answer(slot);
        }
    }

    /**
     * Carries out one command: hold, match, settle. Takes a short path if the command is frequent and needs no more.
     */
    public void apply(final CommandSlot slot) {
        numbering.next(slot.timestampNs());
        if (numbering.seq() == nextValidation) {
            applyInSteps(slot);
            validate();
            return;
        }
        final int type = slot.type();
        if (type == MOVE_ORDER && risk.isClearlyActive(slot.uid()) && firstShard.moveAtOnce(slot)) {
            return; // by far the most frequent command; this saves a call
        }
        CommandPath path = type >= 0 && type < paths.length ? paths[type] : steps;
        while (!path.carryOut(slot)) {
            path = steps; // the only other path, which always succeeds
        }
    }

    private void applyInSteps(final CommandSlot slot) {
        slot.startWork();
        slot.commandTimeNs(numbering.timeNs());
        hold(slot);
        if (slot.isSuccess()) {
            if (isOfAllBooks(slot)) {
                massCancelAll(slot);
                return;
            }
            if (isSharded) {
                shards.match(slot);
            } else {
                firstShard.match(slot);
            }
            if (CommandTraits.trades(slot.type())) {
                risk.settle(slot);
            } else if (slot.type() == PERSIST_SNAPSHOT) {
                snapshotPoint.onPersistSnapshot(slot, numbering.seq(), numbering.timeNs());
            }
        }
    }

    /** Does the hold step, with access to the books while their threads are stopped. */
    private void hold(final CommandSlot slot) {
        risk.hold(slot);
        if (slot.type() == REPLACE_ORDER && slot.isSuccess()) {
            holdReplaced(slot);
        }
    }

    private void holdReplaced(final CommandSlot slot) {
        ResultCode checked = shards.checkReplace(slot, replaced);
        if (checked == ResultCode.SUCCESS) {
            checked = risk.checkReplaced(slot, replaced);
        }
        if (checked == ResultCode.SUCCESS && replaced.newLots > 0) {
            checked = shards.checkReplacedPrices(slot);
            final ResultCode funds = risk.holdReplaced(slot, replaced, checked == ResultCode.SUCCESS);
            checked = funds == ResultCode.SUCCESS ? checked : funds;
        }
        slot.resultCode(checked.code());
    }

    /**
     * Whether the ring of commands that stop all books is short of room: then a caller of {@link #execute} waits until
     * readers have released events. For other commands, {@link EventRing#isShort()} decides this.
     */
    public boolean isShort() {
        return allBooks != null && allBooks.isShort();
    }

    /**
     * Whether a command is a MASS_CANCEL of all symbols: the hold step carries it out as a whole, while the threads of
     * the books are stopped.
     */
    private static boolean isOfAllBooks(final CommandSlot slot) {
        return slot.type() == MASS_CANCEL && slot.symbol() == 0;
    }

    private void massCancelAll(final CommandSlot slot) {
        EventRing events = allBooks;
        if (events == null) {
            events = new EventRing(ALL_BOOKS_EVENTS);
            allBooks = events;
        }
        events.begin();
        shards.massCancel(slot, events);
        events.end(slot);
        risk.settle(slot);
    }

    /** Sets the listener for each PERSIST_SNAPSHOT. Called between commands. */
    public void snapshotPoint(final SnapshotPoint point) {
        snapshotPoint = point;
    }

    /**
     * Copies the whole logical state, so that another thread can write it; takes about as long as one pass over that
     * memory.
     */
    public EngineStateCopy copyState() {
        return new EngineStateCopy(risk.copyState(), shards.copyState());
    }

    /**
     * The hold step of one command, or the whole of a query, on a state that may lack the settlement of commands before
     * it. Settlement only increases the funds that an order may spend (if futures are not involved), and only decreases
     * the number of a user's orders, so that an acceptance on the lagging state is final. For everything else that
     * depends on unsettled commands, this method does not decide, and changes nothing.
     *
     * @param slot the slot as its producer left it
     * @param exact whether every command before it is settled
     * @return whether the command is decided; if not, call again once the state is exact
     */
    public boolean hold(final CommandSlot slot, final boolean exact) {
        if (numbering.seq() == nextValidation) {
            if (!exact) {
                return false;
            }
            validate();
        }
        final int type = slot.type();
        if (!Numbering.isCommand(type)) {
            return passOrAnswer(slot, exact);
        }
        slot.startWork();
        slot.commandTimeNs(Math.max(numbering.timeNs(), slot.timestampNs()));
        if (isOfAllBooks(slot) ? !exact || isShort() : !exact && risk.needsExactState(slot)) {
            return false;
        }
        hold(slot);
        if (isOfAllBooks(slot) && slot.isSuccess()) {
            massCancelAll(slot);
        }
        if (!exact && type == PLACE_ORDER && isUndecided(slot.resultCode())) {
            return false;
        }
        numbering.next(slot.timestampNs());
        if (type == PERSIST_SNAPSHOT) { // the state is exact, so no matching thread is inside a command
            snapshotPoint.onPersistSnapshot(slot, numbering.seq(), numbering.timeNs());
        }
        return true;
    }

    private boolean passOrAnswer(final CommandSlot slot, final boolean exact) {
        if (slot.type() == CommandSlot.VOID) {
            slot.clearOutcome();
            return true;
        }
        if (exact) {
            answer(slot);
        }
        return exact;
    }

    /**
     * Whether outstanding settlements could turn a refusal of an order into an acceptance, because they release holds
     * and end orders.
     */
    private static boolean isUndecided(final int code) {
        return code == RISK_NSF || code == RISK_OPEN_ORDERS_LIMIT;
    }

    /**
     * Does the match step of one held command in one shard; does nothing if its book is in another shard.
     *
     * @param shard the number of the shard, from 0
     */
    public void match(final int shard, final CommandSlot slot) {
        final OrderBooks books = shards.shard(shard);
        final int type = slot.type();
        // the outcome of a trading command belongs to its shard: no other thread may read it meanwhile
        final boolean concernsShard = CommandTraits.trades(type)
                ? !isOfAllBooks(slot) && books.owns(slot.symbolIndex())
                : CommandTraits.changesAllBooks(type);
        if (concernsShard && slot.isSuccess()) {
            books.match(slot);
        }
    }

    /** Does the settle step of one command that all shards have passed. */
    public void settle(final CommandSlot slot) {
        if (CommandTraits.trades(slot.type()) && !isOfAllBooks(slot)) {
            risk.settle(slot);
        }
    }

    /**
     * Releases the events of a command, and of all before it, once they are no longer read; only for a host in which
     * one thread does everything.
     */
    public static void releaseEvents(final CommandSlot slot) {
        if (slot.eventCount() > 0) {
            slot.eventRing().releaseAll();
        }
    }

    private void answer(final CommandSlot slot) {
        slot.clearOutcome();
        reports.answer(slot, numbering.seq());
    }

    /** A hash of 64 bits of the whole logical state. */
    public long stateHash() {
        return reports.stateHash();
    }

    /**
     * The state after the last command, valid until the next command. Called between commands, on the engine's thread.
     */
    public StateView view() {
        return reports.asOf(numbering.seq());
    }

    /**
     * The orders that rest in the book of a symbol, valid as long as the symbol exists. Called between commands, on the
     * engine's thread.
     *
     * @throws IllegalArgumentException if there is no such symbol
     */
    public RestingOrders restingOrders(final int symbol) {
        final int index = risk.symbolIndex(symbol);
        if (index == CommandSlot.UNKNOWN_INDEX) {
            throw new IllegalArgumentException("there is no symbol " + symbol);
        }
        return shards.book(index).restingOrders();
    }

    /** Checks every invariant of the state; takes time in proportion to its size. */
    public AuditReport audit() {
        return Audit.of(numbering.seq(), risk, shards);
    }

    /** Writes the whole logical state in canonical order. */
    public void writeState(final StateWriter writer) {
        risk.writeState(writer);
        shards.writeState(writer);
    }

    /**
     * Restores a state that {@link #writeState} wrote; only before the first command.
     *
     * @param atSeq the number of the last command in it
     * @param atTimeNs the time of that command, ns since the epoch
     * @throws io.daybook.kernel.state.InvalidStateException when a record is impossible; the engine is then unusable
     */
    public void readState(final StateReader reader, final long atSeq, final long atTimeNs) {
        final StateRestore restore = new StateRestore(risk, shards);
        while (reader.next()) {
            restore.restore(reader);
        }
        restore.end();
        numbering.moveTo(atSeq, atTimeNs);
        nextValidation = validationAfter(atSeq);
    }

    /** Throws if the state contradicts itself, which halts the exchange. */
    private void validate() {
        nextValidation = validationAfter(numbering.seq());
        final AuditReport report = audit();
        if (!report.isBalanced()) {
            throw new IllegalStateException("after command " + numbering.seq() + " the state contradicts itself: "
                    + String.join("; ", report.violations()));
        }
    }

    private long validationAfter(final long afterSeq) {
        return validateEvery == 0 ? Long.MAX_VALUE : (afterSeq / validateEvery + 1) * validateEvery;
    }

    /** Carries out a command that no short path carries out. */
    private final class Steps extends CommandPath {
        @Override
        boolean carryOut(final CommandSlot slot) {
            applyInSteps(slot);
            return true;
        }
    }
}
