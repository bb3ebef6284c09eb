package io.daybook.engine;

import io.daybook.api.Query;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.Numbering;
import java.util.Objects;

/**
 * An engine for a host that carries commands out one after the other: it numbers them, keeps their time, and releases
 * their events. Recovery and replay are such hosts, and so is a node of a cluster. The stages of a ring, which share
 * the work, follow the same {@link Numbering}, each with a cursor of its own. Used by one thread.
 */
public final class EngineHost {

    /** Receives the outcome of a command, on the thread that carries it out. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Called after a command was carried out.
         *
         * @param slot the command with its outcome and events, valid only during the call
         * @param seq its number
         * @param timeNs its time, ns since the epoch
         */
        void onApplied(CommandSlot slot, long seq, long timeNs);
    }

    private final ExchangeEngine engine;
    private final CommandSlot question = new CommandSlot();

    /** Creates a host of an engine of one shard; the engine must not be used elsewhere from now on. */
    public EngineHost(final ExchangeEngine engine) {
        this.engine = engine;
    }

    /**
     * Sets the semantics of the following commands; see {@link ExchangeEngine#semanticsVersion(int)}.
     *
     * @throws IllegalArgumentException for a version that this engine does not support
     */
    public void semanticsVersion(final int version) {
        engine.semanticsVersion(version);
    }

    /**
     * Carries out a command under the next number.
     *
     * @param slot a command as its producer left it; its own stamp is replaced
     * @param timestampNs the host's stamp, ns since the epoch; the command's time is the larger of it and the time of
     *     the command before
     * @throws IllegalArgumentException for a void slot or a query, which get no number
     */
    public void apply(final CommandSlot slot, final long timestampNs, final Sink sink) {
        if (!Numbering.isCommand(slot.type())) {
            throw new IllegalArgumentException("a slot must hold a command to get a number: type=" + slot.type());
        }
        slot.timestampNs(timestampNs);
        engine.apply(slot);
        sink.onApplied(slot, engine.seq(), engine.timeNs());
        ExchangeEngine.releaseEvents(slot);
    }

    /**
     * Carries out a command with a given number, from a journal or a log.
     *
     * @param seq its number, the one after {@link #seq()}
     * @throws IllegalStateException for another number; nothing was carried out
     */
    public void apply(final CommandSlot slot, final long seq, final long timestampNs, final Sink sink) {
        if (seq != engine.seq() + 1) {
            throw new IllegalStateException("seq must be " + (engine.seq() + 1) + ": seq=" + seq);
        }
        apply(slot, timestampNs, sink);
    }

    /**
     * Answers a query from the state after the last command; a query gets no number.
     *
     * @throws RuntimeException the cause of the failure if the query fails
     */
    @SuppressWarnings("unchecked") // the type of a query determines the type of its report
    public <R> R answer(final Query<R> query) {
        question.clear();
        question.type(CommandRecords.queryType(query).code());
        question.payload(query);
        engine.execute(question);
        final Object report = Objects.requireNonNull(question.report());
        question.clear();
        if (report instanceof QueryFailure failure) {
            throw failure.cause();
        }
        return (R) report;
    }

    /** The number of the last command, 0 before the first. */
    public long seq() {
        return engine.seq();
    }

    /** The time of the last command, ns since the epoch; 0 before the first. */
    public long timeNs() {
        return engine.timeNs();
    }

    /** See {@link ExchangeEngine#stateHash()}. */
    public long stateHash() {
        return engine.stateHash();
    }

    /** See {@link ExchangeEngine#copyState()}. */
    public EngineStateCopy copyState() {
        return engine.copyState();
    }
}
