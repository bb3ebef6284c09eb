package io.daybook.core.engine;

import io.daybook.api.AuditReport;
import io.daybook.api.CommandType;
import io.daybook.core.matching.OrderBooks;
import io.daybook.risk.RiskConfig;
import io.daybook.risk.RiskEngine;
import io.daybook.risk.command.CommandSlot;
import io.daybook.risk.command.EventRing;
import io.daybook.risk.state.StateReader;
import io.daybook.risk.state.StateRecordType;
import io.daybook.risk.state.StateWriter;
import java.util.List;

/**
 * The deterministic heart: every command is held (checked, its funds reserved), matched and settled, in that order, and its
 * outcome depends on the commands before it and on nothing else. Replay, tests and the pipeline call the same.
 *
 * <p>Used by one thread at a time. Allocates nothing in steady state; queries and bulk commands do allocate.
 */
public final class ExchangeEngine {
    private static final int ORDER_UID_FIELD = 5;
    private static final int PERSIST_SNAPSHOT = CommandType.PERSIST_SNAPSHOT.code();
    private static final int LAST_TRADING_TYPE = CommandType.CANCEL_ORDER.code();

    private final RiskEngine risk;
    private final OrderBooks books;
    private final EngineReports reports;

    private long seq;
    private SnapshotPoint snapshotPoint = SnapshotPoint.NONE;

    /**
     * An engine without any state.
     *
     * @param events where the events of commands are written
     */
    public ExchangeEngine(final EngineConfig config, final EventRing events) {
        this.risk = new RiskEngine(new RiskConfig(config.marginTrading(), config.resetAllowed()));
        this.books = new OrderBooks(config.orderBookType(), events);
        this.reports = new EngineReports(risk, books, config.customQueries());
    }

    /** The number of the last command, 0 before the first. */
    public long seq() {
        return seq;
    }

    /**
     * Carries out one command or answers one query; a void slot is passed over.
     *
     * @param slot as its producer left it
     */
    public void execute(final CommandSlot slot) {
        final int type = slot.type();
        if (CommandType.isQuery(type)) {
            slot.clearOutcome();
            reports.answer(slot, seq);
        } else if (type == CommandSlot.VOID) {
            slot.clearOutcome();
        } else {
            apply(slot);
        }
    }

    /** Carries out one command: hold, match, settle. */
    public void apply(final CommandSlot slot) {
        seq++;
        slot.startWork();
        risk.hold(slot);
        if (slot.isSuccess()) {
            books.match(slot);
            if (slot.type() <= LAST_TRADING_TYPE) {
                risk.settle(slot);
            } else if (slot.type() == PERSIST_SNAPSHOT) {
                snapshotPoint.onPersistSnapshot(slot, seq);
            }
        }
    }

    /** Says who hears of each PERSIST_SNAPSHOT from now on. Between commands. */
    public void snapshotPoint(final SnapshotPoint point) {
        snapshotPoint = point;
    }

    /** Copies the whole logical state, to be written down by another thread; takes about as long as reading it from memory. */
    public EngineStateCopy copyState() {
        return new EngineStateCopy(risk.copyState(), List.of(books.copyState()));
    }

    /** 64 bits over the whole logical state. */
    public long stateHash() {
        return reports.stateHash();
    }

    /** Checks every invariant of the state; costs what the state has. */
    public AuditReport audit() {
        return Audit.of(seq, risk, books);
    }

    /** Writes the whole logical state in canonical order. */
    public void writeState(final StateWriter writer) {
        risk.writeState(writer);
        books.writeState(writer);
    }

    /**
     * Takes over a state that {@link #writeState} wrote; only before the first command.
     *
     * @param atSeq the number of the last command that it shows
     */
    public void readState(final StateReader reader, final long atSeq) {
        while (reader.next()) {
            restore(reader, reader.type());
        }
        seq = atSeq;
    }

    private void restore(final StateReader reader, final StateRecordType type) {
        switch (type) {
            case SYMBOL -> {
                risk.restore(reader);
                books.restoreSymbol(reader);
            }
            case BOOK -> {
                risk.restore(reader);
                books.restoreBook(reader);
            }
            case ORDER -> books.restoreOrder(reader, risk.userIndex(reader.get(ORDER_UID_FIELD)));
            case CURRENCY, USER, ACCOUNT, POSITION -> risk.restore(reader);
        }
    }
}
