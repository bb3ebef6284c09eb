package io.daybook.engine.writer;

import io.daybook.api.CommandType;
import io.daybook.api.MassCancelWriter;
import io.daybook.api.Side;
import io.daybook.api.Term;

/** Fills a slot with a {@link io.daybook.api.MassCancel}. */
final class MassCancelSlotWriter extends SlotWriter<MassCancelWriter> implements MassCancelWriter {

    MassCancelSlotWriter(final Claim claim) {
        super(claim, CommandType.MASS_CANCEL);
    }

    @Override
    MassCancelWriter self() {
        return this;
    }

    @Override
    public MassCancelWriter uid(final long value) {
        slot().uid(value);
        return this;
    }

    @Override
    public MassCancelWriter symbol(final int value) {
        slot().symbol(value);
        return this;
    }

    @Override
    public MassCancelWriter side(final Side value) {
        slot().sentSide(value.code());
        return this;
    }

    @Override
    public MassCancelWriter flagged() {
        slot().term(Term.FLAGGED.code(), 1);
        return this;
    }

    @Override
    public MassCancelWriter suspend() {
        slot().term(Term.SUSPEND.code(), 1);
        return this;
    }
}
